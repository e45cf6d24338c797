"""What tabs are called, and in which order they were used."""

from __future__ import annotations

from openclaw_desktop.ui.editor.recent import Recent
from openclaw_desktop.ui.editor.tab_names import LONGEST, tab_names


def test_a_name_alone_is_enough_until_another_file_has_it() -> None:
    assert tab_names(["a/x.md", "b/y.md"]) == {"a/x.md": "x.md", "b/y.md": "y.md"}
    assert tab_names(["a/x.md", "b/x.md"]) == {"a/x.md": "a/x.md", "b/x.md": "b/x.md"}
    assert tab_names(["x.md", "b/x.md"]) == {"x.md": "x.md", "b/x.md": "b/x.md"}
    assert tab_names(["p/a/x.md", "q/a/x.md"]) == {"p/a/x.md": "p/a/x.md", "q/a/x.md": "q/a/x.md"}


def test_a_long_name_keeps_its_start_and_its_end() -> None:
    name = tab_names(["a-very-long-name-of-a-note-that-goes-on-and-on-2026-03-01.md"]).popitem()[1]
    assert len(name) == LONGEST
    assert name.startswith("a-very-long")
    assert name.endswith("2026-03-01.md")


def test_a_name_is_one_line() -> None:
    assert tab_names(["new\nline.md"]) == {"new\nline.md": "new␣line.md"}


def test_going_back_keeps_the_order_until_one_stops() -> None:
    recent = Recent()
    for path in ("a", "b", "c"):
        recent.use(path)
    assert [recent.go(1), recent.go(1), recent.go(1)] == ["b", "a", "c"]
    recent.go(1)
    recent.use("b")
    recent.stop()
    assert recent.latest == "b"
    assert recent.go(1) == "c"
    recent.stop()
    recent.forget("c")
    assert recent.latest == "b"
    assert recent.go(-1) == "a"


def test_with_one_file_there_is_nothing_to_go_back_to() -> None:
    recent = Recent()
    recent.use("a")
    assert recent.go(1) == ""
