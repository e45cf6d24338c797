"""The line at the top: the question, the ranking that answers it, and what is searched."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QToolButton, QWidget

from openclaw_desktop.search.presets import PRESETS
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.search_view.filters import Filters
from openclaw_desktop.ui.search_view.query_field import QueryField
from openclaw_desktop.ui.search_view.searchers import AS_AGENT

TIGHT = 760
"""Below this width the filters stand under the ranking."""


class AskBar(QWidget):
    """One line where there is room, two where there is not."""

    def __init__(self, preset: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QueryField()
        self.filters = Filters()
        self.preset = QComboBox()
        self.preset.setAccessibleName("Ranking")
        self.preset.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for choice in PRESETS.values():
            self._add(choice.name, choice.name, choice.sentence)
        self.choose(preset)
        self.beside = QToolButton()
        self.beside.setText("Side by side")
        self.beside.setCheckable(True)
        self.beside.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._draw_icon()
        self.beside.setToolTip("The agent's own search and this program's, for the same question")
        self.beside.setVisible(False)
        choosers = QWidget()
        row = self._choosers = QBoxLayout(QBoxLayout.Direction.LeftToRight, choosers)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP)
        first = QHBoxLayout()
        first.addWidget(self.beside)
        first.addWidget(self.preset)
        first.addStretch(1)
        row.addLayout(first)
        row.setAlignment(first, Qt.AlignmentFlag.AlignTop)  # of the filters there may be two lines
        row.addWidget(self.filters, 1000)
        row.addStretch(1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(16, 12, 16, 12)
        self._line.setSpacing(theme.GAP)
        self._line.addWidget(self.field, 1)
        self._line.addWidget(choosers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Of little width the filters get all."""
        super().resizeEvent(event)
        tight = event.size().width() < TIGHT
        direction = QBoxLayout.Direction.TopToBottom if tight else QBoxLayout.Direction.LeftToRight
        self._choosers.setDirection(direction)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "beside"):
            self._draw_icon()
        super().changeEvent(event)

    def _draw_icon(self) -> None:
        self.beside.setIcon(icons.icon("columns", self))

    @property
    def ranking(self) -> str:
        """The chosen ranking: a preset's name, or `AS_AGENT`."""
        return str(self.preset.currentData())

    def choose(self, ranking: str) -> None:
        """Chooses a ranking; nobody is told."""
        blocked = self.preset.blockSignals(True)
        self.preset.setCurrentIndex(max(0, self.preset.findData(ranking)))
        self.preset.blockSignals(blocked)

    def offer_agent(self, name: str | None) -> None:
        """Offers the own search of the agent of that name, or, with None, not any more."""
        self.beside.setVisible(name is not None)
        place = self.preset.findData(AS_AGENT)
        if name is not None and place < 0:
            sentence = f"What {name} itself finds: in its own index, by its own rules and configuration."
            self._add(f"{name}'s own search", AS_AGENT, sentence)
        elif name is None and place >= 0:
            self.preset.removeItem(place)

    def show_ranking(self, apply: bool) -> None:
        """Whether one ranking answers: side by side, each search has its own and searches everything."""
        self.preset.setVisible(apply)
        self.filters.setVisible(apply)

    def show_filters(self, apply: bool) -> None:
        """Whether the filters have a say: an agent's own search has none."""
        self.filters.setEnabled(apply)
        self.filters.setToolTip("" if apply else "The agent's own search has no such filters.")

    def _add(self, text: str, ranking: str, sentence: str) -> None:
        self.preset.addItem(text, ranking)
        self.preset.setItemData(self.preset.count() - 1, sentence, Qt.ItemDataRole.ToolTipRole)

    def set_narrow(self, narrow: bool) -> None:
        """Puts the choosers below the question, or beside it."""
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._line.setDirection(direction)
