"""A page that scrolls, in the middle of whatever width there is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget


class _Steady(QScrollArea):
    """What it holds stays where it is when the scroll bar comes and goes."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As much room is left at the left as the scroll bar takes at the right."""
        super().resizeEvent(event)
        bar = self.verticalScrollBar()
        beside = bar.width() if bar.isVisibleTo(self) else 0
        if beside != self.viewportMargins().left():
            self.setViewportMargins(beside, 0, 0, 0)


def centred(page: QWidget) -> QScrollArea:
    """`page` between margins that grow once it has its greatest width."""
    outer = QWidget()
    middle = QHBoxLayout(outer)
    middle.setContentsMargins(0, 0, 0, 0)
    middle.addStretch(1)
    middle.addWidget(page, 1000)
    middle.addStretch(1)
    area = _Steady()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what it holds
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(outer)
    return area
