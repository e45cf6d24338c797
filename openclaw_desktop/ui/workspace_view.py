"""The Workspace view: the tree, the open files, and what is to be known about the one in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.facts_panel import FactsPanel
from openclaw_desktop.ui.tree.outline import OutlinePanel
from openclaw_desktop.ui.tree.panel import TreePanel

SIDE, SIDE_LEAST = 264, 176
RIGHT, RIGHT_LEAST = 232, 176
EDITOR_LEAST, EDITOR_WANTED = 320, 620
WIDE = 1000
"""Below this width of the window's content the right panel is closed, whatever the person chose."""


class WorkspaceView(QWidget):
    """Three columns; when room is short the right one closes, then the left one narrows."""

    panels_changed = Signal()  # a column was shown or hidden

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns = QSplitter(Qt.Orientation.Horizontal, self)
        self.tree = TreePanel(bridge, self._columns)
        self.editor = EditorTabs(bridge, self._columns)
        self._right = QWidget(self._columns)
        self._rows = QSplitter(Qt.Orientation.Vertical, self._right)
        self.outline = OutlinePanel(bridge, self._rows)
        self.facts = FactsPanel(bridge, self._rows)
        self._side_wanted, self._right_wanted = True, True
        self._side_width, self._right_width = SIDE, RIGHT
        for panel in (self.outline, self.facts):
            self._rows.addWidget(panel)
            self._rows.setCollapsible(self._rows.count() - 1, False)
        self._rows.setStretchFactor(0, 1)
        column = QVBoxLayout(self._right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._rows)
        for part, least in ((self.tree, SIDE_LEAST), (self.editor, EDITOR_LEAST), (self._right, RIGHT_LEAST)):
            part.setMinimumWidth(least)
            self._columns.addWidget(part)
            self._columns.setCollapsible(self._columns.count() - 1, False)
        self._columns.splitterMoved.connect(self._moved)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._columns)

    @property
    def side_panel(self) -> bool:
        """The person wants the tree shown."""
        return self._side_wanted

    @property
    def right_panel(self) -> bool:
        """The person wants the outline shown; it is, where there is room."""
        return self._right_wanted

    def show_side_panel(self, wanted: bool) -> None:
        """Shows or hides the tree."""
        self._side_wanted = wanted
        self._arrange()

    def show_right_panel(self, wanted: bool) -> None:
        """Shows or hides the outline; in a narrow window it stays closed."""
        self._right_wanted = wanted
        self._arrange()

    def panes(self) -> list[QWidget]:
        """What F6 goes through, from left to right."""
        return [part for part in (self.tree, self.editor, self.outline) if part.isVisible()]

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """How it is divided, for the next time."""
        return {"columns": (self._side_width, self._right_width), "right": tuple(self._rows.sizes())}

    def set_sizes(self, sizes: Mapping[str, Sequence[int]]) -> None:
        """Divides itself as it was; sizes that make no sense are put right."""
        side, right = (*sizes.get("columns", ()), SIDE, RIGHT)[:2]
        self._side_width, self._right_width = max(side, SIDE_LEAST), max(right, RIGHT_LEAST)
        if len(rows := [*sizes.get("right", ())]) == self._rows.count() and sum(rows) > 0:
            self._rows.setSizes(rows)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the editor its room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.tree.setVisible(self._side_wanted)
        shown = self._right_wanted and self.width() >= WIDE
        if shown == self._right.isHidden():
            self._right.setVisible(shown)
            self.panels_changed.emit()
        right = self._right_width if shown else 0
        spare = self.width() - EDITOR_WANTED - right
        side = max(SIDE_LEAST, min(self._side_width, spare)) if self._side_wanted else 0
        self._columns.setSizes([side, max(EDITOR_LEAST, self.width() - side - right), right])

    def _moved(self) -> None:
        """The person moved a divider: that is how wide the columns are to be."""
        side, _editor, right = self._columns.sizes()
        if self._side_wanted:
            self._side_width = side
        if self._right.isVisible():
            self._right_width = right
