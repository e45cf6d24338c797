"""Pure: what of the text in an editor reaches the model, in words and in positions of the editor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from openclaw_desktop import utf16
from openclaw_desktop.context.allotment import Allotment
from openclaw_desktop.context.bootstrap import LARGEST_READ, NEAR, Injected


@dataclass(frozen=True, slots=True)
class Shade:
    """What an editor draws: stretches that are dropped, and what is said where the first begins and the
    last one ends ("" where the text ends as well). Positions are UTF-16 units of the document."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    begins: str
    goes_on: str

    def moved(self, position: int, removed: int, added: int) -> Shade:
        """Where the stretches are after an edit, until somebody works them out anew."""
        starts, ends = (
            tuple(_moved(at, position, removed, added) for at in places)
            for places in (self.starts, self.ends)
        )
        return Shade(starts, ends, self.begins, self.goes_on)

    def within(self, first: int, after: int) -> Iterator[tuple[int, int]]:
        """The stretches that reach into the positions from `first` up to `after`."""
        for start, end in zip(self.starts, self.ends, strict=True):
            if start < after and end > first and start < end:
                yield start, end


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of one text the model is given. All counts are UTF-16 units, as OpenClaw counts."""

    allotment: Allotment
    raw: int
    injected: int
    dropped: int
    file_limit: int  # for this file, whatever the others take
    limit: int  # with the room the files before it leave
    is_near: bool  # and not over it
    shade: Shade | None  # None when nothing is dropped

    @property
    def too_large(self) -> bool:
        """OpenClaw does not even read a file of this size."""
        return self.raw > 0 and self.injected == 0 and self.allotment.room > 0


def look(allotment: Allotment, text: str, shown: str) -> Cut:
    """What of a file's `text`, which an editor shows as `shown`, reaches the model."""
    found = allotment.injected(text)
    dropped = sum(utf16.length(text[start:end]) for start, end in found.dropped)
    limit = min(found.file_limit, allotment.room)
    shade = None
    if found.dropped:
        places = in_document(shown, text, [at for stretch in found.dropped for at in stretch])
        rest = utf16.length(utf16.without_trailing_space(text)[found.dropped[-1][1] :])
        shade = Shade(
            tuple(places[::2]),
            tuple(places[1::2]),
            _begins(found),
            f"read again from here: the last {rest:,} characters" if rest else "",
        )
    return Cut(
        allotment=allotment,
        raw=found.raw_chars,
        injected=found.injected_chars,
        dropped=dropped,
        file_limit=found.file_limit,
        limit=limit,
        is_near=not dropped and 0 < found.raw_chars >= math.ceil(limit * NEAR),
        shade=shade,
    )


def _begins(found: Injected) -> str:
    if not found.injected_chars:
        return f"none of these {found.raw_chars:,} characters is read"
    return f"cut here: {found.injected_chars:,} of {found.raw_chars:,} characters"


def in_document(shown: str, text: str, places: Sequence[int]) -> list[int]:
    """Sorted positions in a file's text, as UTF-16 positions in the document that shows it.

    Where the two differ in length (the document has no carriage returns, and of very long lines only the
    start), a position is that of the same character in the same line, or the line's end.
    """
    if len(shown) != len(text):
        lines = shown.split("\n")
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        places = [_in_line(text, at, lines, starts) for at in places]
    return list(accumulate(utf16.length(shown[a:b]) for a, b in zip([0, *places], places, strict=False)))


def _in_line(text: str, at: int, lines: Sequence[str], starts: Sequence[int]) -> int:
    number = text.count("\n", 0, at)
    if number >= len(lines):
        return starts[-1] - 1
    column = at - (text.rfind("\n", 0, at) + 1)
    return starts[number] + min(column, len(lines[number]))


def _moved(at: int, position: int, removed: int, added: int) -> int:
    if at <= position:
        return at
    return at + added - removed if at >= position + removed else position


def count_in_words(cut: Cut) -> str:
    """The count beside the cursor's place: "24,310 of 20,000 characters · 4,310 cut"."""
    if cut.raw and not cut.injected:
        return f"{cut.raw:,} characters · none read"
    more = ""
    if cut.dropped:
        more = f" · {cut.dropped:,} cut"
    elif cut.is_near:
        more = f" · {max(cut.limit - cut.raw, 0):,} left"
    return f"{cut.raw:,} of {cut.limit:,} characters{more}"


def injected_in_words(cut: Cut) -> str:
    """What is injected of it: "20,000 of 24,310"."""
    return f"{cut.injected:,} of {cut.raw:,}" if cut.dropped else f"all {cut.raw:,}"


def explained(cut: Cut) -> str:
    """Whose rules these are, and which limits, as sentences."""
    place = cut.allotment
    described = place.profile == "as described"
    rules = "the first descriptions of OpenClaw" if described else f"OpenClaw {place.profile}"
    first = f"What a private session is given of {place.name} according to {rules}."
    if cut.too_large:
        return f"{first}\nNothing: no file of more than {LARGEST_READ // 2**20} MB is read."
    together = f"{place.limits.total:,} of all such files together"
    room = f" The files before it leave {place.room:,}." if place.room < cut.file_limit else ""
    return f"{first}\nAt most {cut.file_limit:,} characters of it, and {together}.{room}"
