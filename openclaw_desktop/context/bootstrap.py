"""Assembles what OpenClaw injects of the workspace's own files into the system prompt."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from openclaw_desktop import utf16
from openclaw_desktop.context import pieces as parts
from openclaw_desktop.context.pieces import Piece
from openclaw_desktop.context.profiles import RULES, Limits, Profile, SessionKind
from openclaw_desktop.context.trimming import clamped
from openclaw_desktop.errors import FileGoneError, NotTextError, OutsideWorkspaceError
from openclaw_desktop.workspace import files as workspace_files

NEAR = 0.85
"""From this share of its limit a file is near it (OpenClaw 2026.9)."""

LEAST_ROOM = 64
"""With less room left in the total, no further file is injected."""

LARGEST_READ = 2 * 2**20

Cause = Literal["per-file-limit", "total-limit"]


@dataclass(frozen=True, slots=True)
class BootstrapFile:
    """A file as it is on disk. `path` is the absolute path the agent is told; no text means no such file.

    `refused` says why OpenClaw does not read a file that is there: `text` is then what it takes instead, and
    `unread_chars` what the file has, 0 where nobody knows.
    """

    name: str
    path: str
    text: str | None
    refused: str = ""
    unread_chars: int = 0

    def with_text(self, text: str) -> BootstrapFile:
        """The file as it would be with this text."""
        return BootstrapFile(self.name, self.path, text)


@dataclass(frozen=True, slots=True)
class Injected:
    """What of one file reaches the model. Characters are UTF-16 units without white space at the end.

    `dropped` are stretches of the file's text in Python's characters; what a digest quotes is not dropped.
    A marker can make `injected_chars` more than `raw_chars` in OpenClaw 2026.2. `refused` is the file's.
    """

    name: str
    path: str
    raw_chars: int
    injected_chars: int
    text: str
    dropped: tuple[tuple[int, int], ...]
    missing: bool
    near_limit: bool
    causes: tuple[Cause, ...]
    file_limit: int  # for this file, whatever the others take
    limit: int  # with the room the files before it left
    refused: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether all of the file is there."""
        return not self.missing and not self.dropped and not self.refused


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file this session is not given, and why."""

    name: str
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """All that is injected, in order, and what is not; the totals are those of files that exist."""

    files: tuple[Injected, ...]
    left_out: tuple[LeftOut, ...]
    raw_chars: int
    injected_chars: int
    near_limit: bool  # all together

    def file(self, name: str) -> Injected | None:
        """The file of that name, if this session is given it."""
        return next((file for file in self.files if file.name == name), None)


def read(root: Path, profile: Profile) -> list[BootstrapFile]:
    """The files this profile looks for, as they are on disk.

    What leads outside the workspace or is larger than 2 MiB is missing to OpenClaw 2026.2; 2026.9
    injects a line that says so, here in words of our own. A byte order mark is not counted.
    """
    try:
        present = set(os.listdir(root))  # noqa: PTH208 - exact names, also where the disk ignores their case
    except OSError:
        present = set[str]()
    return [
        _file(root, name, profile) if name in present else BootstrapFile(name, str(root / name), None)
        for name in RULES[profile].order
    ]


def assemble(
    files: Sequence[BootstrapFile],
    *,
    profile: Profile,
    session_kind: SessionKind = "main",
    limits: Limits | None = None,
) -> Bootstrap:
    """What a session of that kind is given of these files, in OpenClaw's order."""
    rules = RULES[profile]
    rank = {name: number for number, name in enumerate(rules.order)}
    present = [file for file in files if file.text is not None or file.name not in rules.silent]
    given = [file for file in present if file.name in rank and file.name in rules.given[session_kind]]
    left_out = [
        LeftOut(file.name, file.path, _reason(file.name, profile, session_kind))
        for file in present
        if file not in given and file.text is not None
    ]
    return inject(
        sorted(given, key=lambda file: rank[file.name]),
        profile=profile,
        limits=limits,
        left_out=left_out,
    )


