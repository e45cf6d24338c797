"""The strips over the text: finding and replacing, and going to a line."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from openclaw_desktop.ui.editor.find_bar import FindBar
from openclaw_desktop.ui.editor.line_bar import LineBar
from openclaw_desktop.ui.editor.text_edit import TextEdit


class Bars(QWidget):
    """Serves the editor in front, and does nothing while there is none."""

    done = Signal()  # the text may have the focus again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit: TextEdit | None = None
        self.find_bar, self.line_bar = FindBar(), LineBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find_bar)
        column.addWidget(self.line_bar)
        self.line_bar.chosen.connect(self._go_to)
        self.line_bar.closed.connect(self.done)

    def attach(self, edit: TextEdit | None) -> None:
        """This editor is in front now."""
        self._edit = edit
        self.find_bar.attach(edit)

    def show_find(self, replace: bool) -> None:
        """Opens the find bar, with the replacement or without."""
        if self._edit:
            self.find_bar.open_bar(replace)

    def ask_line(self) -> None:
        """Asks for a line and goes there."""
        if self._edit:
            self.line_bar.ask(self._edit.textCursor().blockNumber() + 1, self._edit.blockCount())

    def hears(self, pressed: QKeySequence) -> bool:
        """Does what F3, Shift+F3, Ctrl+G and Escape ask for; False for another key."""
        if pressed == QKeySequence("Esc") and not self.find_bar.isVisible():
            return False
        act = {
            QKeySequence("F3"): self.find_bar.next,
            QKeySequence("Shift+F3"): self.find_bar.previous,
            QKeySequence("Ctrl+G"): self.ask_line,
            QKeySequence("Esc"): self.find_bar.close_bar,
        }
        do = next((do for sequence, do in act.items() if sequence == pressed), None)
        if do:
            do()
        return do is not None

    def _go_to(self, line: int) -> None:
        if self._edit:
            self._edit.go_to(line)
            self.done.emit()
