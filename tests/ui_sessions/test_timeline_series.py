"""The arrays behind a timeline: nothing is lost when there are more entries than pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_values import START, account

from openclaw_desktop.context.sessions.fixed import Fixed, Group
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui.context_view.series import bands, columns, places, series


def test_the_entries_of_a_turn_share_it_equally() -> None:
    made = series(account(3))
    assert made.turns.tolist() == [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]
    assert made.at(2.2, "turns") == 2
    assert made.at(-5, "turns") == 0
    assert made.at(99, "turns") == 5
    assert made.start_of_turn(3) == 4
    assert places(made, "turns", [2]).tolist() == [2.25]


def test_the_last_row_is_the_estimate_and_unknown_counts_are_no_zeros() -> None:
    ledger = account(4)
    made = series(ledger)
    assert made.tops.shape == (len(Category), 8)
    assert made.tops[-1].tolist() == [point.estimated for point in ledger.points]
    assert np.isnan(made.measured[0])
    assert made.measured[1] == 101
    assert made.highest == 104


def test_injected_files_that_are_known_are_stacked_by_what_they_are_for() -> None:
    fixed = Fixed(system_tokens=10, bootstrap={"AGENTS.md": 20, "MEMORY.md": 7, "SOUL.md": 1, "NOTES.md": 3})
    ledger = account(12, compacted=5, fixed=fixed)
    made = series(ledger)
    assert made.bands[:4] == (Category.SYSTEM, Group.INSTRUCTIONS, Group.MEMORY, Group.OTHER)
    heights = np.diff(made.tops, axis=0, prepend=0)
    assert (heights[1:4] == [[21], [7], [3]]).all()  # at every entry, compactions or not
    assert made.tops[-1].tolist() == [point.estimated for point in ledger.points]
    for row, band in zip(heights[4:], made.bands[4:], strict=True):
        assert row.tolist() == [point.by_category.get(Category(band), 0) for point in ledger.points]


@pytest.mark.parametrize("fixed", [None, Fixed(system_tokens=10)])
def test_injected_files_that_nobody_named_stay_one_band(fixed: Fixed | None) -> None:
    assert bands(fixed) == tuple(Category)
    assert series(account(3, fixed=fixed)).bands == tuple(Category)


def test_time_never_runs_backwards() -> None:
    made = series(account(3))
    assert made.times is not None
    assert (np.diff(made.times) >= 0).all()
    assert made.times[0] == START.timestamp() + 7


def test_a_session_without_times_is_drawn_by_turns() -> None:
    made = series(account(3, times=False))
    assert made.times is None
    assert made.edges("time") is made.turns


def test_an_empty_account_has_nothing_to_draw() -> None:
    made = series(account(0))
    assert len(made) == 0
    assert made.at(1.0, "turns") == -1
    assert len(columns(made, "turns", low=0, high=1, pixels=100).entries) == 0


@given(turns=st.integers(1, 400), pixels=st.integers(2, 300), compacted=st.integers(0, 50))
def test_the_highest_entry_is_drawn_however_few_pixels_there_are(
    turns: int, pixels: int, compacted: int
) -> None:
    made = series(account(turns, compacted=compacted))
    found = columns(made, "turns", low=float(made.turns[0]), high=float(made.turns[-1]), pixels=pixels)
    assert found.tops[-1].max() == made.tops[-1].max()
    assert found.line_y.max() == np.nanmax(made.measured)
    assert len(found.entries) <= max(pixels + 1, len(made) if len(made) <= pixels else 0)
    assert (found.tops == made.tops[:, found.entries]).all()  # every stack is one that there was


@given(low=st.floats(-10, 60), width=st.floats(0.01, 80), pixels=st.integers(2, 200))
def test_any_part_can_be_looked_at(low: float, width: float, pixels: int) -> None:
    made = series(account(40, compacted=9))
    found = columns(made, "turns", low=low, high=low + width, pixels=pixels)
    assert (found.rights >= found.lefts).all()
    assert len(found.lefts) == len(found.rights) == len(found.entries)


@pytest.mark.parametrize("pixels", [50, 2000])
def test_the_measured_line_is_broken_where_entries_left(pixels: int) -> None:
    made = series(account(40, compacted=10))
    found = columns(made, "turns", low=1.0, high=41.0, pixels=pixels)
    inner = [place for place in found.breaks.tolist() if 0 < place < len(found.line_x)]
    assert len(inner) == 3  # the fourth compaction is the end


def test_a_part_without_a_call_still_has_the_line_that_leads_through_it() -> None:
    made = series(account(10))
    found = columns(made, "turns", low=4.55, high=4.7, pixels=300)
    assert found.line_x[0] < 0 or len(found.line_x) >= 2
    assert found.line_x[-1] > 0
