"""Pure: when a changed path has been quiet long enough to be spoken of.

Times are seconds of any one clock that does not go back.
"""

from __future__ import annotations

BURST = 32
"""From so many waiting paths on, they are reported together once no new one joins."""

LONGEST_BURST = 10
"""A burst is held back for so many times the quiet seconds at most."""


class Quiet:
    """Holds changed paths until each was left alone for `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._last: dict[str, float] = {}  # path: its latest change; the longest quiet one is first
        self._joined = 0.0  # when a path joined that was not waiting already
        self._since = 0.0  # when the first of those that wait joined

    def __len__(self) -> int:
        return len(self._last)

    def __contains__(self, path: str) -> bool:
        return path in self._last

    def add(self, path: str, now: float) -> None:
        """Notes a change of `path`."""
        if not self._last:
            self._since = now
        if self._last.pop(path, None) is None:
            self._joined = now
        self._last[path] = now

    def next_time(self) -> float | None:
        """When `take` should be asked again; None while nothing waits."""
        if not self._last:
            return None
        due = next(iter(self._last.values())) + self.seconds
        return max(due, self._held_until())

    def take(self, now: float) -> frozenset[str]:
        """The paths that are quiet, which no longer wait then."""
        if now < self._held_until():
            return frozenset()
        due: list[str] = []
        for path, last in self._last.items():
            if now < last + self.seconds:
                break
            due.append(path)
        for path in due:
            del self._last[path]
        self._since = now
        return frozenset(due)

    def _held_until(self) -> float:
        """The end of a burst; a file written all the time delays nothing, since it joins only once."""
        if len(self._last) < BURST:
            return 0.0
        return min(self._joined + self.seconds, self._since + LONGEST_BURST * self.seconds)
