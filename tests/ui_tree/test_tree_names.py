"""Names, dates and numbers as the tree writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from openclaw_desktop.ui.tree import names
from openclaw_desktop.ui.tree.names import Label
from openclaw_desktop.workspace.layout import Entry, kind_of


def entry(path: str) -> Entry:
    return Entry(path, kind_of(path), False, 1, 1)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("memory/2026-03-01.md", Label("01", "")),
        ("memory/2026-03-01-rain-gauge.md", Label("01", "rain gauge")),
        ("memory/2026-03-01-0930.md", Label("01", "09:30")),
        ("memory/2026-03-01-2575.md", Label("01", "2575")),
        ("memory/standup-2026-03-01.md", Label("01", "standup")),
        ("memory/ops_2026-03-01_v2.md", Label("01", "ops v2")),
        ("memory/notes/20260301.md", Label("01", "", "notes")),
        ("memory/2026-03/01.md", Label("01", "", "2026-03")),
        ("memory/2026-03/01-雨量計.md", Label("01", "雨量計", "2026-03")),
        ("memory/2026-03-12/overview.md", Label("12", "overview", "2026-03-12")),
        ("memory/2026-03.md", Label("", "the month")),
        ("memory/2026-03/summary.md", Label("", "summary", "2026-03")),
        ("memory/2026-10-18-秋茶验收.md", Label("18", "秋茶验收")),
    ],
)
def test_a_daily_note_says_its_day_and_what_else_is_in_its_name(path: str, label: Label) -> None:
    assert names.dated(entry(path), with_day=True) == label


def test_in_its_day_a_note_says_only_the_rest() -> None:
    assert names.dated(entry("memory/2026-03-01.md"), with_day=False) == Label("", "the day")
    assert names.dated(entry("memory/2026-03-01-0930.md"), with_day=False) == Label("", "09:30")


def test_a_markdown_file_needs_no_suffix_and_others_keep_theirs() -> None:
    assert names.plain(entry("memory/net.md")).text == "net"
    assert names.plain(entry("memory/net.md.bak-20260515")).text == "net.md.bak-20260515"
    assert names.plain(entry(".md")).text == ".md"


def test_a_name_is_one_line_of_signs_that_can_be_drawn() -> None:
    assert names.shown("a\nb\tc") == "a↵b→c"
    assert names.shown("caf\udce9") == "caf?"
    assert names.shown("x\u202egnp.md") == "x\ufffdgnp.md"
    assert names.shown("记忆 🦞") == "记忆 🦞"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1.0k"),
        (1938, "1.9k"),
        (9949, "9.9k"),
        (9950, "10k"),
        (999_499, "999k"),
        (999_500, "1.0M"),
        (12_345_678, "12.3M"),
    ],
)
def test_tokens_fit_into_a_badge(count: int, text: str) -> None:
    assert names.tokens(count) == text


@pytest.mark.parametrize(
    ("bytes_", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (5_500_000, "5.5 MB"), (10**13, "10000.0 GB")],
)
def test_sizes_have_units(bytes_: int, text: str) -> None:
    assert names.size(bytes_) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (10, "just now"),
        (180, "3 min ago"),
        (7300, "2 h ago"),
        (86_400, "1 day ago"),
        (864_000, "10 days ago"),
    ],
)
def test_times_are_told_as_a_person_does(seconds: int, text: str) -> None:
    now = datetime(2026, 3, 12, 9, 0, tzinfo=UTC)
    assert names.ago(now - timedelta(seconds=seconds), now) == text


def test_a_time_ahead_of_the_clock_is_given_as_it_is() -> None:
    now = datetime(2026, 3, 12, 9, 0, tzinfo=UTC)
    assert names.ago(now + timedelta(days=1), now) == "2026-03-13 09:00"
