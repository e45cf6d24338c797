"""What the review asks the index: which lines say nearly this, and whether a text lives on elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openclaw_desktop.errors import IndexingError

if TYPE_CHECKING:
    from openclaw_desktop.index.embed import Vector
    from openclaw_desktop.index.store import Store
    from openclaw_desktop.search.likeness import LineHit


@dataclass(frozen=True, slots=True)
class Lookup:
    """The index as the review needs it. `reader` may raise IndexingError, `embed` gives None for none."""

    reader: Callable[[], AbstractContextManager[Store]]
    embed: Callable[[str], Vector | None]

    def alike(self, texts: Sequence[str]) -> list[list[LineHit]]:
        """For each text the lines that say nearly the same; none without an index."""
        from openclaw_desktop.search.likeness import lines_like

        try:
            with self.reader() as store:
                return [lines_like(store, text, self.embed) for text in texts]
        except IndexingError:
            return [[] for _ in texts]

    def elsewhere(self, texts: Sequence[str], besides: str) -> list[tuple[str, int] | None]:
        """For each text a place outside the file `besides` that says it, too; None without an index."""
        from openclaw_desktop.review.risk.elsewhere import lives_on
        from openclaw_desktop.search.likeness import lines_with_words

        try:
            with self.reader() as store:
                return lives_on(texts, lambda text: lines_with_words(store, text), besides=besides)
        except IndexingError:
            return [None for _ in texts]
