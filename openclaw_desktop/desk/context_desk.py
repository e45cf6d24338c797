"""The verbs of the context view: what the model is given of the workspace's files, and what is cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from openclaw_desktop import tokens
from openclaw_desktop.context import allotment, bootstrap, budget
from openclaw_desktop.context.allotment import Allotment
from openclaw_desktop.context.bootstrap import BootstrapFile, Injected
from openclaw_desktop.context.budget import ContextBudget
from openclaw_desktop.context.profiles import RULES, SESSION_KINDS, Limits, Profile, SessionKind
from openclaw_desktop.desk.owner import Owner

NOTHING_REPLACED: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Exposure:
    """Which kinds of session are given a file; `leaks`: a group is given what is meant for private talk."""

    name: str
    kinds: frozenset[SessionKind]
    leaks: bool


class ContextDesk:
    """What the agent of one workspace is given; every verb blocks and only reads."""

    def __init__(self, root: Path, owner: Callable[[], Owner], *, encoding: Callable[[], str]) -> None:
        self._root = root
        self._owner = owner
        self._encoding = encoding

    @property
    def owner(self) -> Owner:
        """The OpenClaw and agent whose rules hold."""
        return self._owner()

    def budget(
        self,
        *,
        session_kind: SessionKind = "main",
        profile: Profile | None = None,
        limits: Limits | None = None,
        texts: Mapping[str, str] = NOTHING_REPLACED,
    ) -> ContextBudget:
        """What each injected file costs in a session of that kind.

        Profile and limits are the agent's own unless others are tried; `texts` stand for files as they would
        be, by name, such as text that is not saved yet.
        """
        profile = profile or self.owner.profile
        files = [
            file.with_text(texts[file.name]) if file.name in texts else file for file in self.files(profile)
        ]
        return budget.context_budget(
            files,
            profile=profile,
            session_kind=session_kind,
            limits=limits or self.limits(profile),
            count=partial(tokens.count, encoding=self._encoding()),
        )

    def limits(self, profile: Profile | None = None) -> Limits:
        """The limits of the workspace's openclaw.json, or the version's own."""
        owner = self.owner
        return owner.limits if profile is None or profile == owner.profile else RULES[profile].limits

    def files(self, profile: Profile | None = None) -> list[BootstrapFile]:
        """The files a version looks for, as they are on disk."""
        return bootstrap.read(self._root, profile or self.owner.profile)

    def injected(
        self,
        name: str,
        text: str,
        files: Sequence[BootstrapFile],
        *,
        session_kind: SessionKind = "main",
        profile: Profile | None = None,
        limits: Limits | None = None,
    ) -> Injected | None:
        """What of `text` as the file of that name reaches the model; None for a file it is not given.

        Pure: `files` are those that `files` read, so that this can be asked with every key.
        """
        profile = profile or self.owner.profile
        there = [file.with_text(text) if file.name == name else file for file in files]
        found = bootstrap.assemble(
            there, profile=profile, session_kind=session_kind, limits=limits or self.limits(profile)
        )
        return found.file(name)

    def allotment(
        self, name: str, *, session_kind: SessionKind = "main", profile: Profile | None = None
    ) -> Allotment | None:
        """The room the files on disk leave for the file of that name; None for one that is not injected."""
        profile = profile or self.owner.profile
        if name not in RULES[profile].order:
            return None
        return allotment.allotment(
            name,
            self.files(profile),
            profile=profile,
            session_kind=session_kind,
            limits=self.limits(profile),
        )

    def exposure(self, profile: Profile | None = None) -> list[Exposure]:
        """Which sessions see which file, in the order of injection."""
        rules = RULES[profile or self.owner.profile]
        found: list[Exposure] = []
        for name in rules.order:
            kinds: frozenset[SessionKind] = frozenset(k for k in SESSION_KINDS if name in rules.given[k])
            found.append(Exposure(name, kinds, leaks=name.lower() == "memory.md" and "group" in kinds))
        return found
