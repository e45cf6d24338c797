"""Pure: texts made alike before they are compared, and what stands in them as a word of its own."""

from __future__ import annotations

import re
import unicodedata

COMMON = frozenset(
    re.findall(
        r"\w+",
        """the and for with that this these those from are was were has have had will would should can
        could may might must not but you your our their his her its they them she him who what
        when where why how all any some please remember note always never also very just only
        out into about than then there here get got let set""",
    )
)
"""English words that tell nothing of what a sentence is about."""

_ACCENTS = re.compile("[\u0300-\u036f]")


def words_of(text: str) -> frozenset[str]:
    """The beginnings of its longer words and numbers, and each pair of neighbouring Han characters."""
    words = {word[:4] for word in re.findall(r"[a-zß-öø-ÿ]{3,}|\d{2,}", text.lower()) if word not in COMMON}
    for run in re.findall("[\u4e00-\u9fff]{2,}", text):
        words |= {run[i : i + 2] for i in range(len(run) - 1)}
    return frozenset(words)


def even(text: str) -> str:
    """The text without what is only another way to write a letter: full width, accents, curly quotes."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.replace("’", "'").replace("−", "-"))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart))


def plain(text: str) -> str:
    """The text in small letters, each white space one blank, each slash the same."""
    return re.sub(r"\s+", " ", text.casefold()).replace("\\", "/")


def stands_in(wanted: str, text: str) -> bool:
    """Whether it stands in the text, not within a longer word."""
    start = text.find(wanted)
    while start >= 0:
        before = text[start - 1 : start] + wanted[0]
        after = wanted[-1] + text[start + len(wanted) : start + len(wanted) + 1]
        if not _is_inside(before) and not _is_inside(after):
            return True
        start = text.find(wanted, start + 1)
    return False


def _is_inside(pair: str) -> bool:
    """Whether two neighbouring characters belong to one word."""
    return len(pair) == 2 and all(c.isascii() and c.isalnum() for c in pair)
