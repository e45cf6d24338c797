"""Colours follow the text: at once where it is edited, in slices elsewhere, and never in the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.editor import grammar
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.text_edit import TextEdit


@pytest.fixture
def edit(qtbot: QtBot) -> TextEdit:
    made = TextEdit(EditorSettings())
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def fill(edit: TextEdit, text: str, qtbot: QtBot) -> None:
    edit.set_text(*to_shown(text))
    qtbot.waitUntil(lambda: not edit.highlighter.busy, timeout=10_000)


def ranges(block: QTextBlock) -> list[tuple[int, int]]:
    return sorted((r.start, r.length) for r in block.layout().formats())


def states(edit: TextEdit) -> list[int]:
    document = edit.document()
    return [document.findBlockByNumber(n).userState() for n in range(document.blockCount())]


def test_an_opened_fence_makes_everything_below_it_code(edit: TextEdit, qtbot: QtBot) -> None:
    fill(edit, "one\n\n# two\n" * 2000, qtbot)
    edit.textCursor().insertText("```\n")
    qtbot.waitUntil(lambda: not edit.highlighter.busy, timeout=10_000)
    assert all(grammar.in_fence(state) for state in states(edit))
    edit.undo()
    qtbot.waitUntil(lambda: not edit.highlighter.busy, timeout=10_000)
    assert set(states(edit)) == {grammar.TEXT}


def test_a_typed_line_is_coloured_before_the_key_returns(edit: TextEdit, qtbot: QtBot) -> None:
    fill(edit, "plain\n" * 5000, qtbot)
    edit.go_to(2500)
    qtbot.keyClicks(edit, "# ")
    assert (0, len("# plain")) in ranges(edit.textCursor().block())


@pytest.mark.parametrize("seed", range(5))
def test_after_any_edits_the_colours_are_those_of_the_whole_text(
    edit: TextEdit, qtbot: QtBot, seed: int
) -> None:
    """Edits fall into the middle of unfinished slices; in the end each line has the state it must have."""
    import random

    chooser = random.Random(seed)
    pieces = ["```\n", "text\n", "<!-- a\n", "-->\n", "# h\n", "~~~\n", "---\nk: v\n", "- [ ] x\n", "\n"]
    edit.set_text("".join(chooser.choices(pieces, k=400)), edit.codec)
    cursor = QTextCursor(edit.document())
    for _ in range(40):
        cursor.setPosition(chooser.randrange(edit.document().characterCount()))
        if chooser.random() < 0.5:
            cursor.insertText("".join(chooser.choices(pieces, k=chooser.randrange(1, 6))))
        else:
            end = min(cursor.position() + chooser.randrange(60), edit.document().characterCount() - 1)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        if chooser.random() < 0.3:
            QApplication.processEvents()
    qtbot.waitUntil(lambda: not edit.highlighter.busy, timeout=10_000)
    state, expected = grammar.START, list[int]()
    for line in edit.shown().split("\n"):
        _, state = grammar.spans(line, state)
        expected.append(state)
    assert states(edit) == expected


def test_positions_are_right_after_emoji(edit: TextEdit, qtbot: QtBot) -> None:
    fill(edit, "👩‍👩‍👧 **bold**", qtbot)
    line = edit.document().firstBlock().text()
    start = len(line[: line.index("**")].encode("utf-16-le")) // 2
    assert (start, 8) in ranges(edit.document().firstBlock())


def test_text_being_composed_keeps_its_own_look(edit: TextEdit, qtbot: QtBot) -> None:
    """An input method's underline stays while the line round it is coloured."""
    fill(edit, "a **bold** word", qtbot)
    edit.setFocus(Qt.FocusReason.OtherFocusReason)
    edit.go_to(1, 3)
    QApplication.sendEvent(edit, QInputMethodEvent("shuju", []))
    layout = edit.document().firstBlock().layout()
    assert layout.preeditAreaText() == "shuju"
    assert (2 + len("shuju"), len("**bold**")) in ranges(edit.document().firstBlock())
    commit = QInputMethodEvent()
    commit.setCommitString("数据")
    QApplication.sendEvent(edit, commit)
    assert edit.text() == "a 数据**bold** word"
    assert (4, len("**bold**")) in ranges(edit.document().firstBlock())


def test_colouring_is_no_edit(edit: TextEdit, qtbot: QtBot) -> None:
    fill(edit, "# one\n" * 3000, qtbot)
    edit.document().setModified(False)
    revision = edit.document().revision()
    edit.highlighter.all_again()
    qtbot.waitUntil(lambda: not edit.highlighter.busy, timeout=10_000)
    assert not edit.document().isModified()
    assert edit.document().revision() == revision
