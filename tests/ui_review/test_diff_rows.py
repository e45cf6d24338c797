"""The rows of a difference, what is written in them, and where they are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff.diff import rows
from openclaw_desktop.review.diff.difference import Difference, Sign
from openclaw_desktop.review.diff.lines import END
from openclaw_desktop.ui.review_view import diff_rows, diff_words
from openclaw_desktop.ui.review_view.diff_geometry import Heights, Room, cells
from openclaw_desktop.ui.review_view.diff_rows import STEP, Item, Kind, Mode, items, unfolded
from openclaw_desktop.ui.review_view.diff_text import LONGEST, Look, Written, written
from openclaw_desktop.ui.review_view.diff_ticks import Ticks

line = st.sampled_from(["a", "b", "c", "d", "", "long line"])
texts = st.builds(
    lambda some, end: "\n".join(some) + end, st.lists(line, max_size=40), st.sampled_from(["", "\n"])
)
modes = st.sampled_from(list(Mode))
LONG = "".join(f"line {n}\n" for n in range(100))


def built(old: str, new: str, mode: Mode = Mode.UNIFIED, shown: diff_rows.Shown | None = None) -> list[Item]:
    difference = Difference(old, new)
    return items(difference, difference.hunks(), mode, shown or {})


def drawn(old: str, new: str, *, at: int = -1) -> Written:
    """What is written for the last changed row, or another."""
    found = [row for row in rows(old, new) if row.sign in (Sign.ADDED, Sign.REMOVED)]
    return written(found[at], shows_return=True, shows_move=True)


def of(look: Look, what: Written) -> list[str]:
    """The pieces drawn in one way (texts of one UTF-16 unit a character)."""
    return [what.text[start : start + count] for start, count, kind in what.runs if kind is look]


@given(texts, texts, modes, st.data())
def test_every_line_is_in_one_row_or_in_one_fold(old: str, new: str, mode: Mode, data: st.DataObject) -> None:
    difference = Difference(old, new)
    hunks = difference.hunks()
    shown: diff_rows.Shown = {}
    folds = [Item(Kind.FOLD)]
    while hunks and folds:
        found = items(difference, hunks, mode, shown)
        for starts, lines in (
            ([(item.old, item.size) for item in found], difference.old),
            ([(item.new, item.size) for item in found], difference.new),
        ):
            covered = [
                n for start, size in starts if start is not None for n in range(start, start + max(size, 1))
            ]
            assert covered == list(range(len(covered)))
            assert len(lines) - len(covered) == (len(covered) < len(lines) and lines[-1] is END)
        folds = [item for item in found if item.kind is Kind.FOLD]
        if folds:
            fold, everything = data.draw(st.sampled_from(folds)), data.draw(st.booleans())
            shown = unfolded(shown, fold, len(hunks), everything=everything)


def test_each_hunk_has_a_head_and_short_folds_are_not_folded() -> None:
    new = LONG.replace("line 5\n", "five\n").replace("line 50\n", "fifty\n")
    found = built(LONG, new)
    assert [(i.hunk, i.size) for i in found if i.kind is Kind.FOLD] == [(1, 38), (2, 46)]
    assert [n for n, i in enumerate(found) if i.kind is Kind.HEAD] == [0, 12]
    assert not built(LONG, LONG)


def test_a_fold_opens_at_the_ends_that_hunks_are_at() -> None:
    new = LONG.replace("line 30\n", "thirty\n").replace("line 99\n", "")
    first, middle = (i for i in built(LONG, new) if i.kind is Kind.FOLD)
    opened = unfolded({}, first, 2, everything=False)
    assert opened == {0: (0, STEP)}
    opened = unfolded(opened, middle, 2, everything=False)
    assert opened[1] == (STEP // 2, STEP // 2)
    assert [i.size for i in built(LONG, new, shown=opened) if i.kind is Kind.FOLD] == [7, 42]
    everything = unfolded(opened, middle._replace(size=42), 2, everything=True)
    assert [i.hunk for i in built(LONG, new, shown=everything) if i.kind is Kind.FOLD] == [0]


def test_heads_and_rows_are_told_in_words() -> None:
    difference = Difference(LONG, LONG.replace("line 5\n", "five\nsix\n"))
    (hunk,) = difference.hunks()
    assert diff_rows.lines_of(difference, hunk) == "Lines 6–7"
    assert diff_words.hunk(difference, hunk, "ticked") == "Lines 6–7, 2 lines added, 1 line removed, ticked"
    assert diff_words.line(difference.added(5), False) == "Line 6 added, not ticked: five"
    gone = Difference("a\nb\nc\n", "a\nc\n")
    assert diff_rows.lines_of(gone, gone.hunks()[0]) == "Line 2"
    blanks = Difference("a  b\n", "a b\n")
    assert diff_words.hunk(blanks, blanks.hunks()[0], None).endswith("only blanks and empty lines")
    end = Difference("a\n", "a")
    assert diff_words.line(end.removed(1), True) == "Newline at the end of the file removed, ticked"


# What is written


def test_changed_words_are_marked_and_changed_blanks_are_signs() -> None:
    assert of(Look.CHANGED, drawn("port 8123 here", "port 9000 here")) == ["9000"]
    assert of(Look.BLANK, drawn("a b", "a  b")) == ["··"]
    assert of(Look.BLANK, drawn("a\tb c", "a b c", at=0)) == ["→\t"]
    assert of(Look.BLANK, drawn("x", "x\nnew line  ")) == ["··"]
    assert of(Look.BLANK, drawn("a b c", "a\u00a0b c")) == ["⍽"]


def test_ends_of_lines_are_written_where_they_differ() -> None:
    assert of(Look.UNSEEN, drawn("one\n", "one\r\n")) == ["CR"]
    same = [row for row in rows("one\r\ntwo\r\n", "one\r\n2\r\n") if row.sign is Sign.ADDED]
    assert written(same[0], shows_return=False, shows_move=False).text == "2"
    assert drawn("a\n", "a").text == "↵ newline at the end of the file"


def test_characters_that_cannot_be_seen_are_named() -> None:
    what = drawn("x", "x\nzero\u200bwidth \u202ebidi \U000e0041tag")
    assert of(Look.UNSEEN, what) == ["ZWSP", "RLO", "U+E0041"]
    assert "\u202e" not in what.text


def test_pieces_are_counted_as_qt_counts() -> None:
    what = drawn("🙂🙂 port 1", "🙂🙂 port 2")
    assert what.runs == ((10, 1, Look.CHANGED),)


def test_of_a_very_long_line_what_changed_is_written() -> None:
    old = "word " * 200_000
    what = drawn(old, old[:700_000] + "new " + old[700_000:])
    assert len(what.text) < LONGEST + 100
    assert of(Look.CHANGED, what) == ["new "]
    assert [note.strip("… ") for note in of(Look.NOTE, what)] == [
        "699,600 characters",
        "290,404 more characters",
    ]


def test_where_a_line_moved_is_a_note() -> None:
    rest = "".join(f"entry {n}\n" for n in range(9))
    assert of(Look.NOTE, drawn("the moved line\n" + rest, rest + "the moved line\n", at=0)) == [
        "   moved to line 10"
    ]


# Ticks


def test_a_hunk_is_ticked_wholly_partly_or_not() -> None:
    difference = Difference("a\nb\n", "A\nB\n")
    ticks = Ticks(difference, difference.hunks())
    assert ticks.state(0) is True
    assert ticks.accepted == (1, 1)
    ticks.set_lines([0], [0], on=False)
    assert ticks.state(0) is None
    assert difference.selected(*ticks.ticked) == "a\nB\n"
    assert not ticks.is_everything
    ticks.set_hunk(0, on=False)
    assert (ticks.state(0), ticks.accepted) == (False, (0, 1))


@given(texts, texts)
def test_all_ticks_make_the_new_text_and_none_the_old(old: str, new: str) -> None:
    difference = Difference(old, new)
    ticks = Ticks(difference, difference.hunks())
    assert difference.selected(*ticks.ticked) == new
    ticks.set_all(on=False)
    assert difference.selected(*ticks.ticked) == old


# Where things are


@given(st.lists(st.integers(1, 50), min_size=1), st.lists(st.tuples(st.integers(0, 99), st.integers(1, 90))))
def test_a_row_is_where_the_rows_above_it_end(heights: list[int], measured: list[tuple[int, int]]) -> None:
    found, real = Heights(heights.copy()), heights.copy()
    for row, height in measured:
        found.measured(row % len(real), height)
        real[row % len(real)] = height
    for row in range(len(real)):
        assert found.top(row) == sum(real[:row])
        assert found.at(found.top(row)) == row
        assert found.at(found.top(row) + real[row] - 1) == row
    assert found.total == sum(real)
    assert found.at(-5) == 0
    assert found.at(found.total + 5) == len(real) - 1


@pytest.mark.parametrize("width", [300, 900, 1600])
def test_columns_do_not_overlap(width: int) -> None:
    room = Room(width, 7.5, 5, has_marks=True, has_ticks=True)
    for sides in (room.unified(), room.side_by_side()):
        for side in sides:
            edges = [side.left, side.mark, side.tick, *side.numbers, side.sign, side.text]
            assert edges == sorted(edges)
        assert all(a.right == b.left for a, b in pairwise(sides))
    assert cells("ab中文") == 6
