"""What the review asks the index: which lines say nearly this, and whether a text lives on elsewhere."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from openclaw_desktop.errors import IndexingError
from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.store import Store
from openclaw_desktop.review.risk.elsewhere import lives_on
from openclaw_desktop.search.likeness import lines_like, lines_with_words

MOST_COMPARED = 60
"""So many added lines are compared by meaning; more would keep the model busy for many seconds."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A line of the workspace like an added one."""

    path: str
    line: int
    text: str
    similarity: float  # a cosine; 0 without vectors


@dataclass(frozen=True, slots=True)
class Lookup:
    """The index as the review needs it. `reader` may raise IndexingError, `embed` gives None for none."""

    reader: Callable[[], AbstractContextManager[Store]]
    embed: Callable[[str], Vector | None]

    def alike(self, texts: Sequence[str]) -> list[list[Similar]]:
        """For each text the lines that say nearly the same; of many texts only the first are looked at.

        None are found while there is no index that could be asked.
        """
        found: list[list[Similar]] = [[] for _ in texts]
        with contextlib.suppress(IndexingError), self.reader() as store:
            for similar, text in zip(found, texts[:MOST_COMPARED], strict=False):
                for hit in lines_like(store, text, self.embed):
                    similar.append(Similar(hit.path, hit.line, hit.text, hit.cosine))
        return found

    def elsewhere(self, texts: Sequence[str], besides: str) -> list[tuple[str, int] | None]:
        """For each text a place outside the file `besides` that says it, too; None without an index."""
        try:
            with self.reader() as store:
                return lives_on(texts, lambda text: lines_with_words(store, text), besides=besides)
        except IndexingError:
            return [None for _ in texts]
