"""The page about the whole workspace: does everything agree, and which secrets lie about."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.errors import JournalDamagedError
from openclaw_desktop.review.policy import Policy, Rule, Rules
from openclaw_desktop.review.risk.secrets import Secret
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.help_page import HelpPage
from openclaw_desktop.ui.protection_page import ProtectionPage, in_short

PATIENCE = 5000


@dataclass(frozen=True)
class Disagreement:
    path: str
    sentence: str


@pytest.fixture
def parent(bridge: Bridge, qtbot: QtBot, run: Any) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made, before_close_func=lambda _widget: run(bridge.close()))
    return made


@pytest.fixture
def page(bridge: Bridge, parent: QWidget) -> ProtectionPage:
    made = ProtectionPage(bridge, parent)
    made.show()
    return made


def test_what_does_not_agree_is_listed(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    found = [Disagreement("MEMORY.md", "MEMORY.md: it is not what was approved.")]
    monkeypatch.setattr(bridge.engine.desk, "verify", lambda: found, raising=False)
    page.check.button.click()
    qtbot.waitUntil(lambda: page.check.lines == ["MEMORY.md: it is not what was approved."], timeout=PATIENCE)
    assert page.check.said.text() == "1 disagreement."
    found.clear()
    page.check.button.click()
    qtbot.waitUntil(lambda: page.check.said.text().startswith("Everything agrees"), timeout=PATIENCE)
    assert not page.check.list.isVisible()


def test_a_secret_is_named_masked_and_leads_to_its_line(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    secret = Secret("GitHub token", 14, (7, 47), 300, 340, "ghp_… (40 characters)", True)
    doubtful = Secret("password", 2, (0, 9), 10, 19, "(9 characters)", False)
    found = [("MEMORY.md", secret), ("notes/a.md", doubtful)]
    monkeypatch.setattr(bridge.engine.desk, "secrets", lambda: found, raising=False)
    page.secrets.button.click()
    qtbot.waitUntil(lambda: len(page.secrets.lines) == 2, timeout=PATIENCE)
    assert page.secrets.lines[0] == "MEMORY.md:14   GitHub token   ghp_… (40 characters)"
    assert "perhaps password" in page.secrets.lines[1]
    assert page.secrets.said.text() == "2 secrets in 2 files. Enter opens the line."
    with qtbot.waitSignal(page.open_requested, timeout=1000) as caught:
        qtbot.keyClick(page.secrets.list, Qt.Key.Key_Return)
    assert caught.args == ["MEMORY.md", 14, 14]


def test_a_journal_that_cannot_be_read_is_said(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def damaged() -> None:
        raise JournalDamagedError("The journal cannot be read.")

    monkeypatch.setattr(bridge.engine.desk, "verify", damaged, raising=False)
    page.check.button.click()
    qtbot.waitUntil(lambda: page.check.said.text() == "The journal cannot be read.", timeout=PATIENCE)
    assert page.check.button.isEnabled()


def test_a_page_closed_before_its_answer_hears_it_no_more(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(bridge.engine.desk, "verify", list, raising=False)
    page.check.button.click()
    page.close()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=PATIENCE)


def test_the_help_says_what_review_protects_and_what_not(
    bridge: Bridge, parent: QWidget, qtbot: QtBot
) -> None:
    page = HelpPage(bridge, "review", parent)
    page.show()
    qtbot.waitUntil(lambda: "tamper-evident" in page.view.toPlainText(), timeout=PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="there is only one permission to take there")
def test_permissions_are_hardened_only_when_asked_and_given_back(
    page: ProtectionPage, bridge: Bridge, qtbot: QtBot
) -> None:
    memory = bridge.engine.root / "MEMORY.md"
    memory.chmod(0o664)
    before = bridge.engine.root.stat().st_mode
    page.permissions.taken_back.emit()  # looks again
    qtbot.waitUntil(lambda: any("MEMORY.md" in line for line in page.permissions.lines), timeout=PATIENCE)
    assert page.permissions.back.isHidden()
    page.permissions.button.click()
    qtbot.waitUntil(lambda: page.permissions.said.text().startswith("Nothing permits"), timeout=PATIENCE)
    assert memory.stat().st_mode & 0o777 == 0o640
    page.permissions.back.click()
    qtbot.waitUntil(lambda: memory.stat().st_mode & 0o777 == 0o664, timeout=PATIENCE)
    assert bridge.engine.root.stat().st_mode == before
    qtbot.waitUntil(page.permissions.back.isHidden, timeout=PATIENCE)


def test_the_rules_in_force_are_listed_a_files_own_first_and_lead_to_the_settings(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    general = (Rule("SOUL.md", Policy.LOCKED), Rule("memory/[0-9][0-9][0-9][0-9]-*.md", Policy.HOLD))
    rules = Rules(general, {"notes/a.md": Policy.APPEND_ONLY})
    monkeypatch.setattr(type(bridge.engine.desk), "rules", property(lambda _: rules))
    bridge.settings_changed.emit(bridge.engine.settings)
    qtbot.waitUntil(lambda: page.rules.said.text().startswith("2 rules"), timeout=PATIENCE)
    assert page.rules.said.text() == "2 rules, and 1 file with a policy of its own."
    assert page.rules.lines[:2] == ["notes/a.md   Append only, set for this file", "SOUL.md   Locked"]
    with qtbot.waitSignal(page.settings_requested, timeout=1000):
        page.rules.button.click()


def test_protection_that_is_off_is_said() -> None:
    assert in_short(Rules(protect=False)).startswith("Protection is off")


def test_an_answer_moves_no_button_and_chooses_no_line(
    page: ProtectionPage, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    sections = (page.rules, page.check, page.permissions, page.secrets)
    page.tabs.setCurrentIndex(1)

    def places() -> list[int]:
        return [section.button.mapTo(page, section.button.rect().topLeft()).y() for section in sections]

    before = places()
    found = [Disagreement("MEMORY.md", f"{number}: it is not what was approved.") for number in range(30)]
    monkeypatch.setattr(bridge.engine.desk, "verify", lambda: found, raising=False)
    page.check.button.click()
    qtbot.waitUntil(lambda: len(page.check.lines) == 30, timeout=PATIENCE)
    assert places() == before
    assert not page.check.list.selectionModel().hasSelection()
