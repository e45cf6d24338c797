"""How two texts differ, in lines and words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.editor import difference
from openclaw_desktop.ui.editor.difference import Sign, changes, rows, spans_within
from openclaw_desktop.ui.editor.difference_view import LONGEST_LINE, MOST_ROWS, shown_rows

lines = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=30)


@given(lines, lines, st.sampled_from([2, 400]))
def test_the_changes_make_the_new_text_of_the_old(old: list[str], new: list[str], small: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(difference, "SMALL", small)
        made, at = list[str](), 0
        for change in changes(old, new):
            made += old[at : change.old_start]
            assert len(made) == change.new_start
            made += new[change.new_start : change.new_end]
            at = change.old_end
    assert made + old[at:] == new


@given(lines.map("\n".join), lines.map("\n".join), st.integers(0, 40))
def test_the_rows_hold_every_changed_line_once(old: str, new: str, context: int) -> None:
    found = rows(old, new, context=context)
    wide = rows(old, new, context=1000)
    if old != new:
        assert [r.text for r in wide if r.sign is not Sign.REMOVED] == new.split("\n")
        assert [r.text for r in wide if r.sign is not Sign.ADDED] == old.split("\n")
    signed = (Sign.ADDED, Sign.REMOVED)
    assert [r for r in found if r.sign in signed] == [r for r in wide if r.sign in signed]
    numbers = [r.new for r in found if r.new is not None]
    assert numbers == sorted(set(numbers))


def test_what_is_alike_is_left_out_and_counted() -> None:
    old = "\n".join(f"line {n}" for n in range(1, 21))
    found = rows(old, old.replace("line 10\n", "line ten\n"), context=2)
    assert [(r.sign, r.text) for r in found] == [
        (Sign.LEFT_OUT, "7 lines the same"),
        (Sign.SAME, "line 8"),
        (Sign.SAME, "line 9"),
        (Sign.REMOVED, "line 10"),
        (Sign.ADDED, "line ten"),
        (Sign.SAME, "line 11"),
        (Sign.SAME, "line 12"),
        (Sign.LEFT_OUT, "8 lines the same"),
    ]
    assert (found[3].old, found[4].new) == (10, 10)


def test_the_words_that_changed_are_marked_in_both_lines() -> None:
    old, new = spans_within("the port is 8123 now", "the port is 9000 now")
    assert (old, new) == (((12, 16),), ((12, 16),))
    assert spans_within("nothing in common", "数据库") == ((), ())
    assert spans_within("x" * 3000, "y" * 3000) == ((), ())


def test_large_texts_without_unique_lines_are_compared_all_the_same() -> None:
    old = ["same", ""] * 20_000
    new = [*old[:20_000], "new", *old[20_000:]]
    assert [new[c.new_start : c.new_end] for c in changes(old, new)] == [["new"]]
    assert changes(old, ["", "other"] * 20_000)


def test_a_view_is_bounded_in_rows_and_in_length_of_lines() -> None:
    found = shown_rows("", "\n".join(f"{n}" for n in range(2 * MOST_ROWS)))
    assert len(found) == MOST_ROWS + 1
    assert "more rows" in found[-1].text
    assert len(shown_rows("", "x" * 10_000)[-1].text) == LONGEST_LINE + 2
