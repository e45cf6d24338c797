"""What the history view reads from the engine, as values. Blocking: it runs on a reader thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openclaw_desktop.errors import FileGoneError
from openclaw_desktop.review.diff.diff import counts
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.policy import Policy

if TYPE_CHECKING:
    from openclaw_desktop.engine import Engine
    from openclaw_desktop.review.history.blame import BlameLine
    from openclaw_desktop.review.history.version import Version

NOW = "now"
"""Stands for what is on disk, where a version's id is expected."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file that has a history."""

    path: str
    policy: Policy
    deleted: bool

    @property
    def order(self) -> tuple[bool, bool, bool, str]:
        """Protected files first, deleted ones last, those of the root before others, then by path."""
        guarded = self.policy in (Policy.LOCKED, Policy.HOLD, Policy.REVIEW)
        return (self.deleted, not guarded, "/" in self.path, self.path.casefold())


@dataclass(frozen=True, slots=True)
class Text:
    """One version of a file with the writer of every line; `lines` is None where there is no text."""

    text: str | None
    lines: tuple[BlameLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts of a file, the older first; None stands for no such file."""

    old: str | None
    new: str | None
    old_name: str
    new_name: str
    difference: Difference


def listed(engine: Engine) -> list[Listed]:
    """Every file that has a history."""
    rules = engine.desk.rules
    there = engine.desk.recorded()  # first: what is deleted between both questions is in both answers
    gone = {version.path for version in engine.desk.deleted_files()}
    found = [Listed(path, rules.policy_of(path), path in gone) for path in {*there, *gone}]
    return sorted(found, key=lambda file: file.order)


def text(engine: Engine, version: Version) -> Text:
    """One version with its writers."""
    if version.sha256 is None:
        return Text(None)
    return Text(
        engine.desk.version_text(version.path, version.oid),
        tuple(engine.desk.blame(version.path, version.oid)),
    )


def text_at(engine: Engine, path: str, oid: str) -> str | None:
    """The text of a version, or of the file on disk; None where there is none."""
    if oid != NOW:
        return engine.desk.version_text(path, oid)
    try:
        return engine.read(path).text
    except FileGoneError:
        return None


def pair(engine: Engine, path: str, old: tuple[str, str], new: tuple[str, str]) -> Pair:
    """Two texts, each given as its version's id (or NOW, or "" for none) and what it is called."""
    before, after = (text_at(engine, path, oid) if oid else None for oid, _ in (old, new))
    return Pair(before, after, old[1], new[1], Difference(before or "", after or "").worked_out())


FileVersion = tuple[str, str]
"""A version's id and the path of its file: one id may stand for a version of many files."""


def key(version: Version) -> FileVersion:
    """What tells a version of a file from every other."""
    return version.oid, version.path


def sizes(
    engine: Engine, pairs: Iterable[tuple[Version, Version | None]]
) -> dict[FileVersion, tuple[int, int]]:
    """Lines added and removed by each version against the one before it."""
    found: dict[FileVersion, tuple[int, int]] = {}
    for version, before in pairs:
        new = _text(engine, version)
        old = _text(engine, before) if before is not None else ""
        found[key(version)] = counts(old, new)
    return found


def _text(engine: Engine, version: Version) -> str:
    return (engine.desk.version_text(version.path, version.oid) or "") if version.sha256 is not None else ""


def before(versions: Sequence[Version], number: int) -> Version | None:
    """The version before the one at `number`; versions are newest first."""
    return versions[number + 1] if number + 1 < len(versions) else None
