"""Pure: Markdown text to the chunks an OpenClaw agent's indexer makes of it, with their lines.

Lengths are UTF-16 code units as in JavaScript; 2026.9 weighs them, because a Chinese character costs a
model about as much as four Latin ones. A line costs its length and one for its end.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

from openclaw_desktop import utf16
from openclaw_desktop.index.annotations import parse_annotations, strip_annotations
from openclaw_desktop.weights import weighted_length

Version = Literal["2026.9", "2026.2"]

CURATED = ("MEMORY.md", "USER.md")
"""Root files whose entries are chunks of their own. OpenClaw 2026.9."""

UNITS_PER_TOKEN = 4
SMALLEST_CHUNK = 32

_JS_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_ONLY_SPACE = re.compile(f"[{_JS_SPACE}]*")
_HEADING = re.compile(f"#{{1,6}}(?:[{_JS_SPACE}]|$)")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document; lines are 1-based and inclusive, `hash` is SHA-256 of the text.

    `entry_start_line` and `entry_end_line` say which entry of a curated file it is (a part of).
    """

    text: str
    start_line: int
    end_line: int
    hash: str
    importance: int | None = None
    triggers: str | None = None
    project: str | None = None
    entry_start_line: int | None = None
    entry_end_line: int | None = None


class _Segment(NamedTuple):
    """A line, or a piece of one that is too long; `size` includes the line's end."""

    text: str
    line: int
    size: int


def chunk_document(
    path: str, text: str, *, version: Version, tokens: int = 400, overlap: int = 80
) -> list[Chunk]:
    """What the agent's indexer stores of the document at `path` (relative to the workspace).

    2026.9 makes each entry of root MEMORY.md and USER.md a chunk of its own and moves annotations from the
    text into the chunk's fields. Chunks of nothing but white space are dropped.
    """
    if version == "2026.2":
        chunks = chunk_markdown(text, version=version, tokens=tokens, overlap=overlap)
        return [chunk for chunk in chunks if not _ONLY_SPACE.fullmatch(chunk.text)]
    curated = path in CURATED
    indexed = strip_annotations(text)
    chunks = chunk_markdown(indexed, version=version, tokens=tokens, overlap=overlap, per_entry=curated)
    chunks = [chunk for chunk in chunks if not _ONLY_SPACE.fullmatch(chunk.text)]
    if "<!--" not in text:
        return chunks
    lines = text.replace("\r\n", "\n").split("\n")
    return [_annotated(chunk, lines, curated=curated, project=path.upper() != "USER.MD") for chunk in chunks]


def _annotated(chunk: Chunk, lines: Sequence[str], *, curated: bool, project: bool) -> Chunk:
    first = chunk.entry_start_line or chunk.start_line
    last = chunk.entry_end_line or chunk.end_line
    found = parse_annotations(lines[first - 1 : last], curated=curated, project=project)
    return replace(chunk, importance=found.importance, triggers=found.triggers, project=found.project)


def chunk_markdown(
    text: str, *, version: Version, tokens: int = 400, overlap: int = 80, per_entry: bool = False
) -> list[Chunk]:
    """`text` in chunks of at most about `tokens` tokens, each beginning with the end of the one before.

    An empty text is one empty chunk. 2026.2 may cut a character of two code units in half, and each half
    is then U+FFFD, as in the agent's database. `per_entry` exists in 2026.9 only.
    """
    limit = max(SMALLEST_CHUNK, tokens * UNITS_PER_TOKEN)
    overlap = max(0, overlap * UNITS_PER_TOKEN)
    lines = text.split("\n")
    if version == "2026.2":
        segments = _segments_2026_2(lines, limit)
        return [_chunk(part) for part in _packed(segments, limit, overlap, keep=_whole_segments)]
    chunks: list[Chunk] = []
    for first, last, is_entry in _spans(lines) if per_entry else [(1, len(lines), False)]:
        segments = _segments_2026_9(lines[first - 1 : last], first, limit)
        for part in _packed(segments, limit, overlap, keep=_what_fits):
            chunk = _chunk(part)
            if is_entry:
                chunk = replace(chunk, entry_start_line=first, entry_end_line=last)
            chunks.append(chunk)
    return chunks


