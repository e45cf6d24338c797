"""Whose workspace it is, and how that agent is given its files: which version, which limits."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.context import budget, profiles
from openclaw_desktop.context.bootstrap import read
from openclaw_desktop.context.budget import Budget, ContextBudget
from openclaw_desktop.context.profiles import Limits, Profile, SessionKind
from openclaw_desktop.errors import OpenClawConfigError
from openclaw_desktop.workspace import agents
from openclaw_desktop.workspace.agents import Agent, Installation


@dataclass(frozen=True, slots=True)
class Owner:
    """The OpenClaw and the agent whose workspace this is, where they are known.

    `problem` says why nobody knows, where openclaw.json is there and cannot be read.
    """

    installation: Installation | None = None
    agent: Agent | None = None
    problem: str | None = None

    @property
    def profile(self) -> Profile:
        """The version whose rules hold."""
        return self.installation.era if self.installation else "2026.9"

    @property
    def limits(self) -> Limits:
        """How much is injected."""
        return profiles.limits_of(self.profile, self.installation, self.agent)

    def weigh(self, root: Path, path: str, before: str | None, after: str | None) -> Budget:
        """What it costs when the file at `path` becomes `after`, with the other files as they are on disk."""
        others = {file.name: file.text for file in read(root, self.profile) if file.text is not None}
        others.pop(path, None)
        old, new = ({**others, path: text} if text is not None else others for text in (before, after))
        return budget.weigh(path, old, new, profile=self.profile, limits=self.limits, place=str(root))

    def context_budget(self, root: Path, session_kind: SessionKind) -> ContextBudget:
        """What each injected file costs in a session of that kind."""
        files = read(root, self.profile)
        return budget.context_budget(
            files, profile=self.profile, session_kind=session_kind, limits=self.limits
        )


def owner_of(root: Path) -> Owner:
    """The OpenClaw and agent to whose files `root` belongs, as far as they can be found."""
    try:
        found = agents.find(os.environ, Path.home())
    except OpenClawConfigError as error:
        return Owner(problem=str(error))
    return Owner(found, agents.agent_of(found, root) if found else None)
