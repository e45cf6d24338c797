"""Protection from end to end in a window: somebody writes, the person is told, looks, and puts it back."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.settings import Settings, changed
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.rail import RailButton

PATIENCE = 15_000


@pytest.fixture
def guarding(run: Run[Any], workspace: Path) -> Iterator[Bridge]:
    """A bridge around an engine that looks after the files of `workspace`."""

    def engine(report: Callable[[Any], None]) -> Engine:
        settings = changed(Settings(), {"index.quiet_seconds": 0.1, "review.reviewer": "Maren"})
        return Engine(
            workspace,
            settings=settings,
            places=Places.of_user(),
            report=report,
            embedder=HashEmbedder,
            guards=True,
        )

    made = Bridge(engine)
    yield made
    run(made.close())


@pytest.fixture
def window(guarding: Bridge, workspace: Path, qtbot: QtBot, run: Run[Any]) -> MainWindow:
    """A window once everything that was there is known."""
    made = MainWindow(guarding, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(guarding.close()))
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    run(guarding.call(guarding.engine.start))
    desk = guarding.engine.desk
    there = {path.relative_to(workspace).as_posix() for path in workspace.rglob("*.md")}
    qtbot.waitUntil(lambda: there <= set(desk.recorded()), timeout=PATIENCE)
    return made


def badge(window: MainWindow) -> str:
    found = window.rail.findChildren(RailButton)
    return next(button.badge for button in found if button.accessibleName() == "Review")


def banner(window: MainWindow) -> str:
    page = window.workspace.editor.page
    return page.review.message.sentence if page and page.review.message else ""


def test_a_write_by_others_is_told_everywhere_and_gone_once_rejected(
    window: MainWindow, guarding: Bridge, workspace: Path, qtbot: QtBot, run: Run[Any]
) -> None:
    window.open("MEMORY.md")
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=PATIENCE)
    before = (workspace / "MEMORY.md").read_bytes()
    (workspace / "MEMORY.md").write_bytes(before + b"- Written behind our back.\n")
    qtbot.waitUntil(lambda: badge(window) == "1", timeout=PATIENCE)
    assert banner(window) == "A change by another program waits for your review."
    facts = window.workspace.tree.facts.standing
    assert len(facts.waiting_for("MEMORY.md")) == 1
    qtbot.waitUntil(lambda: (workspace / "MEMORY.md").read_bytes() == before, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.workspace.editor.text() == before.decode(), timeout=PATIENCE)
    [waiting] = guarding.engine.desk.proposals(waiting=True)
    run(guarding.call(guarding.engine.desk.reject, [waiting.id], now=waiting.at))
    qtbot.waitUntil(lambda: badge(window) == "", timeout=PATIENCE)
    assert banner(window) == ""


def test_what_waited_when_the_window_was_closed_is_there_when_it_opens_again(
    window: MainWindow, guarding: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    (workspace / "MEMORY.md").write_text("# Emptied\n", encoding="utf-8")
    qtbot.waitUntil(lambda: badge(window) == "1", timeout=PATIENCE)
    again = MainWindow(guarding, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: badge(again) == "1", timeout=PATIENCE)


def test_an_own_save_is_a_version_of_its_own_and_can_be_put_back(
    window: MainWindow, workspace: Path, qtbot: QtBot
) -> None:
    before = (workspace / "SOUL.md").read_bytes()
    window.open("SOUL.md")
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=PATIENCE)
    window.workspace.editor.insert_text("Calm.\n")
    window.workspace.editor.save()
    qtbot.waitUntil(lambda: (workspace / "SOUL.md").read_bytes() != before, timeout=PATIENCE)
    window.show_history("SOUL.md")
    history = window.views.history
    qtbot.waitUntil(lambda: history.versions.rows.rowCount() == 2, timeout=PATIENCE)
    assert history.versions.rows.versions[0].committer == "Maren"
    qtbot.waitUntil(lambda: bool(history.detail.sheet.lines), timeout=PATIENCE)
    authors = {line.text: line.version.author for line in history.detail.sheet.lines}
    assert authors["Calm."] == "Maren"
    history.versions.select(history.versions.rows.versions[1].oid)
    history.detail.head.acts["restore"].click()
    qtbot.waitUntil(lambda: history.detail.banner.message is not None, timeout=PATIENCE)
    assert history.detail.banner.message is not None
    history.detail.banner.message.choices[0].act()
    qtbot.waitUntil(lambda: (workspace / "SOUL.md").read_bytes() == before, timeout=PATIENCE)
    qtbot.waitUntil(lambda: history.versions.rows.rowCount() == 3, timeout=PATIENCE)


def test_a_locked_file_is_read_only_for_others_and_written_by_its_person(
    window: MainWindow,
    guarding: Bridge,
    workspace: Path,
    *,
    qtbot: QtBot,
    run: Run[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Whoever runs the tests may be allowed to write everything.
    monkeypatch.setattr(os, "access", lambda path, _mode: bool(os.stat(path).st_mode & stat.S_IWUSR))  # noqa: PTH116
    soul = workspace / "SOUL.md"
    desk = guarding.engine.desk
    run(guarding.call(desk.set_policy, "SOUL.md", Policy.LOCKED, now=datetime.now(UTC)))
    assert not soul.stat().st_mode & stat.S_IWUSR
    window.open("SOUL.md")
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=PATIENCE)
    window.workspace.editor.insert_text("Calm.\n")
    window.workspace.editor.save()
    qtbot.waitUntil(lambda: soul.read_text(encoding="utf-8").startswith("Calm."), timeout=PATIENCE)
    qtbot.waitUntil(lambda: not soul.stat().st_mode & stat.S_IWUSR, timeout=PATIENCE)


def test_a_policy_chosen_in_the_tree_is_shown_there(
    window: MainWindow, guarding: Bridge, qtbot: QtBot
) -> None:
    tree = window.workspace.tree
    path = "memory/topics/net.md"
    assert tree.facts.standing.policy_of(path) is Policy.FREE
    tree.file_actions.protecting.set([path], Policy.HOLD)
    qtbot.waitUntil(lambda: tree.facts.standing.policy_of(path) is Policy.HOLD, timeout=PATIENCE)
    assert guarding.engine.desk.rules.own == {path: Policy.HOLD}


def test_a_deleted_file_is_found_in_the_history(window: MainWindow, qtbot: QtBot, workspace: Path) -> None:
    tree, path = window.workspace.tree, "memory/topics/net.md"
    tree.reveal(path)
    selected = tree.file_actions.selected
    qtbot.waitUntil(lambda: [entry.path for entry in selected()] == [path], timeout=PATIENCE)
    tree.delete()
    qtbot.waitUntil(lambda: not (workspace / "memory/topics/net.md").exists(), timeout=PATIENCE)
    window.show_history("memory/topics/net.md")
    history = window.views.history
    files = history.files

    def is_marked() -> bool:
        chosen = files.model.file(files.view.currentIndex())
        return chosen is not None and chosen.path == path and chosen.deleted

    qtbot.waitUntil(is_marked, timeout=PATIENCE)
