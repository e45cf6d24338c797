"""Files are found by a few of their letters, and the one meant comes first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.fuzzy import matches

PATHS = ["MEMORY.md", "memory/2026-03-01.md", "memory/topics/network.md", "TOOLS.md", "日记/雨量計.md"]


def found(query: str) -> list[str]:
    return [match.path for match in matches(query, PATHS, 10)]


def test_no_letters_find_all_in_order() -> None:
    assert found("") == PATHS


def test_letters_may_be_apart_and_of_any_case() -> None:
    assert found("TNET") == ["memory/topics/network.md"]
    assert found("0301") == ["memory/2026-03-01.md"]


def test_letters_together_in_the_name_come_first() -> None:
    assert found("mem")[0] == "MEMORY.md"
    assert found("net") == ["memory/topics/network.md"]


def test_chinese_is_found() -> None:
    assert found("雨") == ["日记/雨量計.md"]


def test_nothing_that_lacks_a_letter() -> None:
    assert found("xyz") == []


def test_no_more_than_asked_for() -> None:
    assert len(matches("m", PATHS, 2)) == 2


@given(st.text(max_size=8), st.lists(st.text(max_size=20), max_size=6))
def test_the_marked_letters_are_those_asked_for(query: str, paths: list[str]) -> None:
    letters = "".join(query.lower().split())
    for match in matches(query, paths, 10):
        if match.positions:
            marked = "".join(match.path[position].lower()[:1] for position in match.positions)
            assert len(marked) == len(letters)
            assert list(match.positions) == sorted(set(match.positions))
