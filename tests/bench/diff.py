"""How long two texts of 1 MB take to compare, and to be on screen: `python tests/bench/diff.py`.

For each pair: the changes, the rows of the first screen in one column and side by side, all pairs; then in a
window without a screen, in one column and side by side: from two texts to the first screen (the best of three
times), a step of scrolling, the jump to the end, the ticks of all lines. In milliseconds; a first screen may
take 300.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from openclaw_desktop.review.diff.difference import Difference, Row
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.review_view.diff_rows import Mode
from openclaw_desktop.ui.review_view.diff_view import DiffView

LINES, SCREEN, LIMIT_MS = 20_000, 60, 300.0
WORDS = (
    "database",
    "port",
    "pantry",
    "matcha",
    "roof",
    "ticket",
    "the",
    "of",
    "moved",
    "铁观音",
    "抹茶",
    "rain",
)


def pairs(dice: random.Random) -> Iterator[tuple[str, str, str]]:
    """A name and two texts."""
    lines = [f"- {n}: " + " ".join(dice.choices(WORDS, k=8)) for n in range(LINES)]
    other = [f"* {n}. " + " ".join(dice.choices(WORDS, k=8)) + "!" for n in range(LINES)]
    few = lines.copy()
    for at in dice.sample(range(LINES), 40):
        few[at] += " altered"
    yield "few edits", text(lines), text(few)
    yield "a thousand edits", text(lines), text([x + " x" if n % 20 == 3 else x for n, x in enumerate(lines)])
    yield "every line a little", text(lines), text([line.replace("the", "a") + "." for line in lines])
    yield "line endings", text(lines), text([f"{line}\r" for line in lines])
    yield "nothing in common", text(lines), text(other)
    yield "sorted", text(dice.sample(lines, LINES)), text(sorted(lines))
    yield "reversed", text(lines), text(lines[::-1])
    yield "one line of 1 MB", " ".join(lines), " ".join([*lines[:9_000], "more", *lines[9_000:]])
    few_kinds = [dice.choice(("- a", "- b", "", "---", "## Notes", "- c")) for _ in range(LINES)]
    cut = [line for line in few_kinds if dice.random() > 0.02]
    yield "duplicates, 2 % gone", text(few_kinds), text(cut)
    yield "duplicates, shuffled", text(few_kinds), text(dice.sample(few_kinds, LINES))
    yield "two lines, alternating", text(["a", "b"] * 10_000), text(["b", "b", "a"] * 6_000)
    yield "blocks of 40 rewritten", text(lines), text(rewritten(lines, dice))
    yield "new file", "", text(lines)
    yield "86 KB cut to 9 KB", text(lines[:1_700]), text(lines[400:580])


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def rewritten(lines: list[str], dice: random.Random) -> list[str]:
    """Every other forty lines in another order of words, a few of them left out."""
    result: list[str] = []
    for n, line in enumerate(lines):
        if n // 40 % 2 and n % 40:
            words = line.split()
            line = " ".join(dice.sample(words, len(words)))
        if dice.random() > 0.01:
            result.append(line)
    return result


def column(difference: Difference) -> Iterator[Row]:
    """The changed rows of one column."""
    for change in difference.changes:
        for i, k in difference.column(change):
            pair = difference.pair(i, k)
            yield from (row for row in (pair.left, pair.right) if row)


def beside(difference: Difference) -> Iterator[Row]:
    """The changed rows side by side."""
    for change in difference.changes:
        for i, k in difference.pairs(change):
            pair = difference.pair(i, k)
            yield from (row for row in (pair.left, pair.right) if row)


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def compared(old: str, new: str) -> list[float]:
    """Of the changes, one column, side by side, and (for a whole view side by side) all pairs."""
    start = time.perf_counter()
    difference = Difference(old, new)
    return [
        (time.perf_counter() - start) * 1000,
        milliseconds(lambda: [row.spans for row in islice(column(difference), SCREEN)]),
        milliseconds(lambda: [row.spans for row in islice(beside(difference), SCREEN)]),
        milliseconds(lambda: [difference.pairs(change) for change in difference.changes]),
    ]


def on_screen(view: DiffView, old: str, new: str) -> list[float]:
    """In a window: shown from two texts, scrolled by a step, scrolled to the end, everything left out."""
    bar = view.verticalScrollBar()

    def scroll(to: int) -> None:
        bar.setValue(to)
        view.viewport().repaint()

    def show() -> None:
        view.show_texts(old, new)
        view.viewport().repaint()

    return [
        min(milliseconds(show) for _ in range(3)),
        milliseconds(lambda: [scroll(bar.value() + 400) for _ in range(10)]) / 10,
        milliseconds(lambda: scroll(bar.maximum())),
        milliseconds(lambda: view.tick_all(False)),
    ]


def main() -> int:
    """Measures and prints; exit code 1 when a first screen takes longer than the limit."""
    app = QApplication(sys.argv)
    theme.apply(app, "light")
    view = DiffView(EditorSettings())
    view.resize(1200, 900)
    view.show()
    app.processEvents()
    on_screen(view, "a", "b")
    worst = 0.0
    shown = ("shown", "scrolled", "end", "ticks")
    titles = ("changes", "column", "beside", "pairs", *shown, *shown)
    print(f"{'':24}" + "".join(f"{title:>9}" for title in titles))
    for name, old, new in pairs(random.Random(7)):
        spent = compared(old, new)
        for mode in Mode:
            view.set_mode(mode)
            spent += on_screen(view, old, new)
            worst = max(worst, spent[-len(shown)])
        print(f"{name:24}" + "".join(f"{one:9.0f}" for one in spent), flush=True)
    print(f"slowest first screen {worst:.0f} ms")
    return int(worst > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
