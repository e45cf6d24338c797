"""What is said about sessions, entries and amounts. Pure and without Qt; what nobody knows is "unknown"."""

from __future__ import annotations

import html
from collections.abc import Sequence
from datetime import datetime, timedelta

from openclaw_desktop.context.ledger import Point
from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.ui.history_view.words import exact, short
from openclaw_desktop.ui.tree.names import count_of, shown

UNKNOWN = "unknown"

ENDED = {"reset": "ended by a reset", "deleted": "deleted"}

ROLES = {
    "user": "user",
    "assistant": "assistant",
    "toolResult": "tool result",
    "bashExecution": "command",
    "custom": "OpenClaw",
}
"""What the roles of a transcript are called."""


def duration(length: timedelta | None) -> str:
    """How long it went on, in at most two units: "45 s", "12 min", "3 h 12 min", "2 days 4 h"."""
    if length is None:
        return UNKNOWN
    seconds = max(int(length.total_seconds()), 0)
    days, hours, minutes = seconds // 86_400, seconds % 86_400 // 3600, seconds % 3600 // 60
    if days:
        return count_of(days, "day") + (f" {hours} h" if hours else "")
    if hours:
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    return f"{minutes} min" if minutes else f"{seconds} s"


def money(dollars: float | None) -> str:
    """An amount in dollars, with more digits the smaller it is."""
    if dollars is None:
        return UNKNOWN
    return f"${dollars:,.2f}" if dollars >= 0.1 else f"${dollars:.4f}"


def tokens(count: int | None) -> str:
    """A number of tokens in full."""
    return UNKNOWN if count is None else f"{count:,}"


def peak(row: Listed, window: int | None = None) -> str:
    """How full the window was at most: "61 %", or in tokens where the window is unknown.

    Of another `window` that a person gave or tries, which is then named: "12 % of 1,000,000".
    """
    most = row.summary.peak if row.summary else None
    if most and window:
        return f"{most / window:.0%} of {window:,}".replace("%", " %")
    if row.fill is not None:
        return f"{row.fill:.0%}".replace("%", " %")
    return f"{most:,} tokens of an unknown window" if most else UNKNOWN


def kind(row: Listed) -> str:
    """Which kind of session it is."""
    return row.session.kind or "kind unknown"


def title(row: Listed) -> str:
    """What a session is called, as one line."""
    return shown(" ".join(row.title.split())) or shown(row.session.key or row.session.id)


def heading(row: Listed, now: datetime, window: int | None = None) -> str:
    """A session in a few words: "telegram · 21 Feb · 214 turns · peak 61 %", the peak of another `window`."""
    found = row.summary
    parts = [
        shown(row.channel or "channel unknown"),
        short(found.started, now) if found and found.started else "start unknown",
        count_of(found.turns, "turn") if found else "turns unknown",
        f"peak {peak(row, window)}",
    ]
    return " · ".join(parts)


def second_line(row: Listed) -> str:
    """Kind, channel and model of a session."""
    ended = ENDED.get(row.session.ended or "", "")
    topic = f"topic {shown(row.session.topic)}" if row.session.topic else ""
    parts = [kind(row), shown(row.channel or "channel unknown"), shown(row.model or "model unknown")]
    return " · ".join(part for part in (*parts, topic, ended) if part)


def third_line(row: Listed) -> str:
    """Turns, length, peak and cost of a session; of one that cannot be read, why."""
    found = row.summary
    if found is None:
        return row.problem or "It cannot be read."
    parts = [
        count_of(found.turns, "turn"),
        f"length {UNKNOWN}" if found.length is None else duration(found.length),
        f"peak {peak(row)}",
        f"cost {money(found.cost)}",
    ]
    return " · ".join(parts)


def counted(row: Listed) -> list[tuple[str, str]]:
    """What happened in a session, as a letter with its number, and as words; nothing that never happened."""
    found = row.summary
    if found is None:
        return []
    counts = (
        ("C", found.compactions, "compaction"),
        ("F", row.flushes, "flush"),
        ("!", troubles(row), "problem"),
    )
    plural = {"flush": "flushes"}
    return [(f"{letter}{n}", count_of(n, word, plural.get(word))) for letter, n, word in counts if n]


