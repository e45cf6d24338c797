"""What an agent's index is, section by section, in one column that scrolls."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from openclaw_desktop.desk.agent_state import AgentState
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.search_view import index_words

GROUP = 20
CONFIGURED = "openclaw.json: "
QUIET = ("default", "fixed in 2026.9")
"""What a person did not decide."""


class Sections:
    """`area` is the widget; it is filled anew for each state."""

    def __init__(self) -> None:
        self.area = QScrollArea(widgetResizable=True)
        self.area.setProperty("role", "reading")
        self.area.setAccessibleName("The agent's index")
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_state(self, state: AgentState) -> None:
        """Facts, what is not as configured or worth knowing, and every setting; it stays scrolled."""
        scrolled = self.area.verticalScrollBar().value()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(15, 0, 16, 16)  # and the frame that shows the focus
        column.setSpacing(8)
        column.addLayout(_grid(list(index_words.facts(state))))
        self._add_mismatches(column, state)
        notes = [*state.problems, *state.drift.notes]
        if notes:
            column.addWidget(_title("Worth knowing"))
            for note in notes:
                column.addWidget(_sentence(note))
        column.addWidget(_title("How this agent searches"))
        column.addLayout(_grid(list(index_words.parameters(state))))
        column.addStretch(1)
        self.area.setWidget(page)
        for part in page.findChildren(QWidget):
            part.ensurePolished()  # so that it knows the size of its letters
        beside = self.area.verticalScrollBar().sizeHint().width() + 2 * self.area.frameWidth()
        self.area.setMinimumWidth(page.minimumSizeHint().width() + beside)
        self.area.verticalScrollBar().setValue(scrolled)

    def _add_mismatches(self, column: QVBoxLayout, state: AgentState) -> None:
        if not state.mismatches:
            column.addWidget(_title("Made as configured"))
            column.addWidget(
                _sentence("The index was made by the settings that the agent has now.", dim=True)
            )
            return
        column.addWidget(_title("Not made as configured"))
        for each in state.mismatches:
            column.addWidget(_sentence(each.sentence))
            column.addWidget(_sentence(each.effect, dim=True))


def _title(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "title")
    label.setContentsMargins(0, GROUP - 8, 0, 0)
    return label


def _sentence(text: str, *, dim: bool = False) -> QLabel:
    label = QLabel(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if dim:
        label.setProperty("role", "dim")
    return label


def _value(text: str, *, dim: bool) -> QWidget:
    """A value; a key of openclaw.json, which nothing breaks, gives way in its middle and can be copied."""
    if not text.startswith(CONFIGURED):
        return _sentence(text, dim=dim)
    key = ElidedText()
    # With a maximum of their own the column would be no wider than the shortest of them.
    key.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    key.show_text(text, copies=text.removeprefix(CONFIGURED), hover=f"{text}\nClick to copy the key")
    return key


def _grid(rows: Sequence[tuple[str, ...]]) -> QGridLayout:
    """Names dimmed, values in full; a third column says where a value is from."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    for column in range(1, len(rows[0]) if rows else 0):
        grid.setColumnStretch(column, 1 + column)  # a key is longer than a value
    for at, row in enumerate(rows):
        name = _sentence(row[0], dim=True)  # as its value, so that both stand on one line
        name.setWordWrap(False)
        grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
        for column, text in enumerate(row[1:], 1):
            grid.addWidget(_value(text, dim=text in QUIET), at, column)
    return grid
