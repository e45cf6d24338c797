"""What hardening made read-only is no obstacle to the person who decides: it moves aside and comes back."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Collection, Generator

from openclaw_desktop.errors import OutsideWorkspaceError
from openclaw_desktop.review.audit.permissions import Permissions
from openclaw_desktop.review.gate import disk
from openclaw_desktop.review.gate.disk import link_target
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.workspace.layout import place


def is_read_only(context: GateContext, path: str) -> bool:
    """Whether only hardening keeps its owner from writing this file; a link is followed.

    A file that has other permissions by now got them from somebody else.
    """
    return _read_only(context, link_target(context.root, path) or path) is not None


@contextlib.contextmanager
def lifted(context: GateContext, path: str) -> Generator[None]:
    """Its owner may write such a file meanwhile; a link is followed."""
    real = link_target(context.root, path) or path
    hardened = _read_only(context, real)
    if hardened is None:
        yield
        return
    disk.allow_writing(context.root, real)
    try:
        yield
    finally:
        disk.unlock(context.root, real, hardened.after)


def restrict_new(context: GateContext, path: str) -> None:
    """A file that this program made anew gets what hardening gave the one before it."""
    hardened, mode = context.hardened().get(path), _mode(context, path)
    if hardened is not None and mode is not None:
        disk.unlock(context.root, path, mode & hardened.after)


def give_back(context: GateContext, paths: Collection[str]) -> None:
    """Of paths that came or went together: what went was hardened, so what came is writable as before."""
    for gone, hardened in context.hardened().items():
        if gone in paths and _mode(context, gone) is None:
            for path in paths:
                if _mode(context, path) == hardened.after:
                    disk.unlock(context.root, path, hardened.before)


def _read_only(context: GateContext, path: str) -> Permissions | None:
    mode = _mode(context, path)
    if mode is None or mode & stat.S_IWUSR:
        return None
    hardened = context.hardened().get(path)
    return hardened if hardened is not None and hardened.after == mode else None


def _mode(context: GateContext, path: str) -> int | None:
    try:
        return stat.S_IMODE(place(context.root, path).lstat().st_mode)
    except (OSError, OutsideWorkspaceError):
        return None
