"""What Enter, Tab, the clipboard and an odd line ending do."""

from __future__ import annotations

import pytest
from editor_window import Window
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.editor import keys, lists
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.text_edit import TextEdit


@pytest.fixture
def edit(qtbot: QtBot) -> TextEdit:
    made = TextEdit(EditorSettings())
    qtbot.addWidget(made)
    return made


def put(edit: TextEdit, text: str) -> None:
    """Fills the editor; the cursor goes where "|" is."""
    before, _, after = text.partition("|")
    edit.set_text(*to_shown(before + after))
    cursor = edit.textCursor()
    cursor.setPosition(len(to_shown(before)[0].encode("utf-16-le")) // 2)
    edit.setTextCursor(cursor)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- one|", "- one\n- "),
        ("  * one|", "  * one\n  * "),
        ("9. nine|", "9. nine\n10. "),
        ("- [x] done|", "- [x] done\n- [ ] "),
        ("> quoted|", "> quoted\n> "),
        ("> - both|", "> - both\n> - "),
        ("- one|two", "- one\n- two"),
        ("- |", ""),
        ("- [ ] |", ""),
        ("> |", ""),
        ("    deep|", "    deep\n    "),
        ("plain|", "plain\n"),
        ("😀 - x|", "😀 - x\n"),
        ("|- one", "\n- one"),
    ],
)
def test_enter_goes_on_with_a_list_or_ends_it(edit: TextEdit, qtbot: QtBot, before: str, after: str) -> None:
    put(edit, before)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text() == after


def test_in_a_fence_enter_is_just_enter(edit: TextEdit, qtbot: QtBot) -> None:
    put(edit, "```\n  - x|\n```")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text() == "```\n  - x\n  \n```"


def test_enter_is_one_step_of_undo(edit: TextEdit, qtbot: QtBot) -> None:
    put(edit, "- one|")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    edit.undo()
    assert edit.text() == "- one"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- one|", "  - one"),
        ("1. one|", "   1. one"),
        ("ab|", "ab  "),
        ("\tab|", "\tab\t"),
    ],
)
def test_tab_indents_an_item_and_goes_to_the_next_stop_elsewhere(
    edit: TextEdit, qtbot: QtBot, before: str, after: str
) -> None:
    put(edit, before)
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.text() == after


def test_selected_lines_move_together_and_back(edit: TextEdit, qtbot: QtBot) -> None:
    put(edit, "- a\n\n  text\n- b|\nc")
    cursor = edit.textCursor()
    cursor.setPosition(0, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.text() == "  - a\n\n      text\n  - b\nc"
    qtbot.keyClick(edit, Qt.Key.Key_Backtab)
    assert edit.text() == "- a\n\n  text\n- b\nc"
    edit.undo()
    edit.undo()
    assert edit.text() == "- a\n\n  text\n- b\nc"
    assert not edit.document().isUndoAvailable()


def test_in_a_mixed_file_typing_at_a_lines_end_stays_before_its_carriage_return(
    edit: TextEdit, qtbot: QtBot
) -> None:
    put(edit, "one|\r\ntwo\n")
    edit.moveCursor(QTextCursor.MoveOperation.EndOfBlock)
    qtbot.keyClicks(edit, "!")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "new")
    assert edit.text() == "one!\r\nnew\r\ntwo\n"


def test_what_is_copied_are_the_files_own_characters(edit: TextEdit) -> None:
    put(edit, "a\x00b\u202ec|")
    edit.selectAll()
    assert edit.createMimeDataFromSelection().text() == "a\x00b\u202ec"


def test_what_is_pasted_cannot_break_the_document(edit: TextEdit) -> None:
    put(edit, "start |")
    data = QMimeData()
    data.setText("a\r\nb\rc\x00\u2029d\ufdd0")
    edit.insertFromMimeData(data)
    assert edit.text() == "start a\nb\nc\x00\nd\ufdd0"


def test_files_are_not_pasted_as_their_addresses(edit: TextEdit) -> None:
    data = QMimeData()
    data.setUrls([QUrl("file:///x/a.md")])
    data.setText("file:///x/a.md")
    assert not edit.canInsertFromMimeData(data)


def test_no_break_spaces_stay_what_they_are(edit: TextEdit, qtbot: QtBot) -> None:
    put(edit, "a\xa0b|")
    qtbot.keyClicks(edit, "c")
    assert edit.text() == "a\xa0bc"


@pytest.mark.parametrize(
    ("old", "changes", "new"),
    [
        ("a\nb\nc", [(1, 2, ["x", "y"])], "a\nx\ny\nc"),
        ("a\nb\nc", [(0, 1, []), (2, 3, ["d"])], "b\nd"),
        ("a\nb", [(1, 2, [])], "a"),
        ("a", [(1, 1, ["b", ""])], "a\nb\n"),
        ("a\n", [(0, 2, ["b"])], "b"),
    ],
)
def test_lines_are_replaced_as_one_step(
    edit: TextEdit, old: str, changes: list[tuple[int, int, list[str]]], new: str
) -> None:
    edit.set_text(*to_shown(old))
    keys.replace_lines(QTextCursor(edit.document()), changes)
    assert edit.text() == new
    edit.undo()
    assert edit.text() == old


def test_an_indented_line_comes_back() -> None:
    for line in ("- a", "1. a", "text", "\ttab", "- [ ] x"):
        assert lists.outdented(lists.indented(line)) == line
    assert lists.indented("   ") == "   "


def test_a_click_on_a_number_selects_the_line(edit: TextEdit, qtbot: QtBot) -> None:
    put(edit, "one\ntwo|\nthree")
    edit.resize(400, 300)
    edit.show()
    second = list(edit.blocks_in_view())[1][1].center().toPoint()
    qtbot.mouseClick(edit.gutter, Qt.MouseButton.LeftButton, pos=second)
    assert edit.textCursor().selectedText() == "two\u2029"


def test_the_last_line_is_as_high_as_any_other(window: Window) -> None:
    (window.root / "lines.md").write_text("one\ntwo\nthree")
    page = window.open("lines.md")
    heights = {box.height() for _block, box in page.edit.blocks_in_view()}
    assert len(heights) == 1
