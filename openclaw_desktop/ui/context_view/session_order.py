"""What stands above and below the list of sessions: by what it is sorted, and what its letters mean."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.session_rows import SIGNS
from openclaw_desktop.ui.context_view.session_sort import Order, SortBy


class OrderButton(QToolButton):
    """Says the order; its menu offers the others, and this one the other way round."""

    order_chosen = Signal(object)  # Order

    def __init__(self, order: Order, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = order
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFont(theme.font(theme.META))
        menu = QMenu(self)
        self._group = QActionGroup(menu)
        for by in SortBy:
            action = self._group.addAction(str(by))
            action.setCheckable(True)
            action.setData(by)
            menu.addAction(action)
        menu.addSeparator()
        self._other_way = menu.addAction("")
        menu.triggered.connect(self._choose)
        self.setMenu(menu)
        self.show_order(order)

    def show_order(self, order: Order) -> None:
        """Says another order."""
        self._order = order
        self.setText(order.short)
        self.setToolTip(f"{order.sentence}  S")
        self.setAccessibleName(order.sentence)
        self._other_way.setText(order.other.first.capitalize())
        for action in self._group.actions():
            action.setChecked(action.data() == order.by)

    def _choose(self, action: QAction) -> None:
        chosen: str | None = action.data()  # Qt keeps the text of an enum, not the enum
        self.order_chosen.emit(self._order.other if chosen is None else Order(SortBy(chosen)))


class Legend(QLabel):
    """The letters of the rows in their colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setProperty("role", "meta")
        self.setContentsMargins(12, 4, 8, 6)
        self.setToolTip(words.LEGEND_IN_FULL)
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        """Writes in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._write()

    def _write(self) -> None:
        look = theme.colours(self)
        letters = (
            f'<span style="color: {getattr(look, SIGNS[letter]).name()}">{letter}</span>&nbsp;{text}'
            for letter, text in words.LEGEND
        )
        self.setText(" &nbsp; ".join(letters))
