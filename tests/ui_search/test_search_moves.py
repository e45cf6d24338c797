"""What moved between two rankings, and by how much."""

from __future__ import annotations

from openclaw_desktop.ui.search_view.moves import moves


def signs(before: list[int], after: list[int]) -> dict[int, str]:
    return {key: move.sign for key, move in moves(before, after).items()}


def test_nothing_moves_when_the_order_is_the_same() -> None:
    assert signs([1, 2, 3], [1, 2, 3]) == {}


def test_up_down_new_and_gone_are_told_apart() -> None:
    assert signs([1, 2, 3, 4], [3, 1, 2, 9]) == {3: "▲2", 1: "▼1", 2: "▼1", 9: "new", 4: "gone"}


def test_a_first_ranking_is_all_new() -> None:
    assert signs([], [7]) == {7: "new"}
