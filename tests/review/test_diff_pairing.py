"""Which removed line became which added one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff.pairing import Beside, below, beside, versions

some_lines = st.lists(
    st.sampled_from(["the red house", "the blue house", "one", "two", "", "改端口"]), max_size=40
)


def paired(gone: list[str], come: list[str]) -> list[Beside]:
    """The lines side by side."""
    return beside(versions(gone, come), len(gone), len(come))


@given(some_lines, some_lines)
def test_each_line_occurs_once_and_in_order(gone: list[str], come: list[str]) -> None:
    for place in (beside, below):
        pairs = place(versions(gone, come), len(gone), len(come))
        assert [i for i, _ in pairs if i is not None] == list(range(len(gone)))
        assert [k for _, k in pairs if k is not None] == list(range(len(come)))
        assert (None, None) not in pairs


def test_in_one_column_versions_follow_each_other() -> None:
    gone, come = ["- red 1", "- blue 2", "an old one"], ["- red 10", "- blue 20", "something new"]
    assert below(versions(gone, come), 3, 3) == [
        *((0, None), (None, 0), (1, None), (None, 1)),
        *((2, None), (None, 2)),
    ]


def test_versions_of_a_line_are_beside_each_other_wherever_they_stand() -> None:
    gone = ["- The port is 8123.", "- Tea: Tieguanyin."]
    come = ["- A new entry about rain.", "- Another about the roof of the house.", "- The port is 9000."]
    assert paired(gone, come) == [(None, 0), (None, 1), (0, 2), (1, None)]


def test_chinese_versions_find_each_other() -> None:
    gone = ["数据库的端口是八千。", "今天下雨。"]
    come = ["会议改到星期二。", "数据库的端口是九千。"]
    assert (0, 1) in paired(gone, come)


def test_in_large_blocks_how_lines_begin_and_end_leads() -> None:
    gone = [f"- entry {n}: something was noted here" for n in range(300)]
    come = ["- a line before", *(f"{line}, and more" for line in gone)]
    assert paired(gone, come) == [(None, 0), *((n, n + 1) for n in range(300))]
    blanks = [f"  {line}  x" for line in gone]
    assert paired(blanks, [*["new"] * 40, *(line.replace("  x", "x") for line in blanks)])[-1] == (299, 339)
