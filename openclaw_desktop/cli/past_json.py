"""Past searches as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from openclaw_desktop.cli.session_json import moment
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.again import Again, Compared
from openclaw_desktop.search import explain


def past(each: Past) -> dict[str, Any]:
    """A call with its answer; what nobody knows is null."""
    call, session = each.call, each.session
    return {
        "id": each.id,
        "session": session.id,
        "session_key": session.key,
        "entry": call.entry,
        "nth": call.nth,
        "turn": call.turn,
        "at": moment(call.at),
        "kind": call.kind,
        "tool": call.tool,
        "question": call.question or None,
        "arguments": dict(call.arguments),
        "answer": asdict(call.answer),
        "reads": list(call.reads),
        "troubles": [asdict(failing) for failing in each.failings],
    }


def again(found: Again) -> dict[str, Any]:
    """A past call beside the same one today."""
    return {
        "call": past(found.past),
        "asked_at": moment(found.at),
        "why_not": found.why_not,
        "notes": list(found.notes),
        "compared": [_compared(row) for row in found.rows],
        "keywords_only": found.answer and found.answer.keywords_only,
        "now": found.answer and explain.as_json(found.answer),
    }


def _compared(row: Compared) -> dict[str, Any]:
    return {
        "recorded_place": row.recorded_place,
        "recorded": row.recorded and asdict(row.recorded),
        "place": row.place,
        "hit": row.hit and explain.result(row.hit),
        "below": row.below and explain.result(row.below),
        "decay": row.decay or None,
        "differences": [asdict(each) for each in row.differences],
    }
