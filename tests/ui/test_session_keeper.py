"""What is typed is kept within seconds, and forgotten when it is saved or thrown away."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.ui import session_texts
from openclaw_desktop.ui.bridge import READERS, Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.session_keeper import Keeper
from openclaw_desktop.ui.session_kept import KeptTexts
from openclaw_desktop.ui.session_texts import UnsavedText


@pytest.fixture
def tabs(bridge: Bridge, qtbot: QtBot) -> EditorTabs:
    made = EditorTabs(bridge)
    qtbot.addWidget(made)
    made.open("SOUL.md")
    qtbot.waitUntil(lambda: made.page is not None and made.page.file.is_loaded)
    return made


@pytest.fixture
def keeper(bridge: Bridge, tabs: EditorTabs, tmp_path: Path) -> Keeper:
    (tmp_path / "texts").mkdir()
    return Keeper(bridge, tabs, tmp_path / "texts", tabs)


def kept(tmp_path: Path) -> dict[str, str]:
    return {each.path: each.text for each in session_texts.kept(tmp_path / "texts")}


def test_typing_is_kept_by_itself(keeper: Keeper, tabs: EditorTabs, tmp_path: Path, qtbot: QtBot) -> None:
    tabs.insert_text("Typed. ")
    qtbot.waitUntil(lambda: bool(kept(tmp_path)), timeout=30_000)
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}
    assert tabs.text().startswith("Typed. ")


def test_saved_text_is_forgotten_by_itself(
    keeper: Keeper, tabs: EditorTabs, tmp_path: Path, qtbot: QtBot, run: Run[Any]
) -> None:
    tabs.insert_text("Typed. ")
    run(keeper.keep())
    assert kept(tmp_path)
    tabs.save()
    qtbot.waitUntil(lambda: not kept(tmp_path), timeout=30_000)


def test_when_the_session_ends_it_is_kept_before_anything_else(
    keeper: Keeper, tabs: EditorTabs, tmp_path: Path
) -> None:
    tabs.insert_text("Typed. ")
    keeper.keep_at_once()
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}


def test_a_slow_disk_does_not_put_older_text_over_what_was_kept_at_the_end(
    keeper: Keeper, tabs: EditorTabs, bridge: Bridge, tmp_path: Path, run: Run[Any], qtbot: QtBot
) -> None:
    """What the timer wanted to keep waits for a reader; then the session ends."""
    begun, go_on = Event(), Event()

    def busy() -> None:
        begun.set()
        go_on.wait(60)

    for _reader in range(READERS):
        bridge.spawn(bridge.call(busy), name="busy")
    qtbot.waitUntil(begun.is_set)
    tabs.insert_text("Older. ")
    keeping = bridge.spawn(keeper.keep(), name="keep")
    qtbot.wait(0)
    tabs.insert_text("Newer. ")
    keeper.keep_at_once()
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}
    go_on.set()
    qtbot.waitUntil(keeping.done)
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}


def test_what_is_forgotten_is_not_kept_by_a_wish_from_before(tmp_path: Path) -> None:
    texts = KeptTexts(tmp_path)
    texts.forget("SOUL.md", 2)
    texts.keep(UnsavedText("SOUL.md", "typed before it was saved", None), (1, 7), 1)
    assert session_texts.kept(tmp_path) == []
    assert texts.marks() == {}


def test_what_could_not_be_forgotten_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = KeptTexts(tmp_path)
    texts.keep(UnsavedText("SOUL.md", "typed", None), (1, 7), 1)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        with pytest.raises(OSError, match="read-only"):
            texts.forget("SOUL.md", 2)
    assert list(texts.marks()) == ["SOUL.md"]
    texts.forget("SOUL.md", 3)
    assert session_texts.kept(tmp_path) == []


def refuse(_path: Path, *, missing_ok: bool = False) -> None:
    raise OSError("read-only")


def test_more_text_takes_the_place_of_less(
    keeper: Keeper, tabs: EditorTabs, tmp_path: Path, run: Run[Any]
) -> None:
    tabs.insert_text("Typed. ")
    run(keeper.keep())
    tabs.insert_text("And more. ")
    run(keeper.keep())
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}


def test_thrown_away_is_forgotten_but_not_what_is_no_text_of_this_window(
    keeper: Keeper, tabs: EditorTabs, tmp_path: Path, run: Run[Any]
) -> None:
    session_texts.keep(tmp_path / "texts", UnsavedText("elsewhere.md", "not put back", None))
    tabs.insert_text("Typed. ")
    run(keeper.keep())
    run(keeper.forget())
    assert kept(tmp_path) == {"elsewhere.md": "not put back"}


def test_a_text_put_back_is_this_window_s_again(
    keeper: Keeper, tabs: EditorTabs, tmp_path: Path, run: Run[Any], qtbot: QtBot
) -> None:
    unsaved = UnsavedText("AGENTS.md", "typed before\n", None)
    session_texts.keep(tmp_path / "texts", unsaved)
    with qtbot.waitSignal(tabs.put_back, timeout=10_000):
        tabs.open_unsaved(unsaved)
    run(keeper.keep())
    assert kept(tmp_path) == {"AGENTS.md": "typed before\n"}
    run(keeper.forget())
    assert kept(tmp_path) == {}


def test_a_disk_that_refuses_is_said_once(
    keeper: Keeper, tabs: EditorTabs, bridge: Bridge, tmp_path: Path, run: Run[Any]
) -> None:
    said = list[str]()
    bridge.problem.connect(said.append)
    (tmp_path / "texts").rmdir()
    tabs.insert_text("Typed. ")
    run(keeper.keep())
    run(keeper.keep())
    assert len(said) == 1
    (tmp_path / "texts").mkdir()
    run(keeper.keep())
    assert kept(tmp_path) == {"SOUL.md": tabs.text()}
