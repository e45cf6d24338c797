"""Opening, typing, saving and closing, as a person does it."""

from __future__ import annotations

import threading
from datetime import datetime

import pytest
from editor_window import Files, Window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from openclaw_desktop import tokens
from openclaw_desktop.errors import FileGoneError
from openclaw_desktop.ui.editor import document_info
from openclaw_desktop.ui.editor import tabs as tabs_module
from openclaw_desktop.ui.editor.document_info import DocumentInfo
from openclaw_desktop.workspace.outline import Node


def test_a_file_is_opened_typed_in_and_saved(window: Window) -> None:
    window.open("MEMORY.md")
    window.page.edit.go_to(3)
    window.type("x")
    assert window.tabs.unsaved() == ["MEMORY.md"]
    with window.qtbot.waitSignal(window.tabs.dirty_changed) as told:
        window.tabs.save()
    assert told.args == ["MEMORY.md", False]
    assert window.on_disk("MEMORY.md") == "# Memory\n\nx- The port is 8123.\n- 雨量計は屋根の上。\n".encode()


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf# BOM\r\nand CRLF\r\n",
        b"mixed\r\nends\nand no last one",
        b"lone\rreturn and \x00 nul \xe2\x80\xa8 separator\n",
        "nbsp\xa0stays, trailing spaces  \n\n\n".encode(),
        b"",
    ],
)
def test_every_byte_that_is_not_edited_is_kept(window: Window, data: bytes) -> None:
    """A letter is typed at the start and taken away again, with a save after each."""
    (window.root / "odd.md").write_bytes(data)
    page = window.open("odd.md")
    window.type("z")
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    bom = b"\xef\xbb\xbf"
    start = bom if data.startswith(bom) else b""
    assert window.on_disk("odd.md") == start + b"z" + data.removeprefix(bom)
    window.qtbot.keyClick(page.edit, Qt.Key.Key_Backspace)
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("odd.md") == data


def test_undoing_back_to_what_was_saved_is_no_unsaved_text(window: Window) -> None:
    window.open("MEMORY.md")
    window.type("x")
    assert window.tabs.unsaved()
    window.page.edit.undo()
    assert not window.tabs.unsaved()


def test_text_typed_while_saving_stays_unsaved(window: Window, engine: Files) -> None:
    page = window.open("MEMORY.md")
    window.type("a")
    engine.may_save.clear()
    window.tabs.save()
    window.until(engine.saving.is_set)
    window.type("b")
    with window.qtbot.waitSignal(page.file.saved):
        engine.may_save.set()
    assert page.file.dirty
    assert window.on_disk("MEMORY.md").startswith(b"a#")
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("MEMORY.md").startswith(b"ab#")


def test_a_search_hit_opens_at_its_lines_and_marks_them_until_an_edit(window: Window) -> None:
    page = window.open("MEMORY.md", 3, 4)
    assert page.edit.textCursor().blockNumber() == 2
    assert [page.edit.is_marked(line) for line in (2, 3, 4, 5)] == [False, True, True, False]
    window.type("x")
    assert not page.edit.is_marked(3)
    window.tabs.open("MEMORY.md", 4, 4)
    assert page.edit.is_marked(4)
    window.qtbot.keyClick(page.edit, Qt.Key.Key_Escape)
    assert not page.edit.is_marked(4)


def test_files_of_the_same_name_are_told_apart_by_their_folder(window: Window) -> None:
    window.open("memory/net.md")
    assert window.tabs.bar.tabText(0) == "net.md"
    window.open("topics/net.md")
    assert [window.tabs.bar.tabText(i) for i in range(2)] == ["memory/net.md", "topics/net.md"]
    assert window.tabs.bar.tabToolTip(0) == str(window.root / "memory/net.md")


def test_a_middle_click_closes_and_the_file_before_comes_to_the_front(window: Window) -> None:
    window.open("MEMORY.md")
    window.open("memory/net.md")
    window.open("topics/net.md")
    window.tabs.open("MEMORY.md")
    bar = window.tabs.bar
    place = bar.tabRect(bar.paths().index("MEMORY.md")).center()
    window.qtbot.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=place)
    assert window.tabs.current_path == "topics/net.md"
    assert window.tabs.open_paths() == ["memory/net.md", "topics/net.md"]


