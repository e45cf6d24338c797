"""Pure: the rows of a difference on screen: heads of hunks, lines, and what is folded between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from typing import NamedTuple

from openclaw_desktop.review.diff.difference import Difference, Hunk, Nature, Row

STEP, FEWEST = 20, 5
"""So many folded lines are shown at a time, and fewer are not folded."""


class Mode(StrEnum):
    """How the two texts stand to each other."""

    UNIFIED = "unified"
    SIDE_BY_SIDE = "side by side"


class Kind(Enum):
    """What a row is."""

    FOLD = "fold"  # lines that stay and are not shown
    HEAD = "head"  # the head of a hunk
    SAME = "same"
    CHANGED = "changed"  # a removed line, an added one, or both beside each other


class Item(NamedTuple):
    """One row. Lines are 0-based; None where a side has none."""

    kind: Kind
    old: int | None = None
    new: int | None = None
    hunk: int = -1  # of a fold: the hunk below it
    size: int = 0  # of a fold: how many lines


Shown = Mapping[int, tuple[int, int]]
"""How many lines of a fold are shown at its upper and its lower end."""


def items(difference: Difference, hunks: Sequence[Hunk], mode: Mode, shown: Shown) -> list[Item]:
    """All rows of a difference; none when there is none."""
    result: list[Item] = []
    i = k = 0
    for number, hunk in enumerate(hunks):
        above, below = _unfolded(shown, number, hunk.old_start - i)
        result += _same(i, k, above)
        if hunk.old_start - i > above + below:
            size = hunk.old_start - i - above - below
            result.append(Item(Kind.FOLD, i + above, k + above, number, size))
        result.append(Item(Kind.HEAD, hunk=number))
        result += _same(hunk.old_start - below, hunk.new_start - below, below)
        result += _of_hunk(difference, hunk, number, mode)
        i, k = hunk.old_end, hunk.new_end
    rest = difference.length[1] - k if hunks else 0
    above, below = _unfolded(shown, len(hunks), rest)
    result += _same(i, k, above)
    if rest > above + below:
        result.append(Item(Kind.FOLD, i + above, k + above, len(hunks), rest - above - below))
    return [*result, *_same(i + rest - below, k + rest - below, below)]


def _unfolded(shown: Shown, number: int, hidden: int) -> tuple[int, int]:
    """How many of the hidden lines are shown at either end; all of them if hardly any would be left."""
    above, below = shown.get(number, (0, 0))
    above = min(above, hidden)
    return above, hidden - above if hidden - above - below < FEWEST else below


def _of_hunk(difference: Difference, hunk: Hunk, number: int, mode: Mode) -> Iterator[Item]:
    i, k = hunk.old_start, hunk.new_start
    for change in hunk.changes:
        yield from _same(i, k, change.old_start - i)
        beside = mode is Mode.SIDE_BY_SIDE
        for old, new in difference.pairs(change) if beside else difference.column(change):
            yield Item(Kind.CHANGED, old, new, number)
        i, k = change.old_end, change.new_end
    yield from _same(i, k, hunk.old_end - i)


def _same(old: int, new: int, count: int) -> Iterator[Item]:
    for by in range(count):
        yield Item(Kind.SAME, old + by, new + by)


def unfolded(shown: Shown, fold: Item, hunks: int, *, everything: bool) -> dict[int, tuple[int, int]]:
    """`shown` with more lines of one fold: those nearest to the hunks beside it."""
    above, below = shown.get(fold.hunk, (0, 0))
    more = fold.size if everything else min(STEP, fold.size)
    if fold.hunk == 0:
        below += more
    elif fold.hunk == hunks:
        above += more
    else:
        above, below = above + (more + 1) // 2, below + more // 2
    return {**shown, fold.hunk: (above, below)}


def revealed(shown: Shown, fold: Item, line: int) -> dict[int, tuple[int, int]]:
    """`shown` with one line of a fold, the `line`-th of those it hides, and those up to its nearer end."""
    above, below = shown.get(fold.hunk, (0, 0))
    if line <= fold.size // 2:
        return {**shown, fold.hunk: (above + line + STEP // 2, below)}
    return {**shown, fold.hunk: (above, below + fold.size - line + STEP // 2)}


def rows_of(difference: Difference, item: Item) -> tuple[Row | None, Row | None]:
    """What stands on the old and on the new side of a row; the same on both where nothing changed."""
    if item.kind is Kind.SAME and item.old is not None and item.new is not None:
        same = difference.same(item.old, item.new)
        return same, same
    if item.kind is not Kind.CHANGED:
        return None, None
    pair = difference.pair(item.old, item.new)
    return pair.left, pair.right


def lines_kept(item: Item, is_ticked: Callable[[int | None, int | None], bool]) -> int:
    """How many lines of a row stay or come; `is_ticked` takes an old line and a new one, 0-based."""
    if item.kind is Kind.FOLD:
        return item.size
    if item.kind is not Kind.CHANGED:
        return int(item.kind is Kind.SAME)
    stays = item.old is not None and not is_ticked(item.old, None)
    comes = item.new is not None and is_ticked(None, item.new)
    return int(stays) + int(comes)


def lines_of(difference: Difference, hunk: Hunk) -> str:
    """Which lines a hunk is about: "Line 12", "Lines 10–14"; of the new text, or what goes of the old one."""
    changed = [difference.lines(change) for change in hunk.changes]
    new = [k for _, added in changed for k in (added[:1], added[-1:])]
    numbers = [k for piece in new for k in piece] or [i for gone, _ in changed for i in gone]
    first, last = (min(numbers) + 1, max(numbers) + 1) if numbers else (hunk.new_start + 1, hunk.new_end)
    return f"Line {first:,}" if first == last else f"Lines {first:,}–{last:,}"


def counted(difference: Difference, hunk: Hunk) -> tuple[int, int]:
    """How many lines a hunk adds and removes."""
    changed = [difference.lines(change) for change in hunk.changes]
    return sum(len(added) for _, added in changed), sum(len(gone) for gone, _ in changed)


def nature_of(difference: Difference, hunk: Hunk) -> Nature:
    """What is worth reading in a hunk: text before blanks before ends of lines."""
    natures = {difference.nature(change) for change in hunk.changes}
    return next(nature for nature in Nature if nature in natures)


def copied(difference: Difference, chosen: Iterable[Item], *, old_side: bool) -> str:
    """The text of rows, of one side where both differ."""
    texts: list[str] = []
    for item in chosen:
        left, right = rows_of(difference, item)
        row = (left or right) if old_side else (right or left)
        if row is not None and not row.is_end:
            texts.append(row.text)
    return "\n".join(texts)
