"""The strip above the text in which one finds and replaces."""

from __future__ import annotations

from array import array

from PySide6.QtCore import QEvent, QRegularExpression, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.editor.find import Finder, Query, filled, replace_all
from openclaw_desktop.ui.editor.text_edit import TextEdit

PAUSE_MS = 200
"""After so long without typing in the text, the matches are looked for again."""


class FindBar(QWidget):
    """Finds in the editor it is attached to; the query stays when another one is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit: TextEdit | None = None
        self._anchor: int | None = None  # where the next match is to be selected from, while searching
        self._replaced = ""  # what was done last, said until something else happens
        self._finder = Finder(self)
        self._finder.changed.connect(self._on_found)
        self._again = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._again.timeout.connect(self._search)
        self._make_fields()
        self._lay_out()
        self._paint_icons()
        self.hide()

    def _make_fields(self) -> None:
        self.field = _field("Find")
        self.field.textChanged.connect(self._on_query)
        self.replacement = _field("Replace with")
        self.case = self._toggle("Aa", "Match case", "Alt+C")
        self.word = self._toggle("ab|", "Whole words", "Alt+W")
        self.regex = self._toggle(".*", "Regular expression", "Alt+R")
        self.count = QLabel()
        self.count.setProperty("role", "meta")
        self.count.setMinimumWidth(96)
        self._previous = _button("Previous match (Shift+F3)")
        self._previous.clicked.connect(self.previous)
        self._next = _button("Next match (F3)")
        self._next.clicked.connect(self.next)
        self._close = _button("Close (Esc)")
        self._close.clicked.connect(self.close_bar)
        self._one = QPushButton("Replace")
        self._one.clicked.connect(self.replace)
        self._all = QPushButton("Replace All")
        self._all.clicked.connect(self.replace_all)

    def _toggle(self, text: str, tip: str, key: str) -> QToolButton:
        button = _button(f"{tip} ({key})")
        button.setText(text)
        button.setCheckable(True)
        button.setShortcut(key)
        button.toggled.connect(self._on_query)
        return button

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(theme.GAP, theme.GAP // 2, theme.GAP, theme.GAP // 2)
        grid.setSpacing(theme.GAP // 2)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(self.replacement, 1, 0)
        first, second = QHBoxLayout(), QHBoxLayout()
        for widget in (self.case, self.word, self.regex, self.count, self._previous, self._next, self._close):
            first.addWidget(widget)
        for widget in (self._one, self._all):
            second.addWidget(widget)
        second.addStretch(1)
        for row, box in enumerate((first, second)):
            box.setSpacing(theme.GAP // 2)
            grid.addLayout(box, row, 1)

    def _paint_icons(self) -> None:
        for button, name in ((self._previous, "up"), (self._next, "down"), (self._close, "close")):
            button.setIcon(icons.icon(name, self))

    # Which editor

    def attach(self, edit: TextEdit | None) -> None:
        """Finds in `edit` from now on; marks in the one before go."""
        if self._edit is not None:
            self._edit.mark_found(array("l"), array("l"))
            self._edit.document().contentsChanged.disconnect(self._on_edited)
            self._edit.cursorPositionChanged.disconnect(self._say_count)
        self._edit = edit
        if edit is not None:
            edit.document().contentsChanged.connect(self._on_edited)
            edit.cursorPositionChanged.connect(self._say_count)
        if self.isVisible():
            self._search()

    def open_bar(self, replace: bool) -> None:
        """Shows the bar with the selected words in it, ready to type."""
        for widget in (self.replacement, self._one, self._all):
            widget.setVisible(replace)
            widget.setEnabled(self._edit is not None and not self._edit.isReadOnly())
        self.show()
        selected = self._edit.textCursor().selectedText() if self._edit is not None else ""
        if selected and "\u2029" not in selected:
            self.field.setText(selected)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def close_bar(self) -> None:
        """Hides the bar and its marks; typing goes on in the text."""
        self.hide()
        if self._edit is not None:
            self._edit.mark_found(array("l"), array("l"))
            self._edit.setFocus(Qt.FocusReason.OtherFocusReason)

    # Finding

    @property
    def query(self) -> Query:
        """What is looked for now."""
        return Query(
            self.field.text(),
            case=self.case.isChecked(),
            word=self.word.isChecked(),
            regex=self.regex.isChecked(),
        )

    def next(self) -> None:
        """Selects the next match; after the last one the first."""
        self._step(forward=True)

    def previous(self) -> None:
        """Selects the match before; before the first one the last."""
        self._step(forward=False)

    def _step(self, *, forward: bool) -> None:
        if self._edit is None:
            return
        if not self.isVisible():
            self.open_bar(replace=False)
            return
        cursor = self._edit.textCursor()
        if forward:
            index = self._finder.after(max(cursor.selectionEnd(), cursor.position()))
        else:
            index = self._finder.before(cursor.selectionStart())
        self._select(index)

    def _on_query(self) -> None:
        self._replaced = ""
        if self._edit is not None:
            self._anchor = self._edit.textCursor().selectionStart()
            self._search()

    def _on_edited(self) -> None:
        self._replaced = ""
        if self.isVisible():
            self._again.start()

    def _search(self) -> None:
        self._again.stop()
        if self._edit is not None:
            self._finder.search(self.query, self._edit.shown())

    def _on_found(self) -> None:
        if self._edit is None or not self.isVisible():
            return
        self._edit.mark_found(self._finder.starts, self._finder.ends)
        self.field.setProperty("wrong", bool(self._finder.problem))
        self.field.style().polish(self.field)
        self.field.setToolTip(self._finder.problem)
        if self._anchor is not None:
            index = self._finder.after(self._anchor)
            if self._finder.complete or (index is not None and self._finder.starts[index] >= self._anchor):
                self._anchor = None
                self._select(index)
        self._say_count()

    def _select(self, index: int | None) -> None:
        if index is None or self._edit is None:
            return
        cursor = self._edit.textCursor()
        cursor.setPosition(self._finder.starts[index])
        cursor.setPosition(self._finder.ends[index], QTextCursor.MoveMode.KeepAnchor)
        self._edit.setTextCursor(cursor)
        if not self._edit.viewport().rect().contains(self._edit.cursorRect()):
            self._edit.centerCursor()

    def _say_count(self) -> None:
        if self._edit is None or not self.isVisible():
            return
        total = len(self._finder.starts)
        cursor = self._edit.textCursor()
        index = self._finder.at(cursor.selectionStart(), cursor.selectionEnd())
        more = "" if self._finder.complete else "+"
        if self._finder.problem:
            self.count.setText(self._finder.problem)
        elif self._replaced or not self.field.text():
            self.count.setText(self._replaced)
        elif not total:
            self.count.setText("No match" if self._finder.complete else "Searching…")
        elif index is None:
            self.count.setText(f"{total:,}{more} match{'es' if total != 1 else ''}")
        else:
            self.count.setText(f"{index + 1:,} of {total:,}{more}")

    # Replacing

    def replace(self) -> None:
        """Replaces the selected match and goes to the next one; selects one first if none is."""
        if self._edit is None or self._edit.isReadOnly():
            return
        cursor = self._edit.textCursor()
        if self._finder.at(cursor.selectionStart(), cursor.selectionEnd()) is None:
            self.next()
            return
        text = self.replacement.text()
        if self.regex.isChecked():
            kinds = QRegularExpression.MatchType.NormalMatch, QRegularExpression.MatchOption.NoMatchOption
            match = self.query.expression().match(self._edit.shown(), cursor.selectionStart(), *kinds)
            text = filled(text, match.capturedTexts())
        cursor.insertText(text)
        self._anchor = cursor.position()
        self._search()

    def replace_all(self) -> None:
        """Replaces every match as one step of undo and says how many there were."""
        if self._edit is None or self._edit.isReadOnly() or self._finder.problem:
            return
        change = replace_all(self.query, self._edit.shown(), self.replacement.text())
        if change is None:
            return
        place = self._edit.textCursor()
        line, column = place.blockNumber() + 1, place.positionInBlock() + 1
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(change.start)
        cursor.setPosition(change.end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(change.text)
        self._replaced = f"{change.count:,} replaced"
        self._edit.go_to(line, column)
        self._search()

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the next match, with Shift to the one before; Escape closes."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif enter and self.replacement.hasFocus():
            self.replace()
        elif enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.previous()
        elif enter:
            self.next()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_close"):
            self._paint_icons()
        super().changeEvent(event)


def _field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(name)
    field.setAccessibleName(name)
    return field


def _button(tip: str) -> QToolButton:
    button = QToolButton()
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    return button
