"""The left column: waiting or decided, how they are grouped, the filter, and the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.filter_field import SHOWS_ALL
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.queue import Arrangement, Group, fitting, grouped
from openclaw_desktop.ui.review_view.queue_list import QueueList
from openclaw_desktop.ui.tree.names import count_of

FILTER_MS = 120

ARRANGEMENTS = {
    Arrangement.FILE: "By file and day",
    Arrangement.DAY: "By day",
    Arrangement.SOURCE: "By source",
}

WAITING, DECIDED = 0, 1


class QueuePanel(QWidget):
    """Shows what it is given as the person wishes to see it."""

    turned = Signal(bool)  # the waiting ones are shown now, or else the decided ones

    def __init__(
        self,
        mark_of: Callable[[Proposal], Mark | None],
        now: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._proposals: Sequence[Proposal] = ()
        self.arrangement = Arrangement.FILE
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName("Waiting or decided")
        self.tabs.addTab("Waiting")
        self.tabs.addTab("Decided")
        self.filter = QLineEdit(placeholderText="Filter changes", clearButtonEnabled=True)
        self.filter.setAccessibleName("Filter changes")
        self.group_button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.group_button.setToolTip("How changes are grouped")
        self.group_button.setAccessibleName("How changes are grouped")
        self.group_button.setMenu(self._group_menu())
        self.count = QLabel()
        self.count.setProperty("role", "meta")
        self._nothing = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._nothing.setProperty("role", "dim")
        self.list = QueueList(mark_of, now)
        self._soon = QTimer(self, interval=FILTER_MS, singleShot=True)
        self._soon.timeout.connect(self.arrange)
        self._lay_out()
        self._draw_icon()
        self.setFocusProxy(self.list)
        self.filter.textChanged.connect(self._typed)
        self.filter.returnPressed.connect(self._leave_filter)
        self.tabs.currentChanged.connect(self._turn)

    @property
    def shows_waiting(self) -> bool:
        """The waiting ones are shown, not the decided ones."""
        return self.tabs.currentIndex() == WAITING

    @property
    def order(self) -> list[str]:
        """The ids of all that fits the filter, in the order of the list, closed groups included."""
        return [p.id for group in self._groups() for p in group.proposals]

    def show_proposals(self, proposals: Sequence[Proposal], *, wanted: str | None = None) -> None:
        """Shows these with the same ones selected, or `wanted`."""
        self._proposals = proposals
        waiting = sum(p.waits for p in proposals)
        self.tabs.setTabText(WAITING, f"Waiting {waiting:,}" if waiting else "Waiting")
        self.arrange(wanted=wanted)

    def arrange(self, *, wanted: str | None = None) -> None:
        """Filters and groups anew."""
        self._soon.stop()
        groups = self._groups()
        of = sum(p.waits == self.shows_waiting for p in self._proposals)
        shown = sum(len(group.proposals) for group in groups)
        filtered = bool(self.filter.text().strip())
        total = count_of(of, "change") if of else ""
        self.count.setText(f"{shown:,} of {total}" if filtered and of else total)
        self.count.setVisible(bool(of))  # without words the gap beside it would stay
        nothing = "Nothing waits." if self.shows_waiting else "Nothing was decided yet."
        self._nothing.setText(f"No change matches. {SHOWS_ALL}" if filtered and of else nothing)
        self._nothing.setVisible(not shown)
        self.list.delegate.folders = self.arrangement is not Arrangement.FILE
        self.list.show_groups(groups, wanted=wanted)

    def show_waiting(self, waiting: bool) -> None:
        """Turns to the waiting, or to the decided ones."""
        self.tabs.setCurrentIndex(WAITING if waiting else DECIDED)

    def reveal(self, ids: Sequence[str]) -> bool:
        """Selects these, whatever hides them; says whether they are known."""
        found = [p for p in self._proposals if p.id in ids]
        if not found:
            return False
        self.filter.clear()
        self.show_waiting(found[0].waits)
        self.arrange()
        self.list.reveal(ids)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears the filter."""
        if event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
            self.arrange()
            self.list.setFocus()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws its icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_soon"):
            self._draw_icon()
        super().changeEvent(event)

    def _groups(self) -> list[Group]:
        shown = [p for p in self._proposals if p.waits == self.shows_waiting]
        return grouped(fitting(shown, self.filter.text()), self.arrangement, now=self._now())

    def _typed(self, _: str) -> None:
        self._soon.start()

    def _turn(self, _: int) -> None:
        self.arrange()
        self.turned.emit(self.shows_waiting)

    def _leave_filter(self) -> None:
        self.arrange()
        self.list.setFocus()

    def _group_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for arrangement, text in ARRANGEMENTS.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(arrangement is self.arrangement)
            action.setData(arrangement)
            group.addAction(action)
        group.triggered.connect(lambda action: self._arrange_by(Arrangement(action.data())))  # pyright: ignore[reportUnknownLambdaType, reportUnknownMemberType, reportUnknownArgumentType]
        return menu

    def _arrange_by(self, arrangement: Arrangement) -> None:
        self.arrangement = arrangement
        self.arrange()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 4, 0)
        top.setSpacing(0)
        top.addWidget(self.tabs)
        top.addStretch(1)
        top.addWidget(self.group_button)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(8, 8, 12, 8)
        bottom.setSpacing(theme.GAP)
        bottom.addWidget(self.filter, 1)
        bottom.addWidget(self.count)
        self._nothing.setContentsMargins(12, 0, 12, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(bottom)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)

    def _draw_icon(self) -> None:
        self.group_button.setIcon(icons.icon("sliders", self))
