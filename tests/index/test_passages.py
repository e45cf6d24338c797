"""Long texts are cut into passages that fit, lose nothing and end where lines do."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from openclaw_desktop.index.passages import passage_spans


@settings(max_examples=200)
@given(text=st.text(alphabet=st.sampled_from("ab 中😀\n\r\t"), max_size=400), limit=st.integers(1, 50))
def test_passages_are_the_whole_text_and_fit(text: str, limit: int) -> None:
    spans = passage_spans(text, lambda part: len(part) <= limit)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(end - start <= limit for start, end in spans)
    assert [start for start, _ in spans[1:]] == [end for _, end in spans[:-1]]


def test_a_text_that_fits_is_one_passage() -> None:
    assert passage_spans("one\ntwo", lambda _: True) == [(0, 7)]
    assert passage_spans("", lambda _: True) == [(0, 0)]


def test_cuts_are_at_line_ends_then_at_spaces() -> None:
    lines = "".join(f"line {n} of the note\n" for n in range(40))
    for start, end in passage_spans(lines, lambda part: len(part) <= 100):
        assert lines[start:end].startswith("line")
        assert lines[start:end].endswith("\n")
    words = "word " * 100
    assert all(
        words[start:end].startswith("word") for start, end in passage_spans(words, lambda p: len(p) <= 60)
    )


def test_passages_are_of_about_one_length() -> None:
    lengths = [end - start for start, end in passage_spans("x" * 513, lambda part: len(part) <= 512)]
    assert lengths == [256, 257]


def test_what_fits_nowhere_ends_in_single_characters() -> None:
    assert passage_spans("abc", lambda _: False) == [(0, 1), (1, 2), (2, 3)]
