"""Marks in rendered Markdown where what the agent never reads begins and ends."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.editor import cut_marks
from openclaw_desktop.ui.editor.cut_marks import MARKS, Place
from openclaw_desktop.ui.editor.preview import LONGEST, render

TEXT = """---
key: value
---
# The heading

Prose with **bold text** and [a link](http://example.org/path) in it.

- item _it_ one
- [ ] a box
> a quote

| aa | bb |
|----|----|
| aa | bb |

```py
code here
```
"""
TABLE = "| a | b |\n|---|---|\n"
PIECES = (
    "#·-·>·**·_·`·```\n·[x](y)·[[n]]·<b>·&amp;·word·雨🌧·\n·\n\n·[ ]·\r·\u202e·<!-- c -->·    ·---\n·![i](j)· "
)

pieces = st.lists(st.sampled_from([*PIECES.split("·"), TABLE, MARKS]), max_size=25).map("".join)


def shown(text: str, *places: Place) -> list[str]:
    """What is shown after each mark, without the tags."""
    found = render(text, places)
    return re.sub("<[^>]*>", "", found.html).split(found.mark or "\0")[1:]


@pytest.mark.parametrize(
    ("line", "column", "follows"),
    [
        (0, 0, "The heading"),  # what is not shown is no place for a mark
        (1, 3, "The heading"),
        (3, 4, "e heading"),
        (4, 0, "Prose"),
        (5, 17, " text and"),
        (5, 45, "link in it."),  # within the address: before the word that it is the address of
        (7, 7, "it one"),
        (8, 0, "☐ a box"),
        (8, 8, "box"),
        (9, 4, "quote"),
        (11, 2, "aa"),
        (11, 7, "bb"),
        (12, 3, "aa"),
        (13, 7, "bb"),
        (13, 8, "b"),
        (15, 1, "code here"),
        (16, 3, "e here"),
    ],
)
def test_a_mark_stands_before_the_first_character_that_is_shown_at_its_place(
    line: int, column: int, follows: str
) -> None:
    (found,) = shown(TEXT, (line, column))
    assert found.startswith(follows)


def test_a_place_after_all_that_is_shown_has_no_mark() -> None:
    found = render(TEXT, [(3, 4), (17, 1)])
    assert (found.marks, found.html.count(found.mark)) == (1, 1)


def test_columns_count_as_the_editor_counts() -> None:
    assert shown("🌧🌧 rain\r\n\u202e雨 second\r\n", (0, 2), (1, 2)) == ["🌧 rain\n⟨RLO⟩雨", " second\n"]


def test_of_a_long_text_only_what_is_shown_has_marks() -> None:
    found = render("word\n\n" * LONGEST, [(2, 0), (LONGEST, 0)])
    assert found.marks == 1


def test_a_text_with_every_mark_in_it_has_none() -> None:
    assert render(f"one {MARKS}\ntwo", [(1, 0)]).marks == 0


@given(pieces, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 20)), max_size=4).map(sorted))
def test_marks_change_nothing_of_what_is_shown(text: str, places: list[Place]) -> None:
    plain, marked = render(text), render(text, places)
    assert marked.html.replace(marked.mark, "") == plain.html if marked.mark else marked == plain
    tags = "".join(re.findall("<[^>]*>", marked.html))
    assert not marked.mark or marked.mark not in tags
    assert marked.marks <= len(places)
    assert cut_marks.positions(text, places) == sorted(cut_marks.positions(text, places))
