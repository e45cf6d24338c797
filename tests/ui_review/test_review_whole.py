"""The review view on a real engine: what is decided here is what is on disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.review.gate.edits import Edit, Edits, NewText
from openclaw_desktop.review.proposal import Origin, Proposal, Who
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.rail import RailButton
from openclaw_desktop.ui.review_view.view import ReviewView
from openclaw_desktop.ui.standing import Standing

MEMORY = "# Memory\n\n- The port is 8123.\n" + "\n" * 12 + "- 雨量計は屋根の上。\n"
AGENT = Origin(Who.AGENT, "agent main", "57e864eb", 41)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "MEMORY.md").write_bytes(MEMORY.encode())
    (root / "SOUL.md").write_bytes(b"# Soul\r\n\r\nBrief.\r\n")
    return root


@pytest.fixture
def widgets(qapp: QApplication) -> Iterator[list[QWidget]]:
    """Widgets of a test, deleted after the bridge is closed, as in the program."""
    made: list[QWidget] = []
    yield made
    for widget in made:
        widget.hide()
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def bridge(run: Run[Any], workspace: Path, widgets: list[QWidget]) -> Iterator[Bridge]:
    def engine(report: Callable[[Any], None]) -> Engine:
        places = Places.of_user()
        return Engine(
            workspace,
            settings=Settings(),
            places=places,
            report=report,
            embedder=HashEmbedder,
            guards=True,
        )

    made = Bridge(engine)
    made.engine.start(watch=False)
    yield made
    run(made.close())


@pytest.fixture
def view(bridge: Bridge, widgets: list[QWidget]) -> ReviewView:
    made = ReviewView(bridge)
    widgets.append(made)
    made.resize(1280, 820)
    made.show()
    return made


def propose(bridge: Bridge, path: str, old: str, new: str, reason: str = "Sam said so") -> None:
    change = Edits((Edit(old, new),))
    bridge.engine.desk.propose(path, change, reason=reason, origin=AGENT, now=datetime.now(UTC))


def shown(view: ReviewView) -> str:
    return view.page.review.proposal.path if view.page.review else ""


def test_a_proposal_appears_is_accepted_in_part_and_taken_back(
    view: ReviewView, bridge: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    text = MEMORY.replace("8123", "9000").replace("屋根", "地下室")
    bridge.engine.desk.propose(
        "MEMORY.md", NewText(text), reason="Moved", origin=AGENT, now=datetime.now(UTC)
    )
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md", timeout=10_000)
    view.next_change()
    view.page.tick()
    assert view.actions_.accept.text() == "Accept 1 of 2"
    with qtbot.waitSignal(view.session.decided, timeout=10_000):
        view.accept()
    assert (workspace / "MEMORY.md").read_bytes() == MEMORY.replace("屋根", "地下室").encode()
    with qtbot.waitSignal(view.session.taken_back, timeout=10_000):
        view.take_back()
    assert (workspace / "MEMORY.md").read_bytes() == MEMORY.encode()
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md", timeout=10_000)


def test_edited_text_keeps_the_files_line_ends(
    view: ReviewView, bridge: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    propose(bridge, "SOUL.md", "Brief.", "Brief and kind.")
    qtbot.waitUntil(lambda: shown(view) == "SOUL.md", timeout=10_000)
    view.edit()
    view.page.edit.editor.go_to(3)
    view.page.edit.editor.insert("Very ")
    with qtbot.waitSignal(view.session.decided, timeout=10_000):
        view.accept()
    assert (workspace / "SOUL.md").read_bytes() == b"# Soul\r\n\r\nVery Brief and kind.\r\n"
    view.panel.show_waiting(False)
    qtbot.waitUntil(lambda: "with your changes" in view.page.header.decision.text(), timeout=10_000)


def test_what_the_agent_is_told_carries_the_comment(
    view: ReviewView, bridge: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    propose(bridge, "MEMORY.md", "8123", "9000")
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md", timeout=10_000)
    view.actions_.comment.setText("the port is right as it is")
    with qtbot.waitSignal(view.session.decided, timeout=10_000) as decided:
        view.reject()
    (decision,) = decided.args[0].decisions  # type: ignore[index]
    answer = bridge.engine.desk.answer(decision.proposal)
    assert answer["comment"] == "the port is right as it is"
    assert (workspace / "MEMORY.md").read_bytes() == MEMORY.encode()


def test_two_windows_deciding_the_same_proposal_one_wins_and_the_other_is_told(
    view: ReviewView, bridge: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    propose(bridge, "MEMORY.md", "8123", "9000")
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md", timeout=10_000)
    assert view.page.review is not None
    bridge.engine.desk.gate.reject(view.page.review.proposal.id, comment="", now=datetime.now(UTC))
    with qtbot.waitSignal(view.session.refused, timeout=10_000):
        view.accept()
    assert (workspace / "MEMORY.md").read_bytes() == MEMORY.encode()
    qtbot.waitUntil(lambda: not view.panel.list.chosen(), timeout=10_000)


def test_two_changes_of_one_place_come_to_a_choice(
    view: ReviewView, bridge: Bridge, workspace: Path, qtbot: QtBot
) -> None:
    propose(bridge, "MEMORY.md", "8123", "9000", "first")
    propose(bridge, "MEMORY.md", "8123", "7000", "second")
    qtbot.waitUntil(lambda: bool(shown(view)), timeout=10_000)
    assert view.page.review is not None
    reason = view.page.review.proposal.reason
    with qtbot.waitSignal(view.session.decided, timeout=10_000):
        view.accept()
    qtbot.waitUntil(lambda: view.page.is_conflict, timeout=10_000)
    assert view.page.review.proposal.reason != reason
    assert not view.actions_.accept.isEnabled()


def test_the_turn_of_a_proposal_is_looked_for_among_the_sessions(
    bridge: Bridge, tmp_path: Path, widgets: list[QWidget], qtbot: QtBot
) -> None:
    window = MainWindow(bridge, log_file=tmp_path / "log")
    widgets.append(window)
    window.show()
    propose(bridge, "MEMORY.md", "8123", "9000")
    window.actions_["view.review"].trigger()
    qtbot.waitUntil(lambda: shown(window.views.review) == "MEMORY.md", timeout=10_000)
    window.views.review.page.header.session.click()
    assert window.views.context.isVisible()
    assert window.views.context.page is window.views.context.sessions


def test_the_windows_keys_and_menus_reach_the_review(
    bridge: Bridge, workspace: Path, tmp_path: Path, widgets: list[QWidget], qtbot: QtBot
) -> None:
    window = MainWindow(bridge, log_file=tmp_path / "log")
    widgets.append(window)
    window.show()
    propose(bridge, "MEMORY.md", "8123", "9000")
    window.actions_["view.review"].trigger()
    view = window.views.review
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md", timeout=10_000)
    assert window.actions_["review.accept"].isEnabled()
    with qtbot.waitSignal(view.session.decided, timeout=10_000):
        window.actions_["review.accept"].trigger()
    assert b"9000" in (workspace / "MEMORY.md").read_bytes()
    with qtbot.waitSignal(view.session.taken_back, timeout=10_000):
        window.actions_["edit.undo"].trigger()
    assert b"8123" in (workspace / "MEMORY.md").read_bytes()


@pytest.mark.parametrize("late", ["the list", "the count"])
def test_the_list_and_the_rail_count_the_same_though_one_of_them_is_read_late(
    bridge: Bridge,
    tmp_path: Path,
    widgets: list[QWidget],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    late: str,
) -> None:
    window = MainWindow(bridge, log_file=tmp_path / "log")
    widgets.append(window)
    window.show()
    propose(bridge, "MEMORY.md", "8123", "9000")
    propose(bridge, "SOUL.md", "Brief", "Curious")
    window.actions_["view.review"].trigger()
    view, desk, released = window.views.review, bridge.engine.desk, threading.Event()
    qtbot.waitUntil(lambda: counts(window) == ("Waiting 2", "2") and not bridge.busy, timeout=20_000)
    read = desk.proposals

    def proposals(*, waiting: bool = False) -> list[Proposal]:
        if waiting == (late == "the count"):
            released.wait(30)
        return read(waiting=waiting)

    monkeypatch.setattr(desk, "proposals", proposals)
    try:
        with qtbot.waitSignal(view.session.decided, timeout=10_000):
            view.accept()
        qtbot.waitUntil(lambda: counts(window) == ("Waiting 1", "1"), timeout=10_000)
        assert len(view.panel.list.rows.ids) == 1
    finally:
        released.set()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=10_000)
    assert counts(window) == ("Waiting 1", "1")


def test_what_is_said_where_nothing_is_chosen_counts_what_is_listed_though_the_list_is_read_late(
    view: ReviewView, bridge: Bridge, qtbot: QtBot
) -> None:
    propose(bridge, "MEMORY.md", "8123", "9000")
    qtbot.waitUntil(lambda: shown(view) == "MEMORY.md" and not bridge.busy, timeout=20_000)
    view.show_standing(Standing())  # decided elsewhere, as whoever counts has read it first
    assert len(view.panel.list.rows.ids) == 0
    said = [label.text() for label in view.empty.findChildren(QLabel) if label.isVisible()]
    assert "Nothing waits for you" in said


def counts(window: MainWindow) -> tuple[str, str]:
    """What the head of the list says, and what the rail."""
    button = window.rail.button("review")
    assert isinstance(button, RailButton)
    return window.views.review.panel.tabs.tabText(0), button.badge
