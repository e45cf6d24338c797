"""Text that was typed and never saved is in its tab again, and says so when the file is another one now."""

from __future__ import annotations

import hashlib

from editor_window import Window

from openclaw_desktop.ui.editor.open_file import Trouble
from openclaw_desktop.ui.session_texts import UnsavedText

PATH = "notes/雨.md"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def put_back(window: Window, unsaved: UnsavedText) -> None:
    back = list[str]()
    window.tabs.put_back.connect(back.append)
    window.tabs.open_unsaved(unsaved)
    window.until(lambda: back == [unsaved.path])


def on_disk(window: Window, text: str) -> None:
    (window.root / PATH).parent.mkdir(exist_ok=True)
    (window.root / PATH).write_text(text, encoding="utf-8", newline="")


def test_typed_upon_the_file_as_it_still_is(window: Window) -> None:
    on_disk(window, "one\r\ntwo\r\n")
    put_back(window, UnsavedText(PATH, "one\r\ntwo and a half\r\n", sha("one\r\ntwo\r\n")))
    assert window.tabs.unsaved() == [PATH]
    assert window.tabs.text() == "one\r\ntwo and a half\r\n"
    assert window.page.file.report is None
    window.page.edit.undo()
    assert window.tabs.text() == "one\r\ntwo\r\n"


def test_the_file_was_changed_by_another_program_meanwhile(window: Window) -> None:
    on_disk(window, "theirs\n")
    put_back(window, UnsavedText(PATH, "mine\n", sha("before\n")))
    report = window.page.file.report
    assert report is not None
    assert report.trouble is Trouble.CHANGED
    assert report.theirs == "theirs\n"
    assert window.tabs.text() == "mine\n"


def test_the_file_is_gone(window: Window) -> None:
    put_back(window, UnsavedText(PATH, "mine\n", sha("before\n")))
    report = window.page.file.report
    assert report is not None
    assert report.trouble is Trouble.GONE
    assert window.tabs.unsaved() == [PATH]


def test_a_note_that_was_never_saved_is_made_by_the_first_save(window: Window) -> None:
    put_back(window, UnsavedText(PATH, "# New\n", None))
    assert window.page.file.report is None
    window.tabs.save()
    window.until(lambda: window.tabs.unsaved() == [])
    assert (window.root / PATH).read_text(encoding="utf-8") == "# New\n"


def test_the_disk_has_that_text_already(window: Window) -> None:
    on_disk(window, "mine\n")
    put_back(window, UnsavedText(PATH, "mine\n", sha("before\n")))
    assert window.tabs.unsaved() == []


def test_a_file_that_can_only_be_looked_at_keeps_it_out(window: Window) -> None:
    (window.root / PATH).parent.mkdir(exist_ok=True)
    (window.root / PATH).write_bytes(b"caf\xe9\n")
    back = list[str]()
    window.tabs.put_back.connect(back.append)
    window.tabs.open_unsaved(UnsavedText(PATH, "mine\n", sha("before\n")))
    window.until(lambda: window.page.file.is_loaded)
    assert back == []
    assert "mine" not in window.tabs.text()
