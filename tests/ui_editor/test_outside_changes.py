"""What another program does to an open file, and what the person sees and decides."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from editor_window import Window

from openclaw_desktop.events import FilesChanged
from openclaw_desktop.review.diff.diff import Sign
from openclaw_desktop.ui.editor.banner import Weight
from openclaw_desktop.workspace import files

LONG = "".join(f"- line {n}\n" for n in range(1, 401))


def test_a_clean_text_is_read_again_and_cursor_and_view_stay(window: Window) -> None:
    (window.root / "long.md").write_text(LONG)
    page = window.open("long.md", 200)
    top = page.edit.firstVisibleBlock().text()
    window.outside("long.md", LONG.replace("- line 3\n", "- line 3\n- new\n- newer\n"))
    window.until_said("another program changed 2 lines")
    assert page.edit.textCursor().block().text() == "- line 200"
    assert page.edit.firstVisibleBlock().text() == top
    assert not page.file.dirty
    assert page.banner.message is not None
    assert page.banner.message.weight is Weight.CUE


def test_one_undo_brings_back_what_was_before_the_reload(window: Window) -> None:
    page = window.open("MEMORY.md")
    before = page.edit.text()
    window.outside("MEMORY.md", "# Other\r\n\x00")
    window.until(lambda: page.edit.text() == "# Other\r\n\x00")
    page.edit.undo()
    assert page.edit.shown() == before
    assert page.file.dirty


def test_what_was_changed_can_be_looked_at(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.outside("MEMORY.md", "# Memory\n\n- The port is 9000.\n- 雨量計は屋根の上。\n")
    window.until_said("1 line")
    window.choose("Show what changed")
    window.until(page.difference.isVisible)
    changed = [(r.sign, r.text) for r in page.difference.rows if r.sign is not Sign.SAME]
    assert changed == [(Sign.REMOVED, "- The port is 8123."), (Sign.ADDED, "- The port is 9000.")]
    assert page.difference.rows[2].spans == ((14, 18),)


def test_our_own_save_is_no_outside_change(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("x")
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    with window.qtbot.assertNotEmitted(page.file.reloaded), window.qtbot.assertNotEmitted(page.file.reported):
        window.bridge.report(FilesChanged(frozenset({"MEMORY.md"})))
        with window.qtbot.waitSignal(window.bridge.files_changed):
            pass
        window.until(lambda: not page.file._turn.locked())
    assert page.banner.message is None


def test_a_burst_of_changes_to_a_text_with_unsaved_words_is_one_banner(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("mine ")
    for count in range(20):
        window.outside("MEMORY.md", f"theirs {count}\n")
    window.until(lambda: page.file.report is not None and page.file.report.theirs == "theirs 19\n")
    assert page.edit.text().startswith("mine # Memory")
    assert page.banner.message is not None
    assert [choice.text for choice in page.banner.message.choices] == [
        "View difference",
        "Reload",
        "Keep mine",
        "Save mine as a copy",
    ]
    assert "Noticed at" in page.banner.message.detail
    assert "You last typed at" in page.banner.message.detail


def test_keeping_mine_overwrites_theirs_at_the_next_save(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("mine ")
    window.outside("MEMORY.md", "theirs\n")
    window.until_said("changed by another program")
    window.choose("Keep mine")
    window.until(lambda: page.file.report is None)
    assert window.on_disk("MEMORY.md") == b"theirs\n"
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("MEMORY.md").startswith(b"mine #")


def test_reloading_takes_theirs_and_undo_brings_mine_back(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("mine ")
    mine = page.edit.text()
    window.outside("MEMORY.md", "theirs\n")
    window.until_said("changed by another program")
    window.choose("Reload")
    assert page.edit.text() == "theirs\n"
    assert not page.file.dirty
    page.edit.undo()
    assert page.edit.text() == mine


def test_a_save_over_a_change_nobody_told_of_writes_nothing_and_shows_both(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("mine ")
    (window.root / "MEMORY.md").write_text("theirs\n")
    window.tabs.save()
    window.until_said("changed by another program")
    assert window.on_disk("MEMORY.md") == b"theirs\n"
    window.choose("View difference")
    window.until(page.difference.isVisible)
    assert Sign.REMOVED in [row.sign for row in page.difference.rows]
    window.choose("Overwrite with mine")
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("MEMORY.md").startswith(b"mine #")
    assert not page.difference.isVisible()


def test_saving_as_a_copy_keeps_both(window: Window) -> None:
    (window.root / "MEMORY (mine).md").write_text("an older copy")
    window.open("MEMORY.md")
    window.type("mine ")
    window.outside("MEMORY.md", "theirs\n")
    window.until_said("changed by another program")
    window.choose("Save mine as a copy")
    window.until(lambda: window.tabs.current_path == "MEMORY (mine 2).md")
    assert window.on_disk("MEMORY (mine 2).md").startswith(b"mine #")
    assert window.on_disk("MEMORY (mine).md") == b"an older copy"
    assert window.on_disk("MEMORY.md") == b"theirs\n"
    window.tabs.open("MEMORY.md")
    assert window.tabs.text() == "theirs\n"


def test_both_writing_the_same_is_no_conflict(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("x")
    window.outside("MEMORY.md", page.edit.text())
    window.until(lambda: not page.file.dirty)
    assert page.banner.message is None


def test_a_change_taken_back_on_disk_takes_the_banner_away(window: Window) -> None:
    page = window.open("MEMORY.md")
    before = window.on_disk("MEMORY.md")
    window.type("x")
    window.outside("MEMORY.md", "theirs\n")
    window.until_said("changed by another program")
    window.outside("MEMORY.md", before)
    window.until(lambda: page.banner.message is None)
    assert page.file.dirty


def test_a_deleted_file_keeps_its_text_and_can_be_saved_again(window: Window) -> None:
    page = window.open("MEMORY.md")
    before = window.on_disk("MEMORY.md")
    window.outside("MEMORY.md", None)
    window.until_said("was deleted or moved")
    assert window.tabs.unsaved() == ["MEMORY.md"]
    window.choose("Save it again")
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("MEMORY.md") == before


def test_what_another_program_wrote_does_not_count_as_typed(window: Window) -> None:
    window.open("MEMORY.md")
    window.outside("MEMORY.md", "# Theirs\n")
    window.until_said("another program changed")
    window.outside("MEMORY.md", None)
    window.until_said("was deleted or moved")
    message = window.page.banner.message
    assert message is not None
    assert "typed" not in message.detail


def test_what_asks_for_nothing_takes_one_line_and_a_question_has_its_buttons_below(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.outside("MEMORY.md", "# Theirs\n")
    window.until_said("another program changed")
    cue = page.banner.heightForWidth(page.width())
    assert cue < 3 * page.banner.fontMetrics().height()
    window.type("mine ")
    window.outside("MEMORY.md", "# Theirs again\n")
    window.until_said("unsaved text")
    assert page.banner.heightForWidth(page.width()) >= 1.5 * cue


def test_a_deleted_file_that_comes_back_is_as_it_was(window: Window) -> None:
    page = window.open("MEMORY.md")
    before = window.on_disk("MEMORY.md")
    window.outside("MEMORY.md", None)
    window.until_said("was deleted or moved")
    window.outside("MEMORY.md", before)
    window.until(lambda: page.banner.message is None)
    assert not window.tabs.unsaved()


def test_a_file_that_becomes_binary_does_not_take_unsaved_text_away(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.type("mine ")
    window.outside("MEMORY.md", bytes(5000))
    window.until_said("binary")
    assert page.edit.text().startswith("mine #")
    assert not page.edit.isReadOnly()


def test_a_full_disk_is_said_and_the_text_stays(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    page = window.open("MEMORY.md")
    before = window.on_disk("MEMORY.md")
    window.type("x")

    def full(*_args: object, **_keywords: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomically", full)
        window.tabs.save()
        window.until_said("the disk is full")
    assert page.file.dirty
    assert window.on_disk("MEMORY.md") == before
    window.choose("Try again")
    window.until(lambda: not page.file.dirty)
    assert page.banner.message is None


def test_a_file_linked_to_is_watched_where_it_really_is(window: Window) -> None:
    (window.root / "agents").mkdir()
    (window.root / "agents/SOUL.md").write_text("one\n")
    Path(window.root / "SOUL.md").symlink_to("agents/SOUL.md")
    window.open("SOUL.md")
    window.outside("agents/SOUL.md", "two\n")
    window.until(lambda: window.tabs.text() == "two\n")


def test_a_read_only_file_can_be_looked_at(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_is_writable", lambda _target: False)
    page = window.open("MEMORY.md")
    assert page.edit.isReadOnly()
    assert "read-only on disk" in window.said
