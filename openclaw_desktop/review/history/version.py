"""Pure: one kept version of a file, and how a commit's message says where it came from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from openclaw_desktop.review.proposal import Origin, Who

Ranges: TypeAlias = "tuple[tuple[int, int], ...]"
"""Lines counted from 1, both ends included, in order."""

GONE = "deleted"
"""Stands in a message where a hash would be, for a file that is gone after it."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a commit says about itself: who wrote, who approved, why, and the hash of each file after it."""

    author: Origin
    committer: str
    proposal: str | None
    source: str
    reason: str
    files: Mapping[str, str | None] = field(default_factory=dict[str, str | None])  # None: the file is gone
    edited_by: str = ""  # who changed the author's text before approving it
    edited_lines: Ranges = ()  # of the only file: the lines that are theirs alone


@dataclass(frozen=True, slots=True)
class Version:
    """One approved state of one file. `sha256` is None where the file was deleted."""

    oid: str  # of the commit
    path: str
    at: datetime  # UTC, whole seconds
    origin: Origin  # who wrote it
    committer: str  # who approved it
    proposal: str | None
    source: str
    reason: str
    sha256: str | None
    edited_by: str = ""  # who changed the author's text before approving it; "": nobody
    edited_lines: Ranges = ()  # the lines that are theirs alone, from 1, ends included

    @property
    def author(self) -> str:
        """The name of who wrote it."""
        return self.origin.name

    def of_line(self, number: int) -> Version:
        """This version as the account of one of its lines: what only its editor wrote is the editor's."""
        if not any(start <= number <= end for start, end in self.edited_lines):
            return self
        return replace(self, origin=Origin(Who.PERSON, self.edited_by), edited_by="", edited_lines=())

    @property
    def who(self) -> Who:
        """What kind of writer that is."""
        return self.origin.who


def message_of(account: Account, *, new: frozenset[str] = frozenset()) -> str:
    """The message of a commit: a subject, and trailers any git program can read (`git interpret-trailers`).

    `new` are the paths that were not there before. What does not fit into one line stands there as JSON.
    """
    author = account.author
    values = {
        "Proposal": account.proposal,
        "Source": account.source,
        "Reason": account.reason,
        "Who": author.who.value,
        "Author": author.name,
        "Approved-by": account.committer,
        "Edited-by": account.edited_by,
        "Edited-lines": " ".join(f"{start}-{end}" for start, end in account.edited_lines),
        "Session": author.session,
        "Turn": None if author.turn is None else str(author.turn),
        "Tool": author.tool,
    }
    lines = [f"{key}: {_one_line(value)}" for key, value in values.items() if value]
    lines += [f"File-SHA256: {sha or GONE} {_one_line(path)}" for path, sha in account.files.items()]
    return f"{_subject(account.files, new)}\n\n" + "\n".join(lines) + "\n"


def account_of(message: str) -> Account | None:
    """What `message_of` wrote, exactly; None for a commit of another program."""
    values: dict[str, str] = {}
    files: dict[str, str | None] = {}
    for line in message.rstrip("\n").rpartition("\n\n")[2].split("\n"):
        key, _, value = line.partition(": ")
        if key == "File-SHA256":
            sha, _, path = value.partition(" ")
            files[_unfolded(path)] = None if sha == GONE else sha
        else:
            values[key] = _unfolded(value)
    if values.get("Who") not in {who.value for who in Who}:
        return None
    turn = values.get("Turn", "")
    author = Origin(
        who=Who(values["Who"]),
        name=values.get("Author", ""),
        session=values.get("Session"),
        turn=int(turn) if turn.isdecimal() else None,
        tool=values.get("Tool"),
    )
    return Account(
        author=author,
        committer=values.get("Approved-by", ""),
        proposal=values.get("Proposal"),
        source=values.get("Source", ""),
        reason=values.get("Reason", ""),
        files=files,
        edited_by=values.get("Edited-by", ""),
        edited_lines=_ranges(values.get("Edited-lines", "")),
    )


def _ranges(value: str) -> Ranges:
    ends = (part.partition("-")[::2] for part in value.split())
    return tuple((int(start), int(end)) for start, end in ends if start.isdecimal() and end.isdecimal())


def _subject(files: Mapping[str, str | None], new: frozenset[str]) -> str:
    if len(files) != 1:
        return f"Change {len(files):,} files"
    [(path, sha)] = files.items()
    verb = "Delete" if sha is None else "Add" if path in new else "Update"
    return f"{verb} {_one_line(path)}"


def _one_line(text: str) -> str:
    """The text itself where it is a plain line, else the text as JSON."""
    plain = text == text.strip() and text[:1] != '"' and not any(letter < " " for letter in text)
    if plain and _is_utf8(text):
        return text
    return json.dumps(text, ensure_ascii=not _is_utf8(text))


def _unfolded(line: str) -> str:
    if line[:1] != '"':
        return line
    try:
        return str(json.loads(line))
    except ValueError:
        return line


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
