"""Pure: which lines two texts have in common; bounded on texts of any size.

First what is alike at both ends is taken off, then lines that the other side does not have at all. In large
texts lines that occur once on both sides lead (patience diff), and between them the shortest way from one to
the other is looked for (E. W. Myers 1986), step by step when it would take too long to find all at once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

END = "\n"
"""Stands in a list of lines for what comes after the last line feed, so that it is no empty line."""

SMALL = 1_000
"""Up to so many lines on both sides together the shortest way is found; above, unique lines lead."""

STEPS, FEWEST = 1_000_000, 48
"""What a comparison may cost, and how far each step of it looks ahead at the least, in changed lines."""

Match = tuple[int, int]
"""A line of the old text and the line of the new one that is the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines from `old_start` up to `old_end` became those from `new_start` up to `new_end`; 0-based."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def is_pure(self) -> bool:
        """Lines were only added or only removed."""
        return self.old_start == self.old_end or self.new_start == self.new_end


def split(text: str) -> list[str]:
    """The lines of `text`, END last when it ends in a line feed or is empty.

    The places are those of `text.split("\\n")`.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines[-1] = END
    return lines


def joined(lines: Sequence[str]) -> str:
    """The inverse of `split`."""
    if lines and lines[-1] is END:
        return "".join(f"{line}\n" for line in lines[:-1])
    return "\n".join(lines)


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """The changes that make `new` of `old`, in order and apart.

    Where lines that repeat leave a choice, added or removed lines lie as far down as they can (as git has
    it), or at the next change if they can reach it.
    """
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(line, len(numbers)) for line in old]
    b = [numbers.setdefault(line, len(numbers)) for line in new]
    return _slid_up(a, b, _slid_down(a, b, _gaps(_matches(a, b), len(a), len(b))))


def _gaps(matches: Iterable[Match], rows: int, columns: int) -> Iterator[Change]:
    i = k = 0
    for x, y in [*matches, (rows, columns)]:
        if x > i or y > k:
            yield Change(i, x, k, y)
        i, k = x + 1, y + 1


def _matches(a: list[int], b: list[int]) -> list[Match]:
    """Lines that stay, in the order of both."""
    start, stop = 0, min(len(a), len(b))
    while start < stop and a[start] == b[start]:
        start += 1
    tail = 0
    while tail < stop - start and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    end_a, end_b = len(a) - tail, len(b) - tail
    return [
        *((i, i) for i in range(start)),
        *_middle(a, b, Change(start, end_a, start, end_b)),
        *((end_a + i, end_b + i) for i in range(tail)),
    ]


def _middle(a: list[int], b: list[int], part: Change) -> Iterator[Match]:
    size = part.old_end - part.old_start + part.new_end - part.new_start
    leads = _leads(a, b, part) if size > SMALL else []
    reach = max(FEWEST, STEPS // max(size, 1))
    i, k = part.old_start, part.new_start
    for x, y in [*leads, (part.old_end, part.new_end)]:
        if x > i and y > k:
            yield from _common(a, b, Change(i, x, k, y), reach)
        if x < part.old_end:
            yield x, y
        i, k = x + 1, y + 1


def _leads(a: list[int], b: list[int], part: Change) -> list[Match]:
    """Lines that occur once on both sides, as many as have the same order on both."""
    once_a = Counter(a[part.old_start : part.old_end])
    once_b = Counter(b[part.new_start : part.new_end])
    places = {b[k]: k for k in range(part.new_start, part.new_end) if once_b[b[k]] == 1}
    pairs = [
        (i, places[a[i]]) for i in range(part.old_start, part.old_end) if once_a[a[i]] == 1 and a[i] in places
    ]
    return rising(pairs)


def rising(pairs: Sequence[Match]) -> list[Match]:
    """As many of `pairs`, whose first numbers rise, as also rise in their second."""
    ends: list[int] = []  # the smallest end of a rising run of each length
    links: list[int] = []
    tops: list[int] = []
    for index, (_, k) in enumerate(pairs):
        length = bisect_left(ends, k)
        links.append(tops[length - 1] if length else -1)
        ends[length : length + 1] = [k]
        tops[length : length + 1] = [index]
    chain: list[Match] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        chain.append(pairs[at])
        at = links[at]
    return chain[::-1]


def _common(a: list[int], b: list[int], part: Change, reach: int) -> Iterator[Match]:
    """Lines that stay within one part; those that only one side has are left out beforehand."""
    both = set(a[part.old_start : part.old_end]) & set(b[part.new_start : part.new_end])
    rows = [i for i in range(part.old_start, part.old_end) if a[i] in both]
    columns = [k for k in range(part.new_start, part.new_end) if b[k] in both]
    ahead_a, ahead_b = [a[i] for i in rows], [b[k] for k in columns]
    while ahead_a and ahead_b:
        runs, x, y = _shortest(ahead_a, ahead_b, reach)
        for i, k, length in runs:
            yield from zip(rows[i : i + length], columns[k : k + length], strict=True)
        rows, columns, ahead_a, ahead_b = rows[x:], columns[y:], ahead_a[x:], ahead_b[y:]


def _shortest(a: list[int], b: list[int], reach: int) -> tuple[list[tuple[int, int, int]], int, int]:
    """The shortest way through both, or of `reach` changes the way that leads furthest, and where it ends.

    The way is runs of lines alike: where they begin in `a` and in `b`, and how many.
    """
    rows, columns = len(a), len(b)
    furthest = {1: 0}  # on each diagonal (row - column)
    trail: list[dict[int, int]] = []
    for count in range(reach + 1):
        reached: dict[int, int] = {}
        for diagonal in range(-count + 2 * max(0, count - columns), count - 2 * max(0, count - rows) + 1, 2):
            down, right = furthest.get(diagonal + 1, -1), furthest.get(diagonal - 1, -2) + 1
            x = down if down >= right else right
            y = x - diagonal
            while x < rows and y < columns and a[x] == b[y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
        trail.append(furthest)
        furthest = reached
        if reached.get(rows - columns, -1) >= rows:
            return _followed(trail, rows, columns), rows, columns
    x, y = max(
        ((x, x - diagonal) for diagonal, x in furthest.items() if x <= rows and x - diagonal <= columns),
        key=sum,
    )
    return _followed(trail, x, y), x, y


def _followed(trail: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int, int]]:
    """The way back to the beginning, told forwards."""
    runs: list[tuple[int, int, int]] = []
    for count in range(len(trail) - 1, -1, -1):
        before, diagonal = trail[count], x - y
        down, right = before.get(diagonal + 1, -1), before.get(diagonal - 1, -2) + 1
        start = down if down >= right else right
        if x > start:
            runs.append((start, start - diagonal, x - start))
        x, y = (start, start - diagonal - 1) if down >= right else (start - 1, start - diagonal)
    return runs[::-1]


def _slid_down(a: list[int], b: list[int], found: Iterable[Change]) -> list[Change]:
    """Pure changes moved down over lines that repeat, joined with the change they reach."""
    done: list[Change] = []  # from the last to the first
    for change in reversed(list(found)):
        while True:
            limit = done[-1].new_start if done else len(b)
            change = _moved(change, _room_below(a, b, change, limit - change.new_end))
            if not done or change.new_end < limit:
                break
            change = Change(change.old_start, done[-1].old_end, change.new_start, done.pop().new_end)
        done.append(change)
    return done[::-1]


def _slid_up(a: list[int], b: list[int], found: list[Change]) -> list[Change]:
    """Pure changes that can reach the change above are joined with it."""
    done: list[Change] = []
    for change in found:
        while done and change.is_pure:
            room = change.new_start - done[-1].new_end
            if _room_above(a, b, change, room) < room:
                break
            change = _moved(change, -room)
            change = Change(done[-1].old_start, change.old_end, done.pop().new_start, change.new_end)
        done.append(change)
    return done


def _moved(change: Change, by: int) -> Change:
    return Change(change.old_start + by, change.old_end + by, change.new_start + by, change.new_end + by)


def _room_below(a: list[int], b: list[int], change: Change, most: int) -> int:
    lines, start, end = _own(a, b, change)
    by = 0
    while by < most and start < end and lines[start + by] == lines[end + by]:
        by += 1
    return by


def _room_above(a: list[int], b: list[int], change: Change, most: int) -> int:
    lines, start, end = _own(a, b, change)
    by = 0
    while by < most and lines[start - 1 - by] == lines[end - 1 - by]:
        by += 1
    return by


def _own(a: list[int], b: list[int], change: Change) -> tuple[list[int], int, int]:
    """The side on which a pure change has lines, and where; nothing of a change with both."""
    if not change.is_pure:
        return a, 0, 0
    if change.old_start == change.old_end:
        return b, change.new_start, change.new_end
    return a, change.old_start, change.old_end
