"""What accepting would do now, and what a person did to a proposal without deciding it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openclaw_desktop.desk.review import Review
from openclaw_desktop.ui.review_view.conflict_page import Chosen
from openclaw_desktop.ui.review_view.session import Wish

Ticked = tuple[frozenset[int], frozenset[int]]
"""Removed lines of the old text and added lines of the new one, 0-based."""


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

    `text`: what was typed. `ticked` is None where everything is ticked.
    """

    review: Review
    text: str | None
    ticked: Ticked | None
    choices: tuple[Chosen, ...]
    comment: str = ""

    @property
    def empty(self) -> bool:
        """Nothing would be lost."""
        return self.text is None and self.ticked is None and not self.comment and not any(self.choices)

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


def wish_for(text: Callable[[], str | None]) -> Wish:
    """A wish for the text that a widget holds now."""
    held = text()
    return Wish(lambda: held)
