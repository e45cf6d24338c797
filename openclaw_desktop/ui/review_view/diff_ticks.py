"""Pure: which lines of a difference a person wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openclaw_desktop.review.diff.difference import Difference, Hunk


class Ticks:
    """All lines are ticked at first; 0-based, removed ones are of the old text, added ones of the new."""

    def __init__(self, difference: Difference, hunks: Sequence[Hunk]) -> None:
        changed = [[difference.lines(change) for change in hunk.changes] for hunk in hunks]
        self._lines = [
            (
                frozenset(i for gone, _ in of_hunk for i in gone),
                frozenset(k for _, added in of_hunk for k in added),
            )
            for of_hunk in changed
        ]
        everything = [hunk.removed for hunk in hunks], [hunk.added for hunk in hunks]
        self._hidden = (
            frozenset[int]().union(*everything[0]).difference(*(gone for gone, _ in self._lines)),
            frozenset[int]().union(*everything[1]).difference(*(added for _, added in self._lines)),
        )
        self._states: dict[int, bool | None] = {}
        self.removed: set[int] = set()
        self.added: set[int] = set()
        self.set_all(on=True)

    @property
    def ticked(self) -> tuple[frozenset[int], frozenset[int]]:
        """The removed and the added lines, with those that go along with any other."""
        if not self.removed and not self.added:
            return frozenset(), frozenset()
        return frozenset(self.removed) | self._hidden[0], frozenset(self.added) | self._hidden[1]

    @property
    def accepted(self) -> tuple[int, int]:
        """In how many hunks something is ticked, and how many there are."""
        return sum(self.state(n) is not False for n in range(len(self._lines))), len(self._lines)

    @property
    def is_everything(self) -> bool:
        """Nothing is left out."""
        return all(self.state(n) for n in range(len(self._lines)))

    def state(self, hunk: int) -> bool | None:
        """Whether a hunk is ticked; None for a part of it."""
        if hunk not in self._states:
            gone, added = self._lines[hunk]
            count = len(gone & self.removed) + len(added & self.added)
            self._states[hunk] = True if count == len(gone) + len(added) else None if count else False
        return self._states[hunk]

    def set_all(self, *, on: bool) -> None:
        """Ticks everything or nothing."""
        for hunk in range(len(self._lines)):
            self.set_hunk(hunk, on=on)

    def set_hunk(self, hunk: int, *, on: bool) -> None:
        """Ticks a whole hunk or nothing of it."""
        gone, added = self._lines[hunk]
        self.set_lines(gone, added, on=on)

    def set_lines(self, removed: Iterable[int], added: Iterable[int], *, on: bool) -> None:
        """Ticks lines, or not."""
        self._states.clear()
        if on:
            self.removed.update(removed)
            self.added.update(added)
        else:
            self.removed.difference_update(removed)
            self.added.difference_update(added)

    def has(self, old: int | None, new: int | None) -> bool:
        """Whether every given line is ticked."""
        return (old is None or old in self.removed) and (new is None or new in self.added)
