"""`openclaw-desktop sessions`: which sessions the agent has, and where in them something was said."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from openclaw_desktop.cli import session_json
from openclaw_desktop.cli.session_names import Names, catalogue
from openclaw_desktop.cli.table import aligned
from openclaw_desktop.context.sessions.catalogue import Catalogue, Listed
from openclaw_desktop.context.sessions.session_search import Found
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.engine import Engine

UNKNOWN = "unknown"
TITLE = 60
"""Characters of a title that the table shows."""

HEAD = (
    *("session", "agent", "kind", "channel", "model", "start", "length"),
    *("turns", "peak", "compactions", "flushes", "cost", "problems", "title"),
)
LEFT = (0, 1, 2, 3, 4, 5, len(HEAD) - 1)


@dataclass(slots=True)
class _Places:
    """Where a text was found, by session, and which sessions could not be searched, and why."""

    found: dict[Session, list[Found]] = field(default_factory=dict[Session, list[Found]])
    unread: dict[Session, str] = field(default_factory=dict[Session, str])


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Prints the list, or those of it in which a text stands."""
    listed = catalogue(engine)
    names = Names(listed.rows)
    places = None if options.find is None else _search(engine, listed.rows, options.find)
    rows = [row for row in listed.rows if places is None or row.session in places.found]
    if options.json:
        print(json.dumps(_as_json(listed, rows, names, places), ensure_ascii=False))
    else:
        print("\n".join(_lines(listed, rows, names, places)))
    return 0


def _search(engine: Engine, rows: Sequence[Listed], text: str) -> _Places:
    places = _Places({}, {})
    for each in engine.sessions.search([row for row in rows if not row.missing], text):
        if isinstance(each, Found):
            places.found.setdefault(each.session, []).append(each)
        else:
            places.unread[each.session] = each.problem
    return places


def _as_json(
    listed: Catalogue, rows: Sequence[Listed], names: Names, places: _Places | None
) -> dict[str, object]:
    sessions = [session_json.as_json(row, names.of(row.session)) for row in rows]
    answer: dict[str, object] = {"sessions": sessions, "problems": listed.problems}
    if places is not None:
        for row, session in zip(rows, sessions, strict=True):
            session["found"] = [session_json.found_json(each) for each in places.found[row.session]]
        answer["unread"] = {names.of(session): problem for session, problem in places.unread.items()}
    return answer


def _lines(listed: Catalogue, rows: Sequence[Listed], names: Names, places: _Places | None) -> Iterator[str]:
    short = names.short()
    if rows:
        table = aligned([HEAD, *(_cells(row, short) for row in rows)], left=LEFT)
        yield next(table)
        for row, line in zip(rows, table, strict=True):
            yield line
            for each in places.found[row.session] if places else ():
                yield f"    turn {each.entry.turn:,}, {each.part.category}: {' '.join(each.excerpt.split())}"
    elif places is not None:
        yield "that stands in no session"
    else:
        yield "the agent has no sessions yet"
    for row in rows:
        for sentence in session_json.problems(row):
            yield f"problem   {short[row.session]}: {sentence}"
    for session, sentence in (places.unread if places else {}).items():
        yield f"unread    {short[session]}: {sentence}"
    for sentence in listed.problems:
        yield f"problem   {sentence}"


def _cells(row: Listed, short: Mapping[Session, str]) -> tuple[str, ...]:
    session, summary = row.session, row.summary
    figures = (UNKNOWN,) * 5
    if summary:
        counts = (f"{summary.compactions:,}", f"{row.flushes:,}")
        figures = (f"{summary.turns:,}", _peak(row), *counts, money(summary.cost))
    return (
        short[session],
        session.agent,
        session.kind or (f"archived ({session.ended})" if session.ended else UNKNOWN),
        row.channel or UNKNOWN,
        row.model or UNKNOWN,
        moment(summary.started if summary else None),
        length(summary.length if summary else None),
        *figures,
        f"{len(session_json.problems(row)):,}",
        _beginning(row.title),
    )


def _peak(row: Listed) -> str:
    peak = row.summary.peak if row.summary else None
    if peak is None:
        return UNKNOWN
    return f"{peak:,}" if row.fill is None else f"{peak:,} ({row.fill:.0%})"


def moment(at: datetime | None) -> str:
    """A time as the person's clock shows it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else UNKNOWN


def length(span: timedelta | None) -> str:
    """A span in its two largest units."""
    if span is None:
        return UNKNOWN
    minutes, seconds = divmod(max(0, int(span.total_seconds())), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    first = next((place for place, (amount, _) in enumerate(units) if amount), len(units) - 1)
    return " ".join(f"{amount} {unit}" for amount, unit in units[first : first + 2] if amount) or "0 s"


def money(dollars: float | None) -> str:
    """A cost; what is less than a cent is not rounded away."""
    return UNKNOWN if dollars is None else f"${dollars:,.2f}" if dollars >= 0.01 else f"${dollars:.4f}"


def _beginning(title: str) -> str:
    plain = " ".join(title.split())
    return plain if len(plain) <= TITLE else f"{plain[: TITLE - 1]}…"
