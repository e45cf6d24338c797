"""Small changes to a text, each of which leaves everything else as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.agent_index.advice import edits
from openclaw_desktop.agent_index.advice.changes import title_of
from openclaw_desktop.agent_index.advice.edits import Edited

MEMORY = """# Memory

- Gate is at 18789.
- Sam
  - likes tea
    and cake
  - lives in Lisbon
- Hills
"""


def line_of(edited: Edited | None) -> str:
    assert edited is not None
    return edited.text.split("\n")[edited.line - 1]


def test_a_heading_comes_above_the_entry_one_level_below_its_section() -> None:
    edited = edits.heading_above("# A\n\n## B\n\nOne.\nTwo.\n", 6, "Which port")
    assert edited == Edited("# A\n\n## B\n\n### Which port\n\nOne.\nTwo.\n", 8)


def test_a_heading_gets_an_empty_line_before_it_in_the_middle_of_a_list() -> None:
    edited = edits.heading_above(MEMORY, 5, "Drinks")
    assert edited is not None
    assert "- Gate is at 18789.\n\n## Drinks\n\n- Sam\n  - likes tea" in edited.text
    assert line_of(edited) == "  - likes tea"


def test_a_heading_stands_above_a_whole_table_and_a_whole_block_of_code() -> None:
    table = "Ports:\n\n| name | port |\n|---|---|\n| gate | 18789 |\n"
    edited = edits.heading_above(table, 5, "Gate")
    assert edited is not None
    assert edited.text == "Ports:\n\n## Gate\n\n| name | port |\n|---|---|\n| gate | 18789 |\n"
    code = "```\na\nb\n```\n"
    assert edits.heading_above(code, 3, "B") == Edited("## B\n\n```\na\nb\n```\n", 5)


def test_windows_line_ends_stay_and_new_lines_get_them() -> None:
    edited = edits.heading_above("One.\r\n\r\nTwo.\r\n", 3, "Title")
    assert edited == Edited("One.\r\n\r\n## Title\r\n\r\nTwo.\r\n", 5)
    assert edits.with_words("One.\r\nTwo.", 1, "port") == Edited("One. (port)\r\nTwo.", 1)


def test_a_nested_item_becomes_an_entry_behind_the_one_it_was_in() -> None:
    edited = edits.own_entry(MEMORY, 5)
    assert edited is not None
    assert edited.text.endswith("- Sam\n  - lives in Lisbon\n- likes tea\n  and cake\n- Hills\n")
    assert line_of(edited) == "- likes tea"
    second = edits.own_entry(MEMORY, 6)
    assert second is not None
    assert (second.text, line_of(second)) == (edited.text, "  and cake")


def test_the_last_item_of_a_file_without_final_newline_can_be_split_out() -> None:
    edited = edits.own_entry("- a\r\n  - b\r\n  - c", 2)
    assert edited == Edited("- a\r\n  - c\r\n- b", 3)
    assert edits.own_entry("- a\n  - b", 2) == Edited("- a\n- b", 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("* star\n  more", "- star\n  more"),
        ("1. one\n2. two", "- one\n2. two"),
        ("A paragraph\nof two lines.\n", "- A paragraph\n  of two lines.\n"),
        ("- already\n", None),
        ("# Heading\n", None),
        ("> quoted\n", None),
    ],
)
def test_what_is_no_entry_becomes_one_with_a_dash(text: str, expected: str | None) -> None:
    edited = edits.own_entry(text, 1)
    assert (edited.text if edited else None) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- Gate.", "- Gate. (port, 网关)"),
        ("- Gate. <!-- importance: 8 -->", "- Gate. (port, 网关) <!-- importance: 8 -->"),
        ("## Gate", "## Gate (port, 网关)"),
        ("网关。", "网关。 (port, 网关)"),
        ("---", None),
        ("<!-- nothing but this -->", None),
        ("", None),
    ],
)
def test_words_come_at_the_end_of_the_line_before_its_comments(line: str, expected: str | None) -> None:
    edited = edits.with_words(f"{line}\n\nOther.\n", 1, "port, 网关")
    assert edited == (None if expected is None else Edited(f"{expected}\n\nOther.\n", 1))


def test_words_stay_inside_the_last_cell_of_a_table() -> None:
    table = "| name | port |\n|------|------|\n| gate | 18789 |\n"
    edited = edits.with_words(table, 3, "gateway")
    assert edited is not None
    assert line_of(edited) == "| gate | 18789 (gateway) |"
    assert edits.with_words(table, 2, "gateway") is None
    barred = edits.with_words(table, 3, "a|b")
    assert line_of(barred) == "| gate | 18789 (a\\|b) |"


def test_words_for_a_line_of_code_stand_above_the_block() -> None:
    assert edits.with_words("```\nx = 1\n```\n", 2, "port") == Edited("port\n\n```\nx = 1\n```\n", 4)
    assert edits.with_words("- a\n\n  ```\n  x\n  ```\n", 4, "port") is None


def test_a_chinese_word_is_set_off_on_both_sides_where_it_is_inside_a_longer_one() -> None:
    assert edits.set_off("- 部署了新的网关服务。\n", 1, ["网关"]) == Edited("- 部署了新的 网关 服务。\n", 1)
    assert edits.set_off("网关服务\n", 1, ["网关"]) == Edited("网关 服务\n", 1)
    assert edits.set_off("网关, 服务\n", 1, ["网关"]) is None
    assert edits.set_off("```\n网关服务\n```\n", 2, ["网关"]) is None


def test_the_line_itself_is_set_off_before_the_rest_of_its_entry() -> None:
    text = "- 旧的网关服务\n  新的网关服务\n"
    assert edits.set_off(text, 2, ["网关"]) == Edited("- 旧的网关服务\n  新的 网关 服务\n", 2)


def test_an_annotation_is_added_or_gets_another_value() -> None:
    marked = edits.annotated("- a\n- b\r\n", 1, "importance", "8")
    assert marked == Edited("- a <!-- importance: 8 -->\n- b\r\n", 1)
    again = edits.annotated("- a <!-- importance: 3 --> <!-- trigger: x -->\n", 1, "importance", "8")
    assert again == Edited("- a <!-- importance: 8 --> <!-- trigger: x -->\n", 1)
    assert edits.annotated("| a | b |\n|---|---|\n| 1 | 2 |\n", 3, "importance", "8") is None
    assert edits.annotated("- a\r\n", 1, "importance", "8") == Edited("- a <!-- importance: 8 -->\r\n", 1)


def test_an_annotation_is_taken_away_also_when_it_is_not_closed() -> None:
    closed = "- a <!-- project: x --> <!-- importance: 2 -->\n"
    assert edits.without_annotation(closed, 1, "project") == Edited("- a <!-- importance: 2 -->\n", 1)
    assert edits.without_annotation("- a <!-- project: x\r\n", 1, "project") == Edited("- a\r\n", 1)
    assert edits.without_annotation("- a\n", 1, "project") is None


def test_an_entry_is_taken_out_whole_with_one_of_the_empty_lines_around_it() -> None:
    assert edits.taken_out("One.\n\nTwo.\nMore.\n\nThree.\n", 4) == (
        "One.\n\nThree.\n",
        Edited("Two.\nMore.", 2),
    )
    rest, entry = edits.taken_out(MEMORY, 6) or ("", Edited("", 0))
    assert rest == "# Memory\n\n- Gate is at 18789.\n- Hills\n"
    assert line_of(entry) == "    and cake"
    assert edits.taken_out("# Only a heading\n", 1) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "- Two.\n"),
        ("- a\n", "- a\n- Two.\n"),
        ("- a", "- a\n- Two.\n"),
        ("Prose.\n\n\n", "Prose.\n\n- Two.\n"),
        ("- a\r\n- b", "- a\r\n- b\r\n- Two.\r\n"),
    ],
)
def test_an_entry_is_added_behind_everything_with_the_files_own_line_ends(text: str, expected: str) -> None:
    edited = edits.added(text, Edited("Two.", 1))
    assert edited.text == expected
    assert line_of(edited).rstrip("\r") == "- Two."


def test_a_file_of_its_own_has_a_heading_and_the_entry() -> None:
    assert edits.file_of_its_own("Gate", Edited("- a\n  b", 2)) == Edited("# Gate\n\n- a\n  b\n", 4)


def test_front_matter_is_left_alone() -> None:
    text = "---\ntitle: x\n---\n\nOne.\n"
    assert edits.heading_above(text, 2, "T") is None
    assert edits.with_words(text, 2, "port") is None


def test_letters_that_grow_when_they_are_made_small_move_no_space() -> None:
    assert edits.set_off("İİ 新网关服务\n", 1, ["网关"]) == Edited("İİ 新 网关 服务\n", 1)


def test_a_question_is_a_heading_on_one_line_without_comments() -> None:
    assert title_of("# Which\n port <!-- trigger: x --> is it?") == "Which port trigger: x is it"
    assert title_of("端口是多少？") == "端口是多少"
    assert len(title_of("word " * 40)) <= 80
    assert title_of("?") == ""


PIECES = st.sampled_from(
    [
        "- a 网关服务",
        "  - b",
        "    c",
        "",
        "# H",
        "| x | y |",
        "|---|---|",
        "```",
        "> q",
        "1. z",
        "text <!-- importance: 2 -->",
    ]
)
EDITS: list[Callable[[str, int], Edited | None]] = [
    lambda text, line: edits.heading_above(text, line, "T"),
    edits.own_entry,
    lambda text, line: edits.with_words(text, line, "port"),
    lambda text, line: edits.set_off(text, line, ["网关"]),
    lambda text, line: edits.annotated(text, line, "importance", "8"),
]


@given(st.lists(PIECES, min_size=1, max_size=12), st.sampled_from(["\n", "\r\n"]), st.data())
def test_no_edit_loses_a_line_or_mixes_line_ends(pieces: list[str], end: str, data: st.DataObject) -> None:
    text = end.join(pieces)
    line = data.draw(st.integers(1, len(pieces)))
    for edit in EDITS:
        edited = edit(text, line)
        if edited is None:
            continue
        kept = [words for words in edited.text.replace("\r\n", "\n").split("\n") if words.strip()]
        assert len(kept) >= len([piece for piece in pieces if piece.strip()])
        assert len(pieces) == 1 or edited.text.count("\n") == edited.text.count(end)
        begin = [c for c in pieces[line - 1] if c.isalpha()][:1]
        assert [c for c in line_of(edited) if c.isalpha()][: len(begin)] == begin
