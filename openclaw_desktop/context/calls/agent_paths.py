"""Pure: what a path an agent wrote means in the workspace, whatever machine the agent ran on."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

_DRIVE = re.compile(r"[A-Za-z]:/")
_HOME = re.compile(r"(?:/home/[^/]+|/Users/[^/]+|/root|[A-Za-z]:/Users/[^/]+)(?=/|$)")


@dataclass(frozen=True, slots=True)
class AgentPaths:
    """Where a workspace is here, and where its agent believed it to be.

    `root` is the workspace's path on this machine, `cwd` the working folder a session names; on the machine
    the session comes from, that is the workspace itself unless it lies around or inside `root`.
    """

    root: str
    cwd: str = ""

    def relative(self, named: str, folder: str = "") -> str:
        """The path within the workspace; an absolute one that is elsewhere stays absolute.

        `folder` is the working folder of this one call. "~" and Windows' backslashes are understood, and
        absolute paths of another machine by what follows the workspace's own name.
        """
        path = _slashed(named.strip().strip("\"'"))
        if not _is_absolute(path) and folder:
            path = f"{_slashed(folder)}/{path}"
        if not _is_absolute(path) and self._base:
            path = f"{self._base}/{path}"
        for whole in self._expanded(posixpath.normpath(path) if path else ""):
            if not _is_absolute(whole):
                return whole
            for place in self._homes():
                if (inner := _within(whole, place)) is not None:
                    return inner
            name = posixpath.basename(self._root)
            _, found, rest = whole.rpartition(f"/{name}/") if name else ("", "", "")
            if found:
                return rest
        return posixpath.normpath(path) if path else ""

    @property
    def _root(self) -> str:
        return _slashed(self.root).rstrip("/")

    @property
    def _base(self) -> str:
        """What a relative path is relative to, when that is not the workspace."""
        cwd = _slashed(self.cwd).rstrip("/")
        related = _within(self._root, cwd) is not None or _within(cwd, self._root) is not None
        return cwd if related and cwd != self._root else ""

    def _homes(self) -> list[str]:
        """The workspace's folder here and, when it is another, there."""
        cwd = _slashed(self.cwd).rstrip("/")
        return [self._root, cwd] if cwd and not self._base else [self._root]

    def _expanded(self, path: str) -> Iterator[str]:
        """The path with "~" for every home directory in question."""
        if not path.startswith("~/"):
            yield path
            return
        for place in (self._root, _slashed(self.cwd)):
            if home := _HOME.match(place):
                yield home[0] + path[1:]
        yield "/" + path


def _slashed(path: str) -> str:
    """Windows' path with "/"; elsewhere a backslash is part of a name."""
    is_windows = re.match(r"[A-Za-z]:[\\/]|~\\|\.{1,2}\\|\\\\", path) or ("\\" in path and "/" not in path)
    return path.replace("\\", "/") if is_windows else path


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~/")) or _DRIVE.match(path) is not None


def _within(path: str, folder: str) -> str | None:
    """`path` relative to `folder`; None when it is not below it. Windows does not mind case."""
    if not folder:
        return None
    start, whole = folder + "/", path + "/"
    if _DRIVE.match(folder):
        start, whole = start.casefold(), whole.casefold()
    return path[len(start) :] if whole.startswith(start) else None
