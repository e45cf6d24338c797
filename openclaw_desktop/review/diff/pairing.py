"""Pure: which removed line became which added one, and which lines only moved; bounded for any size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from openclaw_desktop.review.diff.lines import Change, Match, changes
from openclaw_desktop.review.diff.words import content, similarity

CELLS = 400
"""Of so many combinations of lines the best pairs are looked for; in larger blocks how lines begin leads."""

ALIKE = 0.4
"""Lines that share less than this much are no versions of each other."""

HEAD = 24
"""Characters at either end of a line by which lines of large blocks are paired."""

IN_STEP = 12
"""Up to so many lines between pairs in a large block are paired one by one, if both sides have as many."""

_SAYS_SOMETHING = re.compile(r"(?:[^\W_][\W_]*){6}")
"""A line with six letters and digits or more: its move is worth saying."""

Beside = tuple[int | None, int | None]
"""A removed line and the added line beside it, 0-based within their block."""


def versions(gone: Sequence[str], come: Sequence[str]) -> list[Match]:
    """Removed and added lines that are versions of each other, in an order both share; 0-based."""
    if not gone or not come:
        return []
    if len(gone) == 1 == len(come):
        return [(0, 0)]
    if len(gone) * len(come) <= CELLS:
        return _most_alike(gone, come)
    keys: tuple[Callable[[str], str], ...] = (_without_blanks, _head, _tail)
    parts, pairs = [Change(0, len(gone), 0, len(come))], list[Match]()
    for key in keys:
        parts, more = _same_by(key, gone, come, parts)
        pairs += more
    for part in parts:
        rows, columns = gone[part.old_start : part.old_end], come[part.new_start : part.new_end]
        if len(rows) * len(columns) <= CELLS and len(pairs) < CELLS:
            pairs += ((part.old_start + i, part.new_start + k) for i, k in _most_alike(rows, columns))
    return sorted(pairs)


def beside(found: Sequence[Match], gone: int, come: int) -> list[Beside]:
    """So many removed and added lines side by side, each once and in order, versions of a line in one row."""
    pairs: list[Beside] = []
    i = k = 0
    for x, y in [*found, (gone, come)]:
        pairs += zip_longest(range(i, x), range(k, y))
        if x < gone:
            pairs.append((x, y))
        i, k = x + 1, y + 1
    return pairs


def below(found: Sequence[Match], gone: int, come: int) -> list[Beside]:
    """So many removed and added lines in one column, versions of a line one after the other."""
    pairs: list[Beside] = []
    i = k = 0
    for x, y in [*found, (gone, come)]:
        pairs += ((line, None) for line in range(i, x))
        pairs += ((None, line) for line in range(k, y))
        if x < gone:
            pairs += ((x, None), (None, y))
        i, k = x + 1, y + 1
    return pairs


def moves(old: Sequence[str], new: Sequence[str], found: Iterable[Change]) -> dict[int, int]:
    """Removed lines that were added elsewhere unchanged, and where; 0-based, one to one.

    Each moved block has a line that says something and occurs once among the removed and the added lines;
    its neighbours belong to it as long as they are alike too.
    """
    found = list(found)
    gone = [i for c in found for i in range(c.old_start, c.old_end)]
    come = [k for c in found for k in range(c.new_start, c.new_end)]
    once_gone, once_come = Counter(old[i] for i in gone), Counter(new[k] for k in come)
    places = {new[k]: k for k in come if once_come[new[k]] == 1}
    rows, columns = set(gone), set(come)
    result: dict[int, int] = {}
    for i in gone:
        line = old[i]
        if i not in result and once_gone[line] == 1 and line in places and _SAYS_SOMETHING.search(line):
            for x, y in _block(old, new, (i, places[line]), (rows, columns)):
                result[x] = y
                rows.discard(x)
                columns.discard(y)
    return result


def _block(
    old: Sequence[str], new: Sequence[str], middle: Match, free: tuple[set[int], set[int]]
) -> Iterator[Match]:
    """The lines alike round a pair, as far as they were removed and added and not given away yet."""
    rows, columns = free
    for step in (-1, 1):
        x, y = middle if step == 1 else (middle[0] - 1, middle[1] - 1)
        while x in rows and y in columns and old[x] == new[y]:
            yield x, y
            x, y = x + step, y + step


def _same_by(
    key: Callable[[str], str], gone: Sequence[str], come: Sequence[str], parts: Sequence[Change]
) -> tuple[list[Change], list[Match]]:
    """Lines alike by `key` within each part, and the parts that are left between them."""
    left: list[Change] = []
    pairs: list[Match] = []
    for part in parts:
        size = part.old_end - part.old_start
        if size == part.new_end - part.new_start and size <= IN_STEP:
            places = range(part.old_start, part.old_end), range(part.new_start, part.new_end)
            pairs += zip(*places, strict=True)
            continue
        rows = [key(line) for line in gone[part.old_start : part.old_end]]
        columns = [key(line) for line in come[part.new_start : part.new_end]]
        i, k = part.old_start, part.new_start
        for c in changes(rows, columns):
            x, y = part.old_start + c.old_start, part.new_start + c.new_start
            pairs += zip(range(i, x), range(k, y), strict=True)
            i, k = part.old_start + c.old_end, part.new_start + c.new_end
            left.append(Change(x, i, y, k))
        pairs += zip(range(i, part.old_end), range(k, part.new_end), strict=True)
    return [part for part in left if not part.is_pure], pairs


def _without_blanks(line: str) -> str:
    return "".join(line.split())


def _head(line: str) -> str:
    return line.strip()[:HEAD]


def _tail(line: str) -> str:
    return line.strip()[-HEAD:]


def _most_alike(gone: Sequence[str], come: Sequence[str]) -> list[Match]:
    """The pairs with the most in common altogether, in an order both share."""
    a, b = [content(line) for line in gone], [content(line) for line in come]
    best = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]  # of what follows line i and line k
    alike = [[_worth(x, y) for y in b] for x in a]
    for i in range(len(a) - 1, -1, -1):
        for k in range(len(b) - 1, -1, -1):
            beside = alike[i][k] + best[i + 1][k + 1] if alike[i][k] else 0.0
            best[i][k] = max(best[i + 1][k], best[i][k + 1], beside)
    pairs: list[Match] = []
    i = k = 0
    while i < len(a) and k < len(b):
        if alike[i][k] and best[i][k] == alike[i][k] + best[i + 1][k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif best[i][k] == best[i + 1][k]:
            i += 1
        else:
            k += 1
    return pairs


def _worth(old: frozenset[str], new: frozenset[str]) -> float:
    share = similarity(old, new)
    return share if share >= ALIKE else 0.0
