"""What is known about files besides their place: tokens, freshness, unsaved text, and why one is not text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from openclaw_desktop.ui.standing import Standing
from openclaw_desktop.workspace.layout import Entry, FileKind

Freshness = Literal["indexed", "keywords", "waiting"]

COUNTED_BYTES = 1_000_000
"""Larger files get an estimate instead of a count."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a file as it was at `stamp`."""

    count: int
    estimated: bool
    stamp: tuple[int, int]


@dataclass(slots=True)
class Facts:
    """Facts by path; the delegate reads them when it paints."""

    tokens: dict[str, Tokens] = field(default_factory=dict[str, Tokens])
    freshness: dict[str, Freshness] = field(default_factory=dict[str, Freshness])
    unsaved: set[str] = field(default_factory=set[str])
    not_indexed: dict[str, str] = field(default_factory=dict[str, str])  # path to a sentence
    no_text: dict[str, str] = field(default_factory=dict[str, str])  # path to a sentence
    standing: Standing = field(default_factory=Standing)  # how files are protected, what waits
    waiting_within: dict[str, int] = field(default_factory=dict[str, int])  # key of a branch to how many

    def reason(self, entry: Entry) -> str | None:
        """Why an entry cannot be shown as text: by its name and size, or because reading it said so."""
        return entry.hidden_reason or self.no_text.get(entry.path)

    def uncounted(self, entries: Iterable[Entry]) -> list[Entry]:
        """The Markdown files among `entries` whose tokens are unknown or those of an older state."""
        return [entry for entry in entries if self._countable(entry) and not self._is_counted(entry)]

    def forget(self, paths: Iterable[str]) -> None:
        """Lets go of what reading these files said: they are not the same any more."""
        for path in paths:
            self.no_text.pop(path, None)

    def _countable(self, entry: Entry) -> bool:
        return not entry.is_folder and entry.kind is not FileKind.OTHER and self.reason(entry) is None

    def _is_counted(self, entry: Entry) -> bool:
        known = self.tokens.get(entry.path)
        return known is not None and known.stamp == stamp_of(entry)


def stamp_of(entry: Entry) -> tuple[int, int]:
    """What changes when a file is written: its time and size."""
    return entry.mtime_ns, entry.size
