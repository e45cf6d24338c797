"""A session of the list as JSON: every figure, and of each number whether it was measured or estimated."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.session_search import Found


def as_json(row: Listed, name: str) -> dict[str, Any]:
    """What the list shows of a session; what nobody knows is null."""
    session, summary = row.session, row.summary
    entry = session.entry
    return {
        "name": name,
        "id": session.id,
        "key": session.key,
        "agent": session.agent,
        "kind": session.kind,
        "channel": row.channel,
        "topic": session.topic,
        "title": row.title or None,
        "model": row.model,
        "window": row.window,
        "source": str(session.source),
        "in_database": session.in_database,
        "archived": session.ended,
        "missing": row.missing,
        "changed": None if row.missing and not (entry and entry.updated) else moment(session.changed),
        "started": summary and moment(summary.started),
        "ended": summary and moment(summary.ended),
        "length_seconds": summary and summary.length and summary.length.total_seconds(),
        "turns": summary and summary.turns,
        "entries": summary and summary.entries,
        "branches": summary and summary.branches,
        "peak": {
            "tokens": summary and summary.peak,
            "of_window": row.fill,
            "basis": "measured" if summary and summary.peak else "unknown",
        },
        "compactions": summary and summary.compactions,
        "compactions_listed": entry and entry.compactions,
        "resets": summary and summary.resets,
        "flushes": row.flushes if summary else None,
        "errors": summary and summary.errors,
        "cost": {
            "dollars": summary and summary.cost,
            "basis": "priced by OpenClaw from what the provider counted"
            if summary and summary.cost
            else "unknown",
        },
        "damaged": summary and summary.damaged,
        "problems": problems(row),
    }


def problems(row: Listed) -> list[str]:
    """What is wrong with a session, in sentences."""
    return [*([row.problem] if row.problem else []), *(row.summary.problems if row.summary else ())]


def found_json(found: Found) -> dict[str, Any]:
    """One place where a text stands: `excerpt[start:end]`."""
    return {
        "entry": found.entry.id,
        "turn": found.entry.turn,
        "at": moment(found.entry.at),
        "category": found.part.category,
        "label": found.part.label,
        "excerpt": found.excerpt,
        "start": found.start,
        "end": found.end,
    }


def moment(at: datetime | None) -> str | None:
    """A time as ISO 8601 in UTC."""
    return at and at.isoformat().replace("+00:00", "Z")
