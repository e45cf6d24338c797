"""Which part of the workspace is searched: source, folder and dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLabel, QLineEdit, QWidget

from openclaw_desktop.index.store import Where
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.flow import Flow

SOURCES: tuple[tuple[str, frozenset[str] | None], ...] = (
    ("All sources", None),
    ("Memory", frozenset({"memory"})),
    ("Other Markdown", frozenset({"workspace"})),
    ("Extra paths", frozenset({"extra"})),
)
SPANS: tuple[tuple[str, int | None], ...] = (
    ("Any date", None),
    ("Last 7 days", 7),
    ("Last 30 days", 30),
    ("Last 90 days", 90),
    ("Last year", 365),
)
BETWEEN = "Between…"


class Filters(QWidget):
    """Three choosers; `changed` says that the search has to be asked again."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sources = _chooser("Sources", [name for name, _ in SOURCES])
        self.folder = QLineEdit(placeholderText="Any folder", clearButtonEnabled=True)
        self.folder.setAccessibleName("Folder")
        self.folder.setFixedWidth(132)
        self._folders = QStringListModel(self)
        completer = QCompleter(self._folders, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.activated.connect(self.changed)
        self.folder.setCompleter(completer)
        self.dates = _chooser("Dates", [*(name for name, _ in SPANS), BETWEEN])
        self.since = _day("from 2026-01-31")
        self.until = _day("to 2026-12-31")
        self._between = QWidget()
        days = QHBoxLayout(self._between)
        days.setContentsMargins(0, 0, 0, 0)
        days.setSpacing(theme.GAP)
        for widget in (self.since, QLabel("–"), self.until):
            days.addWidget(widget)
        row = Flow(self, spacing=theme.GAP)
        for widget in (self.sources, self.folder, self.dates, self._between):
            row.addWidget(widget)
        self._show_days()
        self.sources.activated.connect(self.changed)
        self.dates.activated.connect(self._on_dates)
        self.folder.editingFinished.connect(self._on_folder)
        self._folder_was = ""
        for field in (self.since, self.until):
            field.textChanged.connect(self._on_day)

    def set_folders(self, folders: Sequence[str]) -> None:
        """The folders that can be chosen."""
        self._folders.setStringList(list(folders))

    def where(self, today: date) -> Where:
        """What is chosen; dates count back from `today`."""
        span = dict(SPANS).get(self.dates.currentText())
        between = self.dates.currentText() == BETWEEN
        return Where(
            sources=SOURCES[self.sources.currentIndex()][1],
            folder=self.folder.text().strip().strip("/") or None,
            since=today - timedelta(days=span) if span else day_of(self.since.text()) if between else None,
            until=day_of(self.until.text()) if between else None,
        )

    def clear(self) -> None:
        """Searches everything again."""
        self.sources.setCurrentIndex(0)
        self.folder.clear()
        self.dates.setCurrentIndex(0)
        self._show_days()
        self.changed.emit()

    @property
    def active(self) -> bool:
        """Whether anything is left out."""
        return bool(self.sources.currentIndex() or self.dates.currentIndex() or self.folder.text().strip())

    def _on_dates(self) -> None:
        self._show_days()
        if self.dates.currentText() == BETWEEN:
            self.since.setFocus()
        self.changed.emit()

    def _show_days(self) -> None:
        self._between.setVisible(self.dates.currentText() == BETWEEN)

    def _on_folder(self) -> None:
        if self.folder.text() != self._folder_was:
            self._folder_was = self.folder.text()
            self.changed.emit()

    def _on_day(self) -> None:
        for field in (self.since, self.until):
            wrong = bool(field.text().strip()) and day_of(field.text()) is None
            field.setProperty("wrong", wrong)
            field.style().polish(field)
        self.changed.emit()


def day_of(text: str) -> date | None:
    """A date written as 2026-03-01; None for nothing or anything else."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def _chooser(name: str, items: Sequence[str]) -> QComboBox:
    chooser = QComboBox()
    chooser.setAccessibleName(name)
    chooser.addItems(list(items))
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return chooser


def _day(example: str) -> QLineEdit:
    field = QLineEdit(placeholderText=example)
    field.setAccessibleName(example.split(maxsplit=1)[0])
    field.setFixedWidth(120)
    return field
