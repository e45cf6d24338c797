"""Pure: between a file's text and what a text editor can hold and show.

A Qt document takes CR, U+2029, U+FDD0 and U+FDD1 for ends of lines, and control characters, zero-width
spaces and direction marks cannot be seen in it. So in the editor each of those stands as a *stand-in*:
a character that the file itself does not contain, which the editor paints as a small mark. The stand-ins
are noncharacters and private use, which nobody types.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

# Tab and line feed are shown as what they are. Joiners (U+200C, U+200D) and variation selectors belong to
# scripts and emoji, so they stay.
_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufdd0\ufdd1"
    "\ufeff\ufff9-\ufffc]"
)
_NAMES = {
    0x7F: "DEL",
    0x85: "NEL",
    0x61C: "ALM",
    0x200B: "ZWSP",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LSEP",
    0x2029: "PSEP",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}
_FIRST = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB"
_CONTROLS = [*_FIRST.split(" "), "ESC", "FS", "GS", "RS", "US"]


@dataclass(frozen=True, slots=True)
class Codec:
    """How one file's text is shown. `crlf`: every line of it ends in CRLF, so new ones do too."""

    crlf: bool = False
    stand_ins: dict[str, str] = field(default_factory=dict[str, str])  # what is shown -> what is in the file

    def to_file(self, shown: str) -> str:
        """The text of the file for what the editor shows; the inverse of `to_shown`."""
        if self.stand_ins:
            shown = shown.translate(str.maketrans(self.stand_ins))
        # A carriage return of its own before the end of a line stays: only the line feed is written as two.
        return shown.replace("\n", "\r\n") if self.crlf else shown

    def shown_again(self, text: str) -> tuple[str, Codec]:
        """`text` from elsewhere (a paste) as this editor can hold it, and the codec that knows it too.

        Its ends of lines become the editor's.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")
        return _with_stand_ins(text, self)

    @property
    def carriage_return(self) -> str | None:
        """The stand-in of a carriage return, in files whose ends of lines are mixed."""
        return next((shown for shown, real in self.stand_ins.items() if real == "\r"), None)


def to_shown(text: str, known: Codec | None = None) -> tuple[str, Codec]:
    """`text` as the editor can hold it, and the codec that turns it back.

    `codec.to_file(shown) == text` for every text, and a character of `shown` that is not edited
    becomes the character it was. Lines of `shown` end in a line feed alone. Stand-ins of `known`, the
    codec of an earlier text in the same editor, stay what they are.
    """
    feeds = text.count("\n")
    crlf = feeds > 0 and text.count("\r\n") == feeds
    if crlf:
        text = text.replace("\r\n", "\n")
    return _with_stand_ins(text, Codec(crlf, known.stand_ins if known else {}))


def label(real: str) -> str:
    """What is written on the mark of a character that cannot be seen: "NUL", "ZWSP", "U+FDD0"."""
    code = ord(real)
    if code < len(_CONTROLS):
        return _CONTROLS[code]
    return _NAMES.get(code, f"U+{code:04X}")


def description(real: str) -> str:
    """The character in words, for a tooltip: "U+200B zero width space"."""
    unnamed = f"control character {label(real)}" if unicodedata.category(real) == "Cc" else "noncharacter"
    return f"U+{ord(real):04X} {unicodedata.name(real, '').lower() or unnamed}"


def _with_stand_ins(text: str, codec: Codec) -> tuple[str, Codec]:
    odd = dict.fromkeys(_UNSHOWABLE.findall(text)) | {c: None for c in codec.stand_ins if c in text}
    if not odd:
        return text, codec
    known = {real: shown for shown, real in codec.stand_ins.items()}
    free = (c for c in _candidates() if c not in codec.stand_ins and c not in text)
    table = {real: known.get(real) or next(free) for real in odd}
    shown = text.translate(str.maketrans(table))
    return shown, Codec(codec.crlf, codec.stand_ins | {stand_in: real for real, stand_in in table.items()})


def _candidates() -> Iterator[str]:
    """Characters that mean nothing between programs: noncharacters first, then private use."""
    noncharacters, private = range(0xFDD2, 0xFDF0), range(0xE000, 0xF900)
    return map(chr, chain(noncharacters, private, range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE)))
