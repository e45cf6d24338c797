"""Pure: a past call to the memory, where it was made, and what was wrong with it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.sessions.sessions import Session


class Trouble(StrEnum):
    """What was wrong with a call."""

    NOTHING = "found nothing"
    UNREAD = "not followed by a read"
    REPEATED = "asked before"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Failing:
    """One trouble with a call; `earlier` is the id of the one it repeats."""

    trouble: Trouble
    sentence: str
    earlier: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A call with its session."""

    session: Session
    call: Call
    failings: tuple[Failing, ...] = ()

    @property
    def id(self) -> str:
        """What names it for good: session, message and which of its calls it is."""
        return f"{self.session.id}/{self.call.entry}/{self.call.nth}"


def matching(pasts: Iterable[Past], text: str) -> list[Past]:
    """Those in whose question, answer or files the text stands, in any case; all for an empty one."""
    wanted = _plain(text.strip())
    return [past for past in pasts if wanted in _plain("\n".join(_texts(past.call)))]


def _texts(call: Call) -> Iterable[str]:
    yield call.question
    yield call.answer.text
    yield call.answer.error
    for hit in call.answer.hits:
        yield hit.path
        yield hit.snippet


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