def troubles(row: Listed) -> int:
    """How much went wrong in a session, and in reading it."""
    return len(problems(row)) + (row.summary.errors if row.summary else 0)


LEGEND = (("C", "compactions"), ("F", "flushes"), ("!", "problems"))
"""The letters of `counted`, in their order."""

LEGEND_IN_FULL = (
    "How often a session was compacted (C), how often memory was flushed to files before that (F), and how "
    "many errors are in it or problems in reading it (!). A session without a letter had none of it."
)


def facts(row: Listed, now: datetime) -> list[tuple[str, str]]:
    """All that is known of a session, name by name; "unknown" where it is not."""
    found, session = row.summary, row.session
    known = found is not None
    return [
        ("Agent", session.agent),
        ("Kind", session.kind or UNKNOWN),
        ("Channel", row.channel or UNKNOWN),
        ("Model", row.model or UNKNOWN),
        ("Window", f"{row.window:,} tokens" if row.window else UNKNOWN),
        ("Started", exact(found.started, now) if found and found.started else UNKNOWN),
        ("Last activity", exact(found.ended, now) if found and found.ended else UNKNOWN),
        ("Length", duration(found.length) if found else UNKNOWN),
        ("Turns", f"{found.turns:,}" if found else UNKNOWN),
        ("Peak, measured", f"{found.peak:,} tokens ({peak(row)})" if found and found.peak else UNKNOWN),
        ("Compactions", f"{found.compactions:,}" if found else UNKNOWN),
        ("Flushes", f"{row.flushes:,}" if known else UNKNOWN),
        ("Cost", money(found.cost) if found else UNKNOWN),
        ("Errors", f"{found.errors:,}" if found else UNKNOWN),
        ("Session", session.id),
    ]


def problems(row: Listed) -> tuple[str, ...]:
    """What is wrong with a session, as sentences."""
    own = (row.problem,) if row.problem else ()
    return (*own, *(row.summary.problems if row.summary else ()))


def tooltip(row: Listed, now: datetime) -> str:
    """All of it as rich text."""
    lines = "".join(
        f"<tr><td>{name}&nbsp;&nbsp;</td><td>{html.escape(shown(value))}</td></tr>"
        for name, value in facts(row, now)
    )
    said = "".join(f"<div>{html.escape(shown(text))}</div>" for text in problems(row))
    return f"<div>{html.escape(title(row))}</div><table>{lines}</table>{said}"


def spoken(row: Listed, now: datetime) -> str:
    """A session as a screen reader says it."""
    known = ", ".join(f"{name} {value}" for name, value in facts(row, now)[:-1])
    return ", ".join([title(row), known, *problems(row)])


def haystack(row: Listed) -> str:
    """What the filter looks in."""
    session = row.session
    parts = (row.title, session.id, session.key, session.kind, row.channel, row.model, session.ended)
    return " ".join(part for part in parts if part).casefold()


def what(entry: Entry) -> str:
    """What an entry is, in a word or two."""
    if entry.kind is EntryKind.MESSAGE:
        role = ROLES.get(entry.role or "", entry.role or "message")
        return f"{role} of {entry.tool}" if entry.tool else role
    return entry.kind.value


def reading_of(point: Point, now: datetime) -> str:
    """The numbers at one point of a timeline, each with what kind of number it is."""
    entry = point.entry
    when = exact(entry.at, now) if entry.at else f"time {UNKNOWN}"
    parts = [f"Turn {point.turn:,}", when, shown(what(entry))]
    if entry.role == "assistant":
        parts.append(f"measured {tokens(point.measured)}")
    parts.append(f"estimated {point.estimated:,}")
    if entry.role == "assistant":
        parts.append(f"cost {money(point.cost)}")
        parts += [shown(entry.model)] if entry.model else []
    return " · ".join(parts)


def progress(row: Listed, done: int, most: int | None) -> str:
    """How far the reading of a session is."""
    if most is None:
        return f"{title(row)}: {done:,} records"
    if done + 256 >= most:
        return f"{title(row)}: counting the tokens of {count_of(most, 'record')}"
    return f"{title(row)}: {done:,} of {count_of(most, 'record')}"


def joined(sentences: Sequence[str]) -> str:
    """Sentences as one line."""
    return " ".join(shown(" ".join(each.split())) for each in sentences)
