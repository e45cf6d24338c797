"""Pure: what a session spends on every call before anything is said, as OpenClaw measured it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast

from openclaw_desktop.context.transcript import Record, object_of
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES

CHARS_PER_TOKEN = 4
"""How OpenClaw estimates tokens from characters."""


_MEMORY = frozenset({"MEMORY.md", "memory.md"})
_INSTRUCTIONS = frozenset({*BOOTSTRAP_NAMES, "POLICY.md"}) - _MEMORY


class Group(StrEnum):
    """What injected files are for, in the order they are stacked."""

    INSTRUCTIONS = "instructions"
    MEMORY = "memory"
    OTHER = "other files"


def group_of(name: str) -> Group:
    """The group of an injected file, by its name alone."""
    if name in _MEMORY:
        return Group.MEMORY
    return Group.INSTRUCTIONS if name in _INSTRUCTIONS else Group.OTHER


@dataclass(frozen=True, slots=True)
class Fixed:
    """Tokens of the fixed parts; None where nobody knows. `bootstrap` has them by file.

    `system_tokens` is the system prompt without files and skills; `tools` the schemas of the tools.
    `measured`: the characters behind them are those of a real run, not of an estimate.
    """

    system_tokens: int | None = None
    bootstrap: Mapping[str, int] = field(default_factory=dict[str, int])
    tools: int | None = None
    skills: int | None = None
    measured: bool = False

    @property
    def system(self) -> int:
        """System prompt, skills and tool schemas together, as far as they are known."""
        return sum(each or 0 for each in (self.system_tokens, self.tools, self.skills))

    @property
    def by_group(self) -> dict[Group, int]:
        """The tokens of every group of injected files; nothing where no file is named."""
        spent = dict.fromkeys(Group, 0) if self.bootstrap else {}
        for name, tokens in self.bootstrap.items():
            spent[group_of(name)] += tokens
        return spent


@dataclass(frozen=True, slots=True)
class FixedChars:
    """UTF-16 units of the fixed parts, as a `systemPromptReport` has them; None where it does not say."""

    system: int | None = None
    files: Mapping[str, int] = field(default_factory=dict[str, int])
    tools: int | None = None
    skills: int | None = None
    measured: bool = False


def fixed_of(report: object) -> Fixed | None:
    """The fixed parts of a session by its `systemPromptReport`; None when it has none."""
    found = fixed_chars(report)
    return found and Fixed(
        system_tokens=tokens_of(found.system),
        bootstrap={name: tokens_of(chars) or 0 for name, chars in found.files.items()},
        tools=tokens_of(found.tools),
        skills=tokens_of(found.skills),
        measured=found.measured,
    )


def fixed_chars(report: object) -> FixedChars | None:
    """The characters of a `systemPromptReport`; None when there is none."""
    record = object_of(report)
    if not record:
        return None
    files = _files(record)
    skills = _chars(record, "skills", "promptChars")
    prompt = _chars(record, "systemPrompt", "chars")
    return FixedChars(
        system=None if prompt is None else max(0, prompt - sum(files.values()) - (skills or 0)),
        files=files,
        tools=_chars(record, "tools", "schemaChars"),
        skills=skills,
        measured=record.get("source") == "run",
    )


def tokens_of(chars: int | None) -> int | None:
    """The tokens of so many characters, as OpenClaw estimates them: a quarter, rounded up."""
    return None if chars is None else -(-chars // CHARS_PER_TOKEN)


def _files(record: Record) -> dict[str, int]:
    """The injected characters of each file."""
    listed: Any = record.get("injectedWorkspaceFiles")
    files: dict[str, int] = {}
    for each in cast("list[object]", listed) if isinstance(listed, list) else []:
        file = object_of(each)
        name, chars = file.get("name"), _natural(file.get("injectedChars"))
        if isinstance(name, str) and chars is not None:
            files[name] = files.get(name, 0) + chars
    return files


def _chars(record: Record, group: str, key: str) -> int | None:
    return _natural(object_of(record.get(group)).get(key))


def _natural(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e12 else None
