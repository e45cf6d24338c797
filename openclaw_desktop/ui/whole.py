"""What stands below a window's menus, in one column: strips, the views, the notice and the status bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

LEAST = QSize(640, 420)
"""The smallest window when no strip and no notice is there: every view has its room in it."""


class Whole(QWidget):
    """Strips and notices make the smallest window higher by their own height; views lose none of theirs."""

    def __init__(self, window: QWidget, *, views: QLayout, notice: QWidget, status: QWidget) -> None:
        super().__init__(window)
        self._window, self._status = window, status
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(views, 1)
        self._column.addWidget(notice)
        self._column.addWidget(status)
        window.setMinimumSize(LEAST)

    def add_strip(self, strip: QWidget) -> None:
        """Puts something above all else."""
        self._column.insertWidget(0, strip)

    def event(self, event: QEvent) -> bool:
        """Something came, went, or needs another height now."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._make_room()
        return done

    def _make_room(self) -> None:
        items = map(self._column.itemAt, range(self._column.count()))
        parts = [widget for item in items if item is not None and (widget := item.widget()) is not None]
        needed = (self._height(part) for part in parts if part is not self._status and not part.isHidden())
        least = LEAST.height() + sum(needed)
        if self._window.minimumHeight() != least:
            self._window.setMinimumHeight(least)

    def _height(self, part: QWidget) -> int:
        if part.hasHeightForWidth():
            return part.heightForWidth(self.width())
        return part.sizeHint().height()
