"""A session's timeline for a person: turn by turn, what filled the window, what happened, what was lost."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from openclaw_desktop.cli.session_account import Account
from openclaw_desktop.cli.sessions_command import UNKNOWN, length, moment, money
from openclaw_desktop.cli.table import aligned
from openclaw_desktop.context import outlook_words
from openclaw_desktop.context.counted import counted
from openclaw_desktop.context.ledger import Ledger, Point
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import Rules, default_rules
from openclaw_desktop.context.rules.parameters import PARAMETERS
from openclaw_desktop.context.rules.values import Value
from openclaw_desktop.context.sessions.conversation import Branch
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.desk.sessions_desk import Departure, Played

LARGEST = 3
"""So many categories of a turn are named."""

TURNS = 6
"""So many turns are named in which something comes."""

PLAYED = {
    MarkKind.FLUSH: "flushes",
    MarkKind.COMPACTION: "compactions",
    MarkKind.PRUNING: "prunings",
}
"""What rules decide about."""

HEAD = ("turn", "when", "estimated", "measured", "share", "cost", "mostly")


def lines(found: Account) -> Iterator[str]:
    """The account; "≈" stands before what is estimated."""
    yield from _head(found)
    yield ""
    yield from _turns(found)
    for each in found.departures:
        yield ""
        yield from _departure(each, found.opened.ledger)
    if found.tried:
        yield ""
        yield from _tried(found, found.tried)
    problems = [*found.opened.conversation.problems, *found.opened.ledger.problems]
    if problems:
        yield ""
    yield from (f"problem   {sentence}" for sentence in problems)


def _head(found: Account) -> Iterator[str]:
    opened, account = found.opened, found.opened.ledger
    listed, summary = opened.listed, opened.listed.summary
    facts = (listed.session.kind, listed.channel, account.model or listed.model, listed.title)
    yield f"session   {found.name} · agent {listed.session.agent}"
    yield f"key       {listed.session.key or UNKNOWN}"
    yield f"about     {' · '.join(filter(None, facts)) or UNKNOWN}"
    if summary:
        span = f"{moment(summary.started)} to {moment(summary.ended)} ({length(summary.length)})"
        turns = counted(opened.chain[-1].turn if opened.chain else 0, "turn")
        yield f"time      {span}, {turns}, {counted(len(opened.chain), 'entry', 'entries')}"
    if len(opened.conversation.branches) > 1:
        yield from _branches(opened.conversation.branches, found.leaf)
    size = f"{account.window:,} tokens ({found.window_from})" if account.window else f"{UNKNOWN} (--window N)"
    yield f"window    {size}"
    yield f"rules     {_rules(found.own.rules) if found.own else f'{UNKNOWN} without the window'}"
    yield f"fixed     {_fixed(account.fixed)}"
    yield f"peak      ≈{account.peak_estimated:,} estimated, {_known(account.peak_measured)} measured"
    yield f"cost      {money(account.cost)}"
    rest = "" if account.fixed else "; the fixed parts, which are unknown, are not in it"
    yield f"tokens    ≈ is {outlook_words.ESTIMATES[found.encoding]}{rest}"
    yield "          measured is what the provider counted; a turn's figures are those of its fullest moment"


def _branches(branches: Sequence[Branch], leaf: str | None) -> Iterator[str]:
    """Every way through the session; a star is before the one that is told."""
    for number, branch in enumerate(branches, 1):
        where = "the current one" if number == 1 else f"leaves it at turn {branch.from_turn:,}"
        size = counted(branch.entries, "entry", "entries")
        told = "*" if branch.leaf_id == leaf else " "
        title = "branches  " if number == 1 else " " * 10
        yield f"{title}{told} {number}: {where}, {size}, ends with {branch.leaf_id}"


def _rules(rules: Rules) -> str:
    flush = "no flush" if rules.flush_threshold is None else f"flush from {rules.flush_threshold:,}"
    full = rules.compaction_threshold
    compaction = "no compaction" if full is None else f"compaction above {full:,}"
    return f"{flush}, {compaction} (OpenClaw {rules.era})"


def _fixed(fixed: Fixed | None) -> str:
    """What every call has before anything is said."""
    if fixed is None:
        return UNKNOWN
    parts = [
        f"system prompt {_known(fixed.system_tokens)}",
        f"tools {_known(fixed.tools)}",
        f"skills {_known(fixed.skills)}",
        *(f"{name} {tokens:,}" for name, tokens in fixed.bootstrap.items()),
    ]
    kind = "measured" if fixed.measured else "estimated"
    return f"{', '.join(parts)} (characters {kind} by OpenClaw, tokens a quarter of them)"


def _turns(found: Account) -> Iterator[str]:
    """A line for each turn, and below it what happened in it."""
    account = found.opened.ledger
    if not account.points:
        yield "nothing was said in it"
        return
    turns = [list(held) for _, held in groupby(account.points, key=lambda point: point.turn)]
    table = aligned([HEAD, *(_cells(held, account) for held in turns)], left=(1, len(HEAD) - 1))
    marks = found.marks
    places = [mark.index for mark in marks]
    yield next(table)
    for held, line in zip(turns, table, strict=True):
        yield line
        first, last = held[0].index, held[-1].index
        inside = slice(bisect_left(places, first), bisect_right(places, last))
        yield from (_mark(mark) for mark in marks[inside])


def _cells(held: Sequence[Point], account: Ledger) -> tuple[str, ...]:
    """The figures of a turn where the window was fullest in it."""
    fullest = max(held, key=lambda point: point.estimated)
    measured = max((point.measured for point in held if point.measured is not None), default=None)
    costs = [point.cost for point in held if point.cost is not None]
    largest = sorted(fullest.by_category.items(), key=lambda pair: -pair[1])[:LARGEST]
    return (
        f"{fullest.turn:,}",
        moment(next((point.at for point in held if point.at), None)),
        f"≈{fullest.estimated:,}",
        _known(measured),
        _share(measured, fullest.estimated, account),
        money(sum(costs) if costs else None),
        ", ".join(f"{category} ≈{tokens:,}" for category, tokens in largest),
    )


def _share(measured: int | None, estimated: int, account: Ledger) -> str:
    """Of the window: measured where it can be, else estimated, if nothing of it is unknown."""
    if account.window is None or (measured is None and account.fixed is None):
        return UNKNOWN
    return f"≈{estimated / account.window:.0%}" if measured is None else f"{measured / account.window:.0%}"


def _mark(mark: Mark) -> str:
    rule = "" if mark.recorded else "by rule: "
    return f"        {mark.kind:<14}{rule}{mark.sentence}"


def _departure(each: Departure, account: Ledger) -> Iterator[str]:
    point = account.points[each.index]
    yield (
        f"left at the compaction after turn {point.turn:,}: ≈{each.tokens:,} tokens;"
        f" a summary of ≈{point.tokens:,} came for them"
    )
    if not each.lost:
        yield "    nothing of it is found missing in the summary, the kept text and the memory files"
        return
    yield f"    lost, in no summary, kept text or memory file: {len(each.lost):,}"
    for fact in each.lost:
        values = ", ".join(value.value for value in fact.facts)
        turn = account.points[fact.entry].turn
        sentence = " ".join(fact.sentence.split())
        told = "" if values == sentence else f" in “{sentence}”"
        yield f"    - {values}{told} (turn {turn:,}, {fact.role})"


def _tried(found: Account, tried: Played) -> Iterator[str]:
    """The difference that the tried rules make."""
    before = found.own.rules if found.own else default_rules(tried.rules.era, tried.rules.window)
    for each in PARAMETERS:
        old, new = before.value(each.key), tried.rules.value(each.key)
        if old != new:
            yield f"tried     {each.key} = {_value(new, each.unit)} instead of {_value(old, each.unit)}"
    yield f"          {_rules(tried.rules)}"
    yield ""
    happened = found.opened.ledger.marks
    own = found.own.marks if found.own else None
    rows = [("", "happened", "by own rules", "by tried rules")]
    rows += [
        (name, _turns_of(kind, happened), _turns_of(kind, own), _turns_of(kind, tried.marks))
        for kind, name in PLAYED.items()
    ]
    yield from aligned(rows, left=range(4))
    if tried.rescues or tried.replayed.assumptions:
        yield ""
    yield from (f"better    {each.sentence}" for each in tried.rescues)
    yield from (f"assumed   {sentence}" for sentence in tried.replayed.assumptions)


def _turns_of(kind: MarkKind, marks: Sequence[Mark] | None) -> str:
    """How often something comes, and in which turns: "2, in turns 41, 88"."""
    if marks is None:
        return UNKNOWN
    turns = [f"{mark.turn:,}" for mark in marks if mark.kind is kind]
    if not turns:
        return "none"
    named = ", ".join(turns[:TURNS]) + ("…" if len(turns) > TURNS else "")
    return f"{len(turns):,}, in turn{'' if len(turns) == 1 else 's'} {named}"


def _value(value: Value, unit: str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if unit == "share" else counted(round(value), unit.removesuffix("s"), unit)


def _known(tokens: int | None) -> str:
    return UNKNOWN if tokens is None else f"{tokens:,}"
