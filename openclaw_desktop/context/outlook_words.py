"""Pure: what an outlook says, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from openclaw_desktop.context.outlook import Basis, Cut, Encoding, Outlook, Row, Slice
from openclaw_desktop.context.profiles import RULES, SESSION_KINDS, Profile, SessionKind

PROFILES: Mapping[Profile, str] = {
    "2026.9": "OpenClaw 2026.9",
    "2026.2": "OpenClaw 2026.2",
    "as described": "As first described",
}
KINDS: Mapping[SessionKind, str] = {
    "main": "Main session",
    "group": "Group or channel",
    "sub-agent": "Sub-agent",
    "cron": "Cron job",
}
BASES: Mapping[Basis, str] = {
    "measured": "characters measured in the session, tokens a quarter of them",
    "counted": "estimated from the file as it is now",
    "remainder": "what the provider counted last, less the other parts as estimated",
    "rule": "kept free by OpenClaw for the answer and the summary",
    "unknown": "unknown: nothing measured it",
}
ESTIMATES: Mapping[Encoding, str] = {
    "o200k_base": "estimated with the tokenizer o200k_base",
    "cl100k_base": "estimated with the tokenizer cl100k_base",
    "characters ÷ 4": "estimated as a quarter of the characters, as OpenClaw does",
}
_ONE: Mapping[SessionKind, str] = {
    "main": "an agent",
    "group": "a group or channel",
    "sub-agent": "a sub-agent",
    "cron": "a cron job",
}
_MANY: Mapping[SessionKind, tuple[str, ...]] = {
    "main": ("private chats",),
    "group": ("groups", "channels"),
    "sub-agent": ("sub-agents",),
    "cron": ("cron jobs",),
}


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence; `loud` for what should be looked at."""

    sentence: str
    loud: bool = False


def state(row: Row) -> str:
    """What of a file reaches the model, in a word or two; "" for a file that does as a whole."""
    if row.missing:
        return "missing"
    if row.cost is None:
        return "not given"
    if row.refused:
        return "not read"
    if row.cost.truncated:
        return "cut" if row.cost.injected_chars else "left out"
    return "near its limit" if row.cost.near_limit else ""


def about(row: Row) -> str:
    """What becomes of a file, in a sentence or two."""
    cost = row.cost
    if cost is None:
        return row.reason
    if row.missing:
        told = "the model is told that it is missing" if cost.injected_chars else "nothing is said about it"
        return f"There is no {row.name}; {told}."
    if row.refused:
        told = "the model is told so" if not cost.missing else "to the model it is missing"
        return f"{row.name} is not read, because {row.refused.rstrip('.')}; {told}."
    if not cost.truncated:
        return f"All of {row.name} reaches the model: {row.raw_chars:,} of at most {cost.room:,} characters."
    causes = " and ".join(_cause(cause, row) for cause in cost.causes)
    cut = f"{cost.dropped_chars:,} of its {row.raw_chars:,} characters are cut: {causes}."
    if not cost.injected_chars:
        return cut
    kept = row.raw_chars - cost.dropped_chars
    return f"{cut} The other {kept:,} are injected, with markers {cost.injected_chars:,}."


def _cause(cause: str, row: Row) -> str:
    if row.cost is None or cause == "per-file-limit":
        return f"a file may have {row.cost.limit if row.cost else 0:,}"
    room = row.cost.room if row.cost.injected_chars else 0
    return f"the files before it left {room:,} of the total"


def place(cut: Cut) -> str:
    """Where a cut is: "lines 214 to 260, characters 14,001 to 16,152"."""
    lines = (
        f"line {cut.first_line:,}"
        if cut.first_line == cut.last_line
        else f"lines {cut.first_line:,} to {cut.last_line:,}"
    )
    return f"{lines}, characters {cut.start_unit + 1:,} to {cut.start_unit + cut.chars:,}"


def basis(part: Slice, encoding: Encoding) -> str:
    """Where the size of a part of the window is from."""
    return ESTIMATES[encoding] if part.basis == "counted" else BASES[part.basis]


def notes(outlook: Outlook) -> Iterator[Note]:
    """What is to be known about all of it in the kind of session that is looked at, the loud first."""
    memory = next((row for row in outlook.rows if row.name.lower() == "memory.md" and not row.missing), None)
    warned = memory if memory and memory.leaks and outlook.terms.session_kind in ("main", "group") else None
    yield from (Note(sentence, loud=True) for sentence in _warnings(outlook, warned))
    if memory and not warned:
        yield Note(_exposure(memory))
    yield Note(outlook.takes_effect)


def _warnings(outlook: Outlook, leaking: Row | None) -> Iterator[str]:
    profile = PROFILES[outlook.terms.profile]
    if leaking:
        yield f"{profile} gives {leaking.name} to groups and channels too: all of them can ask what is in it."
    if all(row.missing for row in outlook.rows if row.cost):
        yield f"None of the files {_ONE[outlook.terms.session_kind]} is given is here yet."
    if outlook.rest is not None and outlook.rest < 0:
        yield f"What is known already needs {-outlook.rest:,} tokens more than this window has."
    if outlook.near_limit:
        total = outlook.terms.limits.total
        yield f"All files together have {outlook.injected_chars:,} of at most {total:,} characters."


def _exposure(memory: Row) -> str:
    """Which sessions are given a file that is meant for private talk."""
    sees = [name for kind in SESSION_KINDS if memory.given[kind] for name in _MANY[kind]]
    others = [name for kind in SESSION_KINDS if not memory.given[kind] for name in _MANY[kind]]
    if not sees:
        return f"No session is given {memory.name}."
    rest = f"; {listed(others)} are not" if others else ""
    return f"{listed(sees).capitalize()} are given {memory.name}{rest}."


def listed(names: list[str]) -> str:
    """ "groups, sub-agents and cron jobs"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def kind_of(word: str) -> SessionKind | None:
    """A kind of session by a word a person types."""
    words: dict[str, SessionKind] = {
        **{kind: kind for kind in SESSION_KINDS},
        "direct": "main",
        "channel": "group",
        "subagent": "sub-agent",
    }
    return words.get(word)


def profile_of(word: str) -> Profile | None:
    """A version by a word a person types: "2026.2", "2026.9" or "described"."""
    words: dict[str, Profile] = {"described": "as described", **{name: name for name in RULES}}
    return words.get(word)
