"""The text a command is given: in a file, or on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from openclaw_desktop.errors import UsageError, reason_of

STANDARD_INPUT = "-"


def text_of(source: str, *, option: str, most: int = -1) -> str:
    """The text in the file `source`, or on standard input; `most`: so many bytes of it at most.

    Raises UsageError where there is none. `option` is what a file is named with instead, for that sentence.
    """
    try:
        if source == STANDARD_INPUT:
            if _closed(sys.stdin) or sys.stdin.isatty():
                raise UsageError(f"no text comes from a pipe; give it one, or name a file with {option} FILE")
            data = sys.stdin.buffer.read(most)
        else:
            with Path(source).open("rb") as file:
                data = file.read(most)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{named(source)} is no UTF-8 text: {error}") from error
    except OSError as error:
        raise UsageError(f"{named(source)} cannot be read: {reason_of(error)}") from error


def named(source: str) -> str:
    """What a person calls it."""
    return "standard input" if source == STANDARD_INPUT else source


def _closed(stream: TextIO | None) -> bool:
    """Python has no stream where the descriptor was closed before it began."""
    return stream is None
