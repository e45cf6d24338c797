"""Pure: chunks cut again where the agent's embedding model would not take them whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from openclaw_desktop.index.chunk import Chunk

MOST_BYTES = 8192
MOST_BYTES_OF = {"local": 2048, "gemini": 2048}
"""How many bytes of UTF-8 one text may have, by provider. OpenClaw: enforceEmbeddingMaxInputTokens."""


def embeddable(chunks: Iterable[Chunk], provider: str | None) -> list[Chunk]:
    """Chunks that are too long in pieces; each keeps the lines and gets a hash of its own."""
    most = MOST_BYTES_OF.get(provider or "", MOST_BYTES)
    return [piece for chunk in chunks for piece in _cut(chunk, most)]


def _cut(chunk: Chunk, most: int) -> Iterator[Chunk]:
    data = chunk.text.encode()
    if len(data) <= most:
        yield chunk
        return
    start = 0
    while start < len(data):
        end = min(start + most, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:  # no character is cut
            end -= 1
        text = data[start:end].decode()
        yield replace(chunk, text=text, hash=hashlib.sha256(text.encode()).hexdigest())
        start = end
