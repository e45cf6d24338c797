"""What a reviewer should notice about a change: the values that the checks of this room give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Weight(StrEnum):
    """How loudly a finding is said."""

    LOUD = "loud"  # look at this before you accept
    NORMAL = "normal"
    QUIET = "quiet"  # a hint, often nothing


class Subject(StrEnum):
    """What a finding is about; also what can be muted for one file."""

    SECRET = "secret"
    HIDDEN = "hidden"
    INJECTION = "injection"
    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"
    LEFT = "left"
    SHRINKS = "shrinks"
    MACHINE = "machine"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to notice, and the line it is about. Lines are 1-based.

    `line` is of the proposed text, `old_line` of the approved one; `span` is characters within that line.
    Findings with the same `group` belong under one heading; the one with `members` sums up so many of them.
    """

    subject: Subject
    weight: Weight
    sentence: str
    line: int | None = None
    old_line: int | None = None
    span: tuple[int, int] | None = None
    place: tuple[str, int] | None = None  # another file, and a line there
    cut: str = ""  # the text that would be cut, of a BUDGET finding
    group: str = ""
    members: int = 0


def excerpt(text: str, most: int = 60) -> str:
    """A piece of `text` for a sentence: one line, without what cannot be seen, `most` characters."""
    seen = "".join(c if c.isprintable() else " " for c in text[: 4 * most])
    line = " ".join(seen.split())
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1].rstrip() + "…"


def counted(number: int, noun: str, plural: str = "") -> str:
    """ "1 entry", "1,204 entries"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
