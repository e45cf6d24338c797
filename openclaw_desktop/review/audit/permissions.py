"""Optional hardening: who may read and write a workspace's files, with the way back."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from openclaw_desktop.errors import OutsideWorkspaceError, SettingsError, reason_of
from openclaw_desktop.workspace.layout import resolve

RECOMMENDED = {"": 0o700, "SOUL.md": 0o444, "POLICY.md": 0o444, "MEMORY.md": 0o640, "memory": 0o750}
"""What nobody needs more of; "" is the workspace's folder."""

_WINDOWS = os.name == "nt"  # there only a file's read-only attribute can be set
_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Permissions:
    """Permissions of one file or folder as they are and as they should be, such as 0o644 and 0o640."""

    path: str
    before: int
    after: int

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        name = self.path or "The workspace's folder"
        if _WINDOWS:
            return f"{name} can be written; it should be read-only."
        return f"{name} has the permissions {self.before:o}; {self.after:o} is recommended."


def deviations(root: Path) -> list[Permissions]:
    """What permits more than RECOMMENDED. Permissions are only ever taken away.

    What is not there or cannot be looked at is none, nor what a link leads out of the workspace to.
    """
    found: list[Permissions] = []
    for path, most in RECOMMENDED.items():
        before = _mode(root, path)
        if before is None:
            continue
        after = _without_writing(before, most) if _WINDOWS else before & most
        if after != before:
            found.append(Permissions(path, before, after))
    return found


def harden(root: Path, wanted: Iterable[Permissions]) -> list[str]:
    """Sets what `deviations` found; a sentence for each that could not be set.

    Keep `wanted` (`as_json`) before calling this: it is the way back.
    """
    return [trouble for each in wanted if (trouble := _change(root, each.path, each.before, each.after))]


def undo(root: Path, done: Iterable[Permissions]) -> list[str]:
    """Gives everything the permissions it had; a sentence for what was changed by others since, or cannot be.

    What never came to be set has its old permissions and stays as it is.
    """
    sentences: list[str] = []
    for each in done:
        if _mode(root, each.path) != each.before:
            sentences += [_change(root, each.path, each.after, each.before)]
    return [sentence for sentence in sentences if sentence]


def as_json(permissions: Sequence[Permissions]) -> str:
    """For keeping."""
    return json.dumps([asdict(each) for each in permissions])


def from_json(text: str) -> list[Permissions]:
    """What `as_json` wrote; raises SettingsError for anything else."""
    try:
        items = cast("list[dict[str, Any]]", json.loads(text))
        return [Permissions(str(i["path"]), int(i["before"]), int(i["after"])) for i in items]
    except (ValueError, TypeError, KeyError) as error:
        raise SettingsError(f"The earlier permissions cannot be read: {error}.") from error


def _change(root: Path, path: str, before: int, after: int) -> str:
    """Sets permissions if they are still `before`; a sentence where that is not so or not possible."""
    name = path or "The workspace's folder"
    there = _mode(root, path)
    if there is None:
        return f"{name} is gone or leads out of the workspace, so its permissions are left alone."
    if there != before:
        return f"{name} has got other permissions meanwhile ({there:o}), so they are left alone."
    try:
        _target(root, path).chmod(after)
    except (OSError, OutsideWorkspaceError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error).rstrip(".")
        return f"The permissions of {name} cannot be set: {reason}."
    return ""


def _mode(root: Path, path: str) -> int | None:
    try:
        return stat.S_IMODE(_target(root, path).lstat().st_mode)
    except (OSError, OutsideWorkspaceError):
        return None


def _target(root: Path, path: str) -> Path:
    """What the path means, a link within the workspace followed. Raises OutsideWorkspaceError."""
    return resolve(root, path) if path else Path(os.path.realpath(root))


def _without_writing(before: int, most: int) -> int:
    return before if most & stat.S_IWUSR else before & ~_WRITE
