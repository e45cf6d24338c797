"""What scrolls, and what stays in line with it: a page in the middle, heads of columns."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QLayout, QScrollArea, QWidget


class HeadsOf(QObject):
    """Lets heads of columns end where the rows do: before the scroll bar, where there is one."""

    def __init__(self, rows: QAbstractScrollArea, heads: QLayout) -> None:
        super().__init__(rows)
        self._rows, self._heads = rows, heads
        self._margins = heads.contentsMargins()
        rows.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The scroll bar may have come or gone."""
        if event.type() == QEvent.Type.Resize:
            beside = self._rows.width() - self._rows.viewport().width()
            self._heads.setContentsMargins(self._margins + QMargins(0, 0, beside, 0))
        return False


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
