"""Pure: a session as a tree of entries, and each of its branches as the model was led along it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from openclaw_desktop.context.sessions.entries import KEPT_CHARS, Entry, EntryKind, EntryReader
from openclaw_desktop.context.transcript import Placed, Record


@dataclass(frozen=True, slots=True)
class Branch:
    """A way through the session of so many entries; `from_turn` is where it leaves the last written one."""

    leaf_id: str
    entries: int
    from_turn: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """All entries in the order they were written, with the header apart.

    `damaged` counts records that could not be read, `unknown` those of types, roles and blocks nobody
    knows. `problems` are sentences about what was odd. The first branch is the one the session is on.
    """

    header: Record = field(default_factory=dict[str, object])
    entries: tuple[Entry, ...] = ()
    damaged: int = 0
    unknown: Mapping[str, int] = field(default_factory=dict[str, int])
    problems: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()

    def chain(self, leaf: str | None = None) -> list[Entry]:
        """The entries from the first to `leaf`, as they follow each other; by default to the last written.

        KeyError when there is no such entry. Of several with one id the last counts.
        """
        if not self.entries:
            return []
        above = _parents(self.entries)
        place = _end(self.entries)
        if leaf is not None:
            place = {entry.id: index for index, entry in enumerate(self.entries)}[leaf]
        chain: list[Entry] = []
        while place >= 0:
            chain.append(self.entries[place])
            place = above[place]
        return chain[::-1]


def read_conversation(records: Iterable[Record | None], kept_chars: int = KEPT_CHARS) -> Conversation:
    """The session these records are; None stands for one that could not be read.

    The records are not kept, and `kept_chars` bounds the texts: a session of any size fits into memory.
    """
    return read_placed(((record, None) for record in records), kept_chars)


def read_placed(records: Iterable[Placed], kept_chars: int = KEPT_CHARS) -> Conversation:
    """The session of these records, of which it is known where in the transcript they stand."""
    reader = EntryReader(kept_chars)
    header: Record | None = None
    entries: list[Entry] = []
    damaged = 0
    for record, offset in records:
        if record is None:
            damaged += 1
        elif header is None and not entries and record.get("type") == "session":
            header = record
            reader.skip()
        else:
            entries.append(reader.take(record, offset))
    return Conversation(
        header=header or {},
        entries=tuple(entries),
        damaged=damaged,
        unknown=dict(reader.unknown),
        problems=tuple(
            _problems(
                entries,
                reader,
                damaged,
                has_header=header is not None,
                shortened=reader.shortened if kept_chars else 0,  # nobody asked for texts
            )
        ),
        branches=_branches(entries),
    )


def _parents(entries: Iterable[Entry]) -> list[int]:
    """For each entry the place of the one it follows, -1 for none."""
    known: dict[str, int] = {}
    above: list[int] = []
    for index, entry in enumerate(entries):
        above.append(-1 if entry.parent is None else known.get(entry.parent, -1))
        known[entry.id] = index
    return above


def _end(entries: Sequence[Entry]) -> int:
    """The entry the session stands at: the last, or the one a last `leaf` record goes back to (2026.9)."""
    end = len(entries) - 1
    if end >= 0 and entries[end].kind is EntryKind.LEAF:
        known = {entry.id: index for index, entry in enumerate(entries)}
        return known.get(entries[end].detail, end)
    return end


def _branches(entries: list[Entry]) -> tuple[Branch, ...]:
    """One for each entry that none follows, the last written first."""
    above = _parents(entries)
    depth: list[int] = []
    for parent in above:
        depth.append(depth[parent] + 1 if parent >= 0 else 1)
    shared = [False] * len(entries)
    place = _end(entries)
    while place >= 0:
        shared[place], place = True, above[place]
    turns: list[int] = []  # of the last entry shared with the branch the session is on
    for index, entry in enumerate(entries):
        parent = above[index]
        turns.append(entry.turn if shared[index] else turns[parent] if parent >= 0 else 0)
    real = [index for index, entry in enumerate(entries) if entry.kind is not EntryKind.LEAF]
    followed = {above[index] for index in real}
    leaves = [_end(entries), *(index for index in reversed(real) if index not in followed)]
    return tuple(
        Branch(entries[leaf].id, depth[leaf], turns[leaf]) for leaf in dict.fromkeys(leaves) if leaf >= 0
    )


def _problems(
    entries: list[Entry], reader: EntryReader, damaged: int, *, has_header: bool, shortened: int
) -> list[str]:
    times = [entry.at for entry in entries if entry.at]
    back = sum(later < earlier for earlier, later in pairwise(times))
    doubled = len(entries) - len({entry.id for entry in entries})
    counted = (
        ("Damaged records, left out", damaged),
        ("Of a kind this program does not know, shown as far as possible", sum(reader.unknown.values())),
        ("Without the record they follow, read in the order of writing", reader.parents_missing),
        ("With an id that was used before", doubled),
        ("Earlier than the record before, as when a clock is set back", back),
        ("Texts of which only the beginning is kept, because the session is so large", shortened),
    )
    said = [f"{sentence}: {number}." for sentence, number in counted if number]
    return said if has_header or not entries else ["The session has no header.", *said]
