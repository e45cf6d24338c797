"""What is said about past searches. Pure and without Qt; what is not on record is said to be so."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from openclaw_desktop.context.recall.answers import Outcome
from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.recall.past import Failing, Past, Trouble
from openclaw_desktop.context.sessions.sessions import Session, channel_of
from openclaw_desktop.desk.again import Change
from openclaw_desktop.ui.history_view.words import exact, short
from openclaw_desktop.ui.tree.names import count_of, shown

SHORT_ID, QUESTION, QUOTED = 8, 160, 240
"""Characters of a session's id, of a question above its hits, and of an answer's own words."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands before words, and the name of their colour in the theme."""

    mark: str
    colour: str


TROUBLES = {
    Trouble.NOTHING: Sign("∅", "held"),
    Trouble.UNREAD: Sign("○", "text_dim"),
    Trouble.REPEATED: Sign("↻", "held"),
    Trouble.UNAVAILABLE: Sign("×", "removed"),
}
CHANGES = {
    Change.SAME: Sign("=", "text_dim"),
    Change.CHANGED: Sign("~", "held"),
    Change.MOVED: Sign("↕", "text_dim"),
    Change.GONE_FROM_DISK: Sign("−", "removed"),
    Change.GONE_FROM_INDEX: Sign("−", "removed"),
    Change.NOT_FOUND: Sign("−", "removed"),
    Change.SCORE: Sign("±", "text_dim"),
    Change.PLACE: Sign("↕", "text_dim"),
    Change.RIVAL: Sign("+", "added"),
}
"""Each with a sign of its own meaning: colour is never alone."""


def question(call: Call) -> str:
    """What was asked, or which file was read, as one line."""
    return shown(" ".join(call.question.split())) or "not on record"


def title(call: Call) -> str:
    """The question above its hits, cut where it is very long."""
    whole = question(call)
    return whole if len(whole) <= QUESTION else f"{whole[: QUESTION - 1]}…"


def when(past: Past, now: datetime) -> str:
    """When it was asked, as briefly as that can be."""
    return short(past.call.at, now) if past.call.at else "time unknown"


def when_exactly(past: Past, now: datetime) -> str:
    """When it was asked, to the second."""
    return exact(past.call.at, now) if past.call.at else "at an unknown time"


def session_name(session: Session) -> str:
    """What a session is called in a word or two: its title, else its channel or kind, with its short id."""
    entry = session.entry
    name = (entry.title or entry.channel if entry else None) or channel_of(session.key) or session.kind
    return " · ".join(shown(part) for part in (name, session.id[:SHORT_ID]) if part)


def where(past: Past) -> str:
    """Session and turn."""
    return f"{session_name(past.session)} · {turn(past)}"


def turn(past: Past) -> str:
    """The turn of the session it was made in."""
    return f"turn {past.call.turn:,}"


def answer(call: Call) -> str:
    """What became of it in a word or two."""
    outcome = call.answer.outcome
    if call.kind == "get" and outcome is Outcome.FOUND:
        return "read"
    if outcome is not Outcome.FOUND:
        return str(outcome)
    hits = count_of(len(call.answer.hits), "hit")
    return f"{hits}, cut off" if call.answer.cut else hits


def outcome(past: Past) -> list[tuple[str, str]]:
    """What became of it and what was wrong with it, each with the name of its colour; nothing twice."""
    troubles = dict.fromkeys(failing.trouble for failing in past.failings)
    told = [(f"{TROUBLES[each].mark} {each}", TROUBLES[each].colour) for each in troubles]
    is_told = Trouble.NOTHING in troubles or Trouble.UNAVAILABLE in troubles
    return told if is_told else [(answer(past.call), "text_dim"), *told]


def arguments(call: Call) -> Iterator[str]:
    """What else the call named."""
    if call.kind == "search" and call.limit is not None:
        yield f"at most {count_of(call.limit, 'hit')}"
    if call.kind == "search" and call.min_score is not None:
        yield f"score {call.min_score:g} at least"
    if call.corpus:
        yield f"corpus “{shown(call.corpus)}”"
    if call.kind == "get":
        first, many = call.lines
        if many is None:
            yield f"from line {first:,}"
        else:
            yield f"{'line' if many == 1 else 'lines'} {lines(first, first + many - 1)}"


def heading(past: Past, now: datetime) -> str:
    """Everything about a call in one line: tool, time, session, turn, answer."""
    parts = [past.call.tool, when_exactly(past, now), where(past), answer(past.call), *arguments(past.call)]
    return " · ".join(parts)


def wrong(past: Past) -> str:
    """What was wrong with it, a line each."""
    return _as_lines(f"{TROUBLES[each.trouble].mark} {each.sentence}" for each in past.failings)


def said(past: Past) -> str:
    """What its answer said in its own words, a line each."""
    own = past.call.answer
    in_words = f"It was answered: “{_cut(own.text)}”" if own.outcome is Outcome.IN_WORDS else ""
    return _as_lines((own.warning, own.action, in_words))


def earlier(failings: Sequence[Failing]) -> str | None:
    """The id of the call that this one repeats."""
    return next((failing.earlier for failing in failings if failing.earlier), None)


def lines(first: int | None, last: int | None) -> str:
    """Lines of a file: "12–18", "41", "12–" to its end, or nothing where only the file is on record."""
    if first is None:
        return ""
    return f"{first}" if last == first else f"{first}–{last or ''}"


def place(path: str, first: int | None, last: int | None) -> str:
    """A path with its lines: "MEMORY.md · 12–18"."""
    return " · ".join(part for part in (shown(path), lines(first, last)) if part)


def score(value: float | None) -> str:
    """A score as precisely as the sentences about it; where there is none on record, a sign for that."""
    return "–" if value is None else f"{value:.3f}"


def spoken(past: Past, now: datetime) -> str:
    """A call as a screen reader says it."""
    kind = "read" if past.call.kind == "get" else "search"
    told = ", ".join(text for text, _ in outcome(past))
    return f"{kind}: {question(past.call)}, {when(past, now)}, {where(past)}, {told}"


def tooltip(past: Past, now: datetime) -> str:
    """All that the row may have cut, as rich text that keeps names as they are."""
    told = (title(past.call), heading(past, now), *(each.sentence for each in past.failings))
    return "".join(f"<div>{html.escape(shown(line))}</div>" for line in told)


def _as_lines(sentences: Iterable[str]) -> str:
    return "\n".join(shown(" ".join(each.split())) for each in sentences if each)


def _cut(text: str) -> str:
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
