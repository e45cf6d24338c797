"""Which sessions OpenClaw measured the fixed parts of the window in, and which of them is taken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from openclaw_desktop.context.outlook import Session
from openclaw_desktop.desk import outlooks
from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.context_view import session_words

NONE = "No session"
NAME = 32
"""Characters of a usual name: its channel, its beginning, its turns and its peak."""

MARGIN = 4
"""Pixels that the style leaves free around the name."""


def measured(engine: Engine, now: datetime) -> list[Session]:
    """Blocks: the sessions with measured sizes, the one that changed last first."""
    rows = engine.sessions.catalogue().rows
    return [*filter(None, (outlooks.measured(row, session_words.heading(row, now)) for row in rows))]


class SessionChooser(QComboBox):
    """The newest measured session until another one, or none, is chosen."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sessions: Sequence[Session] = ()
        self._chosen: str | None = None  # an id, "" for none; None until the person decides
        self.setAccessibleName("Session in which sizes were measured")
        self.setToolTip("Where system prompt, skills, tool schemas and history are from")
        self.setMinimumContentsLength(NAME)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._on_activated)
        self.hide()

    @property
    def session(self) -> Session | None:
        """The session that is taken."""
        at = self.currentIndex() - 1
        return self._sessions[at] if 0 <= at < len(self._sessions) else None

    def show_sessions(self, sessions: Sequence[Session]) -> None:
        """Offers these; the one chosen stays chosen while it is among them."""
        before = self.session
        self._sessions = sessions
        ids = [session.id for session in sessions]
        newest = 1 if sessions else 0
        at = newest if self._chosen is None else ids.index(self._chosen) + 1 if self._chosen in ids else 0
        with QSignalBlocker(self):
            self.clear()
            self.addItems([NONE, *(session.name for session in sessions)])
            self.setCurrentIndex(at)
        self.updateGeometry()
        self.setVisible(bool(sessions))
        if self.session != before:
            self.changed.emit()

    def sizeHint(self) -> QSize:
        """Where there is room the whole of every name is seen."""
        hint, metrics = super().sizeHint(), self.fontMetrics()
        longest = max((metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())), default=0)
        usual = metrics.horizontalAdvance("X" * NAME)
        return QSize(hint.width() + max(longest - usual, 0), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """A name without room ends in an ellipsis; Qt cuts it through a letter."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        room = field.width() - MARGIN
        option.currentText = self.fontMetrics().elidedText(  # pyright: ignore[reportAttributeAccessIssue]
            self.currentText(), Qt.TextElideMode.ElideRight, room
        )
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _on_activated(self) -> None:
        self._chosen = self.session.id if self.session else ""
        self.changed.emit()
