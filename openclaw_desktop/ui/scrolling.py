"""A page that scrolls, in the middle of whatever width there is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget


def centred(page: QWidget) -> QScrollArea:
    """`page` between margins that grow once it has its greatest width."""
    outer = QWidget()
    middle = QHBoxLayout(outer)
    middle.setContentsMargins(0, 0, 0, 0)
    middle.addStretch(1)
    middle.addWidget(page, 1000)
    middle.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what it holds
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(outer)
    return area
