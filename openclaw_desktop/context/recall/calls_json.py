"""Pure: the calls of a session as JSON, to be kept until the session changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

from openclaw_desktop.context.recall.answers import Outcome, Recorded, RecordedHit
from openclaw_desktop.context.recall.calls import Call


def to_json(calls: Sequence[Call]) -> list[dict[str, Any]]:
    """The calls as JSON can hold them."""
    return [{**asdict(call), "at": call.at and call.at.isoformat()} for call in calls]


def from_json(values: object) -> list[Call]:
    """The calls `to_json` made; ValueError for anything else."""
    try:
        return [_call(cast("dict[str, Any]", each)) for each in cast("list[object]", values)]
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError("no calls") from error


def _call(values: dict[str, Any]) -> Call:
    at: str | None = values["at"]
    read: dict[str, Any] = {
        **values,
        "at": datetime.fromisoformat(at) if at else None,
        "answer": _answer(values["answer"]),
        "reads": tuple(values["reads"]),
    }
    return Call(**read)


def _answer(values: dict[str, Any]) -> Recorded:
    read: dict[str, Any] = {
        **values,
        "outcome": Outcome(values["outcome"]),
        "hits": tuple(RecordedHit(**hit) for hit in values["hits"]),
    }
    return Recorded(**read)
