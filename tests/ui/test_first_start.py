"""The first start as a person meets it: asked whose memory, led through the window, a search suggested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driven_program import Driven

MEMORY = "# Memory\n\n## The rain gauge\n\n- It is on the roof, and it is cleaned in March.\n"
QT = "__import__('PySide6', fromlist=['QtCore', 'QtTest', 'QtWidgets'])"
CHIPS = (
    f"[c for c in window.findChildren({QT}.QtWidgets.QPushButton) if c.accessibleName()[:8] == 'Search: ']"
)


def press(program: Driven, key: str) -> None:
    """A key, wherever the focus is."""
    program.ask(
        f"{QT}.QtTest.QTest.keyClick(program._app.focusWidget() or window, {QT}.QtCore.Qt.Key.Key_{key})"
    )


@pytest.fixture
def agents_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The workspace of an OpenClaw that this person has."""
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "state" / "workspace"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    return folder


@pytest.fixture
def programs() -> Iterator[list[Driven]]:
    """Those started by a test; they end with it."""
    started = list[Driven]()
    yield started
    for program in started:
        program.kill()


def test_by_keyboard_alone_from_the_first_start_to_the_first_answer(
    agents_workspace: Path, programs: list[Driven]
) -> None:
    program = Driven()
    programs.append(program)
    program.shown()
    assert program.ask("type(window).__name__") == "Welcome"
    press(program, "Return")
    program.until("type(window).__name__ == 'MainWindow' and window.isVisible()")
    assert program.ask("str(window._bridge.engine.root)") == str(agents_workspace)
    program.until("window.tour.is_shown")
    press(program, "Escape")
    assert program.ask("window.tour.is_shown") is False
    program.until(f"len({CHIPS}) == 1")
    question = program.ask(f"{CHIPS}[0].toolTip()")
    assert question == "What do we know about the rain gauge?"
    program.until("window._bridge.engine.index_state.phase == 'ready'")
    program.ask(f"{CHIPS}[0].setFocus()")
    press(program, "Space")
    program.until("window.view == 'search'")
    program.until(f"len({CHIPS}) == 0")
    assert list(agents_workspace.rglob("*")) == [agents_workspace / "MEMORY.md"]


def test_neither_the_tour_nor_the_suggestion_comes_twice(
    agents_workspace: Path, tmp_path: Path, programs: list[Driven]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    for root, is_shown, chips in (
        (agents_workspace, True, 1),
        (other, False, 1),
        (agents_workspace, False, 0),
    ):
        program = Driven(str(root))
        programs.append(program)
        program.shown()
        program.until("len(window.workspace.editor.open_paths()) == 1")
        program.until("not window._bridge.busy")
        assert program.ask(f"[window.tour.is_shown, len({CHIPS})]") == [is_shown, chips], root
        program.ask("window.close()")
        assert program.ended() == 0


def test_settings_that_cannot_be_used_are_told_in_the_window(
    agents_workspace: Path, own_places: Path, programs: list[Driven]
) -> None:
    file = own_places / "config" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[editor]\nfont_size = 900\n", encoding="utf-8")
    program = Driven(str(agents_workspace))
    programs.append(program)
    program.shown()
    program.until("'1 setting in your file cannot be used' in window.notice.sentence")
    assert "Font size" in program.ask("window.notice.sentence")
    assert file.read_text(encoding="utf-8") == "[editor]\nfont_size = 900\n"
