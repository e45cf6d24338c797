"""Where the parts of a window lie on its bar."""

from __future__ import annotations

from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.outlook import Outlook, Terms, counter, outlook
from openclaw_desktop.context.profiles import Limits
from openclaw_desktop.ui.context_view.budget.layout import layout
from openclaw_desktop.ui.context_view.budget.window_bar import rest_in_words, spoken, tip


def look(window: int | None, reserve: int | None = 2_000) -> Outlook:
    files = [
        BootstrapFile("AGENTS.md", "/w/AGENTS.md", "a" * 400),
        BootstrapFile("SOUL.md", "/w/SOUL.md", "b" * 40),
    ]
    terms = Terms("2026.9", "main", Limits(), window, "characters ÷ 4")
    return outlook(files, terms, count=counter(terms.encoding), reserve=reserve)


def test_files_stand_left_the_reserve_right_and_the_rest_between() -> None:
    found = layout(look(10_000))
    assert [(span.start, span.end, span.part and span.part.name) for span in found.spans] == [
        (0, 100, "AGENTS.md"),
        (100, 110, "SOUL.md"),
        (110, 8_000, None),
        (8_000, 10_000, "reserve"),
    ]
    assert found.files_span == (0, 110)
    assert found.limit is None


def test_a_window_that_is_too_small_ends_within_the_bar() -> None:
    found = layout(look(1_000))
    assert (found.axis, found.limit) == (2_110, 1_000)
    assert found.spans[-1].end == 2_110


def test_a_window_nobody_knows_has_files_only() -> None:
    found = layout(look(None, reserve=None))
    assert found.spans == ()
    assert [span.end for span in found.files] == [100, 110]


def test_what_is_left_is_said_with_what_is_unknown_in_it() -> None:
    found = look(10_000)
    assert rest_in_words(found).startswith("7,890 for system prompt, skills, tool schemas, history (unknown)")
    assert "a quarter of the characters" in tip(found.slices[1], found)
    assert "tool schemas unknown" in spoken(found)
