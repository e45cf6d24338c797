"""How the agent of this workspace is given its files: which version, which limits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.context import budget, profiles
from openclaw_desktop.context.bootstrap import read
from openclaw_desktop.context.budget import Budget, ContextBudget
from openclaw_desktop.context.profiles import Limits, Profile, SessionKind
from openclaw_desktop.workspace.agents import Agent, Installation


@dataclass(frozen=True, slots=True)
class Owner:
    """The OpenClaw and the agent whose workspace this is, where they are known."""

    installation: Installation | None = None
    agent: Agent | None = None

    @property
    def profile(self) -> Profile:
        """The version whose rules hold."""
        return self.installation.era if self.installation else "2026.9"

    @property
    def limits(self) -> Limits:
        """How much is injected."""
        return profiles.limits_of(self.profile, self.installation, self.agent)


def weigh(root: Path, owner: Owner, path: str, *, before: str | None, after: str | None) -> Budget:
    """What it costs when the file at `path` becomes `after`, with the other files as they are on disk."""
    others = {file.name: file.text for file in read(root, owner.profile) if file.text is not None}
    others.pop(path, None)
    old, new = ({**others, path: text} if text is not None else others for text in (before, after))
    return budget.weigh(path, old, new, profile=owner.profile, limits=owner.limits, place=str(root))


def context_budget(root: Path, owner: Owner, session_kind: SessionKind) -> ContextBudget:
    """What each injected file costs in a session of that kind."""
    files = read(root, owner.profile)
    return budget.context_budget(files, profile=owner.profile, session_kind=session_kind, limits=owner.limits)
