"""The strip above a text: what stands in it stands on one line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.editor.banner import Banner, Choice, Message, Weight

SENTENCE = "A change by agent Nimbus waits for your review."


@pytest.fixture
def banner(qtbot: QtBot) -> Banner:
    made = Banner()
    qtbot.addWidget(made)
    made.resize(600, 40)
    return made


def middle(part: QWidget, banner: Banner) -> int:
    return part.mapTo(banner, QPoint(0, part.height() // 2)).y()


def shown(banner: Banner, message: Message) -> tuple[QLabel, QLabel, QToolButton]:
    banner.show_message(message)
    banner.resize(banner.width(), banner.heightForWidth(banner.width()))
    icon, sentence, *_ = (label for label in banner.findChildren(QLabel) if label.isVisible())
    return icon, sentence, banner.findChildren(QToolButton)[0]


def test_icon_words_and_buttons_of_a_quiet_word_share_their_middle(banner: Banner, qtbot: QtBot) -> None:
    said = Message("review", SENTENCE, Weight.WAITING, (Choice("Review", lambda: None),))
    icon, sentence, close = shown(banner, said)
    button = banner.findChildren(QPushButton)[0]
    qtbot.waitUntil(
        lambda: (
            max(abs(middle(part, banner) - middle(sentence, banner)) for part in (icon, button, close)) <= 1
        )
    )


def test_the_icon_of_a_warning_stands_beside_its_first_line(banner: Banner, qtbot: QtBot) -> None:
    said = Message("disk", f"{SENTENCE} " * 5, Weight.WARNING, (Choice("Reload", lambda: None),))
    icon, sentence, _close = shown(banner, said)
    first_line = sentence.fontMetrics().height() // 2
    qtbot.waitUntil(
        lambda: abs(middle(icon, banner) - sentence.mapTo(banner, QPoint(0, first_line)).y()) <= 2
    )
