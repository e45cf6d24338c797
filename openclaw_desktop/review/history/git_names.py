"""Pure: what git lets be the name of a file, and of a person."""

from __future__ import annotations

import re

_IGNORED_BY_MACS = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")
_NOT_IN_A_SIGNATURE = re.compile(r"[\x00-\x1f\x7f<>\ud800-\udfff]+")
_NOT_IN_AN_ADDRESS = re.compile(r"[^a-z0-9]+")


def refused(path: str) -> str | None:
    """Why git cannot keep a file of this path, as a sentence; None when it can.

    Git keeps no `.git`, nor what a Mac or Windows takes for it ("GIT~1", ".git."), on any platform.
    """
    try:
        path.encode()
    except UnicodeEncodeError:
        return f"{path!r} cannot be kept in the history: its name is not valid UTF-8."
    for part in path.split("/"):
        if part in ("", ".", "..") or "\0" in part:
            return f"{path!r} cannot be kept in the history: it is not the path of a file."
        if _is_git_itself(part):
            return f"{path} cannot be kept in the history: git allows no file of the name {part}."
    return None


def _is_git_itself(part: str) -> bool:
    seen = _IGNORED_BY_MACS.sub("", part).lower()
    return seen.partition(":")[0].rstrip(". ") in (".git", "git~1")


def signature(name: str, kind: str) -> tuple[str, str]:
    """A name and an address such as git wants them; `kind` ("agent") says what the name is of.

    The address is invented: `.invalid` is reserved for what reaches nobody (RFC 2606).
    """
    shown = _NOT_IN_A_SIGNATURE.sub(" ", name).strip(" .,:;\"'\\") or kind
    local = _NOT_IN_AN_ADDRESS.sub("-", shown.lower()).strip("-") or kind
    return shown, f"{local}@{kind}.invalid"
