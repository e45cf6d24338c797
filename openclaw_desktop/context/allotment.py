"""Pure: what one file is given room for, whatever is written in it: to be asked with every key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from openclaw_desktop.context.bootstrap import (
    LARGEST_READ,
    LEAST_ROOM,
    BootstrapFile,
    Injected,
    assemble,
    inject_one,
)
from openclaw_desktop.context.profiles import RULES, Limits, Profile, SessionKind


@dataclass(frozen=True, slots=True)
class Allotment:
    """A file's place among the injected ones. `room` is what the files before it leave of the total."""

    name: str
    path: str
    profile: Profile
    session_kind: SessionKind
    limits: Limits
    room: int  # UTF-16 units

    def injected(self, text: str) -> Injected:
        """What of `text`, as the file's, reaches the model; nothing of more than 2 MiB does."""
        if len(text) > LARGEST_READ // 3 and len(text.encode("utf-8", "replace")) > LARGEST_READ:
            none = inject_one(BootstrapFile(self.name, self.path, text), self.profile, self.limits, room=0)
            return replace(none, causes=())
        return inject_one(
            BootstrapFile(self.name, self.path, text), self.profile, self.limits, room=self.room
        )


def allotment(
    name: str,
    files: Sequence[BootstrapFile],
    *,
    profile: Profile,
    session_kind: SessionKind = "main",
    limits: Limits | None = None,
) -> Allotment | None:
    """The place of the file of that name among `files`, there or not yet; None when it is not injected."""
    limits = limits or RULES[profile].limits
    there = [file.with_text("") if file.name == name else file for file in files]
    given = assemble(there, profile=profile, session_kind=session_kind, limits=limits).files
    names = [file.name for file in given]
    if name not in names:
        return None
    place = names.index(name)
    room = max(1, limits.total) - sum(file.injected_chars for file in given[:place])
    return Allotment(
        name, given[place].path, profile, session_kind, limits, room if room >= LEAST_ROOM else 0
    )
