"""Pure: what of the text in an editor reaches the model, in words and in positions of the editor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
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
    """How much of one text the model is given. All counts are UTF-16 units, as OpenClaw counts.

    `head` stands before all that is dropped, `tail` after it; between them may be rules that are quoted.
    """

    allotment: Allotment
    raw: int
    injected: int  # markers included
    dropped: int
    head: int
    tail: int
    file_limit: int  # for this file, whatever the others take
    limit: int  # with the room the files before it leave
    is_near: bool  # and not over it
    shade: Shade | None  # None when nothing is dropped

    @property
    def kept(self) -> int:
        """What of the file itself the model is given."""
        return self.raw - self.dropped

    @property
    def too_large(self) -> bool:
        """OpenClaw does not even read a file of this size."""
        return self.raw > 0 and self.injected == 0 and self.allotment.room > 0


def look(allotment: Allotment, text: str, shown: str) -> Cut:
    """What of a file's `text`, which an editor shows as `shown`, reaches the model."""
    found = allotment.injected(text)
    dropped = sum(utf16.length(text[start:end]) for start, end in found.dropped)
    limit = min(found.file_limit, allotment.room)
    shade, head, tail = None, found.raw_chars, 0
    if found.dropped:
        head = utf16.length(text[: found.dropped[0][0]])
        tail = utf16.length(utf16.without_trailing_space(text)[found.dropped[-1][1] :])
        places = in_document(shown, text, [at for stretch in found.dropped for at in stretch])
        shade = Shade(
            tuple(places[::2]),
            tuple(places[1::2]),
            _begins(found, dropped),
            f"read again from here: the last {tail:,} characters" if tail else "",
        )
    return Cut(
        allotment=allotment,
        raw=found.raw_chars,
        injected=found.injected_chars,
        dropped=dropped,
        head=head,
        tail=tail,
        file_limit=found.file_limit,
        limit=limit,
        is_near=not dropped and 0 < found.raw_chars >= math.ceil(limit * NEAR),
        shade=shade,
    )


def _begins(found: Injected, dropped: int) -> str:
    if not found.injected_chars:
        return f"none of these {found.raw_chars:,} characters is read"
    return f"cut here: {dropped:,} of {found.raw_chars:,} characters are not read"


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
    """The count beside the cursor's place: of its limit, or, over that, what is read of it and what is not.

    "12,310 of 20,000 characters"; "19,892 of 24,310 characters read · 4,418 cut".
    """
    if cut.raw and not cut.injected:
        return f"{cut.raw:,} characters · none read"
    if cut.dropped:
        return f"{cut.kept:,} of {cut.raw:,} characters read · {cut.dropped:,} cut"
    more = f" · {max(cut.limit - cut.raw, 0):,} left" if cut.is_near else ""
    return f"{cut.raw:,} of {cut.limit:,} characters{more}"


def read_in_words(cut: Cut) -> str:
    """What the model is given of it: "19,892 of 24,310"."""
    return f"{cut.kept:,} of {cut.raw:,}" if cut.dropped else f"all {cut.raw:,}"


def explained(cut: Cut) -> str:
    """Whose rules these are, which limits, and how the counts add up, as sentences."""
    place = cut.allotment
    described = place.profile == "as described"
    rules = "the first descriptions of OpenClaw" if described else f"OpenClaw {place.profile}"
    first = f"What a private session is given of {place.name} according to {rules}."
    if cut.too_large:
        return f"{first}\nNothing: no file of more than {LARGEST_READ // 2**20} MB is read."
    together = f"{place.limits.total:,} of all such files together"
    room = f" The files before it leave {place.room:,}." if place.room < cut.file_limit else ""
    limits = f"At most {cut.file_limit:,} characters of it, and {together}.{room}"
    return "\n".join([first, limits, *_sums(cut)])


def _sums(cut: Cut) -> Iterator[str]:
    """What is on disk and what is injected, each part by part."""
    if not cut.dropped or not cut.injected:
        return
    quoted, added = cut.kept - cut.head - cut.tail, cut.injected - cut.head - cut.tail
    on_disk = {"first": cut.head, "cut": cut.dropped, "quoted between": quoted, "last": cut.tail}
    yield f"On disk: {_sum(on_disk)} = {cut.raw:,} characters."
    if added < 0:  # a digest is shorter than the lines it quotes, and these may follow the head at once
        yield f"Injected: {cut.injected:,} characters, with rules in a shorter form."
        return
    digest = cut.allotment.profile == "2026.9" and cut.allotment.name.lower() == "agents.md"
    markers = "rules quoted and markers" if digest else "marker"
    given = {"first": cut.head, markers: added, "last": cut.tail}
    yield f"Injected: {_sum(given)} = {cut.injected:,} characters."


def _sum(parts: Mapping[str, int]) -> str:
    return " + ".join(f"{size:,} {name}" for name, size in parts.items() if size)
