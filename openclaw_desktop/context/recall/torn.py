"""Pure: what can be read of a JSON object whose end was cut off."""

from __future__ import annotations

import json
import re

from openclaw_desktop.context.transcript import Record, object_of, record_of

LONGEST = 1_000_000
"""Characters of a torn text that are looked at; OpenClaw 2026.9 stores some 16,400 of a result."""

DEEPEST = 100

_DECODER = json.JSONDecoder()

_NOTICE = re.compile(r"\s*\[\.\.\. [\d,. ]+ more characters truncated[^\]]*\]\s*\Z")
"""What OpenClaw 2026.9 puts where it cut a tool's result off."""

_CLOSERS = {"{": "}", "[": "]"}
_OTHERS = frozenset(" \t\r\n:-+.0123456789eEtrufalsn")
"""All that a JSON text holds beside texts, brackets and commas."""

_HALF_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)\Z")


def read(text: str) -> tuple[Record | None, bool]:
    """The object that `text` begins with, or as much of it as is there; True with it when it was cut off.

    The last text value may be a beginning; a number or name that was cut is left out. None for what is no
    object.
    """
    text = text.lstrip()
    if not text.startswith("{"):
        return None, False
    try:
        return object_of(_DECODER.raw_decode(text)[0]), False
    except (ValueError, RecursionError):
        return _Torn(_NOTICE.sub("", text[:LONGEST])).closed(), True


class _Torn:
    """Goes through the text once and remembers where it could have ended."""

    def __init__(self, text: str) -> None:
        self._open: list[str] = []
        self._whole = (0, "")  # the end of the last whole member, and what would close it there
        self._in_text = False
        self._text = text[: self._walked(text)]

    def closed(self) -> Record | None:
        """The object, closed where it ends; else without its last, incomplete member."""
        text = self._text
        if self._in_text:
            half = _HALF_ESCAPE.search(text)
            text = (text[: half.start(1)] if half else text) + '"'
        at, closers = self._whole
        ends_whole = self._in_text or text.rstrip().endswith(("}", "]", '"', "{", "["))
        whole = record_of(text + self._closers) if ends_whole else None
        return record_of(text[:at] + closers) if whole is None else whole

    @property
    def _closers(self) -> str:
        return "".join(_CLOSERS[each] for each in reversed(self._open))

    def _walked(self, text: str) -> int:
        """How much of `text` is JSON."""
        is_escaped = False
        for place, character in enumerate(text):
            if self._in_text:
                if character < " ":  # never in a text of JSON: somebody's notice begins here
                    return place
                is_ending = character == '"' and not is_escaped
                is_escaped = character == "\\" and not is_escaped
                self._in_text = not is_ending
            elif character == '"':
                self._in_text = True
            elif character in _CLOSERS:
                if len(self._open) == DEEPEST:
                    return place
                self._open.append(character)
                self._whole = place + 1, self._closers
            elif character in "}]":
                if not self._open or _CLOSERS[self._open.pop()] != character:
                    return place
            elif character == ",":
                self._whole = place, self._closers
            elif character not in _OTHERS:
                return place
        return len(text)
