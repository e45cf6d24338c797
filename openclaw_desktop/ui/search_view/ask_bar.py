"""The line at the top: the question, the ranking that answers it, and what is searched."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QWidget

from openclaw_desktop.search.presets import PRESETS
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view.filters import Filters
from openclaw_desktop.ui.search_view.query_field import QueryField


class AskBar(QWidget):
    """One line where there is room, two where there is not."""

    def __init__(self, preset: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QueryField()
        self.filters = Filters()
        self.preset = QComboBox()
        self.preset.setAccessibleName("Ranking")
        for number, choice in enumerate(PRESETS.values()):
            self.preset.addItem(choice.name)
            self.preset.setItemData(number, choice.sentence, Qt.ItemDataRole.ToolTipRole)
        self.preset.setCurrentText(preset)
        choosers = QWidget()
        row = QHBoxLayout(choosers)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP)
        row.addWidget(self.preset)
        row.addWidget(self.filters)
        row.addStretch(1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(16, 12, 16, 12)
        self._line.setSpacing(theme.GAP)
        self._line.addWidget(self.field, 1)
        self._line.addWidget(choosers)

    def set_narrow(self, narrow: bool) -> None:
        """Puts the choosers below the question, or beside it."""
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._line.setDirection(direction)
