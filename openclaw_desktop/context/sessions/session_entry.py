"""Pure: what OpenClaw's own list says of a session, in `sessions.json` or in its database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from openclaw_desktop.context.sessions.fixed import Fixed, FixedChars, fixed_chars, fixed_of
from openclaw_desktop.context.transcript import Record, moment, object_of


@dataclass(frozen=True, slots=True)
class RecordedFlush:
    """A memory flush OpenClaw took note of: when (2026.2 only), and after how many compactions."""

    at: datetime | None
    cycle: int | None


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """What is known of a session without reading it; None where OpenClaw does not say.

    `window` is the model's, in tokens. Of the flushes only the last one is on record.
    """

    key: str
    id: str
    title: str | None = None
    channel: str | None = None
    chat_type: str | None = None
    model: str | None = None
    provider: str | None = None
    window: int | None = None
    tokens: int | None = None
    compactions: int | None = None
    flush: RecordedFlush | None = None
    updated: datetime | None = None
    fixed: Fixed | None = None
    chars: FixedChars | None = None


def session_entry(key: str, value: object) -> SessionEntry | None:
    """The entry OpenClaw keeps under `key`; None when it names no session."""
    record = object_of(value)
    identity = record.get("sessionId")
    if not isinstance(identity, str):
        return None
    delivery = object_of(record.get("delivery"))
    origin = object_of(record.get("origin")) or object_of(delivery.get("origin"))
    route = object_of(delivery.get("route"))
    return SessionEntry(
        key=key,
        id=identity,
        title=_text(record, "label", "subject", "displayName") or _text(origin, "label"),
        channel=_text(record, "channel", "lastChannel")
        or _text(origin, "provider")
        or _text(route, "channel"),
        chat_type=_text(record, "chatType"),
        model=_text(record, "model"),
        provider=_text(record, "modelProvider"),
        window=_natural(record, "contextTokens") or None,
        tokens=_natural(record, "totalTokens"),
        compactions=_natural(record, "compactionCount"),
        flush=_flush(record),
        updated=moment(record.get("updatedAt")),
        fixed=fixed_of(record.get("systemPromptReport")),
        chars=fixed_chars(record.get("systemPromptReport")),
    )


def _flush(record: Record) -> RecordedFlush | None:
    """OpenClaw 2026.2: time and compaction count; 2026.9: an outcome with the count alone."""
    at = moment(record.get("memoryFlushAt"))
    if at:
        return RecordedFlush(at, _natural(record, "memoryFlushCompactionCount"))
    noted = object_of(record.get("memoryFlush"))
    if noted.get("kind") == "succeeded":
        return RecordedFlush(None, _natural(noted, "compactionCount"))
    return None


def _text(record: Record, *keys: str) -> str | None:
    return next((value for key in keys if isinstance(value := record.get(key), str) and value), None)


def _natural(record: Record, key: str) -> int | None:
    value = record.get(key)
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e12 else None
