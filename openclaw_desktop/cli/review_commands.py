"""Proposing and looking from a shell: `propose`, `proposals`, `verify`, `report`. None of them approves."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from openclaw_desktop import agent_proposals
from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.cli.reading import text_of
from openclaw_desktop.cli.table import aligned
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, WriteFailedError, reason_of
from openclaw_desktop.review.gate.edits import Append, NewText
from openclaw_desktop.review.proposal import Origin, Proposal, State, Who

EXIT_CODES = {State.ACCEPTED: 0, State.REJECTED: 3, State.WITHDRAWN: 3, State.WAITING: 4}
"""What `propose --wait` ends with."""

SHELL = Origin(Who.OUTSIDE, "command line")
POLL_SECONDS = 0.3
LARGEST_READ = 8 * 2**20
"""So much is read at most; the gate takes far less and says how much."""

REASON_SHOWN = 60


def propose(options: argparse.Namespace, engine: Engine) -> int:
    """Proposes a text, and waits for the decision when asked to."""
    text = text_of(options.source, option="--from", most=LARGEST_READ)
    change = Append(text) if options.append else NewText(text)
    now = datetime.now(UTC)
    told = agent_proposals.propose(
        engine.desk, options.path, change, reason=options.reason, origin=SHELL, now=now
    )
    _say(options, told, [f"{told['id']}  {told['sentence']}"])
    if options.wait is None:
        return 0
    _wait(engine.desk, told["id"], options.wait)
    answer = engine.desk.answer(told["id"])
    _say(options, answer, _told(answer))
    return EXIT_CODES[State(answer["status"])]


def _say(options: argparse.Namespace, value: Any, lines: list[str]) -> None:
    """One JSON value a line for a program, lines for a person; at once, as more may come later."""
    print(json.dumps(value, ensure_ascii=False) if options.json else "\n".join(lines), flush=True)


def _wait(desk: Desk, number: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    while agent_proposals.waits(desk, number) and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, POLL_SECONDS))


def _told(answer: dict[str, Any]) -> list[str]:
    lines = [answer["sentence"]]
    if answer.get("comment"):
        lines.append(f"comment: {answer['comment']}")
    if answer.get("changed_by_person"):
        lines += ["changed by the person:", answer["changed_by_person"]]
    return lines


def proposals(options: argparse.Namespace, engine: Engine) -> int:
    """Lists what waits for a person, newest first."""
    waiting = engine.desk.proposals(waiting=True)
    if options.json:
        print(json.dumps([asdict(one) for one in waiting], ensure_ascii=False, default=_plain))
        return 0
    if not waiting:
        print("nothing waits for a person")
        return 0
    now = datetime.now(UTC)
    rows = [("id", "path", "from", "age", "lines", "tokens", "reason")]
    rows += [_row(one, now) for one in waiting]
    for line in aligned(rows, left=range(len(rows[0]))):
        print(line)
    return 0


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _row(one: Proposal, now: datetime) -> tuple[str, ...]:
    tokens = "" if one.tokens is None else f"{one.tokens:+,}".replace("-", "−")
    reason = " ".join(one.reason.split())
    shown = reason if len(reason) <= REASON_SHOWN else f"{reason[: REASON_SHOWN - 1]}…"
    lines = f"+{one.added:,} −{one.removed:,}"
    return (one.id, one.path, one.origin.sentence, _age(now - one.at), lines, tokens, shown)


def _age(age: timedelta) -> str:
    minutes = max(0, int(age.total_seconds()) // 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // (24 * 60)} d"


def verify(options: argparse.Namespace, engine: Engine) -> int:
    """Says whether journal, history and disk agree."""
    found = engine.desk.verify()
    if options.json:
        print(json.dumps([asdict(one) for one in found], ensure_ascii=False))
    elif not found:
        print("journal, history and disk agree")
    else:
        for one in found:
            print(one.sentence)
    return DesktopError.exit_code if found else 0


def report(options: argparse.Namespace, engine: Engine) -> int:
    """Writes the page for an auditor."""
    page = engine.desk.report_html(engine.status(), now=datetime.now(UTC))
    try:
        write_atomically(options.html, page.encode("utf-8", "backslashreplace"))
    except OSError as error:
        name = str(options.html)
        raise WriteFailedError(name, f"{name} could not be written: {reason_of(error)}.") from error
    _say(options, {"html": str(options.html)}, [f"the report is in {options.html}"])
    return 0
