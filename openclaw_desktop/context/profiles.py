"""Pure: which files each version of OpenClaw injects into which session, and how much of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from openclaw_desktop.context.trimming import Trim, trimmed_2026_2, trimmed_2026_9
from openclaw_desktop.workspace.agents import Agent, Installation

Profile = Literal["2026.2", "2026.9", "as described"]
"""A version of OpenClaw, or what its first publications say it does."""

SessionKind = Literal["main", "group", "sub-agent", "cron"]
"""Who is at the other end; "main" is any direct conversation, "group" any room or channel."""

SESSION_KINDS: tuple[SessionKind, ...] = get_args(SessionKind)


@dataclass(frozen=True, slots=True)
class Limits:
    """Most UTF-16 units of one file, of all files, and of USER.md where it has a limit of its own."""

    per_file: int = 20_000
    total: int = 60_000
    user: int = 4_000


@dataclass(frozen=True, slots=True)
class Rules:
    """What a profile does."""

    order: tuple[str, ...]
    silent: frozenset[str]  # no marker stands for these when they are missing
    given: Mapping[SessionKind, frozenset[str]]
    trim: Trim
    limits: Limits
    limits_user: bool
    takes_effect: str  # when an edit reaches the model, as a sentence


_2026_2 = (
    *("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md", "BOOTSTRAP.md"),
    *("MEMORY.md", "memory.md"),
)
_2026_9 = ("AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md", "MEMORY.md")
_DESCRIBED = ("AGENTS.md", "SOUL.md", "POLICY.md", *_2026_2[2:])
_MEMORY = frozenset({"MEMORY.md", "memory.md"})
_SMALL_2026_2 = frozenset({"AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md"})

_ONCE = "An edit takes effect in the next session: a running one keeps what it read first."

RULES: Mapping[Profile, Rules] = {
    "2026.2": Rules(
        order=_2026_2,
        silent=_MEMORY,
        given={
            **dict.fromkeys(("main", "group"), frozenset(_2026_2)),  # groups too, whatever was documented
            **dict.fromkeys(("sub-agent", "cron"), _SMALL_2026_2),
        },
        trim=trimmed_2026_2,
        limits=Limits(total=150_000),
        limits_user=False,
        takes_effect=_ONCE,
    ),
    "2026.9": Rules(
        order=_2026_9,
        silent=frozenset({"USER.md", "MEMORY.md", "BOOTSTRAP.md"}),  # the last goes after the first run
        given={
            "main": frozenset(_2026_9),
            "group": frozenset(_2026_9) - _MEMORY,
            "sub-agent": frozenset({"AGENTS.md"}),
            "cron": frozenset({"AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md"}),
        },
        trim=trimmed_2026_9,
        limits=Limits(),
        limits_user=True,
        takes_effect="An edit takes effect with the next turn: the files are read again each time.",
    ),
    "as described": Rules(
        order=_DESCRIBED,
        silent=_MEMORY | {"POLICY.md"},
        given={
            "main": frozenset(_DESCRIBED),
            "sub-agent": frozenset({"AGENTS.md", "TOOLS.md"}),
            **dict.fromkeys(("group", "cron"), frozenset(_DESCRIBED) - _MEMORY),
        },
        trim=trimmed_2026_2,
        limits=Limits(total=150_000),
        limits_user=False,
        takes_effect=_ONCE,
    ),
}


def limits_of(
    profile: Profile, installation: Installation | None = None, agent: Agent | None = None
) -> Limits:
    """The limits of openclaw.json, and the version's own where it sets none; 2026.9 asks the agent first."""
    own = RULES[profile].limits
    sources = [agent, installation] if profile == "2026.9" else [installation]
    per_file = (source.bootstrap_max_chars for source in sources if source)
    total = (source.bootstrap_total_max_chars for source in sources if source)
    return Limits(next(filter(None, per_file), own.per_file), next(filter(None, total), own.total), own.user)
