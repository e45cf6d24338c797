"""The page that says how to read the context view: complete, and one click away."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from openclaw_desktop import resources
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.mark_looks import MARK_LOOKS
from openclaw_desktop.ui.context_view.timeline import KEYS
from openclaw_desktop.ui.context_view.view import ContextView
from openclaw_desktop.ui.help_page import TITLES, HelpPage


def text() -> str:
    return resources.path("help/context.md").read_text(encoding="utf-8")


def test_the_question_mark_opens_it(bridge: Bridge, qtbot: QtBot) -> None:
    view = ContextView(bridge)  # not shown: it has nothing to read meanwhile
    qtbot.addWidget(view)
    view.help_button.click()
    (page,) = view.findChildren(HelpPage)
    assert page.windowTitle() == TITLES["context"]
    qtbot.waitUntil(lambda: "Measured and estimated" in page.view.toPlainText(), timeout=5_000)
    page.close()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=5_000)


def test_it_has_the_letter_of_every_mark() -> None:
    for kind, look in MARK_LOOKS.items():
        assert f"| **{look.letter}** |" in text(), kind


def test_it_has_every_key_of_the_timeline() -> None:
    keys = ("Left, Right", "Ctrl+Left", "Home, End", "M, Shift+M", "+ and −", "| 0 |", "Shift+Left")
    assert [key for key in (*keys, "Page Up, Page Down", "| Enter |") if key not in text()] == []
    said = (
        "Left and Right",
        "Control",
        "Home, End",
        "M: ",
        "Plus and minus",
        "0: ",
        "Shift",
        "Page Up",
        "Enter",
    )
    assert [key for key in said if key not in KEYS] == []  # a screen reader is told the same
