"""A session's timeline as JSON: every number the views show.

What stands under "estimated" was counted by this program, what stands under "measured" by the provider;
elsewhere a "basis" says which. What nobody knows is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from openclaw_desktop.cli import session_json
from openclaw_desktop.cli.session_account import Account
from openclaw_desktop.cli.session_json import moment
from openclaw_desktop.context.ledger import Ledger, Point
from openclaw_desktop.context.lost import losses
from openclaw_desktop.context.lost.losses import LostFact, Source
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import Rules, default_rules
from openclaw_desktop.context.rules.parameters import PARAMETERS
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.desk.sessions_desk import Departure, Opened, Played

BASES = {
    "estimated": "counted by this program in the encoding named",
    "measured": "counted by the provider when the model was called",
    "characters": "characters measured by OpenClaw in a run of this session, tokens a quarter of them",
    "characters estimated": "characters estimated by OpenClaw, tokens a quarter of them",
    "shifted": "what the provider counted, shifted by the estimate of what would be in the window besides",
    "rule": "follows from OpenClaw's rules and the window",
}
"""What each basis means."""


def as_json(found: Account) -> dict[str, Any]:
    """The whole account."""
    opened = found.opened
    account, read = opened.ledger, opened.conversation
    return {
        "session": session_json.as_json(opened.listed, found.name),
        "bases": BASES,
        "encoding": found.encoding,
        "window": {"tokens": account.window, "from": found.window_from},
        "model": account.model,
        "fixed": _fixed(account.fixed),
        "thresholds": _thresholds(found.own.rules if found.own else None),
        "rules": found.own and _rules(found.own.rules),
        "branches": [
            {**asdict(branch), "number": number, "shown": branch.leaf_id == found.leaf}
            for number, branch in enumerate(read.branches, 1)
        ],
        "peak": {"estimated": account.peak_estimated, "measured": account.peak_measured},
        "cost": account.cost,
        "points": _points(account),
        "marks": [_mark(mark) for mark in sorted([*account.marks, *found.missed], key=lambda m: m.index)],
        "compactions": [_departure(each, account) for each in found.departures],
        "prunings": [_pruning(mark.index, opened) for mark in account.marks if mark.kind is MarkKind.PRUNING],
        "contradictions": account.contradictions,
        "damaged": read.damaged,
        "unknown": read.unknown,
        "problems": [*read.problems, *account.problems],
        "replay": found.in_force and _replay(found.in_force, account, changed=found.tried is not None),
    }


def _fixed(fixed: Fixed | None) -> dict[str, Any] | None:
    return fixed and {
        "system_tokens": fixed.system_tokens,
        "bootstrap": fixed.bootstrap,
        "bootstrap_groups": fixed.by_group or None,
        "tools": fixed.tools,
        "skills": fixed.skills,
        "basis": "characters" if fixed.measured else "characters estimated",
    }


def _points(account: Ledger) -> list[dict[str, Any]]:
    contradicted = set(account.contradictions)
    return [{**_point(point), "contradicts": point.index in contradicted} for point in account.points]


def _point(point: Point) -> dict[str, Any]:
    entry, usage = point.entry, point.entry.usage
    return {
        "index": point.index,
        "id": entry.id,
        "turn": point.turn,
        "at": moment(point.at),
        "kind": entry.kind,
        "role": entry.role,
        "model": entry.model_used,
        "estimated": {
            "total": point.estimated,
            "added": point.tokens,
            "by_category": {str(category): tokens for category, tokens in point.by_category.items()},
        },
        "measured": usage
        and {
            "total": point.measured,
            "input": usage.input,
            "output": usage.output,
            "cache_read": usage.cache_read,
            "cache_write": usage.cache_write,
            "with_answer": usage.total,
        },
        "cost": point.cost,
    }


def _mark(mark: Mark) -> dict[str, Any]:
    return {**asdict(mark), "at": moment(mark.at), "basis": "recorded" if mark.recorded else "rule"}


def _departure(each: Departure, account: Ledger) -> dict[str, Any]:
    point = account.points[each.index]
    return {
        "index": each.index,
        "turn": point.turn,
        "at": moment(point.at),
        "tokens_before": {"tokens": point.entry.tokens_before, "basis": "noted by OpenClaw"},
        "tokens_after": {"tokens": point.entry.tokens_after, "basis": "noted by OpenClaw"},
        "left": {"estimated": each.tokens, "texts": [_source(source) for source in each.left.replaced]},
        "summary": {"estimated": point.tokens, "text": each.left.summary},
        "lost": [_lost(fact, account) for fact in each.lost],
    }


def _pruning(index: int, opened: Opened) -> dict[str, Any]:
    """The results that are sent shorter from there on, with the tokens of each while it was whole."""
    points = opened.ledger.points
    results = [
        {**_source(source), "estimated": points[source.entry].tokens}
        for source in losses.pruned_at(opened.chain, index).replaced
    ]
    return {"index": index, "turn": points[index].turn, "results": results}


def _source(source: Source) -> dict[str, Any]:
    return {"index": source.entry, "role": source.role, "text": source.text}


def _lost(fact: LostFact, account: Ledger) -> dict[str, Any]:
    return {
        "value": fact.value,
        "values": [{"kind": each.kind, "value": each.value} for each in fact.facts],
        "sentence": fact.sentence,
        "index": fact.entry,
        "turn": account.points[fact.entry].turn,
        "role": fact.role,
        "score": fact.score,
    }


def _thresholds(rules: Rules | None) -> dict[str, Any]:
    return {
        "flush": rules and rules.flush_threshold,
        "compaction": rules and rules.compaction_threshold,
        "basis": "rule" if rules else "unknown",
    }


def _rules(rules: Rules) -> dict[str, Any]:
    """Every parameter, and where its value is from."""
    usual = default_rules(rules.era, rules.window)
    return {
        "era": rules.era,
        "parameters": {
            each.key: {
                "value": rules.value(each.key),
                "default": None if each.key == "window" else usual.value(each.key),
                "unit": each.unit,
                "low": each.low,
                "high": each.high,
                "configured": each.key in rules.configured,
                "sentence": each.sentence,
            }
            for each in PARAMETERS
        },
    }


def _replay(played: Played, account: Ledger, *, changed: bool) -> dict[str, Any]:
    replayed = played.replayed
    measured = account.peak_measured is not None
    return {
        "changed": changed,
        "rules": _rules(played.rules),
        "thresholds": _thresholds(played.rules),
        "basis": "shifted" if measured else "estimated",
        "flushes": [{**asdict(each), "turn": _turn(account, each.index)} for each in replayed.flushes],
        "compactions": [
            {**asdict(each), "turn": _turn(account, each.index)} for each in replayed.compactions
        ],
        "prunings": [
            {
                "index": each.index,
                "turn": _turn(account, each.index),
                "items": [_pruned(asdict(item)) for item in each.items],
            }
            for each in replayed.prunings
        ],
        "filled": replayed.filled,
        "marks": [_mark(mark) for mark in played.marks],
        "rescues": [asdict(each) for each in played.rescues],
        "assumptions": replayed.assumptions,
    }


def _pruned(item: Mapping[str, Any]) -> dict[str, Any]:
    """Lengths in characters; the texts can be long and are the transcript's."""
    return {key: item[key] for key in ("index", "before", "after", "how")}


def _turn(account: Ledger, index: int) -> int:
    return account.points[min(index, len(account.points) - 1)].turn
