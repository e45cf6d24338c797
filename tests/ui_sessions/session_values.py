"""What the tests of the sessions page share: a hand on the page, and an account without a file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pytestqt.qtbot import QtBot

from openclaw_desktop.context.ledger import Ledger, ledger
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.sessions.conversation import Conversation, read_conversation
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.ui.context_view.session_reading import Shown
from openclaw_desktop.ui.context_view.sessions_page import SessionsPage

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
START = datetime(2026, 2, 24, 8, tzinfo=UTC)


class Sessions:
    """The page, and what a person would do with it."""

    def __init__(self, page: SessionsPage, qtbot: QtBot) -> None:
        self.page = page
        self.view = page.session
        self._qtbot = qtbot

    def settle(self) -> None:
        """Waits until a session is drawn and its texts are there."""

        def settled() -> bool:
            view = self.view
            quiet = not view.busy and view.state is not None
            return quiet and view.window_panel.rows.rowCount() > 0

        self._qtbot.waitUntil(settled, timeout=15_000)

    def open(self, beginning: str) -> Shown:
        """Chooses the session whose id begins so."""
        rows = self.page.list.rows
        number = next(n for n, row in enumerate(rows.shown) if row.session.id.startswith(beginning))
        self.page.list.view.setCurrentIndex(rows.index(number))
        self._qtbot.waitUntil(lambda: self.id.startswith(beginning), timeout=15_000)
        self.settle()
        assert self.view.state is not None
        return self.view.state

    @property
    def id(self) -> str:
        """The session that is drawn."""
        return self.view.state.opened.listed.session.id if self.view.state else ""

    def mark(self, kind: MarkKind) -> Mark:
        """The first mark of a kind."""
        return next(mark for mark in self.view.timeline.marks if mark.kind is kind)


def conversation(turns: int, *, compacted: int = 0, times: bool = True) -> Conversation:
    """Questions with answers; after every `compacted` turns the older ones leave."""
    records: list[dict[str, object]] = [{"type": "session", "id": "s", "version": 3}]
    at = START

    def add(record: dict[str, object]) -> None:
        nonlocal at
        at += timedelta(seconds=7)
        parent = records[-1]["id"] if len(records) > 1 else None
        stamp = {"timestamp": at.isoformat()} if times else {}
        records.append({"id": f"e{len(records)}", "parentId": parent, **stamp, **record})

    for turn in range(1, turns + 1):
        add({"type": "message", "message": {"role": "user", "content": f"question {turn} " * (turn % 7 + 1)}})
        usage = {"input": 100 + turn, "output": 1, "totalTokens": 101 + turn}
        add({"type": "message", "message": {"role": "assistant", "content": "answer", "usage": usage}})
        if compacted and turn % compacted == 0:
            add({"type": "compaction", "summary": "so far", "firstKeptEntryId": records[-1]["id"]})
    return read_conversation(records)


def account(
    turns: int,
    *,
    compacted: int = 0,
    times: bool = True,
    window: int | None = 1_000,
    fixed: Fixed | None = None,
) -> Ledger:
    """Its account, with words for tokens."""
    chain = conversation(turns, compacted=compacted, times=times).chain()
    return ledger(chain, count=lambda text: len(text.split()), window=window, fixed=fixed)
