"""Pure: what changed within a line, by words, and by characters where a script has no spaces."""

from __future__ import annotations

import re
from functools import lru_cache

from openclaw_desktop.review.diff.lines import Change, changes

LONGEST = 20_000
"""Characters of a line up to which words are compared; of a longer one only the ends are."""

ALIKE = 0.35
"""So much of two lines must be the same for marks to help; else the whole line counts as changed."""

_CJK = (
    r"\u2e80-\u2fdf\u3005-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    r"\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"\r|[^\S\r]+|[{_CJK}]|[^\W{_CJK}]+|.", re.DOTALL)

Spans = tuple[tuple[int, int], ...]
"""Characters of a line: from, up to."""


def words(line: str) -> list[str]:
    """Words, runs of blanks, carriage returns, signs and CJK characters; together they are the line."""
    return _WORD.findall(line)


@lru_cache(maxsize=2_000)
def spans_within(old: str, new: str) -> tuple[Spans, Spans]:
    """The characters that changed between two versions of a line, in each of them.

    Words as a whole, Chinese, Japanese and Korean by character, blanks and carriage returns too. Empty when
    the lines have too little in common for that to help.
    """
    if max(len(old), len(new)) > LONGEST:
        return _between_the_ends(old, new)
    a, b = words(old), words(new)
    found = _without_gaps(a, changes(a, b))
    blank = old.split() == new.split()
    if not blank and _share(a, b, found) < ALIKE:
        return (), ()
    starts_a, starts_b = _starts(a), _starts(b)
    return (
        tuple((starts_a[c.old_start], starts_a[c.old_end]) for c in found if c.old_end > c.old_start),
        tuple((starts_b[c.new_start], starts_b[c.new_end]) for c in found if c.new_end > c.new_start),
    )


def similarity(old: frozenset[str], new: frozenset[str]) -> float:
    """How much two lines have in common, 0 to 1, given their `content`."""
    return 2 * len(old & new) / (len(old) + len(new)) if old and new else 0.0


def content(line: str) -> frozenset[str]:
    """The words of a line without its blanks, for `similarity`."""
    return frozenset(word for word in words(line[:LONGEST]) if not word.isspace())


def _without_gaps(a: list[str], found: list[Change]) -> list[Change]:
    """Changes with nothing but blanks between them are one: "red house" to "blue boat" is not two."""
    joined: list[Change] = []
    for change in found:
        last = joined[-1] if joined else None
        both = last and not change.is_pure and not last.is_pure
        if last and both and "".join(a[last.old_end : change.old_start]).isspace():
            change = Change(last.old_start, change.old_end, last.new_start, change.new_end)
            joined.pop()
        joined.append(change)
    return joined


def _share(a: list[str], b: list[str], found: list[Change]) -> float:
    """How much of both stays, blanks not counted."""
    gone = sum(_weight(a[c.old_start : c.old_end]) for c in found)
    come = sum(_weight(b[c.new_start : c.new_end]) for c in found)
    whole = _weight(a) + _weight(b)
    return 1 - (gone + come) / whole if whole else 1.0


def _weight(some: list[str]) -> int:
    return sum(len(word) for word in some if not word.isspace())


def _starts(some: list[str]) -> list[int]:
    starts = [0]
    for word in some:
        starts.append(starts[-1] + len(word))
    return starts


def _between_the_ends(old: str, new: str) -> tuple[Spans, Spans]:
    """What is left of two very long lines when what they begin and end with is taken off."""
    start = _alike(old, new)
    rest_old, rest_new = old[start:], new[start:]
    tail = _alike(rest_old[::-1], rest_new[::-1])
    if 2 * (start + tail) < ALIKE * (len(old) + len(new)):
        return (), ()
    return _span(start, len(old) - tail), _span(start, len(new) - tail)


def _span(start: int, end: int) -> Spans:
    return ((start, end),) if end > start else ()


def _alike(old: str, new: str) -> int:
    """How many characters two texts begin with alike, by halving."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