def chunk_id(source: str, path: str, chunk: Chunk, model: str) -> str:
    """The key of a chunk in the agent's own index, both versions."""
    return _sha256(f"{source}:{path}:{chunk.start_line}:{chunk.end_line}:{chunk.hash}:{model}")


def _packed(
    segments: Iterable[_Segment],
    limit: int,
    overlap: int,
    *,
    keep: Callable[[list[_Segment], int, int], list[_Segment]],
) -> Iterator[list[_Segment]]:
    """Segments in groups that stay under `limit`; `keep` says what of a full group begins the next one."""
    group: list[_Segment] = []
    size = 0
    for segment in segments:
        if group and size + segment.size > limit:
            yield group
            group = keep(group, overlap, limit - segment.size)
            size = sum(kept.size for kept in group)
        group.append(segment)
        size += segment.size
    yield group


def _whole_segments(group: list[_Segment], overlap: int, _room: int) -> list[_Segment]:
    """Segments from the end until they make up the overlap, however long they are. OpenClaw 2026.2."""
    first, size = len(group), 0
    while first > 0 and size < overlap:
        first -= 1
        size += group[first].size
    return group[first:]


def _what_fits(group: list[_Segment], overlap: int, room: int) -> list[_Segment]:
    """Segments from the end while they fit overlap and room, else the last one's end. OpenClaw 2026.9."""
    left = min(overlap, room)
    first = len(group)
    while first > 0 and group[first - 1].size <= left:
        first -= 1
        left -= group[first].size
    if first < len(group):
        return group[first:]
    last = group[-1]
    tail = _tail(last.text, left - 1)
    return [_Segment(tail, last.line, weighted_length(tail) + 1)] if tail else []


def _tail(text: str, budget: int) -> str:
    """The longest end of `text` that weighs no more than `budget`."""
    start = len(text)
    while start > 0 and (budget := budget - _weight(text[start - 1])) >= 0:
        start -= 1
    return text[start:]


@cache
def _weight(character: str) -> int:
    return weighted_length(character)


def _segments_2026_2(lines: list[str], limit: int) -> Iterator[_Segment]:
    for number, line in enumerate(lines, 1):
        length = utf16.length(line)
        if length <= limit:
            yield _Segment(line, number, length + 1)
        else:
            for piece in _cut(line, limit, keep_pairs=False):
                yield _Segment(piece, number, utf16.length(piece) + 1)


def _segments_2026_9(lines: list[str], first: int, limit: int) -> Iterator[_Segment]:
    for number, line in enumerate(lines, first):
        for piece in (line,) if utf16.length(line) <= limit else _cut(line, limit, keep_pairs=True):
            weight = weighted_length(piece)
            if weight <= limit:
                yield _Segment(piece, number, weight + 1)
            else:
                yield from _cut_by_weight(piece, number, limit)


def _cut(line: str, limit: int, *, keep_pairs: bool) -> Iterator[str]:
    """`line` in pieces of `limit` code units, one less where that would cut a pair that is to be kept."""
    units = line.encode("utf-16-le", "surrogatepass")
    start = 0
    while start < len(units):
        end = start + 2 * limit
        if keep_pairs and end < len(units) and 0xD8 <= units[end - 1] <= 0xDB:
            end -= 2
        yield units[start:end].decode("utf-16-le", "replace")
        start = end


def _cut_by_weight(piece: str, number: int, limit: int) -> Iterator[_Segment]:
    start = weight = 0
    for index, character in enumerate(piece):
        more = _weight(character)
        if weight + more > limit:
            yield _Segment(piece[start:index], number, weight + 1)
            start, weight = index, 0
        weight += more
    yield _Segment(piece[start:], number, weight + 1)


def _spans(lines: list[str]) -> Iterator[tuple[int, int, bool]]:
    """First line, last line, and whether it is a list entry, of each part of a curated file."""
    first, is_entry = 1, lines[0].startswith("- ")
    for number, line in enumerate(lines[1:], 2):
        starts_entry = line.startswith("- ")
        if starts_entry or _HEADING.match(line):
            yield first, number - 1, is_entry
            first, is_entry = number, starts_entry
    yield first, len(lines), is_entry


def _chunk(group: list[_Segment]) -> Chunk:
    text = "\n".join(segment.text for segment in group)
    return Chunk(text, group[0].line, group[-1].line, _sha256(text))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
