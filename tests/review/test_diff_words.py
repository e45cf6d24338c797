"""What changed within a line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff.words import LONGEST, spans_within, words


def marked(old: str, new: str) -> tuple[list[str], list[str]]:
    """The changed pieces of both."""
    a, b = spans_within(old, new)
    return [old[i:j] for i, j in a], [new[i:j] for i, j in b]


def test_the_words_that_changed_are_marked_in_both_lines() -> None:
    assert spans_within("the port is 8123 now", "the port is 9000 now") == (((12, 16),), ((12, 16),))
    assert marked("a red house on the hill", "a blue boat on the hill") == (["red house"], ["blue boat"])
    assert marked("it works on Monday", "it never works on Monday") == ([], ["never "])


def test_chinese_japanese_and_korean_are_marked_by_character() -> None:
    assert marked("数据库端口是八千。", "数据库端口是九千。") == (["八"], ["九"])
    assert marked("雨量計は屋根の上。", "雨量計は庭の上。") == (["屋根"], ["庭"])
    assert marked("회의는 월요일에 있다", "회의는 화요일에 있다") == (["월"], ["화"])
    assert marked("端口是8123号", "端口是9000号") == (["8123"], ["9000"])


def test_lines_with_little_in_common_are_not_marked() -> None:
    assert spans_within("nothing in common", "数据库") == ((), ())
    assert spans_within("x" * 3_000, "y" * 3_000) == ((), ())
    assert spans_within("one two three", "four five six") == ((), ())


def test_blanks_and_ends_of_lines_are_marked() -> None:
    assert marked("- a  b", "- a b") == (["  "], [" "])
    assert marked("same\r", "same") == (["\r"], [])
    assert marked("", "   ") == ([], ["   "])
    assert marked("tab\there", "tab here") == (["\t"], [" "])


def test_a_very_long_line_is_marked_between_its_ends() -> None:
    old = "word " * LONGEST
    new = old[:50_000] + "here " + old[50_000:]
    _, spans = spans_within(old, new)
    assert [new[a:b] for a, b in spans] in (["here "], ["d here"], [" here"]) or spans[0][1] - spans[0][
        0
    ] == 5
    assert marked("word " * 1_500 + "x", "word " * 1_500 + "y") == (["x"], ["y"])


@given(st.text(alphabet="ab 改端\r\t.", max_size=30), st.text(alphabet="ab 改端\r\t.", max_size=30))
def test_without_the_marked_pieces_both_lines_are_alike(old: str, new: str) -> None:
    assert "".join(words(old)) == old
    a, b = spans_within(old, new)
    if a or b:
        left, right = list(old), list(new)
        for pieces, spans in ((left, a), (right, b)):
            for i, j in reversed(spans):
                del pieces[i:j]
        assert left == right
