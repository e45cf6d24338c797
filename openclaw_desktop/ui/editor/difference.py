"""Pure: how two texts differ, by lines and within lines; bounded on texts of any size."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

SMALL = 400
"""Up to so many lines on both sides difflib looks at all of them; above, lines that occur once lead."""

LONGEST = 2_000
"""Characters of a line up to which changes within it are looked for."""

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Change:
    """Lines from `old_start` up to `old_end` became those from `new_start` up to `new_end`; 0-based."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


class Sign(StrEnum):
    """What a row of a comparison is."""

    SAME = " "
    REMOVED = "−"
    ADDED = "+"
    LEFT_OUT = "⋯"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a comparison. Line numbers are 1-based; `spans` are the characters that changed."""

    sign: Sign
    text: str
    old: int | None = None
    new: int | None = None
    spans: tuple[tuple[int, int], ...] = ()


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """The changes that make `new` of `old`, in order and apart."""
    found: list[Change] = []
    for change in _between(old, new, Change(0, len(old), 0, len(new))):
        if found and (found[-1].old_end, found[-1].new_end) == (change.old_start, change.new_start):
            last = found.pop()
            change = Change(last.old_start, change.old_end, last.new_start, change.new_end)
        found.append(change)
    return found


def rows(old: str, new: str, *, context: int = 3) -> list[Row]:
    """Both texts as one column of rows: what changed with `context` lines round it, the rest left out."""
    before, after = old.split("\n"), new.split("\n")
    result: list[Row] = []
    done, end = 0, 0  # lines of `new` that are in the result, and that are to be shown after a change
    for change in changes(before, after):
        shift = change.old_start - change.new_start
        start = max(done, change.new_start - context)
        result += _same(after, done, min(end, start), shift)
        result += _left_out(max(done, min(end, start)), start)
        result += _same(after, start, change.new_start, shift)
        result += _changed(before, after, change)
        done, end = change.new_end, change.new_end + context
    shift = len(before) - len(after)
    end = min(end, len(after)) if result else 0
    return [*result, *_same(after, done, end, shift), *_left_out(end, len(after))]


def spans_within(old: str, new: str) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """The characters that changed between two versions of a line, in each of them, word by word.

    Empty when the lines have too little in common for that to help.
    """
    if max(len(old), len(new)) > LONGEST:
        return (), ()
    a, b = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.ratio() < 0.4:
        return (), ()
    starts_a, starts_b = _starts(a), _starts(b)
    different = [o for o in matcher.get_opcodes() if o[0] != "equal"]
    return (
        tuple((starts_a[i], starts_a[j]) for _, i, j, _, _ in different if j > i),
        tuple((starts_b[i], starts_b[j]) for _, _, _, i, j in different if j > i),
    )


def _starts(words: list[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts


def _between(old: Sequence[str], new: Sequence[str], part: Change) -> Iterator[Change]:
    """The changes within one part: what is alike at both ends is left out, lines that occur once lead."""
    a, b, c, d = part.old_start, part.old_end, part.new_start, part.new_end
    while a < b and c < d and old[a] == new[c]:
        a, c = a + 1, c + 1
    while a < b and c < d and old[b - 1] == new[d - 1]:
        b, d = b - 1, d - 1
    if a == b and c == d:
        return
    if a == b or c == d:
        yield Change(a, b, c, d)
    elif b - a <= SMALL and d - c <= SMALL:
        for tag, i, j, k, m in SequenceMatcher(None, old[a:b], new[c:d], autojunk=False).get_opcodes():
            if tag != "equal":
                yield Change(a + i, a + j, c + k, c + m)
    else:
        yield from _led(old, new, Change(a, b, c, d))


def _led(old: Sequence[str], new: Sequence[str], part: Change) -> Iterator[Change]:
    """Splits a large part at lines that occur once in both; without any it is one change."""
    leads = _common_once(old, new, part)
    if not leads:
        yield part
        return
    a, c = part.old_start, part.new_start
    for i, k in leads:
        yield from _between(old, new, Change(a, i, c, k))
        a, c = i + 1, k + 1
    yield from _between(old, new, Change(a, part.old_end, c, part.new_end))


def _common_once(old: Sequence[str], new: Sequence[str], part: Change) -> list[tuple[int, int]]:
    """Pairs of the same line, unique on both sides, in an order that both sides share (patience diff)."""
    once_old, once_new = (
        Counter(old[part.old_start : part.old_end]),
        Counter(new[part.new_start : part.new_end]),
    )
    places = {new[k]: k for k in range(part.new_start, part.new_end) if once_new[new[k]] == 1}
    pairs = [
        (i, places[old[i]])
        for i in range(part.old_start, part.old_end)
        if once_old[old[i]] == 1 and old[i] in places
    ]
    ends: list[int] = []  # the smallest end of an increasing run of each length
    links: list[int] = []
    tops: list[int] = []
    for index, (_, k) in enumerate(pairs):
        length = bisect_left(ends, k)
        links.append(tops[length - 1] if length else -1)
        ends[length : length + 1] = [k]
        tops[length : length + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        chain.append(pairs[at])
        at = links[at]
    return chain[::-1]


def _changed(old: list[str], new: list[str], change: Change) -> Iterator[Row]:
    gone, come = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
    marks_old: dict[int, tuple[tuple[int, int], ...]] = {}
    marks_new: dict[int, tuple[tuple[int, int], ...]] = {}
    for index, (a, b) in enumerate(zip(gone[:SMALL], come[:SMALL], strict=False)):
        marks_old[index], marks_new[index] = spans_within(a, b)
    for index, line in enumerate(gone):
        yield Row(Sign.REMOVED, line, change.old_start + index + 1, None, marks_old.get(index, ()))
    for index, line in enumerate(come):
        yield Row(Sign.ADDED, line, None, change.new_start + index + 1, marks_new.get(index, ()))


def _same(new: list[str], start: int, end: int, shift: int) -> Iterator[Row]:
    for index in range(start, end):
        yield Row(Sign.SAME, new[index], index + shift + 1, index + 1)


def _left_out(start: int, end: int) -> Iterator[Row]:
    if end > start:
        lines = "1 line" if end - start == 1 else f"{end - start:,} lines"
        yield Row(Sign.LEFT_OUT, f"{lines} the same")
