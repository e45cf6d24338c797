"""Something breaks: a notice, a page with what is safe and a report to give away, and the work goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, nameless, stops

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.last_resort import LastResort, Trouble
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.report_page import SAFE, ReportPage
from openclaw_desktop.ui.troubles import Troubles

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise")

BUG = "Traceback (most recent call last):\nZeroDivisionError: division by zero"


@pytest.fixture
def last(tmp_path: Path, qtbot: QtBot) -> Iterator[LastResort]:
    made = LastResort(tmp_path / "state")
    made.log_file.write_text("INFO before it broke\n", encoding="utf-8")
    yield made
    made.uninstall()


@pytest.fixture
def notice(qtbot: QtBot) -> NoticeBar:
    made = NoticeBar()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def troubles(last: LastResort, notice: NoticeBar, bridge: Bridge) -> Troubles:
    made = Troubles(last)
    made.show_in(notice, notice, bridge.engine)
    return made


def opened(troubles: Troubles, notice: NoticeBar, qtbot: QtBot) -> ReportPage:
    next(b for b in notice.findChildren(QPushButton) if b.text() == "What happened…").click()
    qtbot.waitUntil(lambda: troubles.page is not None, timeout=20_000)
    assert troubles.page is not None
    return troubles.page


def test_a_bug_is_told_quietly_and_counted(last: LastResort, troubles: Troubles, notice: NoticeBar) -> None:
    last.tell(BUG)
    assert "Your files are as they were" in notice.sentence
    assert troubles.page is None
    for _ in range(11):
        last.tell(BUG)
    assert notice.sentence.endswith("It happened 10 times.")


def test_what_brought_it_down_last_time_is_said(
    last: LastResort, troubles: Troubles, notice: NoticeBar
) -> None:
    last.happened.emit(Trouble("Fatal Python error: Segmentation fault", 1, was_fatal=True))
    assert "text you had not saved is in its tab again" in notice.sentence


def test_the_page_says_what_happened_what_is_safe_and_goes_on(
    last: LastResort, troubles: Troubles, notice: NoticeBar, qtbot: QtBot
) -> None:
    for _ in range(3):
        last.tell(BUG)
    page = opened(troubles, notice, qtbot)
    said = [label.text() for label in page.findChildren(QLabel)]
    assert SAFE in said
    assert "ZeroDivisionError: division by zero (3 times)" in said
    for part in ("3 times:\nTraceback", "INFO before it broke", "## Versions", "openclaw-desktop"):
        assert part in page.text.toPlainText()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=2000)
    assert nameless(page) == []
    assert [named(stop) for stop in stops(page) if not looks_focused(stop)] == []
    page.go_on_button.click()
    assert troubles.page is None


def test_one_page_however_often_it_is_asked_for(
    last: LastResort, troubles: Troubles, notice: NoticeBar, qtbot: QtBot, run: Any
) -> None:
    last.tell(BUG)
    page = opened(troubles, notice, qtbot)
    last.tell("another")
    troubles.open()
    qtbot.waitUntil(lambda: not troubles.is_busy, timeout=20_000)
    assert troubles.page is page
    assert len(notice.findChildren(ReportPage)) == 1
    page.accept()


def test_the_report_is_copied_and_saved(
    last: LastResort, troubles: Troubles, notice: NoticeBar, qtbot: QtBot, tmp_path: Path
) -> None:
    last.tell(BUG)
    page = opened(troubles, notice, qtbot)
    page.copy_button.click()
    report = page.text.toPlainText()
    assert QGuiApplication.clipboard().text() == report
    page.save_button.click()
    dialog = page.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.fileSelected.emit(str(tmp_path / "report.txt"))
    qtbot.waitUntil(lambda: "Saved as" in page.said.text(), timeout=20_000)
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == report
    dialog.fileSelected.emit(str(tmp_path / "no" / "such" / "folder.txt"))
    qtbot.waitUntil(lambda: "cannot be written" in page.said.text(), timeout=20_000)
    page.accept()


def test_what_broke_between_two_windows_is_told_in_the_next(
    last: LastResort, troubles: Troubles, notice: NoticeBar
) -> None:
    troubles.show_nowhere()
    last.tell(BUG)
    assert notice.sentence == ""
    troubles.show_in(notice, notice, None)
    assert "Your files are as they were" in notice.sentence
