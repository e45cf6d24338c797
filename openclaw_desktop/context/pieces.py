"""Pure: a text put together from stretches of a file and words of OpenClaw's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openclaw_desktop import utf16


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text and the stretch of the file it stands for, in characters; none when both ends are equal."""

    text: str
    start: int = 0
    end: int = 0

    def first(self, units: int) -> Piece:
        """What fits into so many units; a text that differs from its stretch then stands for none of it."""
        kept = utf16.fitting(self.text, units)
        if kept == len(self.text):
            return self
        verbatim = len(self.text) == self.end - self.start
        return Piece(self.text[:kept], self.start, self.start + kept if verbatim else self.start)


def stretch(text: str, start: int, end: int) -> Piece:
    """The characters from `start` to `end` of a file's text, as they are."""
    return Piece(text[start:end], start, end)


def text_of(pieces: Iterable[Piece]) -> str:
    """The pieces one after the other."""
    return "".join(piece.text for piece in pieces)


def length(pieces: Iterable[Piece]) -> int:
    """Their length in UTF-16 units."""
    return sum(utf16.length(piece.text) for piece in pieces)


def joined(pieces: Iterable[Piece], between: str) -> list[Piece]:
    """Those of the pieces that are not empty, with `between` between them."""
    result: list[Piece] = []
    for piece in pieces:
        if piece.text:
            result += [Piece(between), piece] if result and between else [piece]
    return result


def first(pieces: Sequence[Piece], units: int) -> list[Piece]:
    """What of the pieces fits into so many UTF-16 units; an emoji is never halved."""
    result: list[Piece] = []
    for piece in pieces:
        size = utf16.length(piece.text)
        if size > units:
            return [*result, piece.first(units)]
        result.append(piece)
        units -= size
    return result


def gaps(pieces: Iterable[Piece], text: str) -> tuple[tuple[int, int], ...]:
    """The stretches of a file's text that no piece stands for, in order; mere white space is none."""
    result: list[tuple[int, int]] = []
    position = 0
    for start, end in (*sorted((piece.start, piece.end) for piece in pieces), (len(text), len(text))):
        if utf16.without_trailing_space(text[position:start]):
            result.append((position, start))
        position = max(position, end)
    return tuple(result)
