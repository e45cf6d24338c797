"""Pure: which chunk of today's index is the passage an agent was once given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openclaw_desktop.context.recall.answers import KEPT, RecordedHit
from openclaw_desktop.index.rows import ChunkRow


def passages(
    recorded: Sequence[RecordedHit], chunks: Mapping[str, Sequence[ChunkRow]], order: Mapping[int, int]
) -> list[ChunkRow | None]:
    """The chunk of each recorded hit: with its text, else at its lines, else the one that overlaps them most.

    `chunks` are those of every file; `order` the places of today's hits, by which the best chunk is taken
    where only a file was named. No chunk stands for two hits unless both were found in it.
    """
    sure = [_surely(each, chunks.get(each.path, ()), order) for each in recorded]
    taken = {chunk.id for chunk in sure if chunk}
    found: list[ChunkRow | None] = []
    for each, chunk in zip(recorded, sure, strict=True):
        left = [other for other in chunks.get(each.path, ()) if other.id not in taken]
        near = chunk or max(left, key=lambda other: _shared_lines(each, other), default=None)
        found.append(near if near and (chunk or _shared_lines(each, near) > 0) else None)
    return found


def says(recorded: RecordedHit, chunk: ChunkRow) -> bool:
    """Whether the chunk begins with what was quoted of it."""
    quoted = recorded.snippet.strip()
    return bool(quoted) and chunk.text.strip()[:KEPT].startswith(quoted)


def _surely(recorded: RecordedHit, chunks: Sequence[ChunkRow], order: Mapping[int, int]) -> ChunkRow | None:
    lines = recorded.start_line, recorded.end_line
    at_lines = [chunk for chunk in chunks if (chunk.start_line, chunk.end_line) == lines]
    alike = [chunk for chunk in chunks if says(recorded, chunk)]
    if recorded.start_line is None:
        return min(alike or chunks, key=lambda chunk: order.get(chunk.id, len(order) + 1), default=None)
    both = [chunk for chunk in at_lines if chunk in alike]
    return next(iter([*both, *alike, *at_lines]), None)


def _shared_lines(recorded: RecordedHit, chunk: ChunkRow) -> int:
    first = recorded.start_line or 1
    last = recorded.end_line or first
    return min(last, chunk.end_line) - max(first, chunk.start_line) + 1
