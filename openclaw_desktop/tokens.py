"""Counts the tokens of a text the way OpenAI's models do, without the network."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from openclaw_desktop import freed_memory, resources

if TYPE_CHECKING:
    import tiktoken

PIECE = 100_000
"""Characters counted at a time: one run of 300,000 to 1,000,000 spaces overflows tiktoken's stack."""

_SUFFIX = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"  # English contractions
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SPACES = (r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+")  # up to a line's end; all but the last one; the rest
_BEFORE = r"[^\r\n\p{L}\p{N}]?"  # one space or sign goes with the word that follows

# How each encoding cuts a text before it merges bytes, and the numbers of its special tokens
# (tiktoken's public definitions; the files of byte pairs were made for exactly these).
_PATTERNS = {
    "o200k_base": (
        rf"{_BEFORE}{_UPPER}*{_LOWER}+{_SUFFIX}?",
        rf"{_BEFORE}{_UPPER}+{_LOWER}*{_SUFFIX}?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        *_SPACES,
    ),
    "cl100k_base": (
        _SUFFIX,
        rf"{_BEFORE}\p{{L}}+",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        *_SPACES,
    ),
}
_SPECIAL = {
    "o200k_base": {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    "cl100k_base": {
        "<|endoftext|>": 100257,
        "<|fim_prefix|>": 100258,
        "<|fim_middle|>": 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    },
}

_loading = Lock()
"""Two threads that want an encoding for the first time would both read it: 0.2 s and 70 MB for nothing."""

# No token of either encoding reaches across the start of a line that begins with neither a space nor "/".
_SEAM = re.compile(r"(?<=\n)[^\s/]")


def count(text: str, encoding: str = "o200k_base") -> int:
    """The number of tokens of `text`; special tokens in it count as the plain text they are.

    Exact, except that a text without a usable line start within 100,000 characters may count a token or
    two more for each cut. KeyError for an encoding that does not ship with the program. About 20 MB/s;
    the first call reads the encoding (0.2 s).
    """
    with _loading:
        encoder = _encoding(encoding)
    return sum(len(encoder.encode_ordinary(piece)) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """`text` in pieces of at most PIECE characters, cut at seams where there are any."""
    start = 0
    while len(text) - start > PIECE:
        end = start + PIECE
        line = text.rfind("\n", start + 1, end) + 1
        while line > start + 1 and not _SEAM.match(text, line):
            line = text.rfind("\n", start + 1, line - 1) + 1
        end = line if line > start + 1 else end
        yield text[start:end]
        start = end
    yield text[start:]


@lru_cache
def _encoding(name: str) -> tiktoken.Encoding:
    import tiktoken  # a start has no use for it where nothing has changed (kept_counts.py)

    pattern, special = "|".join(_PATTERNS[name]), _SPECIAL[name]
    ranks: dict[bytes, int] = {}
    with resources.path(f"encodings/{name}.tiktoken").open("rb") as lines:
        for line in lines:
            token, _, rank = line.partition(b" ")
            ranks[base64.b64decode(token)] = int(rank)
    encoder = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special)
    ranks.clear()  # counting needs tiktoken's own copy alone; this one would take 24 MB more, for ever
    freed_memory.give_back()  # what building that copy took: 50 MB
    return encoder
