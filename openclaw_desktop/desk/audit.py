"""What an auditor asks: does everything agree, who approved what, which secrets lie about."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from openclaw_desktop import __version__
from openclaw_desktop.errors import FileError, ReviewError
from openclaw_desktop.index.status import Status
from openclaw_desktop.places import APP_NAME
from openclaw_desktop.review.audit import permissions
from openclaw_desktop.review.audit.report import FileRow, PolicyChange, ReportData
from openclaw_desktop.review.audit.verify import Disagreement, verify
from openclaw_desktop.review.gate.gate import Gate
from openclaw_desktop.review.gate.journal import NAME as JOURNAL_NAME
from openclaw_desktop.review.history.version import Version
from openclaw_desktop.review.risk.secrets import Secret, scan
from openclaw_desktop.workspace import files, layout
from openclaw_desktop.workspace.layout import FileKind

LARGEST_SCANNED = 2 * 2**20
NEVER_OPENED = (
    "Nothing is approved here yet: open this workspace in the window once, and what is there becomes the"
    " first approved version."
)


def is_begun(folder: Path) -> bool:
    """Whether this workspace was ever under review."""
    return (folder / JOURNAL_NAME).exists()


def agreement(gate: Gate, root: Path, folder: Path) -> list[Disagreement]:
    """Where journal, history and disk disagree; reads every version and every file."""
    return verify(gate, root) if is_begun(folder) else [Disagreement("", NEVER_OPENED)]


def secrets(root: Path) -> list[tuple[str, Secret]]:
    """Every secret in the workspace's Markdown, by path and line; what cannot be read has none."""
    return [(path, secret) for path, text in _texts(root) for secret in scan(text)]


def _texts(root: Path) -> Iterator[tuple[str, str]]:
    for entry in layout.scan(root):
        if entry.kind is FileKind.OTHER or entry.is_folder or entry.hidden_reason:
            continue
        try:
            yield entry.path, files.read(root, entry.path, limit_bytes=LARGEST_SCANNED).text
        except FileError:
            continue


def report_data(gate: Gate, root: Path, folder: Path, *, index: Status, now: datetime) -> ReportData:
    """Everything the report tells. Raises JournalError."""
    if not is_begun(folder):
        raise ReviewError(NEVER_OPENED)
    rules = gate.rules
    rows = gate.journal.rows()
    changes = [
        PolicyChange(row.at, row.path or "", row.body["policy"] or "") for row in rows if row.kind == "policy"
    ]
    seals = [("journal", rows[-1].hash)] if rows else []
    if (head := gate.history.head()) is not None:
        seals.append(("history", head))
    return ReportData(
        workspace=str(root),
        at=now,
        versions=((APP_NAME, __version__), ("Python", platform.python_version())),
        seals=seals,
        files=_file_rows(gate),
        decisions=[(decision, gate.proposal(decision.proposal)) for decision in gate.decisions()],
        waiting=gate.proposals(waiting=True),
        disagreements=verify(gate, root),
        rules=[(rule.pattern, rule.policy.value) for rule in rules.general],
        policy_changes=changes,
        permissions=[each.sentence for each in permissions.deviations(root)],
        index=(
            ("state", index.sentence),
            ("model", index.model or "none"),
            ("left out", f"{len(index.skipped):,} files"),
        ),
    )


def _file_rows(gate: Gate) -> list[FileRow]:
    rules, history = gate.rules, gate.history
    rows: list[FileRow] = []
    for path, sha in sorted(gate.approved_paths().items()):
        newest = history.latest(path)
        data = history.bytes_at(newest.oid, path) if newest is not None and sha is not None else None
        rows.append(
            FileRow(
                path=path,
                policy=rules.policy_of(path).value,
                sha256=sha,
                size=None if data is None else len(data),
                author=_author(newest) if newest else "",
                approved_by=newest.committer if newest else "",
                approved_at=newest.at if newest else None,
            )
        )
    return rows


def _author(version: Version) -> str:
    return version.origin.sentence + (f"; edited by {version.edited_by}" if version.edited_by else "")
