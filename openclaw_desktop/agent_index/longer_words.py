"""Pure: which longer word of a text hides a word that is asked for.

FTS5's `unicode61` takes every run of letters and digits for one word, Chinese sentences included, and finds
whole words only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

LONGEST_SHOWN = 24

_CJK = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def is_cjk(word: str) -> bool:
    """Whether a word has Chinese, Japanese or Korean characters, which are written without spaces."""
    return _CJK.search(word) is not None


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Where each word of `text` begins and ends, as `unicode61` has them."""
    start = None
    for place, character in enumerate(text):
        belongs = unicodedata.category(character)[0] in "LNM" or unicodedata.category(character) == "Co"
        if belongs and start is None:
            start = place
        elif not belongs and start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(text)


def longer_word(word: str, text: str) -> str | None:
    """The first word of `text` that holds `word` and more; None when there is none."""
    asked = word.lower()
    for start, end in runs(text):
        found = text[start:end]
        place = found.lower().find(asked)
        if place >= 0 and len(found) > len(word):
            return _shown(found, place, len(word))
    return None


def _shown(word: str, place: int, length: int) -> str:
    """A long word cut on both sides of what was asked for."""
    if len(word) <= LONGEST_SHOWN:
        return word
    first = max(0, min(place - (LONGEST_SHOWN - length) // 2, len(word) - LONGEST_SHOWN))
    last = max(first + LONGEST_SHOWN, place + length)
    return ("…" if first else "") + word[first:last] + ("…" if last < len(word) else "")
