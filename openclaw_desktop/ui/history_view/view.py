"""The history view: which file, which version, and what it said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.history_view import reading
from openclaw_desktop.ui.history_view.detail import VersionDetail
from openclaw_desktop.ui.history_view.files import FilesPanel
from openclaw_desktop.ui.history_view.reading import Listed
from openclaw_desktop.ui.history_view.versions import VersionsList
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tree.names import count_of

if TYPE_CHECKING:
    from openclaw_desktop.review.history.version import Version

LATER_MS, SIZE_MS, SIZED_AT_ONCE = 150, 60, 8
FILES_WIDTH, VERSIONS_WIDTH, TEXT_LEAST = 220, 280, 460
FILES_LEAST, VERSIONS_LEAST, DETAIL_LEAST = 120, 160, 300
"""Pixels: the lists give way, both by the same share, before the text gets narrower than it wants."""


def now() -> datetime:
    """This moment, in the person's own time."""
    return datetime.now().astimezone()


class HistoryView(QWidget):
    """Three columns: files, the versions of one, and its text."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    review_requested = Signal(str)  # the id of a proposal

    def __init__(
        self, bridge: Bridge, *, now: Callable[[], datetime] = now, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._path = ""
        self._wanted = ""  # a file to be shown once the files are listed
        self._stale = True
        self._sizing = False
        self._widths = (FILES_WIDTH, VERSIONS_WIDTH)
        self.files = FilesPanel()
        self.versions = VersionsList(now)
        self.detail = VersionDetail(bridge, now)
        self._count = QLabel()
        self._count.setProperty("role", "meta")
        self.empty = EmptyState(
            "history",
            "No history yet",
            "Every approved version of your agent's files is kept here, with who wrote each line.",
        )
        self._listing, self._reading = Latest(bridge, self), Latest(bridge, self)
        self._soon = QTimer(self, interval=LATER_MS, singleShot=True)
        self._size_soon = QTimer(self, interval=SIZE_MS, singleShot=True)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    # What others call

    def show_file(self, path: str) -> None:
        """Shows the versions of a file, whether it is listed yet or not."""
        self._wanted = path
        self._take_wanted()
        if self._path != path:
            self._look_at(path)

    def panes(self) -> list[QWidget]:
        """What F6 goes through, from left to right."""
        return [self.files, self.versions, self.detail] if self._columns.isVisible() else [self.empty]

    # Listing

    def refresh(self) -> None:
        """Lists the files again, now or when the view is seen."""
        self._stale = True
        if self.isVisible():
            self._soon.start()

    def _list(self) -> None:
        self._stale = False
        self._listing.ask(partial(reading.listed, self._bridge.engine))

    def _listed(self, files: Sequence[Listed]) -> None:
        self.files.show_files(files, self._path)
        self._take_wanted()
        if not files and not self._path:
            self._stack.setCurrentWidget(self.empty)
            return
        self._stack.setCurrentWidget(self._columns)
        if not self._path:
            self.files.choose(files[0].path)

    def _take_wanted(self) -> None:
        if self._wanted and self.files.choose(self._wanted):
            self._wanted = ""

    # One file

    def _look_at(self, path: str) -> None:
        self._path = path
        self._stack.setCurrentWidget(self._columns)
        self._read()

    def _read(self) -> None:
        path = self._path
        self._reading.ask(lambda: (path, self._bridge.engine.desk.versions(path)))

    def _read_done(self, found: tuple[str, Sequence[Version]]) -> None:
        path, versions = found
        if path != self._path:
            return
        self.versions.show_versions(versions)
        self._count.setText(count_of(len(versions), "version"))
        self._size_later()

    def _chosen(self) -> None:
        self.detail.show_versions(self.versions.rows.versions, self.versions.selected())

    def _changed(self, change: object) -> None:
        paths: frozenset[str] = getattr(change, "paths", frozenset())
        self.refresh()
        if self._path in paths:
            self._read()

    # How much each version changed

    def _size_later(self, _: object = None) -> None:
        self._size_soon.start()

    def _size(self) -> None:
        if not self._sizing and self.versions.rows.unsized(self.versions.in_sight()):
            self._sizing = True
            self._bridge.spawn(self._size_all(), name="lines of versions")

    async def _size_all(self) -> None:
        try:
            while some := self.versions.rows.unsized(self.versions.in_sight())[:SIZED_AT_ONCE]:
                found = await self._bridge.call(reading.sizes, self._bridge.engine, some)
                self.versions.rows.add_sizes(found)
        finally:
            self._sizing = False

    def _open(self, path: str) -> None:
        self.open_requested.emit(path, 0, 0)

    # Events

    def showEvent(self, event: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Lists what changed while it was not seen."""
        if self._stale:
            self._list()

    def resizeEvent(self, event: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Gives the text its room."""
        wanted = sum(self._widths)
        share = min(1.0, max(self.width() - TEXT_LEAST, 0) / wanted)
        files = max(FILES_LEAST, round(self._widths[0] * share))
        versions = max(VERSIONS_LEAST, round(self._widths[1] * share))
        self._columns.setSizes([files, versions, max(self.width() - files - versions, 1)])

    def _divided(self) -> None:
        """The person moved a divider: that is how wide the lists are to be."""
        files, versions, _ = self._columns.sizes()
        self._widths = (files, versions)

    def _failed(self, error: DesktopError) -> None:
        self.empty.set_texts("The history cannot be read", str(error), "Try again")
        self._stack.setCurrentWidget(self.empty)

    # Building

    def _lay_out(self) -> None:
        middle = QWidget()
        head = QHBoxLayout()
        head.setContentsMargins(12, theme.GAP, 12, 4)
        title = QLabel("Versions")
        title.setProperty("role", "title")
        title.setMinimumHeight(theme.ROW)  # as high as what stands beside it
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self._count)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.versions, 1)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        for part, least in ((self.files, FILES_LEAST), (middle, VERSIONS_LEAST), (self.detail, DETAIL_LEAST)):
            part.setMinimumWidth(least)
            self._columns.addWidget(part)
            self._columns.setCollapsible(self._columns.count() - 1, False)
        self._columns.setStretchFactor(2, 1)
        self._columns.splitterMoved.connect(self._divided)
        self._stack.addWidget(self._columns)
        self._stack.addWidget(self.empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self.setFocusProxy(self.versions)
        QWidget.setTabOrder(self.files.filter, self.files.view)
        QWidget.setTabOrder(self.files.view, self.versions)
        QWidget.setTabOrder(self.versions, self.detail.sheet)

    def _connect(self) -> None:
        self._soon.timeout.connect(self._list)
        self._size_soon.timeout.connect(self._size)
        self._listing.arrived.connect(self._listed)
        self._listing.failed.connect(self._failed)
        self._reading.arrived.connect(self._read_done)
        self._reading.failed.connect(self._failed)
        self.empty.clicked.connect(self._list)
        self.files.chosen.connect(self._look_at)
        self.files.view.activated.connect(self.versions.setFocus)
        self.versions.activated.connect(self.detail.focus_text)
        self.versions.chosen.connect(self._chosen)
        self.versions.verticalScrollBar().valueChanged.connect(self._size_later)
        self.detail.version_wanted.connect(self.versions.select)
        self.detail.open_requested.connect(self._open)
        self.detail.review_requested.connect(self.review_requested)
        self._bridge.review_changed.connect(self._changed)
