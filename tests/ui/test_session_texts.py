"""Unsaved text on its way into the state folder and back: every character, and nothing in the log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from openclaw_desktop.ui.session_texts import UnsavedText, forget, keep, kept


def test_what_was_kept_comes_back_to_the_character(tmp_path: Path) -> None:
    odd = UnsavedText("memory/雨 量計.md", "a\r\nb\rc\u2028\x00\ud83d 雨\n", "0" * 64, True)
    new = UnsavedText("memory/2026-03-01.md", "", None)
    keep(tmp_path, UnsavedText("memory/雨 量計.md", "earlier", None))
    keep(tmp_path, odd)
    keep(tmp_path, new)
    assert sorted(kept(tmp_path), key=lambda each: each.path) == [new, odd]


def test_what_is_saved_is_forgotten(tmp_path: Path) -> None:
    keep(tmp_path, UnsavedText("MEMORY.md", "text", None))
    forget(tmp_path, "MEMORY.md")
    forget(tmp_path, "never kept.md")
    assert kept(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "damaged", ["", "[]", "7", '{"path": "a", "text": "MARKER"}', '{"MARKER', "[" * 100_000]
)
def test_a_damaged_one_is_left_and_named_without_its_text(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damaged: str
) -> None:
    keep(tmp_path, UnsavedText("MEMORY.md", "text", None))
    (tmp_path / "0.json").write_text(damaged, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert [each.path for each in kept(tmp_path)] == ["MEMORY.md"]
    assert "0.json is damaged" in caplog.text
    assert "MARKER" not in caplog.text
    assert (tmp_path / "0.json").exists()
