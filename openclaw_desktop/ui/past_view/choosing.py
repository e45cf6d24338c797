"""Which of the past calls a person wants to see: a text, a trouble, and whether reads count."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from openclaw_desktop.context.recall.past import Trouble
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.past_view.model import PastModel, Wanted
from openclaw_desktop.ui.past_view.words import TROUBLES

CHOICES: tuple[tuple[str, frozenset[Trouble]], ...] = (
    ("All", frozenset()),
    ("Any trouble", frozenset(Trouble)),
    *((f"{sign.mark} {trouble.capitalize()}", frozenset({trouble})) for trouble, sign in TROUBLES.items()),
)
"""What can be chosen, and the troubles one of which a call then has; empty for all calls."""


class Choosing(QWidget):
    """A field and two choosers; the words in the field are looked for by the owner."""

    changed = Signal()  # a trouble, or whether reads count
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(clearButtonEnabled=True)
        self.field.setPlaceholderText("Filter questions, answers, files")
        self.field.setAccessibleName("Filter questions, answers and files")
        self.trouble = QComboBox()
        self.trouble.setAccessibleName("What became of it")
        self.trouble.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.trouble.setMinimumContentsLength(10)
        self.trouble.addItems([name for name, _ in CHOICES])
        self.reads = QCheckBox("Reads, too")
        self.reads.setToolTip("Also what the agent read of its memory by memory_get, which is no search")
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        row.addWidget(self.trouble, 1)
        row.addWidget(self.reads)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.field)
        column.addLayout(row)
        self.field.textChanged.connect(self.typed)
        self.trouble.activated.connect(self.changed)
        self.reads.toggled.connect(self.changed)

    @property
    def text(self) -> str:
        """The words that are looked for."""
        return self.field.text().strip()

    def wanted(self, ids: frozenset[str] | None) -> Wanted:
        """What is chosen; `ids` are the calls that have the words, None for all."""
        return Wanted(ids, CHOICES[self.trouble.currentIndex()][1], self.reads.isChecked())

    def clear(self) -> None:
        """Wants everything of the kind again; nobody is told of the steps, but that it changed."""
        blocked = self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(blocked)
        self.trouble.setCurrentIndex(0)
        self.changed.emit()

    def show_counts(self, rows: PastModel) -> None:
        """Says how often each trouble is there: it is where the memory fails."""
        counts = rows.counted([troubles for _, troubles in CHOICES])
        for place, ((name, _), count) in enumerate(zip(CHOICES, counts, strict=True)):
            self.trouble.setItemText(place, f"{name} ({count:,})")
