"""Pure: what an OpenClaw agent itself asks its keyword index for.

Its index is FTS5 with `unicode61`, which takes a run of Chinese for one word; so do these rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal

from openclaw_desktop import resources

_TOKEN = re.compile(r"\w+")
_KANA = re.compile("[\u3040-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7af\u3131-\u3163]")
_SYLLABLE = re.compile("[\uac00-\ud7af]")
_JAPANESE_PART = re.compile("[a-z0-9_]+|[\u30a0-\u30ff]+|[\u4e00-\u9fff]+|[\u3040-\u309f]{2,}")
_TOO_SHORT_OR_NUMBER = re.compile("[a-zA-Z]{1,2}|[0-9]+")
_ASCII_WORD = re.compile("[A-Za-z0-9_]+")

_KOREAN_PARTICLES = (
    *("에서", "으로", "에게", "한테", "처럼", "같이", "보다", "까지", "부터", "마다", "밖에", "대로"),
    *"은는이가을를의에로와과도만",
)
"""Particles at a word's end, the longer ones first."""


def openclaw_match(query: str) -> str | None:
    """The agent's FTS5 expression: every word must be there. None when the query has no word.

    OpenClaw 2026.2 and 2026.9: buildFtsQuery.
    """
    return " AND ".join(f'"{token}"' for token in _TOKEN.findall(query)) or None


def openclaw_keywords(
    query: str, *, version: Literal["2026.9", "2026.2"] = "2026.9", trigram: bool = False
) -> list[str]:
    """The words the agent falls back to one by one, in order, each once.

    With `trigram` (2026.9 only: an agent whose index is made of trigrams) runs of Han stay whole.
    OpenClaw: extractKeywords.
    """
    stop = frozenset[str]().union(*_stop_words().values())
    whole = trigram and version == "2026.9"
    tokens = (token for part in _parts(query.lower()) for token in _tokens(part, whole=whole))
    return list(dict.fromkeys(token for token in tokens if token not in stop and _says_something(token)))


def _parts(query: str) -> list[str]:
    """The query split at white space and punctuation; symbols such as `+` stay."""
    return "".join(" " if unicodedata.category(c)[0] == "P" else c for c in query).split()


def _tokens(part: str, *, whole: bool) -> Iterator[str]:
    if _KANA.search(part):
        for piece in _JAPANESE_PART.findall(part):
            yield piece
            if _HAN.match(piece) and not whole:
                yield from _pairs(piece)
    elif _HAN.search(part):
        characters = "".join(_HAN.findall(part))
        yield from [characters] if whole else [*characters, *_pairs(characters)]
    elif _HANGUL.search(part):
        yield from _korean(part)
    else:
        yield part


def _korean(word: str) -> Iterator[str]:
    """The word, and what is left without its particle where that is a word of its own."""
    stop = _stop_words()["Korean"]
    particle = next((p for p in _KOREAN_PARTICLES if word.endswith(p) and word != p), "")
    stem = word.removesuffix(particle) if particle else ""
    if stem in stop:
        return
    if word not in stop:
        yield word
    if stem and (len(stem) >= 2 if _SYLLABLE.search(stem) else _ASCII_WORD.fullmatch(stem)):
        yield stem


def _pairs(characters: str) -> Iterator[str]:
    return (a + b for a, b in pairwise(characters))


def _says_something(token: str) -> bool:
    if _TOO_SHORT_OR_NUMBER.fullmatch(token):
        return False
    return any(unicodedata.category(c)[0] not in "PS" for c in token)


@cache
def _stop_words() -> dict[str, frozenset[str]]:
    """The agent's stop words by language."""
    text = resources.path("stopwords/openclaw.txt").read_text(encoding="utf-8")
    found: dict[str, frozenset[str]] = {}
    for section in text.split("\n[")[1:]:
        language, _, words = section.partition("]")
        found[language] = frozenset(words.split())
    return found
