"""The editor shows where the agent stops reading, and counts while one types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor_window import Files, Window
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QImage, QTextCursor
from PySide6.QtWidgets import QApplication, QToolTip

from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.outlook import Terms, outlook
from openclaw_desktop.context.profiles import Limits
from openclaw_desktop.ui.editor import cut, cut_keeper
from openclaw_desktop.ui.editor.cut import Cut, Shade
from openclaw_desktop.ui.theme import colours

LINE = "The station reports every ten minutes. 雨量計は屋根の上。🌧\n"
RULES = "## Rules\n\nProse that goes.\n\n- You must never push to main.\n- An item.\n\n"


class Seen:
    """What was told of the file in front."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.all: list[Cut | None] = []
        window.tabs.cut_changed.connect(self.all.append)

    @property
    def last(self) -> Cut | None:
        return self.all[-1] if self.all else None

    def open(self, path: str) -> Cut:
        self.window.open(path)
        self.window.until(lambda: self.last is not None)
        return self.cut

    @property
    def cut(self) -> Cut:
        assert self.last is not None
        return self.last

    @property
    def shade(self) -> Shade:
        found = self.window.page.edit.shade
        assert found is not None
        return found

    def settled(self) -> bool:
        """What is shown is what one look at the text gives."""
        edit = self.window.page.edit
        shown = edit.shown()
        fresh = cut.look(self.cut.allotment, edit.codec.to_file(shown), shown)
        return fresh == self.cut and edit.shade == fresh.shade


@pytest.fixture
def seen(window: Window) -> Seen:
    return Seen(window)


def write(workspace: Path, name: str, text: str) -> None:
    (workspace / name).write_bytes(text.encode())


