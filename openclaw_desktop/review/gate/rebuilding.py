"""Makes the journal or the history anew from what is left of both, and keeps the damaged file beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime

from openclaw_desktop.errors import HistoryError, JournalDamagedError, JournalError, reason_of
from openclaw_desktop.review.gate import journal as journal_file
from openclaw_desktop.review.gate.disk import look
from openclaw_desktop.review.gate.gate_context import HISTORY, GateContext, version_body
from openclaw_desktop.review.gate.journal import Entry, Row
from openclaw_desktop.review.gate.standing import INTENTS, looked_at
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import IMPORTED


def journal(context: GateContext, now: datetime) -> list[str]:
    """A new journal with what can still be read of the old one, and approved versions from the history."""
    aside = _move_aside(context, journal_file.NAME, now)
    salvaged = 0
    for item in journal_file.salvage(context.folder / aside):
        if isinstance(item, Row):
            context.journal.copy(item)
            salvaged += 1
        else:
            context.journal.keep(item)
    sentence = f"The journal was damaged and is kept as {aside}; {salvaged:,} of its rows could be saved."
    try:
        rebuilt = _approve_history(context, now)
    except HistoryError:
        rebuilt = 0
    if rebuilt:
        sentence += f" {_taken(rebuilt).capitalize()}."
    elif not salvaged:
        sentence += " What is on disk now counts as approved."
    return [sentence]


def missing_rows(context: GateContext, now: datetime) -> list[str]:
    """Takes approved versions from the history where the journal lost the rows that said so, or all rows.

    Else what is on disk would count as approved, or as nobody's. With the lock held.
    """
    with context.reading() as standing:
        is_empty = not standing.approved
    if not is_empty and not context.journal.lacks_rows():
        return []
    try:
        rebuilt = _approve_history(context, now)
    except HistoryError:
        return []
    if is_empty:
        gone = "The journal is gone, and with it what waited"
        return [f"{gone}; {_taken(rebuilt)}."] if rebuilt else []
    if not rebuilt:
        context.add(Entry("rebuilt", {"numbers_from": _last_number(context)}), now=now)
    return [f"Rows of the journal are missing; {_taken(rebuilt)}."]


def _taken(rebuilt: int) -> str:
    return f"the approved versions of {rebuilt:,} files were taken from the history"


def _approve_history(context: GateContext, now: datetime) -> int:
    """Where history and journal differ about a file, the history's last version is the approved one."""
    head = context.history.paths()
    with context.reading() as standing:
        differing = {path for path, sha in head.items() if standing.sha(path) != sha}
        known = [path for path, approved in standing.approved.items() if approved.sha is not None]
        looked = standing.looked
    differing.update(path for path in known if path not in head)
    rules = context.rules
    for guarded in (True, False):
        paths = [path for path in differing if (rules.policy_of(path) is not Policy.FREE) is guarded]
        if not paths:
            continue
        body = version_body(
            {path: head.get(path) for path in paths},
            guarded=guarded,
            author=IMPORTED,
            committer="passed: rebuilt",
            source="rebuilt",
        )
        blobs = [context.bytes_or_none(path, head.get(path)) for path in paths] if guarded else []
        body["numbers_from"] = _last_number(context)
        context.add(Entry("rebuilt", body), now=now, blobs=[data for data in blobs if data is not None])
    if looked is None and head:  # all was looked at before; what came since is new
        context.add(looked_at(rules), now=now)
    return len(differing)


def _last_number(context: GateContext) -> int:
    """The highest number a proposal of the history has, so that no other gets it."""
    paths = {*context.history.paths(), *(version.path for version in context.history.deleted())}
    versions = (version for path in paths for version in context.history.versions(path))
    return max((int(v.proposal) for v in versions if v.proposal and v.proposal.isdecimal()), default=0)


def history(context: GateContext, now: datetime) -> list[str]:
    """A new history with every version whose text the journal has."""
    aside = _move_aside(context, HISTORY, now)
    recorded = _record_all(context)
    return [
        f"The history was damaged and is kept as {aside}; {recorded:,} versions were taken from the journal."
    ]


def empty_history(context: GateContext) -> list[str]:
    """Fills a history that somebody emptied with every version whose text the journal has."""
    recorded = _record_all(context)
    return [f"The history was empty; {recorded:,} versions were taken from the journal."] if recorded else []


def _record_all(context: GateContext) -> int:
    rows = [row for row in context.journal.rows() if "files" in row.body and row.kind not in INTENTS]
    return sum(_record(context, row, row.body["files"]) for row in rows)


def catch_up(context: GateContext) -> list[str]:
    """Records what is approved and not in the history, if its text can still be found. With the lock held."""
    try:
        head = context.history.paths()
    except HistoryError as error:
        context.unrecorded = str(error)
        return [str(error)]
    context.unrecorded = None
    with context.reading() as standing:
        missing: dict[int, dict[str, str | None]] = {}
        for path, approved in standing.approved.items():
            if head.get(path) != approved.sha:
                missing.setdefault(approved.seq, {})[path] = approved.sha
    recorded = sum(_record(context, context.row(seq), files) for seq, files in sorted(missing.items()))
    return [f"{recorded:,} versions that were missing in the history are there now."] if recorded else []


def _record(context: GateContext, row: Row, files: Mapping[str, str | None]) -> int:
    """Puts those of a row's versions into the history whose text is there; how many."""
    data = {path: _text(context, path, sha) for path, sha in files.items()}
    found = {path: text for path, text in data.items() if text is not None or files[path] is None}
    if found:
        context.record(row, found)
    return len(found)


def _text(context: GateContext, path: str, sha: str | None) -> bytes | None:
    if sha is None:
        return None
    try:
        data = context.journal.bytes_of(sha)
    except JournalDamagedError:
        data = None
    if data is None:
        found = look(context.root, path)
        data = found.data if found.sha == sha else None
    return data


def _move_aside(context: GateContext, name: str, now: datetime) -> str:
    """Renames a damaged file with all that belongs to it; its new name."""
    context.close()
    aside = f"{name}.damaged-{now:%Y%m%d-%H%M%S}"
    number = 1
    while os.path.lexists(context.folder / aside):
        number += 1
        aside = f"{name}.damaged-{now:%Y%m%d-%H%M%S}-{number}"
    try:
        for suffix in ("-wal", "-shm", ""):
            part = context.folder / (name + suffix)
            if os.path.lexists(part):  # also a link that leads nowhere
                part.rename(context.folder / (aside + suffix))
    except OSError as error:
        raise JournalError(f"{name} is damaged and cannot be moved aside: {reason_of(error)}.") from error
    return aside
