"""Pure: in which order files were in front, and going back in it with Ctrl+Tab."""

from __future__ import annotations


class Recent:
    """The files last used, latest first. While one goes back through them their order stays."""

    def __init__(self) -> None:
        self._paths: list[str] = []
        self._at = 0

    @property
    def latest(self) -> str:
        """The file used last, "" when there is none."""
        return self._paths[0] if self._paths else ""

    @property
    def going_back(self) -> bool:
        """Whether Ctrl is still held after Ctrl+Tab."""
        return self._at != 0

    def use(self, path: str) -> None:
        """This file is in front now."""
        if not self.going_back:
            self._paths = [path, *(other for other in self._paths if other != path)]

    def forget(self, path: str) -> None:
        """This file is closed."""
        self._paths = [other for other in self._paths if other != path]
        self._at = 0

    def rename(self, old: str, new: str) -> None:
        """This file has another name."""
        self._paths = [new if other == old else other for other in self._paths]

    def go(self, step: int) -> str:
        """The file `step` further back; after the last one the first. "" when there is no other."""
        if len(self._paths) < 2:
            return ""
        place = (self._at + step) % len(self._paths)
        self._at = place or len(self._paths)  # 0 would say that nobody goes back
        return self._paths[place]

    def stop(self) -> None:
        """Ctrl was let go: what is in front now counts as used."""
        place, self._at = self._at % max(len(self._paths), 1), 0
        if self._paths:
            self.use(self._paths[place])
