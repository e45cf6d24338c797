"""`openclaw-desktop past-searches`: what the agent asked its memory, and what the same finds today."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from openclaw_desktop.cli import past_json
from openclaw_desktop.cli.session_names import SHORTEST, require_agent
from openclaw_desktop.cli.sessions_command import moment
from openclaw_desktop.cli.table import aligned
from openclaw_desktop.context.recall.answers import Outcome, RecordedHit
from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.recall.past import Past, matching
from openclaw_desktop.context.recall.past_list import PastCalls
from openclaw_desktop.desk.again import Again, Compared
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import UsageError
from openclaw_desktop.search import explain

HEAD = ("no.", "time", "session", "turn", "tool", "question", "answer", "trouble")
LEFT = (1, 2, 4, 5, 6, 7)
QUESTION = 60
QUOTED = 100
"""Characters of a question in the table, and of a text below it."""


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Prints the list, or one call beside the same one today."""
    require_agent(engine)
    listed = engine.past.past()
    if options.again is not None:
        again = engine.past.again(_chosen(listed, options.again))
        print(
            json.dumps(past_json.again(again), ensure_ascii=False)
            if options.json
            else "\n".join(_again(again))
        )
        return 0
    wanted = {past.id for past in matching(listed.pasts, options.query or "")}
    rows = [
        (number, past)
        for number, past in enumerate(listed.pasts, 1)
        if past.id in wanted and (past.failings or not options.failed)
    ]
    if options.json:
        calls = [{"number": number, **past_json.past(past)} for number, past in rows]
        print(json.dumps({"calls": calls, "problems": listed.problems}, ensure_ascii=False))
    else:
        print("\n".join(_lines(listed, rows, with_reasons=options.failed)))
    return 0


def _chosen(listed: PastCalls, name: str) -> Past:
    """The call of that number in the list, or of that id."""
    if name.isdecimal() and 1 <= int(name) <= len(listed.pasts):
        return listed.pasts[int(name) - 1]
    found = next((past for past in listed.pasts if past.id == name), None)
    if found is None:
        missed = "".join(f"\n{problem}" for problem in listed.problems)
        raise UsageError(f"there is no past search {name!r}: see openclaw-desktop past-searches{missed}")
    return found


def _lines(listed: PastCalls, rows: Sequence[tuple[int, Past]], *, with_reasons: bool) -> Iterator[str]:
    if rows:
        head, *table = aligned([HEAD, *(_cells(number, past) for number, past in rows)], left=LEFT)
        yield head
        for (_, past), line in zip(rows, table, strict=True):
            yield line
            if with_reasons:
                yield from (f"      {failing.sentence}" for failing in past.failings)
    else:
        yield "no such search" if listed.pasts else "no session of the agent has a search of its memory"
    yield from (f"problem   {problem}" for problem in listed.problems)


def _cells(number: int, past: Past) -> tuple[str, ...]:
    call = past.call
    return (
        f"{number:,}",
        moment(call.at),
        past.session.id[:SHORTEST],
        f"{call.turn:,}",
        call.tool,
        _shortened(call.question or "not on record", QUESTION),
        _answer(call),
        ", ".join(dict.fromkeys(failing.trouble for failing in past.failings)),
    )


def _answer(call: Call) -> str:
    """The answer in a word or two."""
    if call.answer.outcome is Outcome.FOUND and call.kind == "search":
        count = len(call.answer.hits)
        return f"{count:,} {'hit' if count == 1 else 'hits'}{', cut off' if call.answer.cut else ''}"
    return call.answer.outcome


def _again(again: Again) -> Iterator[str]:
    past = again.past
    call = past.call
    yield f"{call.tool}: {call.question or 'not on record'}"
    yield f"asked {moment(call.at)} in session {past.session.id}, turn {call.turn:,}: {_answer(call)}"
    said = (*(each.sentence for each in past.failings), call.answer.warning, call.answer.action)
    yield from (f"  {_shortened(sentence, 2 * QUOTED)}" for sentence in said if sentence)
    for row in again.rows:
        yield from _row(row)
    if again.answer and again.answer.nothing_relevant:
        yield again.answer.nothing_relevant
    if again.why_not:
        yield f"not asked again: {again.why_not}"
    yield from again.notes


def _row(row: Compared) -> Iterator[str]:
    then = _score(row.recorded.score) if row.recorded else "–"
    now = _score(row.hit.score) if row.hit else "–"
    yield f"{row.recorded_place or '+':>2}  {then:>5} → {now:>5}  {_where(row)}"
    yield from (f"      {each.sentence}" for each in row.differences)
    if row.decay:
        yield f"      age at that moment: {row.decay}"
    if row.hit:
        parts = "  ".join(f"{part.name} {part.amount:+.3f}" for part in explain.bars(row.hit))
        yield f"      now: {parts}"
    if row.recorded and row.recorded.snippet:
        yield f"      {_shortened(row.recorded.snippet, QUOTED)}"


def _where(row: Compared) -> str:
    if row.recorded:
        return _place(row.recorded)
    assert row.hit is not None  # a row without a recorded hit is a new one
    found = row.hit.candidate
    return f"{found.path} · {found.start_line}-{found.end_line}"


def _place(hit: RecordedHit) -> str:
    lines = f" · {hit.start_line}-{hit.end_line or ''}" if hit.start_line else ""
    return f"{hit.path}{lines}"


def _score(score: float | None) -> str:
    return "?" if score is None else f"{score:.3f}"


def _shortened(text: str, length: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= length else f"{plain[: length - 1]}…"
