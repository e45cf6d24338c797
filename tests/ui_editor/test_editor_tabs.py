"""Opening, typing, saving and closing, as a person does it."""

from __future__ import annotations

from editor_window import Window


def test_a_file_is_opened_typed_in_and_saved(window: Window) -> None:
    window.open("MEMORY.md")
    window.page.edit.go_to(3)
    window.type("x")
    assert window.tabs.unsaved() == ["MEMORY.md"]
    with window.qtbot.waitSignal(window.tabs.dirty_changed) as told:
        window.tabs.save()
    assert told.args == ["MEMORY.md", False]
    assert window.on_disk("MEMORY.md") == "# Memory\n\nx- The port is 8123.\n- 雨量計は屋根の上。\n".encode()
