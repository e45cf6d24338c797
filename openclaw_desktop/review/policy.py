"""Pure: which files are protected, and how."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache


class Policy(StrEnum):
    """What happens when somebody else changes a file."""

    FREE = "free"  # recorded, not held
    REVIEW = "review"  # stays on disk, marked unreviewed
    HOLD = "hold"  # goes into the queue; the approved version is put back at once
    LOCKED = "locked"  # held, and the file is read-only on disk
    APPEND_ONLY = "append-only"  # additions pass, anything else is held


SENTENCES = {
    Policy.FREE: "Changes are recorded, not held.",
    Policy.REVIEW: "Changes by others stay on disk and are marked until you have seen them.",
    Policy.HOLD: "Changes by others take effect only after you approve them.",
    Policy.LOCKED: "The file is read-only; what changes it all the same is held.",
    Policy.APPEND_ONLY: "Additions pass; what removes or alters earlier lines is held.",
}
"""What a person reads about each policy."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern of paths and their policy."""

    pattern: str
    policy: Policy

    def fits(self, path: str) -> bool:
        """Whether `path` is meant. A pattern without "/" means a file in the root; `**` is any depth."""
        return _regex(self.pattern).fullmatch(path) is not None


@dataclass(frozen=True, slots=True)
class Rules:
    """Every rule that holds for one workspace."""

    general: tuple[Rule, ...] = ()
    own: Mapping[str, Policy] = field(default_factory=dict[str, Policy])  # single paths of this workspace
    protect: bool = True

    def policy_of(self, path: str) -> Policy:
        """The file's own policy, else that of the first rule that fits, else free."""
        if not self.protect:
            return Policy.FREE
        if path in self.own:
            return self.own[path]
        return next((rule.policy for rule in self.general if rule.fits(path)), Policy.FREE)


def parse(lines: Sequence[str]) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """Rules of lines such as "MEMORY.md = hold", and a sentence for each line that is none."""
    rules: list[Rule] = []
    problems: list[str] = []
    for line in lines:
        pattern, equals, name = (part.strip() for part in line.rpartition("="))
        if equals and pattern and name in {policy.value for policy in Policy}:
            rules.append(Rule(pattern, Policy(name)))
        else:
            policies = ", ".join(policy.value for policy in Policy)
            problems.append(f'"{line}" is no rule: it takes a pattern, "=" and one of {policies}.')
    return tuple(rules), tuple(problems)


_PIECES = re.compile(r"\*\*/|\*\*|\*|\?|\[[^\]]+\]")
_MEANING = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@lru_cache
def _regex(pattern: str) -> re.Pattern[str]:
    return re.compile(_translated(pattern), re.DOTALL)


def _translated(pattern: str) -> str:
    parts: list[str] = []
    end = 0
    for match in _PIECES.finditer(pattern):
        parts.append(re.escape(pattern[end : match.start()]))
        piece = match[0]
        parts.append(_MEANING.get(piece) or _any_of(piece[1:-1]))
        end = match.end()
    return "".join(parts) + re.escape(pattern[end:])


def _any_of(characters: str) -> str:
    """A set of characters as a regular expression; "!" first turns it round."""
    others = characters.startswith("!")
    inner = characters.removeprefix("!").replace("\\", r"\\").replace("^", r"\^").replace("[", r"\[")
    return f"[{'^' if others else ''}{inner}]"
