"""Which names a new file or folder may get."""

from __future__ import annotations

import os
from pathlib import Path

from openclaw_desktop.atomic import TEMPORARY_PREFIX
from openclaw_desktop.errors import UsageError
from openclaw_desktop.paths import is_reserved, reachable

LONGEST_NAME = 255
"""Bytes in UTF-8, as most file systems have it."""

_FORBIDDEN_ON_WINDOWS = frozenset('<>:"|?*')


def refuse_bad_names(root: Path, path: str, *, but: str | None = None) -> None:
    """Raises UsageError when `path` would make a name that is bad; where it leads is not judged here.

    Names that exist are left as they are, and so is `but`: what somebody else named may be moved.
    """
    if not path:
        raise UsageError("A name is needed.")
    target = root
    for name in path.split("/"):
        target /= name
        if name in ("", ".", "..", but) or os.path.lexists(reachable(str(target))):
            continue
        if reason := bad_name(name):
            raise UsageError(f"{name!r} cannot be a name: {reason}.")


def bad_name(name: str) -> str | None:
    """Why a file should not be named so on any of the three platforms; None when it may.

    What only Windows forbids is refused there alone.
    """
    if any(ord(character) < 32 or character in "\\\x7f" for character in name):
        return "it holds a backslash or a control character"
    if name.endswith((" ", ".")) or name.startswith(" "):
        return "it begins with a space or ends with a space or a dot"
    if is_reserved(name):
        return "Windows reserves it"
    if len(name.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
        return f"it is longer than {LONGEST_NAME} bytes"
    if name.startswith(TEMPORARY_PREFIX):
        return "this program's temporary files are named so"
    if os.name == "nt" and (found := _FORBIDDEN_ON_WINDOWS.intersection(name)):
        return f"Windows forbids {' '.join(sorted(found))}"
    return None


def parents(path: str) -> list[str]:
    """The folders a file lies in, the outermost first."""
    names = path.split("/")[:-1]
    return ["/".join(names[: i + 1]) for i in range(len(names))]
