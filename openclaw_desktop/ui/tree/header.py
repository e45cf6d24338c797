"""What stands above the tree: title, new, order and arrangement, the filter and the count."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.filter_field import SHOWS_ALL
from openclaw_desktop.ui.tree.actions import TreeActions
from openclaw_desktop.ui.tree.grouping import Arrangement, Order
from openclaw_desktop.ui.tree.listing import Listing, Wish
from openclaw_desktop.ui.tree.names import count_of

FILTER_MS = 120

ORDERS = {Order.NAME: "By name", Order.NEWEST: "Newest first", Order.LARGEST: "Largest first"}
ARRANGEMENTS = {
    Arrangement.GROUPED: "Identity, months and folders",
    Arrangement.FOLDERS: "Folders as on the disk",
}


class TreeHeader(QWidget):
    """Says how the workspace is wished to be seen."""

    order_wished = Signal(object)
    arrangement_wished = Signal(object)
    filter_wished = Signal(str)
    left = Signal()  # the person is done with the filter

    def __init__(self, actions: TreeActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel("Workspace")
        title.setProperty("role", "title")
        self.new_button = _tool_button("New note or folder", actions.new_menu(self))
        self.order_button = _tool_button("Order and arrangement", self._order_menu())
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter files")
        self.filter.setAccessibleName("Filter files")
        self.filter.setClearButtonEnabled(True)
        self._count = QLabel("reading…")
        self._count.setProperty("role", "meta")
        self._nothing = QLabel(f"No file matches. {SHOWS_ALL}", textFormat=Qt.TextFormat.PlainText)
        self._nothing.setWordWrap(True)
        self._nothing.setProperty("role", "dim")
        self._nothing.hide()
        self._soon = QTimer(self, interval=FILTER_MS, singleShot=True)
        self._lay_out(title)
        self._paint_icons()
        self.filter.textChanged.connect(self._typed)
        self.filter.returnPressed.connect(self._entered)
        self._soon.timeout.connect(self._wish_filter)

    @property
    def count(self) -> str:
        """The count as it is shown."""
        return self._count.text()

    def tell(self, listing: Listing) -> None:
        """Says how many files are shown, of how many."""
        filtered = bool(listing.wish.filter.strip())
        total = count_of(listing.files, "file")
        self._count.setText(f"{listing.tree.files:,} of {total}" if filtered else total)
        self._nothing.setVisible(filtered and not listing.tree.files)

    def changeEvent(self, event: QEvent) -> None:
        """Draws its icons anew in a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icons()
        super().changeEvent(event)

    def _lay_out(self, title: QLabel) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 8, 4, 4)
        top.setSpacing(0)
        top.addWidget(title, 1)
        top.addWidget(self.order_button)
        top.addWidget(self.new_button)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(8, 0, 12, 8)
        bottom.setSpacing(theme.GAP)
        bottom.addWidget(self.filter, 1)
        bottom.addWidget(self._count)
        self._nothing.setContentsMargins(8, 0, 12, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(bottom)
        column.addWidget(self._nothing)

    def _order_menu(self) -> QMenu:
        menu = QMenu(self)
        for choices, signal, chosen in (
            (ORDERS, self.order_wished, Wish().order),
            (ARRANGEMENTS, self.arrangement_wished, Wish().arrangement),
        ):
            group = QActionGroup(menu)
            for choice, text in choices.items():
                action = QAction(text, menu)
                action.setCheckable(True)
                action.setChecked(choice is chosen)
                action.triggered.connect(lambda _on=False, wished=signal, what=choice: wished.emit(what))
                group.addAction(action)
            menu.addActions(group.actions())
            menu.addSeparator()
        return menu

    def _typed(self, _: str) -> None:
        self._soon.start()

    def _entered(self) -> None:
        self._wish_filter()
        self.left.emit()

    def _wish_filter(self) -> None:
        self._soon.stop()
        self.filter_wished.emit(self.filter.text())

    def _paint_icons(self) -> None:
        self.new_button.setIcon(icons.icon("plus", self))
        self.order_button.setIcon(icons.icon("sliders", self))


def _tool_button(name: str, menu: QMenu) -> QToolButton:
    button = QToolButton()
    button.setToolTip(name)
    button.setAccessibleName(name)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setMenu(menu)
    return button
