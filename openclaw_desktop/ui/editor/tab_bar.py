"""The row of tabs: a dot for unsaved text, a cross to close, middle click closes too."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QTabBar, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.editor.tab_names import tab_names

DOT = 7
"""Pixels across the dot of unsaved text."""


class TabBar(QTabBar):
    """Tabs named by paths; each tab's data is its path."""

    close_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Open files")

    def paths(self) -> list[str]:
        """The paths from left to right."""
        return [str(self.tabData(index)) for index in range(self.count())]

    def add(self, path: str, hover: str) -> int:
        """Puts a tab behind the current one and returns its place."""
        index = self.insertTab(self.currentIndex() + 1, "")
        self.setTabData(index, path)
        button = CloseButton(self)
        button.clicked.connect(self._on_close)
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, button)
        self.describe(index, path, hover)
        return index

    def describe(self, index: int, path: str, hover: str) -> None:
        """The tab at `index` is of `path` now; `hover` is the real path. All names are made anew."""
        self.setTabData(index, path)
        self.setTabToolTip(index, hover)
        self.rename()

    def rename(self) -> None:
        """Names every tab so that it can be told from the others."""
        names = tab_names(self.paths())
        for index, path in enumerate(self.paths()):
            name = names[path].replace("&", "&&")
            if self.tabText(index) != name:
                self.setTabText(index, name)

    def set_dirty(self, path: str, dirty: bool) -> None:
        """Shows or hides the dot of a tab."""
        if path in self.paths():
            index = self.paths().index(path)
            button = self.tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, CloseButton):
                button.set_dirty(dirty)
            self.setAccessibleTabName(index, f"{path}, unsaved" if dirty else path)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Middle click closes."""
        if event.button() == Qt.MouseButton.MiddleButton:
            index = self.tabAt(event.position().toPoint())
            if index >= 0:
                self.close_wanted.emit(str(self.tabData(index)))
            return
        super().mouseReleaseEvent(event)

    def _on_close(self) -> None:
        button = self.sender()
        for index in range(self.count()):
            if self.tabButton(index, QTabBar.ButtonPosition.RightSide) is button:
                self.close_wanted.emit(str(self.tabData(index)))
                return


class CloseButton(QAbstractButton):
    """A dot while there is unsaved text and the pointer is elsewhere; else a cross."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.dirty = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_dirty(False)

    def set_dirty(self, dirty: bool) -> None:
        """Shows the dot or not."""
        self.dirty = dirty
        self.setToolTip("Close; it has unsaved text" if dirty else "Close")
        self.setAccessibleName(self.toolTip())
        self.update()

    def sizeHint(self) -> QSize:
        """A small square."""
        return QSize(20, 20)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The cross appears."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The dot comes back."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dot or cross."""
        look, over = theme.colours(self), self._is_pointed_at()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if over:
            painter.setBrush(look.hover)
            painter.drawRoundedRect(self.rect(), 4, 4)
        if self.dirty and not over:
            dot = QRect(QPoint(0, 0), QSize(DOT, DOT))
            dot.moveCenter(self.rect().center())
            painter.setBrush(look.held)
            painter.drawEllipse(dot)
        else:
            ink = look.text if over else look.text_faint
            place = QPoint((self.width() - 16) // 2, (self.height() - 16) // 2)
            painter.drawPixmap(place, icons.pixmap("close", ink, 16, self.devicePixelRatioF()))

    def _is_pointed_at(self) -> bool:
        # A tab that was moved from under the pointer still counts as under the mouse.
        return self.underMouse() and self.rect().contains(self.mapFromGlobal(QCursor.pos()))