def test_ctrl_tab_goes_back_in_the_order_of_use(window: Window) -> None:
    for path in ("MEMORY.md", "memory/net.md", "topics/net.md"):
        window.open(path)
    ctrl = Qt.KeyboardModifier.ControlModifier
    window.press(Qt.Key.Key_Tab, ctrl)
    assert window.tabs.current_path == "memory/net.md"
    window.press(Qt.Key.Key_Tab, ctrl)
    assert window.tabs.current_path == "MEMORY.md"
    window.qtbot.keyRelease(window.page.edit, Qt.Key.Key_Control)
    window.press(Qt.Key.Key_Tab, ctrl)
    assert window.tabs.current_path == "topics/net.md"


def test_the_last_file_closed_leaves_an_invitation(window: Window) -> None:
    window.open("MEMORY.md")
    with window.qtbot.waitSignal(window.tabs.current_changed) as told:
        window.tabs.close_current()
    assert told.args == [""]
    assert window.tabs.open_paths() == []
    assert window.tabs.text() == ""


@pytest.mark.parametrize("answer", ["Save", "Discard", "Cancel"])
def test_closing_unsaved_text_asks_first(window: Window, answer: str) -> None:
    window.open("MEMORY.md")
    before = window.on_disk("MEMORY.md")
    window.type("x")
    window.tabs.close_current()
    window.until(lambda: bool(window.tabs.findChildren(QMessageBox)))
    box = window.tabs.findChildren(QMessageBox)[0]
    next(button for button in box.buttons() if button.text() == answer).click()
    if answer == "Cancel":
        QApplication.processEvents()
        assert window.tabs.unsaved() == ["MEMORY.md"]
    else:
        window.until(lambda: window.tabs.open_paths() == [])
    assert window.on_disk("MEMORY.md") == (b"x" + before if answer == "Save" else before)


def test_a_file_that_is_not_there_is_told_and_leaves_no_tab(window: Window) -> None:
    with window.qtbot.waitSignal(window.bridge.failed) as told:
        window.tabs.open("nothing.md")
    assert isinstance((told.args or [None])[0], FileGoneError)
    assert window.tabs.open_paths() == []


def test_todays_note_is_made_by_saving_it_and_not_before(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabs_module, "now", lambda: datetime(2026, 3, 1, 9, 30).astimezone())
    window.tabs.new_daily()
    window.until(lambda: window.tabs.text() != "")
    assert window.tabs.current_path == "memory/2026-03-01.md"
    assert window.tabs.text() == "# 2026-03-01\n\n"
    assert not window.tabs.unsaved()
    window.type("- first")
    assert not (window.root / "memory/2026-03-01.md").exists()
    window.tabs.save()
    window.until(lambda: not window.tabs.unsaved())
    assert window.on_disk("memory/2026-03-01.md") == b"# 2026-03-01\n\n- first"


def test_save_all_says_whether_everything_is_on_disk(window: Window, run: object) -> None:
    for path in ("MEMORY.md", "memory/net.md"):
        window.open(path)
        window.type("x")
    (window.root / "memory/net.md").write_text("another program was here")
    assert run(window.tabs.save_all_and_wait()) is False  # type: ignore[operator]
    assert window.tabs.unsaved() == ["memory/net.md"]
    assert window.tabs.current_path == "memory/net.md"
    assert window.on_disk("MEMORY.md").startswith(b"x#")


def test_figures_and_outline_of_the_file_in_front_are_told(window: Window) -> None:
    with window.qtbot.waitSignal(window.tabs.document_info) as told:
        window.open("MEMORY.md")
    assert told.args is not None
    info = told.args[0]
    assert isinstance(info, DocumentInfo)
    assert (info.path, info.lines, info.newline, info.bom, info.read_only) == (
        "MEMORY.md",
        4,
        "LF",
        False,
        "",
    )
    assert info.tokens > 10
    with window.qtbot.waitSignal(window.tabs.outline_changed) as told_again:
        window.page.edit.go_to(99)
        window.type("## New")
    assert told_again.args is not None
    assert told_again.args[0] == "MEMORY.md"
    section: Node = told_again.args[1][0]
    assert "New" in [child.title for child in section.children]


