"""Files that are no text, too large, or have lines no editor can lay out."""

from __future__ import annotations

import os
import sys

import pytest
from editor_window import Window
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.editor import loading
from openclaw_desktop.ui.empty import EmptyState


@pytest.mark.parametrize(
    ("data", "words", "shown"),
    [
        ("naïve café".encode("latin-1"), "is not valid UTF-8", "na\ufffdve caf\ufffd"),
        ("# Überschrift\n".encode("utf-16"), "UTF-16", "# Überschrift\n"),
    ],
)
def test_text_in_another_encoding_is_shown_but_cannot_be_edited(
    window: Window, data: bytes, words: str, shown: str
) -> None:
    (window.root / "old.md").write_bytes(data)
    page = window.open("old.md")
    assert words in window.said
    assert page.edit.text() == shown
    assert page.edit.isReadOnly()
    window.tabs.save()
    window.tabs.insert_text("x")
    assert window.on_disk("old.md") == data


def test_a_binary_file_is_not_shown_as_garbage(window: Window) -> None:
    (window.root / "main.sqlite").write_bytes(b"SQLite format 3\0" + bytes(4000))
    page = window.open("main.sqlite")
    assert page.edit.text() == ""
    assert page.findChildren(EmptyState)[0].isVisible()
    window.outside("main.sqlite", "text after all")
    window.until(page.edit.isVisible)
    assert page.edit.text() == "text after all"


def test_one_giant_line_is_cut_short_read_only_and_lines_keep_their_numbers(window: Window) -> None:
    (window.root / "data.md").write_text("# Data\n" + "x" * 1_000_000 + "\nlast\n")
    page = window.open("data.md", 3)
    assert "1,000,000 characters" in window.said
    assert page.edit.textCursor().block().text() == "last"
    assert page.edit.isReadOnly()
    assert len(page.edit.document().findBlockByNumber(1).text()) < loading.LONGEST_EDITED + 10


def test_of_a_very_large_file_the_start_is_shown(window: Window) -> None:
    line = "word " * 20 + "\n"
    (window.root / "huge.md").write_text(line * (loading.LARGEST_EDITED // len(line) + 1))
    page = window.open("huge.md")
    assert "very large" in window.said
    assert page.edit.isReadOnly()
    assert 0 < page.edit.document().characterCount() <= loading.SHOWN_OF_LARGER + 1


def test_an_encoding_repaired_outside_makes_the_file_editable(window: Window) -> None:
    (window.root / "old.md").write_bytes(b"caf\xe9")
    page = window.open("old.md")
    assert page.edit.isReadOnly()
    window.outside("old.md", "café")
    window.until(lambda: not page.edit.isReadOnly())
    assert window.said == ""
    assert page.edit.text() == "café"


def test_strange_names_are_names(window: Window) -> None:
    for name in (
        "a b.md",
        "q'uo\"te.md",
        "#hash.md",
        "emoji😀.md",
        "中文.md",
        "new\nline.md",
        "&amp.md",
        "-.md",
    ):
        (window.root / name).write_text(f"{name!r}")
        page = window.open(name)
        assert page.edit.text() == repr(name)
        window.type("x")
        window.tabs.save()
        window.until(lambda p=page: not p.file.dirty)
        assert window.on_disk(name) == f"x{name!r}".encode()


@pytest.mark.skipif(sys.platform != "linux", reason="other disks have no such names")
def test_a_name_that_is_no_utf_8_is_told_instead_of_another_one(window: Window, qtbot: QtBot) -> None:
    path = os.fsdecode(b"caf\xe9.md")
    (window.root / path).write_text("# Café", encoding="utf-8")
    with qtbot.waitSignal(window.bridge.failed, timeout=20_000) as told:
        window.tabs.open(path)
    assert told.args is not None
    assert "caf?.md has a name that is no UTF-8" in str(told.args[0])
    assert window.tabs.open_paths() == []
