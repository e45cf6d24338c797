"""The verbs of the context view: the files the model is given, and how much room each has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from openclaw_desktop.context import allotment, bootstrap
from openclaw_desktop.context.allotment import Allotment
from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.profiles import RULES, Limits, Profile, SessionKind
from openclaw_desktop.desk.owner import Owner


class ContextDesk:
    """What the agent of one workspace is given; every verb blocks and only reads."""

    def __init__(self, root: Path, owner: Callable[[], Owner]) -> None:
        self._root = root
        self._owner = owner

    @property
    def owner(self) -> Owner:
        """The OpenClaw and agent whose rules hold."""
        return self._owner()

    def limits(self, profile: Profile | None = None) -> Limits:
        """The limits of the workspace's openclaw.json, or the version's own."""
        owner = self.owner
        return owner.limits if profile is None or profile == owner.profile else RULES[profile].limits

    def files(self, profile: Profile | None = None) -> list[BootstrapFile]:
        """The files a version looks for, as they are on disk."""
        return bootstrap.read(self._root, profile or self.owner.profile)

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
