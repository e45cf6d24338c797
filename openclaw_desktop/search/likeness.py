"""Finds the lines of the workspace that say nearly what a given line says, by meaning and by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.terms import match_expression
from openclaw_desktop.search.mmr import tokens

CHUNKS = 6
"""So many chunks of each leg are looked into for a line."""

COMPARED = 3
"""So many lines, those with the most words in common, are compared by meaning."""

NAMED = 4
"""So many lines are named for a text that is looked up by its words."""

ASKED, LONGEST_ASKED = 4, 12
"""So many words, and so much of one, tell where a text stands word for word."""

_WORD = re.compile(r"\w+")

Embed = Callable[[str], Vector | None]


@dataclass(frozen=True, slots=True)
class LineHit:
    """A line of the workspace; `similarity` is its cosine with what was asked, 0 without vectors."""

    path: str
    line: int
    text: str
    similarity: float


def lines_like(store: Store, text: str, embed: Embed) -> list[LineHit]:
    """The nearest lines, nearest first; without vectors those that share the most words.

    `embed` gives a text's vector or None. The index holds files as they were indexed: a line number is that
    of the indexed version. IndexDamagedError when the index cannot be read.
    """
    vector = embed(text)
    lines = _most_alike(text, _lines_of(_chunks(store, text, vector)), COMPARED)
    if vector is None:
        return lines
    return sorted((_compared(line, vector, embed) for line in lines), key=lambda hit: -hit.similarity)


def lines_with_words(store: Store, text: str) -> list[LineHit]:
    """The lines that share the most words with `text`, found by its longest words alone.

    For looking up hundreds of texts that may stand elsewhere nearly word for word: a tenth of the time that
    asking for all their words takes.
    """
    return _most_alike(text, _lines_of(_chunks(store, _telling(text), None)), NAMED)


def _telling(text: str) -> str:
    """The few words of `text` that are likely to be rare: the longest, and of long runs their beginning."""
    words = {word[:LONGEST_ASKED] for word in _WORD.findall(text)}
    return " ".join(sorted(words, key=lambda word: (-len(word), word))[:ASKED])


def _chunks(store: Store, text: str, vector: Vector | None) -> list[ChunkRow]:
    ids: dict[int, None] = {}
    if vector is not None:
        ids.update((hit.chunk_id, None) for hit in store.vector_hits(vector, CHUNKS))
    if match := match_expression(text):
        ids.update((hit.chunk_id, None) for hit in store.keyword_hits(match.expression, CHUNKS))
    return list(store.chunks(ids).values())


def _lines_of(chunks: Sequence[ChunkRow]) -> list[LineHit]:
    """The lines of these chunks, each once: neighbouring chunks overlap."""
    found = {
        (chunk.path, chunk.start_line + number): line
        for chunk in chunks
        for number, line in enumerate(chunk.text.split("\n"))
        if line.strip()
    }
    return [LineHit(path, line, text, 0.0) for (path, line), text in found.items()]


def _most_alike(text: str, lines: list[LineHit], limit: int) -> list[LineHit]:
    wanted = tokens(text)
    shares = [(_share(wanted, tokens(line.text)), line) for line in lines]
    shares.sort(key=lambda pair: -pair[0])
    return [line for share, line in shares[:limit] if share > 0]


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard."""
    return len(a & b) / len(a | b) if a and b else 0.0


def _compared(line: LineHit, vector: Vector, embed: Embed) -> LineHit:
    own = embed(line.text)
    cosine = float(np.dot(vector, own)) if own is not None else 0.0
    return LineHit(line.path, line.line, line.text, cosine)
