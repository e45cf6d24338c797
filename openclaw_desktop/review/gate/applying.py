"""Carries a decision out: an intent in the journal, then the disk, then the history, then the closing row.

Killed anywhere in between, the intent stays open, and is finished or given up by what is on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from openclaw_desktop.errors import BaseMovedError, WriteFailedError, reason_of
from openclaw_desktop.review.gate import hardening, holding
from openclaw_desktop.review.gate.disk import MovedError, exchange, look
from openclaw_desktop.review.gate.gate_context import Awaited, GateContext
from openclaw_desktop.review.gate.journal import Entry, Row
from openclaw_desktop.review.gate.standing import INTENTS
from openclaw_desktop.workspace.files import hash_of


@dataclass(frozen=True, slots=True)
class Intent:
    """What is to be done: `kind` is one of INTENTS, `body` what the closing row will say."""

    kind: str
    path: str
    disk: str | None  # what the file holds now
    data: bytes | None  # what it shall hold; None: it shall be gone
    body: Mapping[str, Any]
    proposal: str | None = None

    @property
    def result(self) -> str | None:
        """The hash of what the file shall hold."""
        return None if self.data is None else hash_of(self.data)


def apply(context: GateContext, intent: Intent, *, now: datetime, blobs: Iterable[bytes] = ()) -> Row:
    """Does it and returns the closing row. To be called with the lock held.

    Raises BaseMovedError when the file moved, WriteFailedError; nothing was written then.
    """
    row = begin(context, intent, now=now, blobs=blobs)
    path = intent.path
    if intent.disk != intent.result:
        try:
            old = exchange(
                context.root, path, seen=intent.disk, data=intent.data, checkpoint=context.checkpoint
            )
        except MovedError as error:
            abandon(context, row, now)
            context.unsettled.add(path)
            raise BaseMovedError(f"{path} was changed this very moment; look again.") from error
        except OSError as error:
            abandon(context, row, now)
            raise WriteFailedError(path, f"{path} could not be written: {reason_of(error)}.") from error
        if old is not None:
            context.await_writer(Awaited(path, intent.disk, old, now))
    return close(context, row, intent.data, now)


def begin(context: GateContext, intent: Intent, *, now: datetime, blobs: Iterable[bytes] = ()) -> Row:
    """Writes the intent, and keeps the bytes it is about."""
    context.checkpoint("before journal")
    body = {**intent.body, "disk": intent.disk, "result": intent.result}
    kept = [*blobs] if intent.data is None else [*blobs, intent.data]
    entry = Entry(intent.kind, body, intent.proposal, intent.path)
    row = context.add(entry, now=now, blobs=kept)[0]
    context.checkpoint("after journal")
    return row


def close(context: GateContext, intent: Row, data: bytes | None, now: datetime) -> Row:
    """The disk is as intended: records the version, unless that was done, and writes the closing row."""
    path = intent.path or ""
    if intent.body["disk"] is None:
        hardening.restrict_new(context, path)
    if "files" in intent.body and not context.is_latest(path, intent.body["result"]):
        context.record(intent, {path: data})
    body = {key: value for key, value in intent.body.items() if key not in ("disk", "result")}
    closing = Entry(INTENTS[intent.kind], body | {"intent": intent.seq}, intent.proposal, path)
    row = context.add(closing, now=now)[0]
    holding.keep_locked(context, path, context.rules.policy_of(path), now)
    return row


def abandon(context: GateContext, intent: Row, now: datetime) -> None:
    """Nothing was written: things stand as before."""
    context.add(Entry("abandoned", {"intent": intent.seq}, intent.proposal, intent.path), now=now)


def settle(context: GateContext, now: datetime) -> list[str]:
    """Finishes or gives up what a killed process left open; a sentence each. With the lock held."""
    with context.reading() as standing:
        open_rows = list(standing.open.values())
    if not open_rows or context.trouble():
        return []
    return [_settled(context, row, now) for row in open_rows]


def _settled(context: GateContext, row: Row, now: datetime) -> str:
    path = row.path or ""
    found = look(context.root, path)
    if found.trouble is None and found.sha == row.body["result"]:
        close(context, row, found.data, now)
        return f"{path}: {row.kind} was interrupted and is finished now."
    abandon(context, row, now)
    context.unsettled.add(path)
    return f"{path}: {row.kind} was interrupted before anything was written; nothing was changed."
