"""The settings of a running program: changed here, by hand in their file, or by another window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from openclaw_desktop import settings, settings_file
from openclaw_desktop.settings import Settings
from openclaw_desktop.settings_file import Reading


class LiveSettings:
    """Between the file and whoever acts upon what it says; one change at a time. Its verbs read files."""

    def __init__(self, file: Path, *, used: Callable[[], Settings], use: Callable[[Settings], None]) -> None:
        """`used` tells what the program acts upon now; `use` makes it act upon something else."""
        self._file, self._used, self._use = file, used, use
        self._changing = Lock()
        self._read: Reading | None = None  # the file as it was read or written here last

    def change(self, values: Mapping[str, Any]) -> Settings:
        """Checks, saves and uses settings by key ("search.limit").

        Raises SettingsError with all as it was.
        """
        with self._changing:
            self._take_what_others_wrote()
            changed = settings.changed(self._used(), values)
            settings_file.save(changed, values, self._file)
            self._read = settings_file.read(self._file)
            self._use(changed)
            return changed

    def read_again(self) -> bool:
        """Uses what was written into the file by hand, or by another window.

        Whether the file says something else than when it was read or written here last; the first time, than
        what the program acts upon: it may have been read long before, for a start or for another workspace.
        """
        with self._changing:
            return self._take_what_others_wrote()

    def _take_what_others_wrote(self) -> bool:
        before, now = self._read, settings_file.read(self._file)
        self._read = now
        said = now != before if before is not None else not now.trouble and now.settings != self._used()
        if not said:
            return False
        if not now.trouble:  # what is no TOML just now may be half of a file that is being written
            self._use(now.settings)
        return True
