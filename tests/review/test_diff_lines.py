"""Which lines two texts share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff import lines
from openclaw_desktop.review.diff.lines import Change, changes, joined, split

some_lines = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=30)


@given(some_lines, some_lines, st.sampled_from([2, 1_000]), st.sampled_from([1, 3, 48]))
def test_the_changes_make_the_new_text_of_the_old(
    old: list[str], new: list[str], small: int, fewest: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "SMALL", small)
        patch.setattr(lines, "FEWEST", fewest)
        patch.setattr(lines, "STEPS", fewest)
        found = changes(old, new)
    made, at = list[str](), 0
    for change in found:
        assert change.old_start > at or not at or change is found[0]  # apart from the one before
        made += old[at : change.old_start]
        assert len(made) == change.new_start
        made += new[change.new_start : change.new_end]
        at = change.old_end
    assert made + old[at:] == new


@given(some_lines, some_lines)
def test_no_way_is_shorter(old: list[str], new: list[str]) -> None:
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, x in enumerate(old):
        for k, y in enumerate(new):
            best[i + 1][k + 1] = best[i][k] + 1 if x == y else max(best[i][k + 1], best[i + 1][k])
    kept = len(old) - sum(c.old_end - c.old_start for c in changes(old, new))
    assert kept == best[-1][-1]


@given(st.text(alphabet="a\n\r\u2028", max_size=12))
def test_lines_make_their_text_again(text: str) -> None:
    assert joined(split(text)) == text
    assert len(split(text)) == len(text.split("\n"))


def test_an_inserted_section_begins_with_its_heading() -> None:
    old = ["# A", "x", "", "# C", "x", ""]
    new = ["# A", "x", "", "# B", "x", "", "# C", "x", ""]
    assert changes(old, new) == [Change(3, 3, 3, 6)]


def test_lines_that_can_move_join_the_change_they_reach() -> None:
    assert changes(["a", "a", "b"], ["a", "c"]) == [Change(1, 3, 1, 2)]
    assert changes(["b", "a", "a"], ["c", "a"]) == [Change(0, 2, 0, 1)]


def test_large_texts_without_unique_lines_are_compared_all_the_same() -> None:
    old = ["same", ""] * 20_000
    new = [*old[:20_000], "new", *old[20_000:]]
    assert [new[c.new_start : c.new_end] for c in changes(old, new)] == [["new"]]
    assert changes(old, ["", "other"] * 20_000)
