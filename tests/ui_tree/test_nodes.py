"""Outlines are pruned, and their nodes found again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.tree.nodes import NodeFinder, at_line, count, pruned
from openclaw_desktop.workspace.outline import Node, outline, walk

TEXT = "# A\n\n## One\n\n- first\n  - nested\n- second\n\n## Two\n\n# B\n\n- last\n"


def by_way(nodes: tuple[Node, ...], way: tuple[int, ...]) -> Node:
    node = nodes[way[0]]
    return by_way(node.children, way[1:]) if way[1:] else node


def find(old: str, title: str, new: str) -> Node | None:
    node = next(n for n in walk(outline(old)) if n.title == title)
    nodes = outline(new)
    way = NodeFinder(nodes).way(node)
    return by_way(nodes, way) if way else None


def test_entries_are_left_out_unless_wished() -> None:
    assert [n.title for n in walk(pruned(outline(TEXT), entries=False))] == ["A", "One", "Two", "B"]
    assert count(pruned(outline(TEXT), entries=True)) == 8


def test_what_matches_keeps_what_it_lies_in() -> None:
    assert [n.title for n in walk(pruned(outline(TEXT), entries=True, words="nest"))] == [
        "A",
        "One",
        "first",
        "nested",
    ]
    assert pruned(outline(TEXT), entries=False, words="nest") == ()


def test_the_innermost_node_of_a_line() -> None:
    nodes = outline(TEXT)
    assert by_way(nodes, at_line(nodes, 6)).title == "nested"
    assert by_way(nodes, at_line(nodes, 8)).title == "One"
    assert at_line(nodes, 99) == ()


def test_a_section_moved_down_is_found_by_its_content() -> None:
    found = find(TEXT, "Two", "# New\n\n## Other\n\n" + TEXT)
    assert found is not None
    assert (found.title, found.start_line) == ("Two", 13)


def test_a_section_whose_content_changed_is_found_by_its_title() -> None:
    found = find(TEXT, "One", TEXT.replace("- second", "- second\n- third"))
    assert found is not None
    assert found.title == "One"


def test_of_equal_sections_the_nearest_is_meant() -> None:
    old = "# Log\n\n" + "## Notes\n\n- same\n\n" * 40
    third = outline(old)[0].children[30]
    new = outline("# Log\n\nA line.\n\n" + "## Notes\n\n- same\n\n" * 40)
    way = NodeFinder(new).way(third)
    assert way is not None
    assert abs(by_way(new, way).start_line - third.start_line) <= 4


@given(st.lists(st.sampled_from(["# A", "## B", "## B", "- x", "  - y", "text", ""]), max_size=30))
def test_in_an_unchanged_text_everything_is_where_it_was(lines: list[str]) -> None:
    nodes = outline("\n".join(lines))
    finder = NodeFinder(nodes)
    for node in walk(nodes):
        way = finder.way(node)
        assert way is not None
        assert by_way(nodes, way) is node
