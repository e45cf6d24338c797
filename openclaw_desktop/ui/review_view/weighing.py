"""Counts what the text costs that would be accepted now, once typing and ticking rest."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from openclaw_desktop import tokens
from openclaw_desktop.context.budget import Budget
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.review_view.page import ProposalPage
from openclaw_desktop.ui.search_view.latest import Latest

REST_MS = 300
"""How long nothing must change before it is counted."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What it costs when one proposal is accepted with another text; `grows` is in tokens."""

    proposal: str
    grows: int
    budget: Budget


class Weighing(QObject):
    """Counts on a reader thread. What is accepted as proposed was weighed already."""

    def __init__(self, bridge: Bridge, page: ProposalPage, parent: QObject) -> None:
        super().__init__(parent)
        self._engine, self._page = bridge.engine, page
        self._asking = Latest(bridge, self)
        self._asking.arrived.connect(self._on_weighed)
        self.rest = QTimer(self, interval=REST_MS, singleShot=True)
        self.rest.timeout.connect(self._weigh)
        page.text_changed.connect(self.rest.start)

    def _weigh(self) -> None:
        review, offer = self._page.review, self._page.offer()
        self._asking.forget()
        if review is None or not review.proposal.waits or not review.is_text or offer.wish is None:
            return
        if self._page.is_as_proposed:
            self._page.header.show_budget(review.budget)
            return
        engine, proposal, approved, wish = self._engine, review.proposal, review.approved, offer.wish()

        def weigh() -> Weight:
            text, encoding = wish.text(), engine.settings.editor.encoding
            after, before = (tokens.count(each or "", encoding) for each in (text, approved))
            budget = engine.desk.owner.weigh(engine.root, proposal.path, approved, text)
            return Weight(proposal.id, after - before, budget)

        self._asking.ask(weigh)

    def _on_weighed(self, weight: Weight) -> None:
        review = self._page.review
        if review is not None and review.proposal.id == weight.proposal:
            self._page.header.show_budget(weight.budget, grows=weight.grows)
