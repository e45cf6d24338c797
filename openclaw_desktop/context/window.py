"""Pure: which entries of a chain the model still has, after compactions and resets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.sessions.parts import Part


@dataclass(frozen=True, slots=True)
class InWindow:
    """A part in the window and where it came from: `index` is the place of its entry in the chain."""

    index: int
    entry: Entry
    part: Part


@dataclass(frozen=True, slots=True)
class Boundary:
    """A compaction or reset at `index` of the chain; of the entries before it those from `kept` on stay."""

    index: int
    kept: int  # `index` itself when none stays


def boundaries(chain: Sequence[Entry]) -> list[Boundary]:
    """The compactions and resets of the chain, in order.

    One whose `first_kept` is not among the entries before it keeps none of them (OpenClaw 2026.2).
    """
    places: dict[str, int] = {}
    found: list[Boundary] = []
    for index, entry in enumerate(chain):
        if entry.is_boundary:
            found.append(Boundary(index, places.get(entry.first_kept or "", index)))
        places[entry.id] = index
    return found


def held(chain: Sequence[Entry], index: int) -> list[int]:
    """The places of the entries in the window once the entry at `index` is there, in the model's order.

    After a compaction: its summary, the entries kept from before it, the later ones (OpenClaw 2026.2 and
    2026.9). IndexError when the chain has no such entry.
    """
    if not 0 <= index < len(chain):
        raise IndexError(index)
    order = list(range(index + 1))
    if last := _last_boundary(chain, index):
        kept = [place for place in range(last.kept, last.index) if not chain[place].is_boundary]
        order = [last.index, *kept, *range(last.index + 1, index + 1)]
    return [place for place in order if chain[place].in_context]


def _last_boundary(chain: Sequence[Entry], index: int) -> Boundary | None:
    """The last of `boundaries` up to `index`, found from there backwards: what is long ago costs nothing."""
    at = next((place for place in range(index, -1, -1) if chain[place].is_boundary), None)
    if at is None:
        return None
    wanted = chain[at].first_kept
    return Boundary(at, next((place for place in range(at - 1, -1, -1) if chain[place].id == wanted), at))


def in_window(chain: Sequence[Entry], index: int) -> list[InWindow]:
    """What was in the window once the entry at `index` was there, in the model's order.

    Only what the transcript has: the system prompt and the injected files are not in it.
    """
    return [
        InWindow(place, chain[place], part) for place in held(chain, index) for part in chain[place].parts
    ]
