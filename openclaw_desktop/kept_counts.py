"""How many tokens the texts of a workspace have, kept from one start to the next.

To read an encoding takes half a second, for 0.2 s of which Python does nothing else, and for a moment 70 MB.
A window whose files are as they were needs none of it.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any

from openclaw_desktop import small_file, tokens
from openclaw_desktop.atomic import write_atomically

log = logging.getLogger(__name__)

MOST = 5_000
"""Texts; those longest unasked for are forgotten first. 5,000 take 265 kB."""


LARGEST_FILE, LARGEST_COUNT = 2_000_000, 10**9
"""Bytes that no such file has, and tokens that no text has."""


class KeptCounts:
    """Counts each text once; of any thread. What is kept says nothing of a text but its hash."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = Lock()
        self._counts: OrderedDict[str, int] | None = None  # the latest asked for last; None: not read yet
        self._is_new = False  # there is one that the file has not

    def count(self, text: str, encoding: str) -> int:
        """The number of tokens of `text`, as tokens.count says."""
        key = f"{encoding} {blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"
        with self._lock:
            counts = self._read()
            if key in counts:
                counts.move_to_end(key)
                return counts[key]
        found = tokens.count(text, encoding)
        with self._lock:
            counts = self._read()
            counts[key] = found
            self._is_new = True
            while len(counts) > MOST:
                counts.popitem(last=False)
        return found

    def save(self) -> None:
        """Keeps them for the next time, where there is a new one; if that fails they are counted again."""
        with self._lock:
            if not self._is_new:
                return
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._file, json.dumps(self._read()).encode())
            except OSError as error:
                log.warning("counts of tokens cannot be kept: %s", error)
            else:
                self._is_new = False

    def _read(self) -> OrderedDict[str, int]:
        if self._counts is None:
            self._counts = _kept_in(self._file)
        return self._counts


def _kept_in(file: Path) -> OrderedDict[str, int]:
    """What a file holds; one that cannot be read counts as empty."""
    try:
        found: Any = json.loads(small_file.read(file, largest=LARGEST_FILE))
        return OrderedDict((str(key), _count(count)) for key, count in found.items())
    except (OSError, ValueError, AttributeError, RecursionError):
        return OrderedDict()


def _count(found: Any) -> int:
    if type(found) is not int or not 0 <= found <= LARGEST_COUNT:
        raise ValueError("no count")
    return found
