"""What a changed ranking moved: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Move:
    """How one chunk moved between two rankings; `places` is 0 for new and gone."""

    chunk_id: int
    kind: Literal["up", "down", "new", "gone"]
    places: int = 0

    @property
    def sign(self) -> str:
        """What is shown beside a path: "▲2", "▼1", "new", "gone"."""
        return {"up": f"▲{self.places}", "down": f"▼{self.places}"}.get(self.kind, self.kind)


def moves(before: Sequence[int], after: Sequence[int]) -> dict[int, Move]:
    """The chunks whose place differs between two orders of chunk ids; what stayed is left out."""
    old = {chunk_id: place for place, chunk_id in enumerate(before)}
    found: dict[int, Move] = {}
    for place, chunk_id in enumerate(after):
        if chunk_id not in old:
            found[chunk_id] = Move(chunk_id, "new")
        elif old[chunk_id] > place:
            found[chunk_id] = Move(chunk_id, "up", old[chunk_id] - place)
        elif old[chunk_id] < place:
            found[chunk_id] = Move(chunk_id, "down", place - old[chunk_id])
    kept = set(after)
    found.update({chunk_id: Move(chunk_id, "gone") for chunk_id in before if chunk_id not in kept})
    return found
