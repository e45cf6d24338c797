"""What is said about versions: who, when, why. Pure and without Qt."""

from __future__ import annotations

import html
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.ui.file_facts import PASSED
from openclaw_desktop.ui.tree.names import MONTHS, ago, count_of, shown

if TYPE_CHECKING:
    from openclaw_desktop.review.history.blame import BlameLine
    from openclaw_desktop.review.history.version import Version

KINDS = {
    Who.PERSON: "a person",
    Who.AGENT: "an agent",
    Who.OUTSIDE: "another program",
    Who.IMPORT: "found on disk",
}
"""What each kind of writer is called."""


TITLES = {
    "own save": "Saved here",
    "own operation": "Made, moved or copied here",
    "noticed": "Written from outside",
    "import": "As it was found here",
    "rebuilt": "As it was found again",
}
"""What a version without a reason is called, by how it came to count."""

SOURCES = {
    "proposal": "Accepted in a review.",
    "noticed": "It passed without a review, as the file's policy says.",
    "import": "It was there at the first look.",
    "restore": "An earlier version was put back.",
    "taken back": "A decision was taken back.",
    "rebuilt": "It was on disk when the journal was made anew.",
}
"""How a version came to count."""


NAMED = 10
"""Characters of a version's id by which a reason names it."""


def exact(at: datetime, now: datetime) -> str:
    """A moment in the zone of `now`, in full: "3 March 2026, 14:22:07"."""
    local = at.astimezone(now.tzinfo)
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}, {local:%H:%M:%S}"


def short(at: datetime, now: datetime) -> str:
    """A moment as briefly as it is still one: "14:22", "3 Mar 14:22", "3 Mar 2025"."""
    local = at.astimezone(now.tzinfo)
    day = f"{local.day} {MONTHS[local.month - 1][:3]}"
    if local.date() == now.date():
        return f"{local:%H:%M}"
    return f"{day} {local:%H:%M}" if local.year == now.year else f"{day} {local.year}"


def title(version: Version, others: Sequence[Version], now: datetime) -> str:
    """Why a version came to be, in one line; a reason that was given stays as it is.

    `others` are the versions of the file, among them the one it may be a restore of.
    """
    if version.source == "restore":
        return _restored(version, others, now)
    if reason := shown(" ".join(version.reason.split())):
        return reason
    if version.sha256 is None:
        return "Deleted"
    return TITLES.get(version.source, "No reason given")


def _restored(version: Version, others: Sequence[Version], now: datetime) -> str:
    """Which version was put back, by its time."""
    named = version.reason.split()
    found = (other for other in others if any(len(n) >= NAMED and other.oid.startswith(n) for n in named))
    earlier = next(found, None)
    return f"Version of {short(earlier.at, now)} restored" if earlier else "An earlier version restored"


def author(version: Version) -> str:
    """Who wrote it; "" where the title says already that it was found here."""
    return "" if version.who is Who.IMPORT and not version.reason else shown(version.author)


def sentence(text: str) -> str:
    """Words as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def approval(version: Version) -> str:
    """Who let it in: "approved by Maren", "passed: append-only"; "" where that goes without saying."""
    if version.who is Who.IMPORT or version.committer in ("", version.author):
        return ""
    if version.committer.startswith(PASSED):
        return version.committer
    if version.edited_by:
        return f"edited and approved by {shown(version.edited_by)}"
    return f"approved by {shown(version.committer)}"


def spoken(version: Version, others: Sequence[Version], now: datetime) -> str:
    """A version as a screen reader says it."""
    parts = [title(version, others, now), author(version), approval(version), ago(version.at, now)]
    return ", ".join(part for part in parts if part)


def tooltip(version: Version, now: datetime) -> str:
    """All that is known of a version, as rich text that keeps names as they are."""
    lines = [
        f"{version.origin.sentence} ({KINDS[version.who]})",
        sentence(approval(version)),
        f"{exact(version.at, now)} · {ago(version.at, now)}",
        f"Proposal {version.proposal}" if version.proposal else "",
        SOURCES.get(version.source, ""),
        "" if version.source == "restore" else version.reason,
    ]
    return "".join(f"<div>{html.escape(shown(line))}</div>" for line in lines if line)


def starts(lines: Sequence[BlameLine]) -> list[int]:
    """For each line the 0-based line at which its run of the same version and writer begins."""
    found: list[int] = []
    for number, line in enumerate(lines):
        same = number > 0 and lines[number - 1].version == line.version
        found.append(found[-1] if same else number)
    return found


def changed(added: int, removed: int) -> str:
    """How many lines come and go: "4 lines come, 2 leave"."""
    parts: list[str] = []
    if added:
        parts.append(f"{count_of(added, 'line')} {'comes' if added == 1 else 'come'}")
    if removed:
        noun = "" if added else f" {'line' if removed == 1 else 'lines'}"
        parts.append(f"{removed:,}{noun} {'leaves' if removed == 1 else 'leave'}")
    return ", ".join(parts)
