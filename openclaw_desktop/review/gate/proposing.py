"""Takes a proposal that somebody asks for: nothing but the journal is written."""

from __future__ import annotations

import os
import posixpath
from datetime import datetime
from pathlib import Path

from openclaw_desktop.errors import ProposalRefusedError, UsageError
from openclaw_desktop.paths import is_file
from openclaw_desktop.review.gate.disk import link_target, look, workspace_trouble
from openclaw_desktop.review.gate.edits import LARGEST_PROPOSED, Change, proposed_bytes
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.gate.holding import measured
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.standing import Standing, as_body
from openclaw_desktop.review.gate.verdicts import kind_of
from openclaw_desktop.review.history.git_names import refused
from openclaw_desktop.review.proposal import Origin, Proposal
from openclaw_desktop.workspace.files import hash_of
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS, place, spelled
from openclaw_desktop.workspace.names import parents, refuse_bad_names

LONGEST_REASON = 2_000
"""Characters of a reason that are kept: a person reads it beside the change."""

LONGEST_SHOWN = 200


def propose(
    context: GateContext, path: str, change: Change, *, reason: str, origin: Origin, now: datetime
) -> Proposal:
    """Puts a change into the queue; one that waits already, of the same origin, is returned as it is.

    The change is against what is on disk, which is what the one who proposes has read. Raises
    ProposalRefusedError with what to do instead.
    """
    path = _acceptable(context.root, path)
    with context.alone() as standing:
        before = _before(context, standing, path)
        after = proposed_bytes(path, before, change)
        sha = hash_of(after)
        for waiting in standing.waiting(path):
            if waiting.proposed == sha and waiting.origin == origin:
                return waiting
        number = standing.next_id
        base = None if before is None else hash_of(before)
        body = {
            "kind": kind_of(base, sha),
            "origin": as_body(origin),
            "reason": _short(reason),
            "base": base,
            "proposed": sha,
            "found": False,
            "on_disk": False,
            "moved_to": None,
        }
        body |= measured(before, after, context.count_tokens)
        blobs = [data for data in (before, after) if data is not None]
        context.add(Entry("proposed", body, number, path), now=now, blobs=blobs)
        return standing.proposals[number]


def _short(reason: str) -> str:
    reason = reason.strip()
    return reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}…"


def _acceptable(root: Path, path: str) -> str:
    """The path as the workspace has it. Raises ProposalRefusedError."""
    if trouble := workspace_trouble(root):
        raise ProposalRefusedError(trouble)
    path = _relative(root, path.strip())
    plain = posixpath.normpath(path)
    if os.path.isabs(path) or plain == ".." or plain.startswith("../"):  # noqa: PTH117 - as below
        shown = path if len(path) <= LONGEST_SHOWN else f"{path[:LONGEST_SHOWN]}…"
        raise ProposalRefusedError(
            f"{shown} is outside the workspace. Name a file by its path in the workspace."
        )
    if path and plain != path:
        raise ProposalRefusedError(f"{path} is a roundabout way; name the file as {plain}.")
    try:
        link = link_target(root, path)
        own = spelled(root, path) if path and link is None else path
        refuse_bad_names(root, path)
        if path and (sentence := refused(path)):
            raise ProposalRefusedError(sentence)
    except (UsageError, ValueError) as error:
        raise ProposalRefusedError(f"{error} Name a Markdown file of the workspace.") from error
    if own != path:
        raise ProposalRefusedError(f"This disk takes {path} for {own}; name the file as {own}.")
    if link is not None:
        where = f" Propose for {link} itself." if link else ""
        raise ProposalRefusedError(f"{path} is a link or lies behind one, so it is left alone.{where}")
    if file := next((parent for parent in parents(path) if is_file(place(root, parent))), None):
        raise ProposalRefusedError(f"{file} is a file, so nothing can be in it.")
    if path[-3:].lower() != ".md":
        raise ProposalRefusedError(f"{path} is no Markdown file (.md); only those can be proposed.")
    if not CLOSED_FOLDERS.isdisjoint(path.split("/")):
        raise ProposalRefusedError(f"{path} lies in a folder that is left alone.")
    return path


def _relative(root: Path, path: str) -> str:
    """Agents also name files by their full path, or from the folder they are in."""
    full, own = os.path.normpath(path), os.path.realpath(root)
    if os.path.isabs(path) and full.startswith(own + os.sep):  # noqa: PTH117 - no Path of a stranger's text
        return os.path.relpath(full, own).replace(os.sep, "/")
    return path.removeprefix("./")


def _before(context: GateContext, standing: Standing, path: str) -> bytes | None:
    found = look(context.root, path)
    if found.trouble:
        raise ProposalRefusedError(found.trouble)
    if found.data is not None and len(found.data) > LARGEST_PROPOSED:
        raise ProposalRefusedError(f"{path} is larger than 2 MB, which is the most that can be reviewed.")
    if found.sha is None and standing.sha(path) is not None:  # it is about to be put back
        return context.bytes_of(path, standing.sha(path))
    return found.data
