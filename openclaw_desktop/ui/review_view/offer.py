"""What accepting would do now, and what a person did to a proposal without deciding it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.review_view.conflict_page import Chosen
from openclaw_desktop.ui.review_view.redaction import NONE, Redactions

Ticked = tuple[frozenset[int], frozenset[int]]
"""Removed lines of the old text and added lines of the new one, 0-based."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be written for one proposal: `text` may take a while; its None means that the file goes.

    `edited`: a person typed in it.
    """

    text: Callable[[], str | None]
    hunks: tuple[int, int] | None = None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What the primary button says and does. Without a `wish` it cannot be done yet, and `hint` says why."""

    button: str
    hint: str
    wish: Callable[[], Wish] | None
    whole: bool = False  # as proposed, byte for byte
    edit: str = ""  # what the button to the editor says


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be lost by showing another proposal; `review` is what it was made on.

    `text`: what was typed. `ticked` is None where everything is ticked. `wish` is what accepting it writes;
    without one it cannot be accepted yet, and `hint` says why.
    """

    review: Review
    text: str | None
    ticked: Ticked | None
    choices: tuple[Chosen, ...]
    comment: str = ""
    wish: Wish | None = None
    hint: str = ""
    redactions: Redactions = NONE

    @property
    def changes(self) -> bool:
        """Accepting it writes something else than what was proposed."""
        return self.text is not None or self.ticked is not None or any(self.choices)

    @property
    def empty(self) -> bool:
        """Nothing would be lost."""
        return not self.changes and not self.comment

    def comment_with(self, comment: str) -> str:
        """What was to be said about this one, and what is said about all."""
        return " ".join(part for part in (self.comment, comment) if part)

    def fits(self, review: Review) -> bool:
        """It was made on the same texts."""
        made_on = self.review
        return (made_on.seen, made_on.proposed, made_on.target) == (
            review.seen,
            review.proposed,
            review.target,
        )


def nothing() -> None:
    """The text of a file that goes."""


def wish_for(text: Callable[[], str | None], *, edited: bool = False) -> Wish:
    """A wish for the text that a widget holds now."""
    held = text()
    return Wish(lambda: held, edited=edited)


def by_draft(
    proposals: Sequence[Proposal], drafts: Mapping[str, Draft]
) -> list[tuple[Draft | None, list[Proposal]]]:
    """The proposals in their order, those between which no draft comes together."""
    together = groupby(proposals, key=lambda proposal: proposal.id if proposal.id in drafts else "")
    return [(drafts.get(number), list(some)) for number, some in together]
