"""A strip above the text that says what happened to the file, and offers what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import icons, theme

CUE_MS = 10_000
"""How long a cue stays that asks for nothing."""


class Weight(Enum):
    """How much a banner asks for."""

    NOTE = "info"  # to be known; stays as long as it is true
    CUE = "retry"  # something went well; goes by itself
    WARNING = "warning"  # something to be decided
    WAITING = "review"  # something waits elsewhere, and there is no hurry


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: what it says, what it does, and what that means in a sentence."""

    text: str
    act: Callable[[], None]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """What a banner says. `key` names the occasion: a newer message about it takes the older one's place."""

    key: str
    sentence: str
    weight: Weight = Weight.WARNING
    choices: Sequence[Choice] = field(default=())
    detail: str = ""
    closable: bool = True


class Banner(QWidget):
    """Shows one message; hidden while there is none. It takes no focus by itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message: Message | None = None
        self._icon = QLabel()
        self._sentence = QLabel()
        self._detail = QLabel()
        self._detail.setProperty("role", "meta")
        for label in (self._sentence, self._detail):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._icon.setFixedSize(16, 18)  # a line of text
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(theme.GAP)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(4)
        self._close = QToolButton()
        self._close.setToolTip("Dismiss")
        self._close.setAccessibleName("Dismiss")
        self._close.clicked.connect(self.clear)
        self._row = QHBoxLayout(self)
        self._goes = QTimer(self, interval=CUE_MS, singleShot=True)
        self._goes.timeout.connect(self.clear)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._sentence)
        words.addWidget(self._detail)
        self._body.addLayout(words, 1)
        self._body.addLayout(self._buttons)
        self._row.setContentsMargins(16, 6, 8, 6)
        self._row.setSpacing(theme.GAP)
        self._row.addWidget(self._icon)
        self._row.addLayout(self._body, 1)
        self._row.addWidget(self._close)

    def show_message(self, message: Message) -> None:
        """Shows `message` in the place of any other."""
        if message.choices != (self.message.choices if self.message else ()):
            self._make_buttons(message.choices)
        self.message = message
        self._sentence.setText(message.sentence)
        self._detail.setText(message.detail)
        self._detail.setVisible(bool(message.detail))
        warns = message.weight is Weight.WARNING
        decides = warns and bool(message.choices)
        directions = QBoxLayout.Direction  # what asks for nothing takes one line only
        self._body.setDirection(directions.TopToBottom if warns else directions.LeftToRight)
        beside = Qt.AlignmentFlag.AlignTop if warns else Qt.AlignmentFlag.AlignVCenter
        for widget in (self._icon, self._close):
            self._row.setAlignment(widget, beside)
        self._close.setVisible(message.closable and not decides)
        self._paint_icons()
        self.setAccessibleName(message.sentence)
        self.show()
        if message.weight is Weight.CUE:
            self._goes.start()
        else:
            self._goes.stop()

    def clear(self, key: str = "") -> None:
        """Takes the message away; with a `key` only if it is about that."""
        if not key or (self.message is not None and self.message.key == key):
            self._make_buttons(())
            self.message = None
            self.hide()

    def _make_buttons(self, choices: Sequence[Choice]) -> None:
        while (item := self._buttons.takeAt(0)) is not None:  # pyright: ignore[reportUnnecessaryComparison]
            if (old := item.widget()) is not None:  # pyright: ignore[reportUnnecessaryComparison]
                old.hide()
                old.deleteLater()
        for choice in choices:
            button = QPushButton(choice.text)
            button.setToolTip(choice.hint)
            button.clicked.connect(choice.act)
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)

    def _paint_icons(self) -> None:
        if self.message is not None:
            look = theme.colours(self)
            ink = look.held if self.message.weight in (Weight.WARNING, Weight.WAITING) else look.text_dim
            name = self.message.weight.value
            self._icon.setPixmap(icons.pixmap(name, ink, 16, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("close", self))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_goes"):
            self._paint_icons()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """An amber ground for what is to be decided, a quiet one for the rest, and a hairline below."""
        look = theme.colours(self)
        warns = self.message is not None and self.message.weight is Weight.WARNING
        painter = QPainter(self)
        painter.fillRect(event.rect(), look.held_ground if warns else look.window)
        painter.fillRect(0, self.height() - 1, self.width(), 1, look.hairline)
