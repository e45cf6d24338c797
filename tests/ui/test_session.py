"""A window comes back as it was left, and a damaged memory of it does no harm."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from openclaw_desktop.ui.session import WindowState, load, save


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    state = WindowState(
        geometry="AAEC",
        view="search",
        splitters={"columns": (264, 232), "right": (400, 120)},
        right_panel=False,
        tabs=("MEMORY.md", "memory/雨.md"),
        current="memory/雨.md",
        sessions_order="-turns",
    )
    save(state, tmp_path / "new" / "window.json")
    assert load(tmp_path / "new" / "window.json") == state


def test_no_file_is_a_first_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert load(tmp_path / "window.json") == WindowState()
    assert caplog.records == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "[" * 100_000,
        '{"splitters": 3}',
        '{"splitters": {"columns": ["a"]}}',
        '{"splitters": {"columns": [NaN]}}',
        '{"splitters": {"columns": [Infinity]}}',
        '{"splitters": {"columns": [-1, 2e9]}}',
        '{"tabs": 1}',
        '{"tabs": [null]}',
        '{"geometry": "no base64"}',
        '{"geometry": "AAE"}',
        '{"view": ["search"]}',
        "\0\0",
    ],
)
def test_a_damaged_file_is_ignored_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    file = tmp_path / "window.json"
    file.write_text(text, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert load(file) == WindowState()
    assert "is damaged and ignored" in caplog.text


def test_what_a_newer_version_added_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    file.write_text(json.dumps({"view": "search", "hologram": True}), encoding="utf-8")
    assert load(file) == WindowState(view="search")
