"""Pure: three-way merge on lines; where both sides changed the same place, both and the base are kept.

As git merges (`git merge-file`): changes that overlap or touch conflict, unless both sides made the same of
the lines; changes with at least one line between them do not. Three differences, all on purpose: whether the
file ends in a newline is decided by itself, so a side that lost or added that newline does not conflict with
a side that appended lines; changes that touch each other and together come to the same on both sides agree;
and what both sides only added at the end of a text stands there one after the other, since notes grow so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from openclaw_desktop.review.diff.lines import END, Change, changes, split


class Choice(Enum):
    """What becomes of a conflict; one's own text is given as `str` instead."""

    OURS = "ours"
    THEIRS = "theirs"
    BOTH = "both"  # ours, then theirs
    BASE = "base"


@dataclass(frozen=True, slots=True)
class Agreed:
    """Lines that nobody needs to decide."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What a place was and what both sides made of it; where it begins in each text, 0-based."""

    base: tuple[str, ...]
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    base_start: int
    ours_start: int
    theirs_start: int

    def resolved(self, choice: Choice | str) -> tuple[str, ...]:
        """The lines that a choice leaves; own text may end in a newline or not, "" is no line."""
        if isinstance(choice, str):
            return tuple(choice.removesuffix("\n").split("\n")) if choice else ()
        return {
            Choice.OURS: self.ours,
            Choice.THEIRS: self.theirs,
            Choice.BOTH: self.ours + self.theirs,
            Choice.BASE: self.base,
        }[choice]


@dataclass(frozen=True, slots=True)
class Merge:
    """The parts of a merge in order. `ends`: the text ends in a newline."""

    parts: tuple[Agreed | Conflict, ...]
    ends: bool

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What a person has to decide."""
        return tuple(part for part in self.parts if isinstance(part, Conflict))

    @property
    def text(self) -> str | None:
        """The merged text; None as long as there are conflicts."""
        return None if self.conflicts else self.resolved(())

    def resolved(self, choices: Sequence[Choice | str]) -> str:
        """The text with one choice for each conflict; ValueError when there are more or fewer."""
        if len(choices) != len(self.conflicts):
            raise ValueError(f"{len(self.conflicts)} conflicts cannot be resolved by {len(choices)} choices")
        rest, lines = iter(choices), list[str]()
        for part in self.parts:
            lines += part.lines if isinstance(part, Agreed) else part.resolved(next(rest))
        return "\n".join(lines) + ("\n" if self.ends and lines else "")


def merge(base: str, ours: str, theirs: str) -> Merge:
    """What both sides made of `base`, together."""
    b, o, t = (_lines(text) for text in (base, ours, theirs))
    parts: list[Agreed | Conflict] = []
    kept: list[str] = []
    done = 0
    for ours_part, theirs_part in _together(changes(b, o), changes(b, t)):
        start, end = ours_part.old_start, ours_part.old_end
        kept += b[done:start]
        was = tuple(b[start:end])
        left = tuple(o[ours_part.new_start : ours_part.new_end])
        right = tuple(t[theirs_part.new_start : theirs_part.new_end])
        if left in (right, was):
            kept += right
        elif right == was:
            kept += left
        elif b and not was and start == len(b):
            kept += _one_after_the_other(left, right)
        else:
            conflict = Conflict(was, left, right, start, ours_part.new_start, theirs_part.new_start)
            parts += (Agreed(tuple(kept)), conflict) if kept else (conflict,)
            kept = []
        done = end
    kept += b[done:]
    parts += (Agreed(tuple(kept)),) if kept else ()
    return Merge(tuple(parts), _ends(base, ours, theirs))


def _one_after_the_other(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """What both sides added at the end; lines with which both begin are there once."""
    same = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
    if same is None:
        return max(ours, theirs, key=len)
    return ours + theirs[same:]


def _lines(text: str) -> list[str]:
    lines = split(text)
    return lines[:-1] if lines[-1] is END else lines


def _ends(base: str, ours: str, theirs: str) -> bool:
    """Whether the merged text ends in a newline: as the side that changed it has it."""
    was, left, right = (split(text)[-1] is END for text in (base, ours, theirs))
    return right if left == was else left


def _together(ours: Sequence[Change], theirs: Sequence[Change]) -> Iterator[tuple[Change, Change]]:
    """Places of the base that somebody changed, with what each side has there; touching changes are one."""
    left, right = list(reversed(ours)), list(reversed(theirs))
    shift_left = shift_right = 0  # how far lines are moved in each text after what is done
    while left or right:
        start = min(side[-1].old_start for side in (left, right) if side)
        end, mine, others = start, list[Change](), list[Change]()
        while True:
            if left and left[-1].old_start <= end:
                mine.append(left.pop())
                end = max(end, mine[-1].old_end)
            elif right and right[-1].old_start <= end:
                others.append(right.pop())
                end = max(end, others[-1].old_end)
            else:
                break
        grown_left, grown_right = _growth(mine), _growth(others)
        yield (
            Change(start, end, start + shift_left, end + shift_left + grown_left),
            Change(start, end, start + shift_right, end + shift_right + grown_right),
        )
        shift_left, shift_right = shift_left + grown_left, shift_right + grown_right


def _growth(some: Sequence[Change]) -> int:
    return sum(c.new_end - c.new_start - (c.old_end - c.old_start) for c in some)
