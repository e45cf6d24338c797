"""Pure: what is written for a line of a difference: changed words, blanks that changed, unseen characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from openclaw_desktop.review.diff.difference import Row, Sign
from openclaw_desktop.review.diff.words import Spans
from openclaw_desktop.ui.editor.codec import label
from openclaw_desktop.ui.editor.units import length
from openclaw_desktop.ui.tree.names import count_of

LONGEST, BEFORE = 10_000, 400
"""Characters of a line that are written, and how many of them before the first that changed."""

# What an editor cannot show, and what looks like nothing: the soft hyphen, fillers, tag characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffc\ufdd0\ufdd1\U000e0000-\U000e007f]"
)
_BLANK = re.compile(r"\s")
_DRAWN = {" ": "·", "\t": "→\t", "\u00a0": "⍽", "\u3000": "□"}


class Look(Enum):
    """How a piece of a line is drawn."""

    PLAIN = 0
    CHANGED = 1
    BLANK = 2  # a blank that changed, drawn as a sign
    UNSEEN = 3  # the name of a character that cannot be seen
    NOTE = 4  # said by the program, not by the text


@dataclass(frozen=True, slots=True)
class Written:
    """A line as it is drawn. `runs` are pieces that are not plain: start and length in UTF-16 units."""

    text: str
    runs: tuple[tuple[int, int, Look], ...]


def written(row: Row, *, shows_return: bool, shows_move: bool) -> Written:
    """What is drawn for a row; a carriage return at its end, and where it moved, only if that helps."""
    if row.is_end:
        return _put_together([("↵ newline at the end of the file", Look.NOTE)])
    text, spans = row.text, row.spans
    if text.endswith("\r") and not shows_return and not (spans and spans[-1][1] == len(text)):
        text = text[:-1]
    if not spans and row.other is None and row.sign is not Sign.SAME:
        spans = _blanks_at_the_end(text)
    found = list(_cut(text, spans))
    if shows_move and row.moved is not None:
        found.append(
            (f"   moved {'to' if row.sign is Sign.REMOVED else 'from'} line {row.moved:,}", Look.NOTE)
        )
    return _put_together(found)


def _put_together(pieces: list[tuple[str, Look]]) -> Written:
    runs: list[tuple[int, int, Look]] = []
    at = 0
    for text, look in pieces:
        units = length(text)
        if look is not Look.PLAIN:
            runs.append((at, units, look))
        at += units
    return Written("".join(text for text, _ in pieces), tuple(runs))


def _blanks_at_the_end(text: str) -> Spans:
    kept = len(text.rstrip())
    return ((kept, len(text)),) if kept < len(text) else ()


def _cut(text: str, spans: Spans) -> Iterator[tuple[str, Look]]:
    """The pieces of a line; of a very long one those round the first change."""
    start, end = 0, len(text)
    if end > LONGEST:
        start = max(0, min(spans[0][0] - BEFORE, end - LONGEST)) if spans else 0
        end = start + LONGEST
    if start:
        yield f"… {count_of(start, 'character')} …", Look.NOTE
    at = start
    for first, after in spans:
        if first < end and after > start:
            yield from _seen(text[at : max(first, at)], Look.PLAIN)
            yield from _seen(text[max(first, at) : min(after, end)], Look.CHANGED)
            at = min(after, end)
    yield from _seen(text[at:end], Look.PLAIN)
    if end < len(text):
        yield f"… {count_of(len(text) - end, 'more character')} …", Look.NOTE


def _seen(text: str, look: Look) -> Iterator[tuple[str, Look]]:
    """`text` with the names of unseen characters, and with signs for blanks if nothing but blanks changed."""
    is_blank = look is Look.CHANGED and text.isspace()
    at = 0
    for match in _UNSEEN.finditer(text):
        yield from _drawn(text[at : match.start()], look, is_blank)
        yield label(match[0]), Look.UNSEEN
        at = match.end()
    yield from _drawn(text[at:], look, is_blank)


def _drawn(text: str, look: Look, is_blank: bool) -> Iterator[tuple[str, Look]]:
    if text and is_blank:
        yield _BLANK.sub(lambda match: _DRAWN.get(match[0], "␣"), text), Look.BLANK
    elif text:
        yield text, look
