"""Below the hits: everything that differs in the selected one, and the steps that gave it its score then."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from openclaw_desktop.desk.again import Again, Change, Compared
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.past_view import words
from openclaw_desktop.ui.past_view.compared_model import found_at
from openclaw_desktop.ui.past_view.words import CHANGES
from openclaw_desktop.ui.search_view.waterfall import Waterfall, lines_of
from openclaw_desktop.ui.tree.names import shown

PLAIN = Qt.TextFormat.PlainText


class WhyPane(QWidget):
    """Sentences, then the waterfall of the search run again with the clock of then."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.place = ElidedText()
        self.sentences = QLabel(wordWrap=True, textFormat=PLAIN)
        self.steps = Waterfall()
        head = QHBoxLayout()
        head.setSpacing(theme.GAP)
        head.addWidget(self.title)
        head.addWidget(self.place)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(theme.GAP)
        column.addLayout(head)
        column.addWidget(self.sentences)
        column.addWidget(self.steps, 1)
        self.show_row(None, None)

    def show_row(self, again: Again | None, row: Compared | None) -> None:
        """Explains a row of the comparison; without one it says what to do."""
        differences = row.differences if row else ()
        said = [f"{CHANGES[d.change].mark} {d.sentence}" for d in differences if d.change is not Change.SAME]
        self.sentences.setText("\n".join(shown(line) for line in said))
        self.sentences.setVisible(bool(said))
        hit = (row.hit or row.below) if row else None
        self.title.setText(title_of(row))
        where = found_at(hit) if hit else ""
        self.place.show_text(where, hover=where)
        answer = again.answer if again else None
        if hit is None or answer is None:
            self.steps.show_lines(())
        else:
            self.steps.show_lines(lines_of(answer, hit), floor=answer.floor)


def title_of(row: Compared | None) -> str:
    """What the pane answers."""
    if row is None:
        return "Select a hit to see why"
    if row.hit is not None:
        return f"Why {words.score(row.hit.score)}, by the clock of then"
    if row.below is not None:
        return "Why it stays below the line"
    return "What became of it"
