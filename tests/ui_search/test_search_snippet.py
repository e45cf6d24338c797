"""The piece of a chunk that is shown reads as text and has its matches marked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.search_view.snippet import plain, snippet

NOTE = """## Stock database

- [x] The stock **database** is on `pantry-b`. <!-- importance: 9 -->
- Before, port 5432.

```sh
# count
```
"""


def marked(text: str, *terms: str, length: int = 320) -> list[str]:
    piece = snippet(text, terms, length=length)
    return [piece.text[start:end] for start, end in piece.spans]


def test_markdown_is_shown_as_one_line_of_reading_text() -> None:
    assert plain(NOTE) == "Stock database · The stock database is on pantry-b. · Before, port 5432. · count"


def test_every_match_is_marked_whatever_its_case_or_accents() -> None:
    assert marked(NOTE, "DATABASE", "port") == ["database", "database", "port"]
    assert marked("Café am Hafen", "cafe") == ["Café"]


def test_chinese_and_japanese_matches_are_marked() -> None:
    assert marked("今天喝铁观音,明天也喝。", "铁观音") == ["铁观音"]
    assert marked("抹茶の在庫を確認する。", "在庫") == ["在庫"]


def test_a_long_chunk_shows_where_the_matches_are() -> None:
    text = "filler " * 400 + "the till bridge uses port 7443 now " + "filler " * 400
    piece = snippet(text, ("bridge", "port"), length=120)
    assert piece.text.startswith("… ")
    assert piece.text.endswith("…")
    assert [piece.text[a:b] for a, b in piece.spans] == ["bridge", "port"]
    assert len(piece.text) <= 120 + 3


def test_a_match_near_the_end_of_a_chunk_is_seen_early_in_its_snippet() -> None:
    piece = snippet("filler words " * 60 + "staged: 铁观音 second roast", ("铁观音",))
    ((start, end),) = piece.spans
    assert piece.text[start:end] == "铁观音"
    assert end < 125


def test_a_table_reads_as_its_cells() -> None:
    table = "| name | port |\n|---|---|\n| pantry-b | 6432 |"
    assert plain(table) == "name · port · pantry-b · 6432"


def test_a_chunk_without_matches_shows_its_beginning() -> None:
    assert snippet("one two three", ("nothing",)).text == "one two three"


@given(st.text(max_size=400), st.lists(st.text(max_size=8), max_size=3))
def test_spans_always_lie_inside_the_text(text: str, terms: list[str]) -> None:
    piece = snippet(text, terms, length=60)
    assert all(0 <= start < end <= len(piece.text) for start, end in piece.spans)
