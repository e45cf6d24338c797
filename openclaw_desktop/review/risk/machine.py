"""Pure: changes to what OpenClaw keeps by itself: its dreaming's blocks and the entries it promotes.

Markers are unbalanced in the wild, so a block is only what stands between a start and the next end of the
same name, with no other start of it between.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight, counted
from openclaw_desktop.review.risk.statements import read

_MARKER = re.compile(r"<!--\s*openclaw:((?:dreaming|wiki)(?::[\w-]+)*):(start|end)\s*-->", re.IGNORECASE)
_PROMOTION = re.compile(r"<!--\s*openclaw-memory-promotion:(.+?)\s*-->", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A machine-owned block; lines are 1-based, of its markers."""

    name: str
    start: int
    end: int
    body: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Lone:
    """A marker without its partner."""

    name: str
    edge: str
    line: int


def blocks(text: str) -> tuple[list[Block], list[_Lone]]:
    """The blocks of `text`, and the markers that belong to none."""
    lines = text.split("\n")
    found: list[Block] = []
    lone: list[_Lone] = []
    opened: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        for match in _MARKER.finditer(line) if "openclaw:" in line else ():
            name, edge = match[1].lower(), match[2].lower()
            if edge == "start":
                if name in opened:
                    lone.append(_Lone(name, "start", opened[name]))
                opened[name] = number
            elif name in opened:
                start = opened.pop(name)
                found.append(Block(name, start, number, tuple(lines[start : number - 1])))
            else:
                lone.append(_Lone(name, "end", number))
    lone += [_Lone(name, "start", number) for name, number in opened.items()]
    return found, sorted(lone, key=lambda one: one.line)


def machine(before: str | None, after: str | None, *, origin: Who) -> list[Finding]:
    """What a change does to machine-owned parts: a hint when OpenClaw itself may have done it."""
    old, new = before or "", after or ""
    if "openclaw" not in old and "openclaw" not in new:
        return []
    (old_blocks, old_lone), (new_blocks, new_lone) = blocks(old), blocks(new)
    by_itself = origin is Who.OUTSIDE and _rest(old, old_blocks) == _rest(new, new_blocks)
    return [
        *_edited(old_blocks, new_blocks, by_itself=by_itself),
        *_unpaired(old_lone, new_lone),
        *_promoted(old, new, origin),
    ]


def _rest(text: str, owned: Sequence[Block]) -> list[str]:
    """The lines that are a person's: of no block, and not blank."""
    machine_s = {n for block in owned for n in range(block.start, block.end + 1)}
    return [line for n, line in enumerate(text.split("\n"), 1) if n not in machine_s and line.strip()]


def _edited(old: Sequence[Block], new: Sequence[Block], *, by_itself: bool) -> Iterator[Finding]:
    known = {(block.name, block.body) for block in old}
    names = {block.name for block in old}
    kept = {block.name for block in new}
    for block in new:
        if (block.name, block.body) in known:
            continue
        if by_itself:
            sentence = f"OpenClaw's own block “{block.name}” changes; that is what its runs do."
        elif block.name in names:
            sentence = (
                f"This changes text inside “{block.name}”, a block that OpenClaw writes by itself:"
                " its next run may overwrite it."
            )
        else:
            sentence = f"This adds a block “{block.name}” as OpenClaw writes them by itself."
        weight = Weight.QUIET if by_itself else Weight.NORMAL
        yield Finding(Subject.MACHINE, weight, sentence, line=_first_change(block, old))
    for block in old:
        if block.name not in kept:
            sentence = f"The block “{block.name}”, which OpenClaw writes by itself, leaves."
            yield Finding(Subject.MACHINE, Weight.NORMAL, sentence, old_line=block.start)


def _first_change(block: Block, old: Sequence[Block]) -> int:
    known = {line for other in old if other.name == block.name for line in other.body}
    fresh = (n for n, line in enumerate(block.body, block.start + 1) if line not in known and line.strip())
    return next(fresh, block.start)


def _unpaired(old: Sequence[_Lone], new: Sequence[_Lone]) -> Iterator[Finding]:
    """Markers that lost their partner by this change."""
    before = Counter((one.name, one.edge) for one in old)
    for one in new:
        before[one.name, one.edge] -= 1
        if before[one.name, one.edge] < 0:
            other = "end" if one.edge == "start" else "start"
            sentence = (
                f"The marker openclaw:{one.name}:{one.edge} has no {other}: OpenClaw may not find"
                " its block, or take your text for it."
            )
            yield Finding(Subject.MACHINE, Weight.NORMAL, sentence, line=one.line)


def _promotions(text: str) -> dict[str, tuple[int, str]]:
    """Key to line and text of each entry that was promoted."""
    lines = text.split("\n")
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines):
        if "openclaw-memory-promotion" in line and (match := _PROMOTION.search(line)):
            below = (
                (n, lines[n]) for n in range(number + 1, min(number + 4, len(lines))) if lines[n].strip()
            )
            place = next(below, None)
            if place and not _PROMOTION.search(place[1]):
                found[match[1]] = (place[0] + 1, place[1])
    return found


def _promoted(old: str, new: str, origin: Who) -> Iterator[Finding]:
    before, after = _promotions(old), _promotions(new)
    added = [line for key, (line, _) in after.items() if key not in before]
    if added:
        if origin is Who.OUTSIDE:
            weight, sentence = (
                Weight.QUIET,
                f"OpenClaw's dreaming promotes {counted(len(added), 'entry', 'entries')}.",
            )
        else:
            weight = Weight.NORMAL
            sentence = (
                "This marks an entry as promoted by OpenClaw's dreaming, which writes such marks itself."
            )
        yield Finding(Subject.MACHINE, weight, sentence, line=added[0])
    for key, (line, text) in after.items():
        if key in before and read(before[key][1]).key != read(text).key:
            sentence = "An entry that OpenClaw promoted is reworded under its old mark."
            yield Finding(Subject.MACHINE, Weight.NORMAL, sentence, line=line, old_line=before[key][0])
