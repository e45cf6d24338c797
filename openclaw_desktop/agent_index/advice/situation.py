"""Pure: what an agent's search would meet: texts, the line in them, and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from openclaw_desktop.agent_index.advice.edits import Edited
from openclaw_desktop.agent_index.configured import AgentSearch

Kind = Literal[
    "sync",
    "words",
    "question",
    "set off",
    "heading",
    "entry",
    "importance",
    "trigger",
    "project",
    "setting",
    "memory",
    "file",
    "rename",
]
"""What is changed; "sync" is nothing but that the agent takes in what is on disk."""

MOVES: frozenset[Kind] = frozenset({"entry", "memory", "file", "rename"})
WORDS: frozenset[Kind] = frozenset({"words", "question", "heading"})
"""Kinds of which one makes another needless: the line moves, or the question's words come near it."""

ROOTS = {"2026.2": "agents.defaults.memorySearch", "2026.9": "memory.search"}


@dataclass(frozen=True, slots=True)
class Situation:
    """`texts` has the line's file and what else was touched; None: there is no such file (any more)."""

    path: str
    line: int
    texts: Mapping[str, str | None]
    search: AgentSearch

    @property
    def text(self) -> str:
        """The text of the line's file."""
        return self.texts[self.path] or ""

    def edited(self, edited: Edited | None) -> Situation | None:
        """With another text of the line's file."""
        if edited is None or edited.text == self.text:
            return None
        return replace(self, texts={**self.texts, self.path: edited.text}, line=edited.line)

    def moved(self, rest: str | None, path: str, edited: Edited) -> Situation:
        """With the line in another file; `rest` is what stays of the one it was in."""
        texts = {**self.texts, self.path: rest, path: edited.text}
        return Situation(path, edited.line, texts, self.search)

    def configured(self, **values: Any) -> Situation:
        """With other settings, by their names."""
        known = self.search.settings
        changed = {name: replace(known[name], value=value) for name, value in values.items()}
        return replace(self, search=replace(self.search, settings={**known, **changed}))


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a person could do, in a sentence; `apply` gives None where it cannot be done."""

    kind: Kind
    sentence: str
    apply: Callable[[Situation], Situation | None]


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A line for openclaw.json, to be copied: `"minScore": 0.3`, under the key `place`."""

    place: str
    line: str
    before: Any
    after: Any


def setting_lines(before: AgentSearch, after: AgentSearch) -> tuple[SettingLine, ...]:
    """What differs between two configurations."""
    found: list[SettingLine] = []
    for name, setting in after.settings.items():
        old = before.settings[name]
        if old.value != setting.value:
            key = old.where or f"{ROOTS[after.era]}.{old.path}"
            place, _, last = key.rpartition(".")
            value = str(setting.value).lower() if isinstance(setting.value, bool) else f"{setting.value:g}"
            found.append(SettingLine(place, f'"{last}": {value}', old.value, setting.value))
    return tuple(found)
