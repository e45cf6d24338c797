"""What a person sees and does in the history view."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from history_engine import HistoryEngine, PlainBridge
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.errors import HistoryDamagedError
from openclaw_desktop.ui.history_view.head import DetailHead, Mode
from openclaw_desktop.ui.history_view.view import HistoryView


def listed(view: HistoryView) -> list[str]:
    model = view.files.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def select(view: HistoryView, *rows: int) -> None:
    flags = QItemSelectionModel.SelectionFlag
    selection = view.versions.selectionModel()
    for number, row in enumerate(rows):
        how = flags.ClearAndSelect if number == 0 else flags.Select
        selection.setCurrentIndex(view.versions.rows.index(row), how)


def press(view: HistoryView, text: str) -> None:
    message = view.detail.banner.message
    assert message is not None
    next(choice for choice in message.choices if choice.text == text).act()


def said(view: HistoryView) -> str:
    message = view.detail.banner.message
    return message.sentence if message else ""


def compared(view: HistoryView) -> tuple[list[str], list[str]]:
    """The lines that leave and come in the difference that is shown."""
    assert view.detail.difference.isVisible()
    found = view.detail.difference.difference
    removed = [str(found.old[n]) for c in found.changes for n in range(c.old_start, c.old_end)]
    added = [str(found.new[n]) for c in found.changes for n in range(c.new_start, c.new_end)]
    return removed, added


def test_before_a_version_is_seen_nothing_is_offered_for_it(qtbot: QtBot) -> None:
    head = DetailHead()
    qtbot.addWidget(head)
    assert [name for name, button in head.acts.items() if button.isEnabled()] == []


def test_protected_files_come_first_and_deleted_ones_last_and_marked(view: HistoryView) -> None:
    assert listed(view) == ["MEMORY.md", "SOUL.md", "memory/2026-02-11.md", "notes/old.md, deleted"]
    assert view.files.count == "4 files"
    assert view.files.path == "MEMORY.md"


def test_the_filter_leaves_files_that_hold_every_word(view: HistoryView) -> None:
    view.files.filter.setText("old no")
    assert listed(view) == ["notes/old.md, deleted"]
    assert view.files.count == "1 of 4 files"
    view.show_file("SOUL.md")
    assert view.files.filter.text() == ""
    assert view.files.path == "SOUL.md"


def test_a_filter_stays_when_the_files_are_listed_again(view: HistoryView, bridge: PlainBridge) -> None:
    view.files.filter.setText("soul")
    bridge.tell("MEMORY.md")
    view.refresh()
    view._soon.timeout.emit()  # pyright: ignore[reportPrivateUsage]
    assert view.files.filter.text() == "soul"
    assert listed(view) == ["SOUL.md"]
    view.files.filter.clear()
    assert view.files.path == "MEMORY.md"


def test_each_line_says_who_wrote_it(view: HistoryView) -> None:
    lines = {line.text: line.version.author for line in view.detail.sheet.lines}
    assert lines["- 雨量計は屋根の上。"] == "found here"
    assert lines["- Reports every five minutes."] == "agent main"
    assert lines["- The port is 9000."] == "Maren"
    assert view.detail.sheet.toPlainText().startswith("# Memory\n")


def test_a_click_beside_a_line_goes_to_the_version_that_wrote_it(view: HistoryView, qtbot: QtBot) -> None:
    sheet = view.detail.sheet
    block = sheet.document().findBlockByNumber(4)
    middle = sheet.blockBoundingGeometry(block).translated(sheet.contentOffset()).center().toPoint()
    qtbot.mouseClick(sheet.gutter, Qt.MouseButton.LeftButton, pos=QPoint(20, middle.y()))
    assert [version.author for version in view.versions.selected()] == ["agent main"]


def test_versions_say_how_many_lines_they_changed(view: HistoryView, qtbot: QtBot) -> None:
    model = view.versions.rows
    qtbot.waitUntil(lambda: not model.unsized([0, 1, 2]), timeout=2000)
    sizes = [model.index(row).data(Qt.ItemDataRole.UserRole + 2) for row in range(3)]
    assert sizes == [(1, 0), (5, 1), (6, 0)]


def test_two_versions_are_compared_the_older_first(view: HistoryView) -> None:
    select(view, 0, 2)
    removed, added = compared(view)
    assert removed == ["- Reports every ten minutes."]
    assert "- The port is 9000." in added
    assert view.detail.head.line == "Difference of two versions: 22 Jan 16:20 → 14:20"


def test_a_version_is_seen_against_the_one_before_and_against_now(view: HistoryView) -> None:
    select(view, 1)
    view.detail.head.mode_chosen.emit(Mode.BEFORE)
    assert compared(view)[0] == ["- Reports every ten minutes."]
    view.detail.head.mode_chosen.emit(Mode.NOW)
    assert compared(view) == ([], ["- The port is 9000."])


def test_restoring_says_first_what_it_changes(view: HistoryView, engine: HistoryEngine) -> None:
    select(view, 2)
    view.detail.head.acts["restore"].click()
    assert said(view) == "MEMORY.md becomes its version of 22 Jan 16:20: 1 line comes, 6 leave."
    assert compared(view)[1] == ["- Reports every ten minutes."]
    press(view, "Leave it")
    assert engine.restored == []
    assert said(view) == ""
    assert view.detail.sheet.isVisible()


def test_a_restore_is_done_and_can_be_taken_back(
    view: HistoryView, engine: HistoryEngine, bridge: PlainBridge
) -> None:
    before = engine.disk["MEMORY.md"]
    select(view, 2)
    view.detail.head.acts["restore"].click()
    press(view, "Restore")
    assert "ten minutes" in engine.disk["MEMORY.md"]
    bridge.tell("MEMORY.md")
    assert view.versions.rows.rowCount() == 4
    press(view, "Take it back")
    assert engine.disk["MEMORY.md"] == before


def test_what_is_there_already_is_not_restored(view: HistoryView, engine: HistoryEngine) -> None:
    engine.disk["MEMORY.md"] = engine.version_text("MEMORY.md", engine.versions("MEMORY.md")[1].oid) or ""
    select(view, 1)
    view.detail.head.acts["restore"].click()
    assert "nothing to restore" in said(view)


def test_a_deleted_file_shows_its_last_text_one_click_away(view: HistoryView, engine: HistoryEngine) -> None:
    view.show_file("notes/old.md")
    view.detail.note.clicked.emit()
    assert "Still worth reading." in view.detail.sheet.toPlainText()
    view.detail.head.acts["restore"].click()
    assert said(view).startswith("notes/old.md is made again with its text of")
    press(view, "Restore")
    assert engine.disk["notes/old.md"] == "# Old\n\nStill worth reading.\n"


def test_the_newest_version_follows_but_a_chosen_one_stays(
    view: HistoryView, engine: HistoryEngine, bridge: PlainBridge
) -> None:
    engine.add("MEMORY.md", "# Memory\n", reason="Shorter", ago=timedelta())
    bridge.tell("MEMORY.md")
    assert [v.reason for v in view.versions.selected()] == ["Shorter"]
    select(view, 2)
    engine.add("MEMORY.md", "# Memory\n\nMore.\n", reason="Longer", ago=timedelta())
    bridge.tell("MEMORY.md")
    assert [v.author for v in view.versions.selected()] == ["agent main"]


def test_text_is_copied_as_it_was(view: HistoryView, engine: HistoryEngine) -> None:
    select(view, 2)
    view.detail.head.acts["copy"].click()
    oid = engine.versions("MEMORY.md")[2].oid
    assert QGuiApplication.clipboard().text() == engine.version_text("MEMORY.md", oid)


def test_a_version_leads_to_its_file_and_its_proposal(view: HistoryView, qtbot: QtBot) -> None:
    select(view, 1)
    with qtbot.waitSignal(view.review_requested, timeout=1000) as proposal:
        view.detail.head.acts["review"].click()
    assert proposal.args == ["17"]
    with qtbot.waitSignal(view.open_requested, timeout=1000) as opened:
        view.detail.head.acts["open"].click()
    assert opened.args == ["MEMORY.md", 0, 0]


def test_without_a_history_it_says_what_will_be_here(bridge: PlainBridge, qtbot: QtBot) -> None:
    bridge.engine.kept.clear()  # pyright: ignore[reportAttributeAccessIssue]
    view = HistoryView(bridge)
    qtbot.addWidget(view)
    view.show()
    assert view.empty.isVisible()


def test_a_history_that_cannot_be_read_says_why_and_tries_again(
    bridge: PlainBridge, engine: HistoryEngine, qtbot: QtBot
) -> None:
    engine.trouble = HistoryDamagedError("The repository of versions is broken.")
    view = HistoryView(bridge)
    qtbot.addWidget(view)
    view.show()
    assert view.empty.isVisible()
    engine.trouble = None
    view.empty.clicked.emit()
    assert view.files.isVisible()


def test_the_keyboard_goes_from_the_files_to_the_versions_to_the_text(
    view: HistoryView, qtbot: QtBot
) -> None:
    view.activateWindow()
    view.files.view.setFocus()
    qtbot.keyClick(view.files.view, Qt.Key.Key_Down)
    assert view.files.path == "SOUL.md"
    qtbot.keyClick(view.files.view, Qt.Key.Key_Return)
    assert view.versions.hasFocus()
    qtbot.keyClick(view.versions, Qt.Key.Key_Return)
    assert view.detail.sheet.hasFocus()
    assert view.panes() == [view.files, view.versions, view.detail]


def test_versions_that_came_in_one_go_have_their_own_figures(
    view: HistoryView, engine: HistoryEngine, qtbot: QtBot
) -> None:
    shared = [engine.add(path, text) for path, text in (("A.md", "a\n"), ("B.md", "a\n" * 44))]
    for version, (path, text) in zip(shared, (("A.md", "a\n"), ("B.md", "a\n" * 44)), strict=True):
        engine.kept[path] = [(replace(version, oid="f" * 40), text)]
    for path, lines in (("A.md", 1), ("B.md", 44)):
        view.show_file(path)
        model = view.versions.rows
        qtbot.waitUntil(lambda: not view.versions.rows.unsized([0]), timeout=2000)
        assert model.index(0).data(Qt.ItemDataRole.UserRole + 2) == (lines, 0)


def test_what_a_restore_changes_is_none_of_the_usual_ways_of_looking(view: HistoryView) -> None:
    select(view, 2)
    view.detail.head.mode_chosen.emit(Mode.NOW)
    view.detail.head.acts["restore"].click()
    assert view.detail.head.mode is None
    press(view, "Leave it")
    assert view.detail.head.mode is Mode.NOW


def test_two_versions_that_are_the_same_are_said_to_be_in_a_sentence(
    view: HistoryView, engine: HistoryEngine
) -> None:
    select(view, 0)
    view.detail.head.mode_chosen.emit(Mode.NOW)
    texts = [label.text() for label in view.detail.note.findChildren(QLabel)]
    assert any(text.startswith("Version of 14:20 and now are the same") for text in texts)


def test_the_gutter_takes_no_more_room_than_names_and_moments_need(
    view: HistoryView, engine: HistoryEngine
) -> None:
    wide = view.detail.sheet.gutter_width()
    engine.add("short.md", "# Short\n", author="Li")
    view.show_file("short.md")
    assert view.detail.sheet.gutter_width() < wide - 30


def test_another_file_is_looked_at_in_its_newest_version(view: HistoryView, engine: HistoryEngine) -> None:
    for version, text in list(engine.kept["SOUL.md"]):
        engine.kept["SOUL.md"] = [(replace(version, oid=engine.versions("MEMORY.md")[-1].oid), text)]
    engine.add("SOUL.md", "# Soul\n\nCalm.\n")
    select(view, 2)
    view.show_file("SOUL.md")
    assert [version.author for version in view.versions.selected()] == ["Maren"]
