"""The quiet bar that tells what happened, without stopping anybody."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from openclaw_desktop.ui import icons, theme


class NoticeBar(QWidget):
    """One sentence, a button that copies the details or does what helps, and one that puts the bar away.

    It is not modal and takes no focus. A notice that comes while another is shown takes its place; the
    details of all of them are copied together.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._details: list[str] = []
        self._act: Callable[[], object] | None = None
        self._calm = False
        self._icon = QLabel()
        self._sentence = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = QPushButton("Copy details")
        self._copy.setProperty("flat", True)
        self._copy.clicked.connect(self._copy_details)
        self._button = QPushButton()
        self._button.setProperty("flat", True)
        self._button.clicked.connect(self._do)
        self._close = QToolButton()
        self._close.setToolTip("Dismiss")
        self._close.setAccessibleName("Dismiss")
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._copy)
        row.addWidget(self._button)
        row.addWidget(self._close)
        self._draw_icons()
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty when it is not shown."""
        return "" if self.isHidden() else self._sentence.text()

    def tell(self, sentence: str, details: str = "") -> None:
        """Shows a sentence; `details` can be copied."""
        self._sentence.setText(_as_sentence(sentence))
        self._details.append(details or sentence)
        self._copy.setVisible(bool(details))
        self._copy.setText("Copy details")
        self._offer("", None, calm=False)

    def offer(self, sentence: str, button: str, act: Callable[[], object], *, calm: bool) -> None:
        """Shows a sentence with something to do about it; `calm` when nothing is wrong at all."""
        self._sentence.setText(_as_sentence(sentence))
        self._copy.hide()
        self._offer(button, act, calm=calm)

    def _offer(self, button: str, act: Callable[[], object] | None, *, calm: bool) -> None:
        self._button.setText(button)
        self._button.setVisible(act is not None)
        self._act, self._calm = act, calm
        self._draw_icons()
        self.update()
        self.show()

    def _do(self) -> None:
        act = self._act
        self.dismiss()
        if act is not None:
            act()

    def dismiss(self) -> None:
        """Puts the bar away and forgets the details."""
        self._details.clear()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """An amber ground, or a quiet one, with a hairline above it."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(event.rect(), look.window if self._calm else look.held_ground)
        painter.fillRect(0, 0, self.width(), 1, look.hairline)

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._details))
        self._copy.setText("Copied")

    def _draw_icons(self) -> None:
        look = theme.colours(self)
        name, ink = ("shield", look.text_dim) if self._calm else ("warning", look.held)
        self._icon.setPixmap(icons.pixmap(name, ink, 16, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("close", self))


def _as_sentence(text: str) -> str:
    """With a capital and a full stop; a path or a file's name at the beginning stays as it is."""
    first = text.split(" ", 1)[0]
    text = text[:1].upper() + text[1:] if first.isalpha() else text
    return text if text.endswith((".", "!", "?", "。")) else f"{text}."
