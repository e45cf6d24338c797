"""What is said about one place of a session: its sentence, its figures, and the memory search made there."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.ui.context_view import last_call
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.mark_lane import sentence
from openclaw_desktop.ui.context_view.session_panes import SessionPanes
from openclaw_desktop.ui.context_view.session_reading import Shown
from openclaw_desktop.ui.tree.names import shown as shown_text


class AtPlayhead(QObject):
    """Fills the line above the timeline and the legend below it."""

    search_requested = Signal(object, object)  # Opened, Mark: a search of the memory

    def __init__(self, panes: SessionPanes, now: Callable[[], datetime]) -> None:
        super().__init__(panes)
        self._panes, self._now = panes, now
        self.shown: Shown | None = None
        """The session as it is shown now."""
        self.mark: Mark | None = None
        """The mark that was chosen last."""
        panes.timeline.pointed.connect(self.tell)
        panes.timeline.said.connect(self.add)
        panes.timeline.why_wanted.connect(self._ask_why)
        panes.why_button.clicked.connect(self._ask_why)

    def tell(self, index: int = -1) -> None:
        """The numbers under the mouse, else those at the playhead."""
        if self.shown is None:
            return
        points = self.shown.opened.ledger.points
        place = index if index >= 0 else self._panes.timeline.playhead
        if 0 <= place < len(points):
            text = words.reading_of(points[place], self._now())
            if self.mark is not None and index < 0 and self.mark.index == place:
                text = f"{shown_text(sentence(self.mark))} · {text}"
            self._panes.readout.show_text(text, hover=html.escape(text))
            self._panes.why_button.setVisible(self._search_here() is not None)
            self._compare(self.shown, place)

    def add(self, sentence: str) -> None:
        """Says something before the numbers, until the playhead moves."""
        text = f"{sentence} · {self._panes.readout.text()}"
        self._panes.readout.show_text(text, hover=html.escape(text))

    def _compare(self, shown: Shown, place: int) -> None:
        """What is measured and estimated there, and how far apart they are."""
        account = shown.opened.ledger
        call = last_call.last_call(account.points, place)
        replayed = self._panes.timeline.replayed_at(place)
        self._panes.figures.show_point(account.points[place], account.fixed, call, replayed)
        self._panes.compared.setText(last_call.compared(call, place, fixed=account.fixed is not None))

    def _search_here(self) -> Mark | None:
        """The search of the memory at the playhead, the chosen one where there are several."""
        if self.shown is None:
            return None
        place = self._panes.timeline.playhead
        marks = self.shown.opened.ledger.marks
        here = [mark for mark in marks if mark.index == place and mark.kind is MarkKind.SEARCH]
        return next((mark for mark in here if mark is self.mark), next(iter(here), None))

    def _ask_why(self) -> None:
        mark = self._search_here()
        if self.shown is not None and mark is not None:
            self.search_requested.emit(self.shown.opened, mark)
        elif self.shown is not None:
            self.add("There is no memory search here: M leads to the next mark.")
