"""All rules about the window under each other, and below them what the one is that is pointed at."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from openclaw_desktop.context.policy import Rules
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import rule_values
from openclaw_desktop.ui.context_view.rule_row import RuleRow

HINT = "Point at a rule to read what it is and what it is called in openclaw.json."


class RuleList(QWidget):
    """A row for each rule, in groups; `changed` carries its key and the value it is moved to."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own: Rules | None = None
        self.rows: dict[str, RuleRow] = {}
        self.about = QLabel(HINT, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._lay_out()
        for row in self.rows.values():
            row.changed.connect(self.changed)
            row.looked_at.connect(self._explain)

    def show_rules(self, rules: Rules, own: Rules) -> None:
        """Shows rules, and which of them are other than the agent's own."""
        self._own = own
        self.setEnabled(True)
        for row in self.rows.values():
            row.show_rules(rules, own)

    def show_none(self) -> None:
        """There are none: the window is unknown."""
        self._own = None
        self.setEnabled(False)
        self.about.setText(HINT)

    def _explain(self, key: str) -> None:
        if self._own is not None:
            self.about.setText(rule_values.explained(self._own, self.rows[key].parameter))

    def _lay_out(self) -> None:
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setContentsMargins(12, 4, 12, 8)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(1, 90)
        self._fill(grid)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self.about.setProperty("role", "meta")
        self.about.setMinimumHeight(2 * self.about.fontMetrics().height())
        self.about.setContentsMargins(12, 0, 12, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(area, 1)
        column.addWidget(self.about)

    def _fill(self, grid: QGridLayout) -> None:
        line = 0
        for title, held in rule_values.groups():
            label = QLabel(title)
            label.setProperty("role", "dim")
            label.setContentsMargins(0, theme.GAP if line else 0, 0, 0)
            grid.addWidget(label, line, 0, 1, 4)
            line += 1
            for each in held:
                self.rows[each.key] = RuleRow(each, grid, line, self)
                line += 1
        grid.setRowStretch(line, 1)
