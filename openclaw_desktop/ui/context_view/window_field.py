"""A field for the window of a model: typed as a person writes it, or chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from openclaw_desktop.context.model_window import LEAST, MOST, window_of
from openclaw_desktop.ui.tree.names import shown

PRESETS = (8_192, 16_384, 32_768, 65_536, 128_000, 200_000, 400_000, 1_000_000)
ASK = "window unknown: enter it"
TIP = "Window of the model in tokens: type one, or choose"
BY_OPENCLAW, ENTERED, TRIED = "by OpenClaw", "entered", "tried"
WIDEST = f"{MOST:,} {BY_OPENCLAW}"
ARROW = 60
"""Pixels for what is beside the text."""


class WindowField(QComboBox):
    """Says how large the window is and who says so; what is no number is refused with a sentence."""

    chosen = Signal(object)  # int, or None for what OpenClaw says
    refused = Signal(str)  # a sentence; "" once it is another text

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit()
        self._own: int | None = None
        self.setEditable(True)
        self.setLineEdit(self.edit)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(None)  # pyright: ignore[reportArgumentType]
        self.setAccessibleName("Window of the model in tokens")
        self.edit.setPlaceholderText(ASK)
        self.setFixedWidth(max(self.fontMetrics().horizontalAdvance(text) for text in (WIDEST, ASK)) + ARROW)
        self.activated.connect(self._entered)
        self.edit.returnPressed.connect(self._entered)
        self.edit.textEdited.connect(lambda: self._refuse(""))
        self.show_window(None, None)

    def show_window(self, own: int | None, entered: int | None, tried: int | None = None) -> None:
        """What OpenClaw says, what a person entered, and what is tried instead; None is unknown."""
        self._own = own
        blocked = self.blockSignals(True)
        self.clear()
        if own:
            self.addItem(f"{own:,} {BY_OPENCLAW}", None)
        for size in PRESETS:
            self.addItem(f"{size:,}", size)
        known = ((tried, TRIED), (entered, ENTERED), (own, BY_OPENCLAW))
        self.setEditText(next((f"{size:,} {who}" for size, who in known if size), ""))
        self.edit.setCursorPosition(0)
        self.blockSignals(blocked)
        self._refuse("")

    def _entered(self, _row: int = 0) -> None:
        text = self.currentText().strip()
        written = text
        for who in (BY_OPENCLAW, ENTERED, TRIED):
            written = written.removesuffix(who).strip()
        own = not text or (text.endswith(BY_OPENCLAW) and self._own is not None)
        size = window_of(written)
        if own:
            self.chosen.emit(None)
        elif size is None:
            self._refuse(refusal(written))
        else:
            self.chosen.emit(size)

    def _refuse(self, sentence: str) -> None:
        for widget in (self, self.edit):
            widget.setProperty("wrong", bool(sentence))
            widget.setToolTip(sentence or TIP)
            self.style().polish(widget)
        self.refused.emit(sentence)


def refusal(text: str) -> str:
    """Why a text is no window, and how one is written; pure."""
    said = shown(text if len(text) <= 24 else f"{text[:23]}…")
    return f"“{said}” is no window: write 200k, 1M or 65,536, from {LEAST:,} to {MOST:,} tokens."
