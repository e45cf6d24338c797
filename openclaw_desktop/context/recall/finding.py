"""Pure: finds the calls to its memory in an agent's session, each with its answer and what was read then."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.recall import torn
from openclaw_desktop.context.recall.answers import UNANSWERED, Kind, Recorded, read_answer
from openclaw_desktop.context.recall.calls import KINDS, Call
from openclaw_desktop.context.recall.reads import files_read
from openclaw_desktop.context.sessions.content import tool_name
from openclaw_desktop.context.sessions.entries import Entry, EntryReader
from openclaw_desktop.context.sessions.parts import Category, Part
from openclaw_desktop.context.transcript import Record

LONGEST = 2_000
"""Characters that are kept of an argument."""

_RESULTS = (Category.RECALLED, Category.TOOL_RESULT)


@dataclass(slots=True)
class _Draft:
    """A call whose answer and consequences may still come."""

    kind: Kind
    tool: str
    entry: Entry
    nth: int
    at: datetime | None
    arguments: Mapping[str, Any]
    answer: Recorded | None = None
    reads: dict[str, None] = field(default_factory=dict[str, None])

    def call(self) -> Call:
        return Call(
            kind=self.kind,
            tool=self.tool,
            entry=self.entry.id,
            number=self.entry.number,
            nth=self.nth,
            turn=self.entry.turn,
            at=self.at,
            answer=self.answer or UNANSWERED,
            arguments=self.arguments,
            reads=tuple(self.reads),
        )


def memory_calls(records: Iterable[Record | None], root: str) -> list[Call]:
    """The calls in a session's records, on all its branches, in the order they were written.

    `root` is the workspace's path, by which the files an agent reads are known.
    """
    finder = _Finder(root)
    reader = EntryReader(kept_chars=sys.maxsize)
    has_begun = False
    for record in records:
        if record is None:
            continue
        if record.get("type") == "session" and not has_begun:
            finder.begin(str(record.get("cwd") or ""))
            reader.skip()
        else:
            finder.take(reader.take(record))
        has_begun = True
    return [draft.call() for draft in finder.drafts]


class _Finder:
    """Goes through one session, entry by entry."""

    def __init__(self, root: str) -> None:
        self.drafts: list[_Draft] = []
        self._places = AgentPaths(root)
        self._by_id: dict[str, _Draft] = {}  # the last call with each id: some providers begin anew
        self._open: dict[str, tuple[_Draft, ...]] = {}  # at each entry, the calls of its turn
        self._time: datetime | None = None

    def begin(self, cwd: str) -> None:
        """The session's header."""
        self._places = AgentPaths(self._places.root, cwd)

    def take(self, entry: Entry) -> None:
        """Follows one more entry."""
        self._time = entry.at or self._time
        opened = () if _is_said_by_a_person(entry) else self._open.get(entry.parent or "", ())
        calls = [part for part in entry.parts if part.category is Category.TOOL_CALL]
        begun = tuple(self._begun(entry, calls))
        self.drafts += begun
        for part in calls if opened or begun else ():
            self._note_reads(part, (*opened, *begun))
        self._answer(entry)
        if opened or begun:
            self._open[entry.id] = (*opened, *begun) if begun else opened

    def _begun(self, entry: Entry, calls: Iterable[Part]) -> Iterable[_Draft]:
        asked = [part for part in calls if tool_name(part.label) in KINDS]
        for nth, part in enumerate(asked):
            arguments = _kept(torn.read(part.text)[0] or {})
            kind = KINDS[tool_name(part.label)]
            draft = _Draft(kind, part.label, entry, nth, self._time, arguments)
            if part.call_id:
                self._by_id[part.call_id] = draft
            yield draft

    def _note_reads(self, part: Part, opened: Iterable[_Draft]) -> None:
        arguments = torn.read(part.text)[0] or {}
        for path in files_read(part.label, arguments, self._places):
            for draft in opened:
                draft.reads[path] = None

    def _answer(self, entry: Entry) -> None:
        texts: dict[tuple[str, str], list[str]] = {}
        for part in entry.parts:
            if part.category in _RESULTS and (part.call_id in self._by_id or tool_name(part.label) in KINDS):
                texts.setdefault((part.call_id, part.label), []).append(part.text)
        for nth, ((identity, label), said) in enumerate(texts.items()):
            draft = self._by_id.get(identity) or self._waiting(entry, identity, label)
            if draft is None:  # what was asked is lost
                draft = _Draft(KINDS[tool_name(label)], label, entry, nth, self._time, {})
                self.drafts.append(draft)
                self._by_id[identity or entry.id] = draft
            if draft.answer is None:
                draft.answer = read_answer(draft.kind, "\n".join(said), failed=entry.is_error)

    def _waiting(self, entry: Entry, identity: str, label: str) -> _Draft | None:
        """The call an answer without an id can only belong to."""
        kind = KINDS[tool_name(label)]
        opened = self._open.get(entry.parent or "", ()) if not identity else ()
        return next((draft for draft in opened if draft.answer is None and draft.kind == kind), None)


def _is_said_by_a_person(entry: Entry) -> bool:
    """Whether a turn begins; some providers let tool results come as the user's messages."""
    return entry.role == "user" and not all(part.category in _RESULTS for part in entry.parts)


def _kept(arguments: Record) -> Record:
    """The arguments that are single values; long texts are shortened, and half characters replaced."""
    single = {name: each for name, each in arguments.items() if isinstance(each, str | int | float | bool)}
    return {name: _whole(each[:LONGEST]) if isinstance(each, str) else each for name, each in single.items()}


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
