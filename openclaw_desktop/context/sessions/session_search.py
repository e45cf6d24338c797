"""Finds a text in what was said in sessions, session by session."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.entries import Entry, EntryReader
from openclaw_desktop.context.sessions.parts import Part
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.context.transcript import Record
from openclaw_desktop.errors import TranscriptError

AROUND = 80
"""Characters of an excerpt on either side of what was found."""


@dataclass(frozen=True, slots=True)
class Found:
    """The first place in a part where the text stands: `excerpt[start:end]`."""

    session: Session
    entry: Entry
    part: Part
    excerpt: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A session that could not be searched, and why as a sentence."""

    session: Session
    problem: str


def search(listed: Iterable[Session], text: str) -> Iterator[Found | Unread]:
    """Every part that holds `text` in any case, as it is found; of a session only one record is in memory.

    Plain text, so Chinese is found too. Nothing is found for an empty one. Raises TranscriptError when a
    database cannot be read.
    """
    needle = text.casefold()
    for session, records in sessions.each(listed) if needle else ():
        try:
            yield from _in_session(session, records, needle)
        except TranscriptError as error:
            yield Unread(session, str(error))


def _in_session(session: Session, records: Iterable[Record | None], needle: str) -> Iterator[Found]:
    reader = EntryReader(kept_chars=sys.maxsize)
    for record in records:
        if record is None:
            continue
        entry = reader.take(record)
        for part in entry.parts:
            place = part.text.casefold().find(needle)
            if place >= 0:
                yield _found(session, entry, part, place, len(needle))


def _found(session: Session, entry: Entry, part: Part, place: int, length: int) -> Found:
    start, end = _unfolded(part.text, place), _unfolded(part.text, place + length)
    first = max(0, start - AROUND)
    return Found(session, entry, part, part.text[first : end + AROUND], start - first, end - first)


def _unfolded(text: str, place: int) -> int:
    """Where in `text` a place in its casefolded form is; "ß" for one becomes two characters."""
    if text.isascii():
        return place
    at = 0
    for index, character in enumerate(text):
        if at >= place:
            return index
        at += len(character.casefold())
    return len(text)
