"""The file changed in the same places since: both sides and the base, one conflict at a time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.diff.merge import Choice, Conflict, Merge
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.text_edit import TextEdit
from openclaw_desktop.ui.reading_text import ReadingText
from openclaw_desktop.ui.tree.names import count_of

BESIDE = 760
"""From this width on the three sides stand beside each other."""

Chosen = Choice | str | None

CHOICES = (
    (Choice.OURS, "Keep approved", "Leave what is in the file now"),
    (Choice.THEIRS, "Take proposed", "Take what was proposed instead"),
    (Choice.BOTH, "Both", "First what is in the file now, then what was proposed"),
)


class ConflictPage(QWidget):
    """Nothing is chosen by itself. `choices` has one entry a conflict, None while it is open."""

    changed = Signal()

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._merge: Merge | None = None
        self._conflicts: Sequence[Conflict] = ()
        self.choices: list[Chosen] = []
        self.at = 0
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.left_label = QLabel()
        self.left_label.setProperty("role", "dim")
        self.sides = {
            Choice.BASE: Side("What both began with", settings),
            Choice.OURS: Side("Approved now", settings),
            Choice.THEIRS: Side("Proposed", settings),
        }
        self.buttons = {choice: _choice(text, hint) for choice, text, hint in CHOICES}
        for choice, button in self.buttons.items():
            button.clicked.connect(lambda _=False, chosen=choice: self.choose(chosen))
        self.edit_button = QPushButton("Edit")
        self.edit_button.setToolTip("Write yourself what it should be, beginning with both")
        self.edit_button.clicked.connect(self._edit)
        self.result = TextEdit(settings)
        self.result.setAccessibleName("What this place becomes")
        self.result.setPlaceholderText("Choose above, or write what it should be.")
        self.result.textChanged.connect(self._typed)
        self._filling = False
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()

    # What is shown

    def show_merge(self, merge: Merge, choices: Sequence[Chosen] = ()) -> None:
        """Shows the conflicts of a merge, as far as they were decided."""
        self._merge, self._conflicts = merge, merge.conflicts
        fitting = len(choices) == len(self._conflicts)
        self.choices = list(choices) if fitting else [None] * len(self._conflicts)
        self.at = next((n for n, choice in enumerate(self.choices) if choice is None), 0)
        self._show()

    @property
    def open_count(self) -> int:
        """How many are not decided."""
        return self.choices.count(None)

    def text(self) -> str | None:
        """The whole text once everything is decided."""
        decided = [choice for choice in self.choices if choice is not None]
        if self._merge is None or len(decided) < len(self.choices):
            return None
        return self._merge.resolved(decided)

    # What the person does

    def choose(self, choice: Choice) -> None:
        """Decides the conflict that is shown, and goes on to the next open one."""
        self.choices[self.at] = choice
        later = [n for n, c in enumerate(self.choices) if c is None and n > self.at]
        earlier = [n for n, c in enumerate(self.choices) if c is None]
        self.at = (later or earlier or [self.at])[0]
        self._show()
        self.changed.emit()

    def go_on(self) -> None:
        """To the next conflict."""
        self._go(self.at + 1)

    def go_back(self) -> None:
        """To the conflict before."""
        self._go(self.at - 1)

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._conflicts):
            self.at = at
            self._show()

    def _edit(self) -> None:
        if not self.result.shown():
            conflict = self._conflicts[self.at]
            self._fill(conflict.resolved(Choice.BOTH))
            self._typed()
        self.result.setFocus()

    def _typed(self) -> None:
        if self._filling or not self._conflicts:
            return
        text = self.result.text()
        if self.result.codec.crlf and text and not text.endswith("\n"):
            text += "\r\n"
        self.choices[self.at] = text
        self._show_chosen()
        self.changed.emit()

    # Showing

    def _show(self) -> None:
        if not self._conflicts:
            return
        conflict = self._conflicts[self.at]
        base = set(conflict.base)
        both = set(conflict.ours) & set(conflict.theirs)
        self.sides[Choice.BASE].show_lines(conflict.base, conflict.base_start, unlike=both, removed=True)
        self.sides[Choice.OURS].show_lines(conflict.ours, conflict.ours_start, unlike=base)
        self.sides[Choice.THEIRS].show_lines(conflict.theirs, conflict.theirs_start, unlike=base)
        choice = self.choices[self.at]
        self._fill(() if choice is None else conflict.resolved(choice))
        self.title.setText(f"Conflict {self.at + 1:,} of {len(self._conflicts):,}")
        self._show_chosen()

    def _show_chosen(self) -> None:
        choice = self.choices[self.at]
        for key, button in self.buttons.items():
            button.setChecked(choice is key)
        self.edit_button.setChecked(isinstance(choice, str))
        left = self.open_count
        self.left_label.setText(f"{count_of(left, 'conflict')} to decide" if left else "All decided")

    def _fill(self, lines: Sequence[str]) -> None:
        shown, codec = to_shown("".join(f"{line}\n" for line in lines))
        self._filling = True
        self.result.set_text(shown, codec)
        self._filling = False

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the sides stand below each other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        wide = event.size().width() >= BESIDE
        self._beside.setDirection(directions.LeftToRight if wide else directions.TopToBottom)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws tints in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_beside"):
            self._show()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 12, 4)
        top.setSpacing(theme.GAP)
        top.addWidget(self.title)
        top.addWidget(self.left_label, 1)
        self._beside.setSpacing(1)
        for side in self.sides.values():
            self._beside.addWidget(side, 1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(16, 8, 16, 8)
        buttons.setSpacing(theme.GAP)
        for button in (*self.buttons.values(), self.edit_button):
            button.setCheckable(True)
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(self._beside, 3)
        column.addWidget(_hairline())
        column.addLayout(buttons)
        column.addWidget(self.result, 2)


class Side(QWidget):
    """One side of a conflict: what it is, its lines' numbers, and its text."""

    def __init__(self, title: str, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._label = QLabel(title)
        self._label.setProperty("role", "meta")
        self._label.setContentsMargins(8, 8, 8, 0)
        self.text = ReadingText(title)
        self.text.setFont(theme.mono(settings))
        self.text.document().setDocumentMargin(8)
        self.text.setTabChangesFocus(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._label)
        column.addWidget(self.text, 1)

    def show_lines(
        self, lines: Sequence[str], start: int, *, unlike: set[str], removed: bool = False
    ) -> None:
        """Shows lines that begin at `start` (0-based); those not in `unlike` are tinted."""
        where = f"lines {start + 1:,}–{start + len(lines):,}" if len(lines) > 1 else f"line {start + 1:,}"
        self._label.setText(f"{self._title} · {where if lines else 'nothing here'}")
        shown, _ = to_shown("\n".join(line.removesuffix("\r") for line in lines))
        self.text.setPlainText(shown)
        look = theme.colours(self)
        self.text.setExtraSelections(
            [
                self._tint(number, look.removed_ground if removed else look.added_ground)
                for number, line in enumerate(lines)
                if line not in unlike
            ]
        )

    def _tint(self, number: int, colour: QColor) -> QTextEdit.ExtraSelection:
        tint = QTextEdit.ExtraSelection()
        tint.cursor = QTextCursor(self.text.document().findBlockByNumber(number))  # pyright: ignore[reportAttributeAccessIssue]
        tint.format.setBackground(colour)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        tint.format.setProperty(QTextFormat.Property.FullWidthSelection, True)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        return tint


def _choice(text: str, hint: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(hint)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    line.setFixedHeight(1)
    return line
