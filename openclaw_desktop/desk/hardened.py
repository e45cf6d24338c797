"""Permissions of a workspace that were taken away, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.errors import SettingsError, WriteFailedError, reason_of
from openclaw_desktop.review.audit import permissions
from openclaw_desktop.review.audit.permissions import Permissions
from openclaw_desktop.review.gate.disk import link_target

KEPT_PERMISSIONS = "permissions.json"


def harden(root: Path, folder: Path) -> list[str]:
    """Takes away permissions nobody needs, and keeps what they were; a sentence for each that stays."""
    wanted = permissions.deviations(root)
    known = {each.path for each in wanted}
    earlier = [each for each in hardened(folder) if each.path not in known]
    _keep(folder, [*earlier, *wanted])
    return permissions.harden(root, wanted)


def undo_hardening(root: Path, folder: Path) -> list[str]:
    """Gives the permissions back that `harden` took; a sentence for each that cannot be."""
    sentences = permissions.undo(root, hardened(folder))
    _keep(folder, [])
    return sentences


def hardened(folder: Path) -> Sequence[Permissions]:
    """What was hardened and can be given back."""
    try:
        return permissions.from_json((folder / KEPT_PERMISSIONS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()


def hardened_files(root: Path, folder: Path) -> dict[str, Permissions]:
    """What was hardened and is there, by real path; nothing where that cannot be known any more."""
    try:
        known = hardened(folder)
    except (SettingsError, OSError):  # said where it is to be given back; here it only means: not by us
        return {}
    return {link_target(root, each.path) or each.path: each for each in known if each.path}


def _keep(folder: Path, changed: Sequence[Permissions]) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(folder / KEPT_PERMISSIONS, permissions.as_json(changed).encode())
    except OSError as error:
        sentence = f"The permissions before cannot be kept, so none is changed: {reason_of(error)}."
        raise WriteFailedError(KEPT_PERMISSIONS, sentence) from error