def test_the_shade_begins_and_ends_at_the_very_character(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    found = seen.open("MEMORY.md")
    edit = seen.window.page.edit
    kept = found.allotment.injected(LINE * 600).text
    ((start, end),) = zip(seen.shade.starts, seen.shade.ends, strict=True)
    cursor = QTextCursor(edit.document())
    cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
    assert kept.startswith(cursor.selectedText().replace("\u2029", "\n"))
    assert kept[cursor.position() :][:2] != edit.shown()[cursor.position() :][:2]
    cursor.setPosition(end)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    rest = cursor.selectedText().replace("\u2029", "\n").rstrip()
    assert kept.endswith(rest)
    assert len(rest) > 1_000


def test_every_key_counts_at_once_and_undo_counts_back(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", "x" * 60 + "\n" + LINE * 600)
    before = seen.open("MEMORY.md").raw
    seen.window.type("yes")
    assert seen.cut.raw == before + 3
    assert seen.settled()
    seen.window.page.edit.undo()
    assert seen.cut.raw == before
    seen.window.page.edit.redo()
    assert seen.cut.raw == before + 3
    seen.window.page.edit.moveCursor(QTextCursor.MoveOperation.End)
    seen.window.type("   ")
    assert seen.cut.raw == before + 3  # white space at the end is not counted


def test_a_long_paste_is_cut_and_undone_whole(seen: Seen) -> None:
    seen.open("MEMORY.md")
    edit = seen.window.page.edit
    assert edit.shade is None
    edit.insert(LINE * 20_000)
    seen.window.until(lambda: edit.shade is not None and seen.settled())
    assert seen.cut.raw > 1_000_000
    edit.undo()
    seen.window.until(lambda: edit.shade is None and seen.settled())


@pytest.mark.parametrize("name", ["AGENTS.md", "MEMORY.md"])
def test_files_with_windows_line_ends_and_a_mark_count_as_openclaw_counts(
    seen: Seen, workspace: Path, name: str
) -> None:
    text = (LINE * 600).replace("\n", "\r\n")
    (workspace / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    found = seen.open(name)
    assert found.raw == len(text.rstrip()) + text.count("🌧")
    edit = seen.window.page.edit
    kept = found.allotment.injected(text).text.replace("\r\n", "\n")
    shown = edit.shown().encode("utf-16-le")
    head = shown[: 2 * seen.shade.starts[0]].decode("utf-16-le")
    assert kept.startswith(head)
    assert len(head) > 5_000


def test_what_the_digest_quotes_is_not_shaded(seen: Seen, workspace: Path) -> None:
    write(workspace, "AGENTS.md", (RULES + LINE * 20) * 40)
    seen.open("AGENTS.md")
    edit = seen.window.page.edit
    shown = edit.shown().encode("utf-16-le")
    dropped = [
        shown[2 * a : 2 * b].decode("utf-16-le")
        for a, b in zip(seen.shade.starts, seen.shade.ends, strict=True)
    ]
    assert len(dropped) > 5
    assert not any("must never push" in text for text in dropped)
    assert any("The station reports" in text for text in dropped)


def test_a_large_agents_file_is_looked_at_elsewhere_while_one_types_on(seen: Seen, workspace: Path) -> None:
    write(workspace, "AGENTS.md", (RULES + LINE * 20) * 140)
    before = seen.open("AGENTS.md").raw
    assert before > cut_keeper.AT_ONCE_AGENTS
    told, start = len(seen.all), seen.shade.ends[-1]
    seen.window.type("typed")
    assert len(seen.all) == told  # nothing was worked out in between
    assert seen.shade.ends[-1] == start + 5  # but what is shaded moved along
    seen.window.until(lambda: seen.cut.raw == before + 5 and seen.settled())


def test_an_answer_about_an_older_text_is_moved_along_with_what_was_typed_since(
    seen: Seen, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(workspace, "AGENTS.md", (RULES + LINE * 20) * 140)
    seen.open("AGENTS.md")
    real, edit = cut.look, seen.window.page.edit
    end = seen.shade.ends[-1]
    told = len(seen.all)
    begun: list[str] = []

    def look(*arguments: Any) -> Cut:
        begun.append("")
        return real(*arguments)

    monkeypatch.setattr(cut_keeper, "look", look)
    seen.window.type("a")
    seen.window.tabs._cuts._start()  # the text is taken now ...
    seen.window.type("bcd")  # ... and lacks these
    seen.window.until(lambda: len(seen.all) > told)
    assert edit.shade is not None
    assert edit.shade.ends[-1] == end + 4
    seen.window.until(seen.settled)
    assert len(begun) == 2


def test_files_the_agent_is_not_given_say_nothing(seen: Seen, workspace: Path) -> None:
    write(workspace, "TOOLS.md", LINE * 600)
    write(workspace, "memory/net.md", LINE * 600)
    write(workspace, "memory/MEMORY.md", LINE * 600)
    seen.open("MEMORY.md")
    for path in ("TOOLS.md", "memory/net.md", "memory/MEMORY.md"):
        seen.window.open(path)
        seen.window.until(lambda: not seen.window.bridge.busy)
        assert seen.last is None
        assert seen.window.page.edit.shade is None


def test_another_version_cuts_elsewhere(seen: Seen, workspace: Path, run: Any) -> None:
    write(workspace, "TOOLS.md", LINE * 600)
    seen.window.open("TOOLS.md")
    run(seen.window.bridge.change_settings({"context.profile": "2026.2"}))
    seen.window.until(lambda: seen.last is not None)
    assert seen.cut.allotment.profile == "2026.2"
    assert "OpenClaw 2026.2" in cut.explained(seen.cut)
    run(seen.window.bridge.change_settings({"context.profile": ""}))
    seen.window.until(lambda: seen.last is None)
    assert seen.window.page.edit.shade is None


def test_the_shade_can_be_turned_off_and_the_count_stays(seen: Seen, workspace: Path, run: Any) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    seen.open("MEMORY.md")
    edit = seen.window.page.edit
    run(seen.window.bridge.change_settings({"editor.cuts": False}))
    seen.window.until(lambda: edit.shade is None)
    seen.window.type("x")
    assert edit.shade is None
    assert seen.cut.dropped > 0
    run(seen.window.bridge.change_settings({"editor.cuts": True}))
    seen.window.until(lambda: edit.shade is not None)


def test_another_file_that_grows_leaves_less_room(seen: Seen, workspace: Path, engine: Files) -> None:
    assert seen.open("MEMORY.md").limit == 20_000
    for name in ("AGENTS.md", "SOUL.md", "IDENTITY.md"):
        seen.window.outside(name, "x" * 19_990)
    seen.window.until(lambda: seen.cut.allotment.room < 64)
    assert "none read" in cut.count_in_words(seen.cut)
    seen.window.outside("SOUL.md", None)
    seen.window.until(lambda: seen.cut.limit > 10_000)


def test_a_file_shown_only_in_part_is_counted_whole(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", "# Memory\n" + "x" * 50_000 + "\nlast line\n")
    found = seen.open("MEMORY.md")
    assert found.raw == 50_019
    edit = seen.window.page.edit
    assert seen.shade.starts[0] < 20_000
    assert seen.shade.ends[-1] <= edit.document().findBlockByNumber(2).position()


def test_each_tab_keeps_its_own(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    write(workspace, "SOUL.md", "short\n")
    seen.open("MEMORY.md")
    seen.window.open("SOUL.md")
    seen.window.until(lambda: seen.last is not None and seen.cut.raw == 5)
    assert seen.window.page.edit.shade is None
    seen.window.open("MEMORY.md")
    seen.window.until(lambda: seen.last is not None and seen.settled())
    assert seen.cut.raw > 20_000
    seen.window.tabs.close_current()
    seen.window.tabs.close_current()
    assert seen.last is None


def test_a_renamed_file_is_judged_by_its_new_name(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    seen.open("MEMORY.md")
    seen.window.tabs.paths_moved({"MEMORY.md": "OLD.md"})
    seen.window.until(lambda: seen.last is None)
    assert seen.window.page.edit.shade is None


# What is drawn


def pictured(window: Window) -> QImage:
    return window.page.edit.viewport().grab().toImage()


@pytest.mark.parametrize("wrap", [True, False])
def test_the_ground_changes_at_the_character_and_the_gutter_is_hatched(
    seen: Seen, workspace: Path, run: Any, wrap: bool
) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    run(seen.window.bridge.change_settings({"editor.wrap": wrap}))
    seen.open("MEMORY.md")
    edit = seen.window.page.edit
    edit.go_to(edit.document().findBlock(seen.shade.starts[0]).blockNumber() + 1)
    cursor = QTextCursor(edit.document())
    cursor.setPosition(seen.shade.starts[0])
    place = edit.cursorRect(cursor)
    edit.moveCursor(QTextCursor.MoveOperation.Start)  # the line of the cursor has a ground of its own
    edit.verticalScrollBar().setValue(edit.document().findBlock(seen.shade.starts[0]).firstLineNumber() - 8)
    place = edit.cursorRect(cursor)
    picture, look = pictured(seen.window), colours(edit)

    def ground(x: int, y: int) -> str:
        return picture.pixelColor(QPoint(x, y)).name()

    below = place.center().y() + 2 * place.height()
    above = place.center().y() - 2 * place.height()
    assert ground(2, below) == look.hover.name()
    assert ground(2, above) == look.surface.name()
    top, bottom = place.top() + 3, place.bottom() - 2
    row = {ground(x, y) for x in range(place.left() + 8, place.left() + 40) for y in (top, bottom)}
    assert look.hover.name() in row
    row = {ground(x, y) for x in range(place.left() - 40, place.left() - 4) for y in (top, bottom)}
    assert look.hover.name() not in row
    gutter = edit.gutter.grab().toImage()
    strokes = {gutter.pixelColor(x, below + y).name() for x in range(2, 9) for y in range(4)}
    assert len(strokes) > 1
    plain = {gutter.pixelColor(x, above + y).name() for x in range(2, 9) for y in range(4)}
    assert plain == {look.surface.name()}


def covered(seen: Seen, cursor_line: int) -> set[int]:
    """The visual lines, counted from the ruler's, of which the words at the cut cover something."""
    edit = seen.window.page.edit
    cursor = QTextCursor(edit.document())
    cursor.setPosition(seen.shade.starts[0])
    edit.setTextCursor(cursor)
    edit.centerCursor()
    top, step = edit.cursorRect(cursor).top(), edit.cursorRect(cursor).height()
    for _ in range(cursor_line):
        edit.moveCursor(QTextCursor.MoveOperation.Down)
    shade = seen.shade
    with_words = pictured(seen.window)
    edit.show_shade(Shade(shade.starts, shade.ends, "", ""))
    without = pictured(seen.window)
    edit.show_shade(shade)
    right = range(edit.viewport().width() - 60, edit.viewport().width() - 30)
    rows = {
        y
        for y in range(with_words.height())
        if any(with_words.pixel(x, y) != without.pixel(x, y) for x in right)
    }
    return {(y - top) // step for y in rows}


def test_the_words_stand_on_the_ruler_where_the_lines_are_short(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", "A short line.\n" * 3_000)
    seen.open("MEMORY.md")
    assert covered(seen, 0) == {-1, 0}


def test_in_a_page_full_of_text_the_words_cover_only_what_is_dropped(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", "雨量計は屋根の上" * 2_400 + "\n" + "雨量計は屋根の上" * 2_400)
    seen.open("MEMORY.md")
    assert covered(seen, 3) == {0}
    assert covered(seen, 0) == {1}  # somebody writes in the first of them


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_resting_on_what_is_shaded_says_so(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", LINE * 600)
    seen.open("MEMORY.md")
    edit = seen.window.page.edit

    def said(position: int) -> str:
        cursor = QTextCursor(edit.document())
        cursor.setPosition(position)
        edit.setTextCursor(cursor)
        edit.centerCursor()
        place = edit.viewport().mapToGlobal(edit.cursorRect(cursor).center())
        QApplication.sendEvent(edit, QHelpEvent(QEvent.Type.ToolTip, edit.mapFromGlobal(place), place))
        return QToolTip.text()

    assert said(seen.shade.starts[0] - 400) == ""
    assert said(seen.shade.starts[0] + 400).startswith("The agent never reads this")
    QToolTip.hideText()


# In the preview


def previewed(seen: Seen) -> Shade:
    """Turns to the preview, and waits until it is about the text and the cut of now."""
    page = seen.window.page
    if not page.is_previewed:
        seen.window.tabs.toggle_preview()
    state = page.edit.document().revision()
    seen.window.until(
        lambda: (
            page.edit.shade is not None
            and page._asked == (state, page.edit.shade)
            and not seen.window.bridge.busy
        )
    )
    assert page.preview.shade
    return page.preview.shade


def rendered(seen: Seen, start: int, end: int) -> str:
    cursor = QTextCursor(seen.window.page.preview.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


NUMBERED = "".join(f"- fact {number:04}, *measured* 雨🌧\n" for number in range(1_000))


def test_the_preview_shades_what_the_editor_shades(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", NUMBERED)
    seen.open("MEMORY.md")
    shade = previewed(seen)
    ((start, end),) = zip(shade.starts, shade.ends, strict=True)
    text = seen.window.page.edit.shown().encode("utf-16-le")
    ((begin, after),) = zip(seen.shade.starts, seen.shade.ends, strict=True)
    source = text[2 * begin : 2 * after].decode("utf-16-le")
    assert rendered(seen, start, end).replace("\u2029", "\n") == source.replace("- ", "").replace("*", "")
    assert (shade.begins, shade.goes_on) == (seen.shade.begins, seen.shade.goes_on)


def test_the_preview_follows_when_the_cut_moves(seen: Seen, workspace: Path, run: Any) -> None:
    write(workspace, "MEMORY.md", NUMBERED)
    seen.open("MEMORY.md")
    before = previewed(seen)
    seen.window.type("A sentence before all the facts.")
    assert previewed(seen).starts[0] > before.starts[0]
    preview = seen.window.page.preview
    run(seen.window.bridge.change_settings({"editor.cuts": False}))
    seen.window.until(lambda: preview.shade is None)
    run(seen.window.bridge.change_settings({"editor.cuts": True, "context.profile": "as described"}))
    assert previewed(seen).starts[0] < before.starts[0]


def test_a_cut_that_reaches_beyond_what_is_rendered_ends_with_it(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", "A paragraph of some length.\n\n" * 8_000)
    seen.open("MEMORY.md")
    shade = previewed(seen)
    assert shade.goes_on == ""
    assert rendered(seen, shade.ends[-1], shade.ends[-1] + 26) == "The preview shows the first"[:26]


def test_what_the_digest_quotes_is_not_shaded_in_the_preview(seen: Seen, workspace: Path) -> None:
    write(workspace, "AGENTS.md", (RULES + LINE * 20 + "\n") * 40)
    seen.open("AGENTS.md")
    shade = previewed(seen)
    dropped = [rendered(seen, a, b) for a, b in zip(shade.starts, shade.ends, strict=True)]
    assert len(dropped) > 5
    assert not any("must never push" in text for text in dropped)


def test_the_ground_of_the_preview_changes_at_the_cut(seen: Seen, workspace: Path) -> None:
    write(workspace, "MEMORY.md", NUMBERED)
    seen.open("MEMORY.md")
    start = previewed(seen).starts[0]
    preview = seen.window.page.preview
    cursor = QTextCursor(preview.document())
    cursor.setPosition(start)
    preview.setTextCursor(cursor)
    preview.ensureCursorVisible()
    preview.verticalScrollBar().setValue(preview.verticalScrollBar().value() + preview.height() // 2)
    place = preview.cursorRect(cursor)
    picture, look = preview.viewport().grab().toImage(), colours(preview)
    right = preview.viewport().width() - 3
    assert picture.pixelColor(right, place.center().y() - 2 * place.height()).name() == look.surface.name()
    assert picture.pixelColor(right, place.center().y() + 4 * place.height()).name() == look.hover.name()


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_one_goes_to_the_character_itself_with_the_ruler_in_the_upper_third(
    seen: Seen, workspace: Path, ends: str
) -> None:
    text = NUMBERED.replace("\n", ends)
    write(workspace, "MEMORY.md", text)
    files = [BootstrapFile("MEMORY.md", "/w/MEMORY.md", text)]
    terms = Terms("2026.9", "main", Limits(), None, "characters ÷ 4")
    row = outlook(files, terms, count=len).row("MEMORY.md")
    assert row
    seen.window.tabs.open_at("MEMORY.md", row.cuts[0].first_line, row.cuts[0].column)
    seen.window.until(lambda: seen.last is not None)
    edit = seen.window.page.edit
    assert edit.textCursor().position() == seen.shade.starts[0]
    assert edit.textCursor().positionInBlock() > 0
    assert 0 <= edit.cursorRect().top() < edit.viewport().height() / 3
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    seen.window.tabs.open_at("MEMORY.md", row.cuts[0].first_line, row.cuts[0].column)
    assert edit.textCursor().position() == seen.shade.starts[0]
