"""Markdown text as a tree of sections and list entries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.workspace.outline import Node, NodeKind, find_again, outline, plain, walk


def shape(nodes: Sequence[Node]) -> list[object]:
    """Titles and lines, children nested: what a person sees."""
    return [(node.title, node.start_line, node.end_line, shape(node.children)) for node in nodes]


def titles(text: str, *, pseudo_headings: bool = False) -> list[str]:
    return [node.title for node in walk(outline(text, pseudo_headings=pseudo_headings))]


def test_sections_hold_their_subsections_and_entries() -> None:
    text = "before\n\n# A\n\n- one\n  - deeper\n- two\n\n## B\ntext\n\n### C\n# D"
    assert shape(outline(text)) == [
        (
            "A",
            3,
            12,
            [
                ("one", 5, 6, [("deeper", 6, 6, [])]),
                ("two", 7, 7, []),
                ("B", 9, 12, [("C", 12, 12, [])]),
            ],
        ),
        ("D", 13, 13, []),
    ]


def test_levels_are_the_headings_and_the_depth_of_lists() -> None:
    nodes = list(walk(outline("## A\n1. one\n   * two\n\n**bold**\n", pseudo_headings=True)))
    assert [(node.kind, node.level) for node in nodes] == [
        (NodeKind.SECTION, 2),
        (NodeKind.ENTRY, 1),
        (NodeKind.ENTRY, 2),
        (NodeKind.PSEUDO, 7),
    ]


def test_a_skipped_level_still_nests() -> None:
    assert shape(outline("# A\n### B\n## C\n")) == [("A", 1, 3, [("B", 2, 2, []), ("C", 3, 3, [])])]


def test_entries_before_any_heading_stand_at_the_top() -> None:
    assert titles("- a\n- b\n") == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "```sh\n# no heading\n- no entry\n```\n",
        "~~~\n# no heading\n",
        "```\n# the fence is never closed\n\n# still not\n- nor this\n",
        "    # indented code\n",
        "#hashtag\n",
        "> # quoted\n> - quoted\n",
        "<!--\n# in a comment\n-->\n",
        "---\ntitle: x\n# comment\n---\n",
        "---\n\n# comment\ntags: [a]\nlist:\n- a\n...\ntext\n",
        "\\# escaped\n",
        "",
        "\n\n",
        "a\u2028# not a line\x0b# nor this\x85# nor this\r# nor this\n",
    ],
)
def test_what_looks_like_a_heading_but_is_none(text: str) -> None:
    assert outline(text) == ()


def test_lines_keep_their_numbers_after_front_matter() -> None:
    assert shape(outline("---\ntitle: x\n---\n# A\n")) == [("A", 4, 4, [])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("---\n\n# A\n\n---\n", ["A"]), ("---\ntitle: x\n# never closed\n", ["never closed"]), ("---", [])],
)
def test_a_rule_at_the_top_is_no_front_matter(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


def test_underlined_headings_count() -> None:
    assert shape(outline("Top\n===\n\nof two\nlines\n---\nx\n")) == [
        ("Top", 1, 7, [("of two lines", 4, 7, [])])
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_make_no_difference(newline: str) -> None:
    text = newline.join(["# A", "- one", "", "## B", "text", ""])
    assert outline(text) == outline("# A\n- one\n\n## B\ntext\n")


def test_a_lone_carriage_return_starts_no_line() -> None:
    assert shape(outline("a\rb\n\n# A\n")) == [("A", 3, 3, [])]


def test_bold_lines_are_headings_only_when_asked() -> None:
    text = "# A\n**First:**\n- one\n\n__Second__\ntext\n**Third**:\n**not** all **bold**\n- **bold entry**\n"
    assert titles(text) == ["A", "one", "bold entry"]
    assert shape(outline(text, pseudo_headings=True)) == [
        (
            "A",
            1,
            9,
            [
                ("First:", 2, 4, [("one", 3, 3, [])]),
                ("Second", 5, 6, []),
                ("Third:", 7, 9, [("bold entry", 9, 9, [])]),
            ],
        )
    ]


def test_repeated_headings_have_keys_of_their_own() -> None:
    keys = [node.key for node in walk(outline("## 10:00\nx\n## 10:00\nx\n## 10:00\ny\n"))]
    assert len(set(keys)) == 3
    contents = [key.partition(":")[2] for key in keys]
    assert contents[0] == contents[1] != contents[2]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("**Bold** and *slanted* and ***both***", "Bold and slanted and both"),
        ("_under_ snake_case_name __init__", "under snake_case_name init"),
        ("2 * 3 * 4 and a*b", "2 * 3 * 4 and a*b"),
        ("`code` and ``a`b``", "code and a`b"),
        ("[shown](http://x/(y)) ![alt](a.png)", "shown alt"),
        ("[[page]] and [[page|shown]]", "page and shown"),
        ("~~gone~~ <b>tag</b> 3 < 4 &amp; \\*", "gone tag 3 < 4 & *"),
        ("[ ] open task", "[ ] open task"),
        ("  a \t b  ", "a b"),
        ("text <!-- note -->", "text"),
        ("\\*not slanted\\*", "*not slanted*"),
        ("", ""),
    ],
)
def test_titles_read_as_text(markup: str, shown: str) -> None:
    assert plain(markup) == shown


def test_a_long_title_is_cut() -> None:
    assert plain("word " * 50_000) == ("word " * 40)[:199] + "…"
    assert len(titles("- " + "x" * 1_000_000)[0]) == 200


def test_entries_without_text_of_their_own_show_their_first_line() -> None:
    assert titles("- - inner\n-\n- ```python\n  x\n  ```\n#\n") == ["inner", "inner", "", "```python", ""]


def test_an_entry_ends_where_its_text_ends() -> None:
    assert shape(outline("- a\n\n  more\n\n\n- b\nlazy\n\ntext\n")) == [("a", 1, 3, []), ("b", 6, 7, [])]


def test_deep_and_wide_text_is_read_whole() -> None:
    flood = outline("# A\n" + "".join(f"- bullet {i}\n" for i in range(700)))
    assert len(flood[0].children) == 700
    diary = outline("".join(f"### 10:{i % 60:02}\n\ntext\n\n" for i in range(892)))
    assert len({node.key for node in diary}) == 892
    nested = outline("".join("  " * i + f"- {i}\n" for i in range(40)))
    assert sum(1 for _ in walk(nested)) == 40
    outline(">" * 2_000 + "x")


@given(st.text(alphabet="#-*>` \n\rab_[]()=|1.\t<!\\\0\u2028😀", max_size=200), st.booleans())
def test_any_text_gives_nodes_within_its_lines_and_its_parents(text: str, pseudo: bool) -> None:
    def check(nodes: Sequence[Node], first: int, last: int) -> None:
        for node in nodes:
            assert first <= node.start_line <= node.end_line <= last
            check(node.children, node.start_line, node.end_line)

    nodes = outline(text, pseudo_headings=pseudo)
    check(nodes, 1, text.count("\n") + 1)
    keys = [node.key for node in walk(nodes)]
    assert len(set(keys)) == len(keys)


def find(text: str, title: str, nth: int = 0) -> Node:
    return [node for node in walk(outline(text)) if node.title == title][nth]


DIARY = "# Day\n## 10:00\nwalk\n## 10:00\nread\n## 11:00\nwalk\n"


def test_a_node_is_found_again_where_it_was() -> None:
    old = find(DIARY, "10:00", 1)
    assert find_again(old, outline(DIARY)) == old


def test_a_node_that_moved_is_found_by_its_content() -> None:
    later = "# New\nfirst\n" + DIARY
    assert find_again(find(DIARY, "10:00", 1), outline(later)) == find(later, "10:00", 1)


def test_of_equal_nodes_the_nearest_is_meant() -> None:
    text = "\n".join(["## A\nx", *["pad"] * 10, "## A\nx", "## B"])
    later = "\n" + text
    assert find_again(find(text, "A", 1), outline(later)) == find(later, "A", 1)


def test_a_node_whose_text_changed_is_found_by_its_title_then_by_its_place() -> None:
    edited = DIARY.replace("read", "read more")
    assert find_again(find(DIARY, "10:00", 1), outline(edited)) == find(edited, "10:00", 1)
    moved = "# Other\n" + DIARY.replace("## 11:00\nwalk", "## 11:00\nrun")
    assert find_again(find(DIARY, "11:00"), outline(moved)) == find(moved, "11:00")
    renamed = DIARY.replace("11:00\nwalk", "11:30\nrun")
    assert find_again(find(DIARY, "11:00"), outline(renamed)) == find(renamed, "11:30")


def test_a_node_that_is_gone_is_not_found() -> None:
    assert find_again(find(DIARY, "11:00"), outline("# Day\n")) is None
    assert find_again(find("- a\n", "a"), outline("# a\n")) is None
