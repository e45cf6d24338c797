"""One look at some files: what it needs to know, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.review.proposal import OUTSIDE, Origin, Proposal

OriginOf: TypeAlias = Callable[[str, bytes | None, bytes | None, datetime], Origin]
"""Asked with path, bytes before and after (None: no such file) and the time; who wrote this?"""


def nobody_known(path: str, before: bytes | None, after: bytes | None, now: datetime) -> Origin:
    """An `OriginOf` that knows nobody."""
    del path, before, after, now
    return OUTSIDE


@dataclass(frozen=True, slots=True)
class Noticed:
    """What looking at files came to."""

    arrived: tuple[Proposal, ...] = ()  # new, or with a new text
    paths: frozenset[str] = frozenset()  # whose proposals, approved versions or bytes on disk changed
    sentences: tuple[str, ...] = ()  # what a person should know


@dataclass(slots=True)
class Scan:
    """One look, while it goes on."""

    context: GateContext
    now: datetime
    origin_of: OriginOf
    forced: bool = False  # a person is deciding: what is on disk must be known
    arrived: list[str] = field(default_factory=list[str])
    to_describe: list[str] = field(default_factory=list[str])
    paths: set[str] = field(default_factory=set[str])
    sentences: list[str] = field(default_factory=list[str])
    rules: Rules = field(init=False)  # as they were when the look began

    def __post_init__(self) -> None:
        self.rules = self.context.rules

    def say(self, path: str, topic: str, sentence: str | None) -> None:
        """Says it, unless it was the last thing said of this file and topic; None: all is well again."""
        if sentence is None:
            self.context.said.pop((path, topic), None)
        elif self.context.said.get((path, topic)) != sentence:
            self.context.said[path, topic] = sentence
            self.sentences.append(sentence)

    def origin(self, path: str, before: bytes | None, after: bytes | None) -> Origin:
        """Who wrote this; "outside program" where that cannot be found out."""
        try:
            return self.origin_of(path, before, after, self.now)
        except DesktopError:
            return OUTSIDE

    def noticed(self) -> Noticed:
        """What it came to."""
        with self.context.reading() as standing:
            arrived = tuple(standing.proposals[number] for number in dict.fromkeys(self.arrived))
        return Noticed(arrived, frozenset(self.paths), tuple(self.sentences))
