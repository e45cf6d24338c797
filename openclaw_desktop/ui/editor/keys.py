"""What Enter, Tab and typing at the end of a CRLF line do to a document; each is one step of undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QTextCursor

from openclaw_desktop.ui.editor import grammar, lists


def new_line(cursor: QTextCursor, ending: str | None) -> None:
    """Breaks the line; a list or quote goes on, or ends when its item is empty.

    `ending` is the stand-in of a carriage return: a line that ends in one passes it on.
    """
    cursor.beginEditBlock()
    cursor.removeSelectedText()
    line, before = cursor.block().text(), text_before(cursor)
    states = cursor.block().userState(), cursor.block().previous().userState()
    if any(map(grammar.in_fence, states)):
        goes_on = before[: len(before) - len(before.lstrip(" \t"))]
    else:
        goes_on = lists.continuation(before)
    if goes_on is None:
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
    else:
        kept = ending if ending and line.endswith(ending) else ""
        cursor.insertText(f"{kept}\n{goes_on}")
    cursor.endEditBlock()


def indent(cursor: QTextCursor) -> None:
    """Moves the selected lines, or the item the cursor is in, one step right; else goes to the next stop."""
    line = cursor.block().text()
    if spans_lines(cursor) or (lists.is_item(line) and not cursor.hasSelection()):
        change_lines(cursor, lists.indented)
    elif line.startswith("\t"):
        cursor.insertText("\t")
    else:
        cursor.insertText(" " * (lists.STEP - len(text_before(cursor)) % lists.STEP))


def outdent(cursor: QTextCursor) -> None:
    """Moves the selected lines, or the one the cursor is in, one step left."""
    change_lines(cursor, lists.outdented)


def step_before(cursor: QTextCursor, ending: str | None) -> bool:
    """Moves the cursor from after to before the carriage return `ending` of its line, if it is there."""
    if not ending or cursor.hasSelection() or not cursor.atBlockEnd():
        return False
    return cursor.block().text().endswith(ending) and cursor.movePosition(QTextCursor.MoveOperation.Left)


def text_before(cursor: QTextCursor) -> str:
    """The part of its line that is before the cursor."""
    line, units = cursor.block().text(), cursor.positionInBlock()
    if line.isascii():
        return line[:units]
    return line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


def spans_lines(cursor: QTextCursor) -> bool:
    """Whether the selection reaches over more than one line."""
    find = cursor.document().findBlock
    return find(cursor.selectionStart()) != find(cursor.selectionEnd())


def change_lines(cursor: QTextCursor, change: Callable[[str], str]) -> None:
    """Changes how the selected lines start; `change` may only add or take away at the start of a line."""
    block = cursor.document().findBlock(cursor.selectionStart())
    end = max(cursor.selectionEnd() - cursor.hasSelection(), cursor.selectionStart())
    last = cursor.document().findBlock(end).blockNumber()
    edit = QTextCursor(cursor)
    edit.beginEditBlock()
    while block.isValid() and block.blockNumber() <= last:
        old, new = block.text(), change(block.text())
        edit.setPosition(block.position())
        if len(new) > len(old):
            edit.insertText(new[: len(new) - len(old)])
        elif len(new) < len(old):
            edit.setPosition(block.position() + len(old) - len(new), QTextCursor.MoveMode.KeepAnchor)
            edit.removeSelectedText()
        block = block.next()
    edit.endEditBlock()


def replace_lines(cursor: QTextCursor, changes: list[tuple[int, int, list[str]]]) -> None:
    """Replaces lines as one step, so that cursors elsewhere stay on their text.

    Each change is (first line, line after the last, new lines), 0-based, in order and apart.
    """
    document = cursor.document()
    cursor.beginEditBlock()
    for first, after, lines in reversed(changes):
        start = _line_start(cursor, first)
        if after < document.blockCount():
            text, end = "".join(f"{line}\n" for line in lines), _line_start(cursor, after)
        else:  # the last line has no line feed of its own, so the one before it comes or goes
            whole = first == 0
            joint = bool(lines) and first < document.blockCount()
            text = "\n".join(lines if joint or whole else ["", *lines])
            start, end = start - (not joint and not whole and not lines), document.characterCount() - 1
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
    cursor.endEditBlock()


def _line_start(cursor: QTextCursor, line: int) -> int:
    block = cursor.document().findBlockByNumber(line)
    return block.position() if block.isValid() else cursor.document().characterCount() - 1
