"""What is coloured as what in Markdown, line by line."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.editor import grammar
from openclaw_desktop.ui.editor.grammar import COMMENT, FRONT, START, TEXT, Kind, in_fence, spans


def kinds(line: str, state: int = TEXT) -> list[tuple[str, Kind]]:
    return [(line[start : start + length], kind) for start, length, kind in spans(line, state)[0]]


def states(text: str) -> list[int]:
    """The state after each line."""
    state, found = START, list[int]()
    for line in text.split("\n"):
        _, state = spans(line, state)
        found.append(state)
    return found


@pytest.mark.parametrize(
    ("line", "part", "kind"),
    [
        ("## Title", "## Title", Kind.HEADING),
        ("## Title", "##", Kind.MARK),
        ("a **bold** word", "**bold**", Kind.STRONG),
        ("a *slanted* word", "*slanted*", Kind.EMPHASIS),
        ("an _other_ one", "_other_", Kind.EMPHASIS),
        ("~~gone~~", "~~gone~~", Kind.STRIKE),
        ("`code` and ``more ` code``", "``more ` code``", Kind.CODE),
        ("- item", "-", Kind.LIST),
        ("  12) item", "12)", Kind.LIST),
        ("- [ ] open", "[ ]", Kind.OPEN),
        ("- [x] done", "[x] done", Kind.DONE),
        ("[text](a%20b.md)", "text", Kind.LINK),
        ("[text](a%20b.md)", "[text](a%20b.md)", Kind.TARGET),
        ("see [[the note|here]]", "[[the note|here]]", Kind.LINK),
        ("at https://example.org/a_b_c, so", "https://example.org/a_b_c,", Kind.LINK),
        ("> quoted", "> quoted", Kind.QUOTE),
        ("<!-- importance: 8 -->", "<!-- importance: 8 -->", Kind.ANNOTATION),
        ("<!-- openclaw:dreaming:rem:start -->", "<!-- openclaw:dreaming:rem:start -->", Kind.MACHINE),
        ("<!-- openclaw-memory-promotion:k -->", "<!-- openclaw-memory-promotion:k -->", Kind.MACHINE),
        ("<!-- a remark -->", "<!-- a remark -->", Kind.COMMENT),
        ("| a | b |", "|", Kind.MARK),
        ("* * *", "* * *", Kind.RULE),
        ("about #garden today", "#garden", Kind.TAG),
    ],
)
def test_a_construct_is_found(line: str, part: str, kind: Kind) -> None:
    assert (part, kind) in kinds(line)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("snake_case_name and another_one", Kind.EMPHASIS),
        ("2 * 3 * 4", Kind.EMPHASIS),
        ("#not-a-heading-but-a-tag", Kind.HEADING),
        (r"\*not slanted\*", Kind.EMPHASIS),
        ("`**code**`", Kind.STRONG),
        ("issue #1234", Kind.TAG),
        ("a - b", Kind.LIST),
    ],
)
def test_what_only_looks_like_one_is_not(line: str, kind: Kind) -> None:
    assert kind not in [found for _, found in kinds(line)]


def test_what_is_in_a_fence_is_code_until_the_same_fence_closes() -> None:
    text = "````py\n# no heading\n```\n~~~~\n````\n# heading"
    assert [in_fence(state) for state in states(text)] == [True, True, True, True, False, False]
    assert kinds("# no heading", states(text)[0]) == [("# no heading", Kind.CODE)]


def test_a_fence_in_a_quote_ends_with_the_quote() -> None:
    assert [in_fence(state) for state in states("> ```\n> x\nafter")] == [True, True, False]


def test_front_matter_is_only_at_the_start_and_ends_where_it_stops_looking_like_it() -> None:
    assert states("---\ntitle: x\n- y\n---\ntext")[:4] == [FRONT, FRONT, FRONT, TEXT]
    assert states("text\n---\nkey: x") == [TEXT, TEXT, TEXT]
    assert states("---\nA sentence, no key.\nmore")[1:] == [TEXT, TEXT]
    assert ("title:", Kind.KEY) in kinds("title: x", FRONT)


def test_a_comment_goes_over_lines() -> None:
    assert states("a <!-- b\nc\nd --> e\nf") == [COMMENT, COMMENT, TEXT, TEXT]
    assert kinds("d --> **e**", COMMENT)[:2] == [("d -->", Kind.COMMENT), ("**e**", Kind.STRONG)]


def test_markers_of_the_machine_are_never_paired() -> None:
    """Real files have starts without ends; the text after one is nobody's but the person's."""
    assert states("<!-- openclaw:dreaming:rem:start -->\ntext") == [TEXT, TEXT]


@given(
    st.text(st.characters(exclude_characters="\n")), st.sampled_from([START, TEXT, FRONT, COMMENT, 28, 31])
)
def test_spans_lie_within_the_line(line: str, state: int) -> None:
    found, after = spans(line, state)
    assert all(start >= 0 and length >= 0 and start + length <= len(line) for start, length, _ in found)
    assert after >= TEXT


@pytest.mark.parametrize(
    "part",
    ["**", "*a ", "`", "` `` ", "[", "[a](", "<a ", "_a", "~~a", "<!--", "[](", "> ", "| ", "-|", "\\", "a:"],
)
def test_no_line_takes_long(part: str) -> None:
    line = part * (grammar.LONGEST // len(part))
    begin = process_time()
    spans(line, TEXT)
    spans(line, FRONT)
    assert process_time() - begin < 0.5