def test_figures_of_an_unchanged_text_are_not_worked_out_again(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("MEMORY.md", "memory/net.md"):
        with window.qtbot.waitSignal(window.tabs.document_info):  # comes last, when all of it is known
            window.open(path)
    monkeypatch.setattr(document_info, "outline", None)
    with window.qtbot.waitSignal(window.tabs.outline_changed) as told:
        window.tabs.open("MEMORY.md")
    assert told.args is not None
    assert told.args[0] == "MEMORY.md"


def test_a_count_in_another_encoding_that_comes_late_is_not_told(
    window: Window, engine: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting, may_count, counted = threading.Event(), threading.Event(), threading.Event()

    def count(text: str, encoding: str) -> int:
        if encoding == "o200k_base":
            counting.set()
            assert may_count.wait(10)
            counted.set()
        return tokens.count(text, encoding)

    monkeypatch.setattr(engine, "count_tokens", count)
    told: list[DocumentInfo] = []
    window.tabs.document_info.connect(told.append)
    window.open("MEMORY.md")
    window.until(counting.is_set)
    change = window.bridge.change_settings({"editor.encoding": "cl100k_base"})
    window.bridge.spawn(change, name="settings")
    window.until(lambda: bool(told))
    may_count.set()
    window.until(lambda: counted.is_set() and not window.bridge.busy)
    assert [info.encoding for info in told] == ["cl100k_base"]


def test_the_cursor_is_told_in_lines_and_columns(window: Window) -> None:
    window.open("MEMORY.md")
    with window.qtbot.waitSignal(window.tabs.cursor_moved) as told:
        window.page.edit.go_to(3, 5)
    assert told.args == [3, 5]


def test_a_renamed_folder_takes_its_open_files_along(window: Window) -> None:
    page = window.open("memory/net.md")
    window.type("x")
    (window.root / "memory").rename(window.root / "notes")
    window.tabs.paths_moved({"memory": "notes"})
    assert window.tabs.open_paths() == ["notes/net.md"]
    assert window.tabs.unsaved() == ["notes/net.md"]
    window.tabs.save()
    window.until(lambda: not page.file.dirty)
    assert window.on_disk("notes/net.md").startswith(b"x#")


def test_a_file_deleted_by_the_person_is_closed_unless_it_has_unsaved_text(window: Window) -> None:
    window.open("MEMORY.md")
    window.open("memory/net.md")
    window.type("x")
    for path in ("MEMORY.md", "memory/net.md"):
        (window.root / path).unlink()
    window.tabs.paths_deleted(["MEMORY.md", "memory"])
    assert window.tabs.open_paths() == ["memory/net.md"]
    window.until_said("was deleted or moved")
    assert window.tabs.text().startswith("x#")


def test_zoom_is_seen_at_once_and_kept(window: Window, engine: Files) -> None:
    page = window.open("MEMORY.md")
    size = page.edit.font().pixelSize()
    window.tabs.zoom(1)
    assert page.edit.font().pixelSize() == size + 1
    window.until(lambda: engine.settings.editor.font_size == size + 1)
    window.tabs.zoom(0)
    assert page.edit.font().pixelSize() == 13


def test_a_setting_changed_elsewhere_reaches_every_open_file(window: Window, run: object) -> None:
    page = window.open("MEMORY.md")
    wide = page.edit.gutter.width()
    run(window.bridge.change_settings({"editor.line_numbers": False, "editor.wrap": False}))  # type: ignore[operator]
    assert page.edit.gutter.width() < wide
    assert page.edit.lineWrapMode() == page.edit.LineWrapMode.NoWrap


def test_a_line_is_gone_to_by_its_number(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.qtbot.keyClick(page.edit, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    field = window.tabs.bars.line_bar.field
    field.clear()
    window.qtbot.keyClicks(field, "4")
    window.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.edit.textCursor().blockNumber() == 3
    assert not window.tabs.bars.line_bar.isVisible()


def test_a_line_asked_for_while_the_file_is_read_is_gone_to(window: Window) -> None:
    window.tabs.open("MEMORY.md")
    window.tabs.open("MEMORY.md", 3, 4)
    window.until(lambda: window.page.file.is_loaded)
    assert window.page.edit.textCursor().blockNumber() == 2
    assert window.page.edit.is_marked(4)


def test_a_file_closed_while_it_is_read_or_previewed_is_just_closed(window: Window) -> None:
    window.tabs.open("MEMORY.md")
    window.tabs.close_current()
    assert window.tabs.open_paths() == []
    window.open("MEMORY.md")
    window.tabs.toggle_preview()
    window.tabs.close_current()
    window.open("memory/net.md")
    assert window.tabs.open_paths() == ["memory/net.md"]


def test_a_file_that_is_no_markdown_has_no_outline(window: Window) -> None:
    (window.root / "data.json").write_text("# not a heading\n")
    with window.qtbot.waitSignal(window.tabs.outline_changed) as told:
        window.open("data.json")
    assert told.args == ["data.json", ()]
