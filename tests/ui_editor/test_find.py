"""Finding and replacing, as typed into the bar."""

from __future__ import annotations

import pytest
from editor_window import Window
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.editor.find import Finder, Query, filled, replace_all

TEXT = "The port is 8123.\nthe Port, the ports; 数据库和数据 😀 port\n"


def found(qtbot: QtBot, query: Query, text: str = TEXT) -> list[str]:
    finder = Finder()
    finder.search(query, text)
    qtbot.waitUntil(lambda: finder.complete, timeout=10_000)
    data = text.encode("utf-16-le")
    pairs = zip(finder.starts, finder.ends, strict=True)
    return [data[2 * a : 2 * b].decode("utf-16-le") for a, b in pairs]


@pytest.mark.parametrize(
    ("query", "matches"),
    [
        (Query("port"), ["port", "Port", "port", "port"]),
        (Query("port", case=True), ["port", "port", "port"]),
        (Query("port", word=True), ["port", "Port", "port"]),
        (Query("数据"), ["数据", "数据"]),
        (Query("."), ["."]),
        (Query(r"\d+", regex=True), ["8123"]),
        (Query(r"^the", regex=True), ["The", "the"]),
        (Query(r"x*", regex=True), []),
        (Query(""), []),
        (Query("nowhere"), []),
        (Query("8123.", word=True), ["8123."]),
    ],
)
def test_what_matches(qtbot: QtBot, query: Query, matches: list[str]) -> None:
    assert found(qtbot, query) == matches


def test_an_expression_that_would_take_forever_ends(qtbot: QtBot) -> None:
    assert found(qtbot, Query("(a+)+$", regex=True), "a" * 5000 + "b") == []


def test_very_many_matches_come_in_slices(qtbot: QtBot) -> None:
    finder = Finder()
    finder.search(Query("a"), "a" * 300_000)
    assert not finder.complete
    qtbot.waitUntil(lambda: finder.complete, timeout=20_000)
    assert len(finder.starts) == 300_000


@pytest.mark.parametrize(
    ("query", "replacement", "result"),
    [
        (Query("port"), r"\1", "The \\1 is 8123."),
        (Query(r"(\w+) is (\d+)", regex=True), r"$2 is \1", "The 8123 is port."),
        (Query(r" is ", regex=True), r"\n\t\\", "The port\n\t\\8123."),
        (Query("nowhere"), "x", None),
    ],
)
def test_what_comes_in_its_place(query: Query, replacement: str, result: str | None) -> None:
    text = "The port is 8123."
    change = replace_all(query, text, replacement)
    assert (change and text[: change.start] + change.text + text[change.end :]) == result


def test_a_group_that_is_not_there_is_nothing() -> None:
    assert filled(r"a\9b", ["whole"]) == "ab"


def test_replacing_counts_units_after_emoji() -> None:
    change = replace_all(Query("b"), "😀a b😀b", "c")
    assert change is not None
    assert (change.start, change.end, change.text, change.count) == (4, 8, "c😀c", 2)


def open_bar(window: Window, text: str, *, replace: bool = False) -> None:
    (window.root / "text.md").write_text(TEXT, encoding="utf-8")
    window.open("text.md")
    window.tabs.bars.show_find(replace)
    window.qtbot.keyClicks(window.tabs.bars.find_bar.field, text)


def test_the_next_match_is_selected_while_one_types_and_counted(window: Window) -> None:
    open_bar(window, "port")
    cursor = window.page.edit.textCursor()
    assert (cursor.selectionStart(), cursor.selectedText()) == (4, "port")
    assert window.tabs.bars.find_bar.count.text() == "1 of 4"
    window.qtbot.keyClick(window.tabs.bars.find_bar.field, Qt.Key.Key_Return)
    assert window.tabs.bars.find_bar.count.text() == "2 of 4"
    window.press(Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    window.press(Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert window.tabs.bars.find_bar.count.text() == "4 of 4"


def test_a_bad_expression_is_said_in_words(window: Window) -> None:
    open_bar(window, "(x")
    window.tabs.bars.find_bar.regex.setChecked(True)
    assert "parenthesis" in window.tabs.bars.find_bar.count.text()
    window.tabs.bars.find_bar.regex.setChecked(False)
    assert window.tabs.bars.find_bar.count.text() == "No match"


def test_replacing_goes_from_match_to_match(window: Window) -> None:
    open_bar(window, "port", replace=True)
    field = window.tabs.bars.find_bar.replacement
    field.setText("gate")
    field.setFocus()
    window.qtbot.keyClick(field, Qt.Key.Key_Return)
    window.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.tabs.text().startswith("The gate is 8123.\nthe gate, the ports")
    assert window.page.edit.textCursor().selectedText() == "port"


def test_replacing_everything_is_one_step_of_undo(window: Window) -> None:
    open_bar(window, "port", replace=True)
    window.tabs.bars.find_bar.replacement.setText("gate")
    window.tabs.bars.find_bar.replace_all()
    assert window.tabs.text() == "The gate is 8123.\nthe gate, the gates; 数据库和数据 😀 gate\n"
    window.until(lambda: not window.tabs.bars.find_bar._again.isActive())
    assert window.tabs.bars.find_bar.count.text() == "4 replaced"
    window.page.edit.undo()
    assert window.tabs.text() == TEXT
    assert not window.page.file.dirty


def test_matches_follow_the_text_and_go_with_escape(window: Window) -> None:
    open_bar(window, "port")
    window.page.edit.setFocus()
    window.page.edit.moveCursor(window.page.edit.textCursor().MoveOperation.End)
    window.type("port")
    window.until(lambda: window.tabs.bars.find_bar.count.text() == "5 matches")
    window.press(Qt.Key.Key_Escape)
    assert not window.tabs.bars.find_bar.isVisible()
    assert len(window.page.edit._starts) == 0


def test_the_query_stays_when_another_file_comes_to_the_front(window: Window) -> None:
    open_bar(window, "net")
    assert window.tabs.bars.find_bar.count.text() == "No match"
    window.open("memory/net.md")
    window.until(lambda: window.tabs.bars.find_bar.count.text() == "1 match")
