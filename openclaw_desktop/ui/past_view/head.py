"""Above the hits of a past call: what was asked, when and where, what was wrong, and what can be done."""

from __future__ import annotations

import html
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.flow import Flow
from openclaw_desktop.ui.past_view import words

PLAIN = Qt.TextFormat.PlainText


class PastHead(QWidget):
    """Says what is shown and takes what is wanted."""

    ask_wanted = Signal()
    session_wanted = Signal()
    earlier_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = QLabel(wordWrap=True, textFormat=PLAIN)
        self.question.setProperty("role", "title")
        self.line = ElidedText(narrowest=80, elide=Qt.TextElideMode.ElideRight)
        self.wrong = QLabel(wordWrap=True, textFormat=PLAIN)
        self.wrong.setProperty("role", "held")
        self.said = QLabel(wordWrap=True, textFormat=PLAIN)
        self.said.setProperty("role", "dim")
        self.ask_button = QPushButton("&Ask now")
        self.session_button = QPushButton("&Show in the session")
        self.session_button.setToolTip("Its place in the session's timeline  S")
        self.earlier_button = QPushButton("Go to the &earlier one")
        self.earlier_button.setToolTip("The search that this one repeats  E")
        self.ask_button.clicked.connect(self.ask_wanted)
        self.session_button.clicked.connect(self.session_wanted)
        self.earlier_button.clicked.connect(self.earlier_wanted)
        self._lay_out()

    def show_past(self, past: Past, now: datetime, *, agent: str | None, has_earlier: bool) -> None:
        """Says which call is looked at; `agent` is who can be asked now, None for nobody."""
        self.question.setText(words.title(past.call))
        self.question.setToolTip(f"<div>{html.escape(words.question(past.call))}</div>")
        heading = words.heading(past, now)
        hover = f"{html.escape(heading)}<br>Session {html.escape(past.session.id)}"
        self.line.show_text(heading, copies=past.session.id, hover=hover)
        for label, text in ((self.wrong, words.wrong(past)), (self.said, words.said(past))):
            label.setText(text)
            label.setVisible(bool(text))
        is_search = past.call.kind == "search"
        self.ask_button.setVisible(is_search)
        self.ask_button.setEnabled(agent is not None and bool(past.call.question.strip()))
        self.ask_button.setToolTip(_why_ask(agent, past.call.question))
        self.earlier_button.setVisible(has_earlier)

    def _lay_out(self) -> None:
        buttons = Flow(spacing=theme.GAP)
        for button in (self.ask_button, self.session_button, self.earlier_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(4)
        for part in (self.question, self.line, self.wrong, self.said):
            column.addWidget(part)
        column.addSpacing(4)
        column.addLayout(buttons)


def _why_ask(agent: str | None, question: str) -> str:
    """What the button does, or why it does nothing."""
    if not question.strip():
        return "What was asked is not on record."
    if agent is None:
        return "The agent has no index now, so it cannot be asked."
    return html.escape(f"What {agent} finds for it at this moment  A")
