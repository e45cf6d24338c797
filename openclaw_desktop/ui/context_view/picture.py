"""A session's timeline as a picture, drawn by the same widget that the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.desk.sessions_desk import Opened, Played
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import last_call
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.figures import Figures
from openclaw_desktop.ui.context_view.series import series
from openclaw_desktop.ui.context_view.timeline import Timeline
from openclaw_desktop.ui.tree.names import shown

SIZE = QSize(1440, 640)


def png(
    opened: Opened, rules: Rules | None, *, missed: Sequence[Mark], played: Played | None, now: datetime
) -> bytes:
    """The timeline as PNG: what happened, and over it what was `played`; `rules` None draws no limits."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.apply(app, "light")
    sheet = _Sheet(opened, now)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    sheet.setFixedSize(SIZE)
    sheet.show()
    if opened.ledger.points:
        sheet.timeline.show_account(opened.ledger, series(opened.ledger), rules, missed=missed)
        sheet.timeline.show_replay(played)
        last = opened.ledger.points[-1]
        points = opened.ledger.points
        call = last_call.last_call(points, last.index)
        replayed = sheet.timeline.replayed_at(last.index)
        sheet.figures.show_point(last, opened.ledger.fixed, call, replayed)
        sheet.compared.setText(last_call.compared(call, last.index, fixed=opened.ledger.fixed is not None))
    app.processEvents()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    sheet.grab().save(buffer, "PNG")  # pyright: ignore[reportArgumentType] - the stub says bytes
    sheet.close()
    return bytes(buffer.data().data())


class _Sheet(QWidget):
    """Title, timeline and legend."""

    def __init__(self, opened: Opened, now: datetime) -> None:
        super().__init__()
        self.timeline, self.figures = Timeline(), Figures(whole=True)
        self.compared = QLabel()
        self.compared.setProperty("role", "meta")
        row, account = opened.listed, opened.ledger
        title = QLabel(words.title(row), textFormat=Qt.TextFormat.PlainText)
        title.setProperty("role", "title")
        window = f"{account.window:,} tokens" if account.window else words.UNKNOWN
        model = shown(account.model or row.model or words.UNKNOWN)
        most = f"at most {account.peak_estimated:,} estimated, {words.tokens(account.peak_measured)} measured"
        facts = QLabel(
            f"{words.heading(row, now)} · model {model} · window {window} · {most}",
            textFormat=Qt.TextFormat.PlainText,
        )
        facts.setProperty("role", "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(theme.GAP)
        column.addWidget(title)
        column.addWidget(facts)
        column.addWidget(self.timeline, 1)
        column.addWidget(self.figures)
        column.addWidget(self.compared)