def trim(name: str, text: str, limit: int, profile: Profile) -> Injected:
    """What of one file reaches the model when no other file takes room from it."""
    limits = Limits(per_file=limit, total=limit, user=limit)
    return inject_one(BootstrapFile(name, name, text), profile, limits, room=sys.maxsize)


def inject(
    files: Sequence[BootstrapFile],
    *,
    profile: Profile,
    limits: Limits | None = None,
    left_out: Sequence[LeftOut] = (),
) -> Bootstrap:
    """These very files in this order, each within its limit and what is left of the total."""
    limits = limits or RULES[profile].limits
    room = max(1, limits.total)
    open_ = True
    injected: list[Injected] = []
    for file in files:
        open_ = open_ and room > 0 and (file.text is None or room >= LEAST_ROOM)
        result = inject_one(file, profile, limits, room=room if open_ else 0)
        room = max(0, room - result.injected_chars)
        injected.append(result)
    existing = [file for file in injected if not file.missing]
    total = sum(file.injected_chars for file in existing)
    return Bootstrap(
        tuple(injected),
        tuple(left_out),
        sum(file.raw_chars for file in existing),
        total,
        total >= math.ceil(max(1, limits.total) * NEAR),
    )


def inject_one(file: BootstrapFile, profile: Profile, limits: Limits, *, room: int) -> Injected:
    """One file within its own limit and `room`, the UTF-16 units that are left of the total."""
    rules = RULES[profile]
    has_own_limit = rules.limits_user and file.name.lower() == "user.md"
    file_limit = min(limits.per_file, limits.user) if has_own_limit else limits.per_file
    limit = max(1, min(file_limit, room))
    if file.text is None:
        marker = parts.text_of(clamped([Piece(f"[MISSING] Expected at: {file.path}")], room))
        size, pieces = 0, [Piece(marker)]
        dropped: tuple[tuple[int, int], ...] = ()
    else:
        text = utf16.without_trailing_space(file.text)
        size = utf16.length(text)
        pieces = clamped(rules.trim(text, file.name, limit), room) if room else []
        dropped = parts.gaps(pieces, text)
    injected_chars = parts.length(pieces)
    causes: list[Cause] = []
    if injected_chars < size and size > file_limit:
        causes.append("per-file-limit")
    if injected_chars < size and room < min(file_limit, size):
        causes.append("total-limit")
    return Injected(
        name=file.name,
        path=file.path,
        raw_chars=file.unread_chars if file.refused else size,
        injected_chars=injected_chars,
        text=parts.text_of(pieces),
        dropped=dropped,
        missing=file.text is None,
        near_limit=file.text is not None and size >= math.ceil(file_limit * NEAR),
        causes=tuple(causes),
        file_limit=file_limit,
        limit=limit,
        refused=file.refused,
    )


def _reason(name: str, profile: Profile, session_kind: SessionKind) -> str:
    if name not in RULES[profile].order:
        return f"OpenClaw {profile} does not inject {name}."
    return f"A {session_kind} session is not given {name}."


def _file(root: Path, name: str, profile: Profile) -> BootstrapFile:
    path, unread = str(root / name), 0
    try:
        file = workspace_files.read_lossy(root, name)
        if file.size <= LARGEST_READ:
            return BootstrapFile(name, path, file.text)
        reason = "it is larger than 2 MiB"
        if file.size <= workspace_files.LARGEST_READ:
            unread = utf16.length(utf16.without_trailing_space(file.text))
    except FileGoneError:
        return BootstrapFile(name, path, None)
    except (NotTextError, OutsideWorkspaceError) as error:
        reason = str(error)
    marker = f"[UNREADABLE: {reason}]" if profile == "2026.9" else None
    return BootstrapFile(name, path, marker, reason, unread)
