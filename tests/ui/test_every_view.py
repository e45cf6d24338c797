"""Every view and page with something in it: each control says what it is, shows the focus, is met by keys."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from narrow import faults
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from qt_loop import Run
from reading_order import looks_focused, named, nameless, stops

from openclaw_desktop.engine import Engine
from openclaw_desktop.events import IndexPhase
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import focus, scenes
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.safe_mode import SafeModeStrip
from openclaw_desktop.ui.scenes import SCENES, Scene
from openclaw_desktop.ui.whole import LEAST

STATE = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.9"
VIEWS = {"2": "search", "3": "context", "4": "review", "5": "history", ",": "settings", "1": "workspace"}
"""By the key that, with Ctrl, leads there."""

MOST_PANES = 12


@pytest.fixture
def bridge(run: Run[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    """A bridge around the memory of an agent with sessions and an index."""
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    config = state / "openclaw.json"
    moved = config.read_text(encoding="utf-8").replace("/home/sam/.openclaw", str(state))
    config.write_text(moved, encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))

    def engine(report: Callable[[Any], None]) -> Engine:
        places = Places.of_user()
        root = state / "workspace"
        return Engine(root, settings=Settings(), places=places, report=report, embedder=HashEmbedder)

    made = Bridge(engine)
    made.engine.start()
    yield made
    run(made.close())


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot, run: Any) -> MainWindow:
    qtbot.waitUntil(lambda: bridge.engine.index_state.phase is IndexPhase.READY, timeout=60_000)
    made = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(bridge.close()))
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=10_000)
    return made


@pytest.fixture
def each(window: MainWindow, bridge: Bridge, qtbot: QtBot, run: Any) -> Iterator[tuple[str, MainWindow]]:
    """Each scene in turn, by its name, with something in it."""

    def quiet() -> None:
        qtbot.waitUntil(lambda: not bridge.busy, timeout=60_000)

    def shown(scene: Scene) -> tuple[str, MainWindow]:
        scene.show(window)
        quiet()
        run(scenes.fill(scene, window, bridge))
        quiet()
        window.activateWindow()  # without it nothing is drawn with the focus
        qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
        return scene.name, window

    return (shown(scene) for scene in SCENES)


def test_every_control_says_what_it_is_and_shows_the_focus(each: Iterator[tuple[str, MainWindow]]) -> None:
    without_name, unseen = dict[str, list[str]](), dict[str, list[str]]()
    for scene, window in each:
        without_name[scene] = nameless(window)
        seen_in = [stop for stop in stops(window) if not is_empty_list(stop)]
        unseen[scene] = [kind_of(stop) for stop in seen_in if not looks_focused(stop)]
    assert list(without_name) == [scene.name for scene in SCENES]
    assert {scene: found for scene, found in without_name.items() if found} == {}
    assert {scene: found for scene, found in unseen.items() if found} == {}


@pytest.mark.parametrize("size", [QSize(900, 640), QSize(640, 420)], ids=["narrow", "smallest"])
def test_nothing_is_cut_covered_or_outside_where_there_is_little_room(
    window: MainWindow, each: Iterator[tuple[str, MainWindow]], size: QSize, qtbot: QtBot
) -> None:
    found = dict[str, list[str]]()
    window.resize(size)
    for scene, _window in each:
        window.tour.end()
        QApplication.processEvents()
        found[scene] = faults(window)
    assert window.size() == size
    assert {scene: wrong for scene, wrong in found.items() if wrong} == {}


def test_what_passes_takes_no_room_from_a_view_in_the_smallest_window(
    window: MainWindow, each: Iterator[tuple[str, MainWindow]]
) -> None:
    found = dict[str, list[str]]()
    window.resize(window.minimumSize())
    strip = SafeModeStrip()
    window.add_strip(strip)
    for scene, _window in each:
        window.tour.end()
        window.notice.offer("Another program changed " + "a note and " * 12, "Review", str, calm=False)
        QApplication.processEvents()
        window.resize(window.minimumSize())
        QApplication.processEvents()
        found[scene] = faults(window)
    assert {scene: wrong for scene, wrong in found.items() if wrong} == {}
    strip.hide()
    window.notice.dismiss()
    QApplication.processEvents()
    assert window.minimumSize() == LEAST


def test_no_sentence_is_taken_for_markup_because_of_a_name_in_it(
    each: Iterator[tuple[str, MainWindow]],
) -> None:
    found = dict[str, list[str]]()
    for scene, window in each:
        sentences = (label for label in window.findChildren(QLabel) if label.wordWrap())
        found[scene] = [s.text() for s in sentences if s.textFormat() is Qt.TextFormat.AutoText]
    assert {scene: guessed for scene, guessed in found.items() if guessed} == {}


def test_every_view_is_reached_and_left_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    for key, view in VIEWS.items():
        qtbot.keyClick(focused(window), key, Qt.KeyboardModifier.ControlModifier)
        assert window.view == view
        assert window.views.named(view).isAncestorOf(focused(window)), view
        for _step in range(MOST_PANES):
            qtbot.keyClick(focused(window), Qt.Key.Key_F6)
            if window.rail.isAncestorOf(focused(window)):
                break
        assert window.rail.isAncestorOf(focused(window)), view


def test_the_next_pane_is_always_something_that_keys_do_something_in(
    window: MainWindow, each: Iterator[tuple[str, MainWindow]]
) -> None:
    for scene, _window in each:
        window.tour.end()
        met = set[QWidget]()
        for _step in range(MOST_PANES):
            window.cycle_panes(1)
            met.add(focused(window))
        assert [kind_of(stop) for stop in met if not focus.takes(stop)] == [], scene


def test_tab_goes_as_one_reads_though_strips_and_views_are_made_late(
    window: MainWindow, each: Iterator[tuple[str, MainWindow]], qtbot: QtBot
) -> None:
    strip = SafeModeStrip()
    window.add_strip(strip)
    window.notice.offer("Something happened", "What happened…", window.show_review, calm=False)
    parts = [strip, window.rail, window.views, window.notice, window.status]
    for scene, _window in each:
        window.tour.end()
        focus.into(window.rail)
        qtbot.keyClick(focused(window), Qt.Key.Key_Tab)
        met = [at for stop in stops(window) for at, part in enumerate(parts) if part.isAncestorOf(stop)]
        assert met == sorted(met), scene
        assert set(met) >= {0, 1, 3}, scene  # of a history that is empty nothing is met
        assert len(met) == len(stops(window)), scene


@pytest.mark.parametrize("command", ["help.search", "help.keys", "help.about", "review.protection"])
def test_every_window_beside_it_says_what_it_has_and_goes_with_escape(
    window: MainWindow, bridge: Bridge, qtbot: QtBot, command: str
) -> None:
    def others() -> list[QWidget]:
        found = QApplication.topLevelWidgets()
        return [one for one in found if isinstance(one, QDialog) and one.isVisible()]

    window.actions_[command].trigger()
    qtbot.waitUntil(lambda: len(others()) == 1, timeout=10_000)
    qtbot.waitUntil(lambda: not bridge.busy, timeout=10_000)
    (dialog,) = others()
    assert dialog.windowTitle() or isinstance(dialog, QMessageBox)  # a question is its own title
    assert nameless(dialog) == []
    if len(stops(dialog)) > 1:  # where there is one, it is there
        assert [kind_of(stop) for stop in stops(dialog) if not looks_focused(stop)] == []
    qtbot.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: others() == [], timeout=10_000)


def focused(window: MainWindow) -> QWidget:
    return window.focusWidget() or window


def is_empty_list(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractItemView) and widget.model().rowCount() == 0


def kind_of(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{named(widget)}”"
