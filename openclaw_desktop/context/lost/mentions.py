"""Pure: whether a text mentions a fact, however it writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from openclaw_desktop.context.lost.fact_kinds import FactKind
from openclaw_desktop.context.lost.fact_words import REQUEST_ITSELF
from openclaw_desktop.context.lost.facts import Fact
from openclaw_desktop.context.lost.spellings import dates, number_and_word, numbers, times

_COMMON = frozenset(
    re.findall(
        r"\w+",
        """the and for with that this these those from are was were has have had will would should can
        could may might must not but you your our their his her its they them she him who what
        when where why how all any some please remember note always never also very just only
        out into about than then there here get got let set""",
    )
)
_TELLING = 4
"""A number of fewer digits is found only beside the same word: others like it are anywhere."""


@dataclass(frozen=True)
class Mentions:
    """A text, searched for many facts."""

    text: str

    def has(self, fact: Fact) -> bool:
        """Whether the text mentions it: a date in any form, a number however grouped, a path by its end."""
        match fact.kind:
            case FactKind.DATE:
                return bool(dates(fact.value) & self._dates) or self._holds(fact.value)
            case FactKind.TIME:
                return bool(times(fact.value) & self._times) or self._holds(fact.value)
            case FactKind.PATH:
                return self._holds(fact.value) or self._holds("/".join(re.split(r"[/\\]", fact.value)[-2:]))
            case FactKind.URL:
                return self._holds(re.sub(r"^\w+://(?:www\.)?", "", fact.value).rstrip("/"))
            case FactKind.PHONE:
                return re.sub(r"\D", "", fact.value)[-8:] in self._digits
            case FactKind.NUMBER | FactKind.MEASURE | FactKind.MONEY:
                return self._holds(fact.value) or self._has_number(fact.value)
            case FactKind.NAME:
                return self._holds(fact.value) or self._has_each_word(fact.value)
            case FactKind.REQUEST:
                return self._says_the_same(fact.value)
            case _:
                return self._holds(fact.value)

    def _says_the_same(self, sentence: str) -> bool:
        """Whether a line shares more than half of the sentence's words."""
        wanted = _words(REQUEST_ITSELF.sub(" ", sentence))
        return not wanted or any(2 * len(wanted & words) > len(wanted) for words in self._lines)

    def _holds(self, value: str) -> bool:
        """The value as it is but for case and white space, not within a longer word."""
        wanted = _plain(value).strip()
        start = self._plain.find(wanted) if wanted else -1
        while start >= 0:
            before = self._plain[start - 1 : start] + wanted[0]
            after = wanted[-1] + self._plain[start + len(wanted) : start + len(wanted) + 1]
            if not _is_inside(before) and not _is_inside(after):
                return True
            start = self._plain.find(wanted, start + 1)
        return False

    def _has_number(self, value: str) -> bool:
        number, word = number_and_word(value)
        if number is None or number not in self._numbers:
            return False
        if not word or len(number.replace(".", "")) >= _TELLING:
            return True
        return any(word[:3] in behind for behind in self._numbers[number])

    def _has_each_word(self, value: str) -> bool:
        """A name of several words by its last one, as people go on calling somebody."""
        words = value.split()
        return len(words) > 1 and self._holds(words[-1]) and self._holds(words[0])

    @cached_property
    def _lines(self) -> list[frozenset[str]]:
        return [
            words for line in re.split(r"\n|(?<=[.!?])\s|(?<=[。！？])", self.text) if (words := _words(line))
        ]

    @cached_property
    def _plain(self) -> str:
        return _plain(self.text)

    @cached_property
    def _digits(self) -> str:
        """The text with the digits of a number put together."""
        return re.sub(r"(?<=\d)[ \-().\u00a0]+(?=\d)", "", self.text)

    @cached_property
    def _numbers(self) -> dict[str, list[str]]:
        return numbers(self.text)

    @cached_property
    def _dates(self) -> set[tuple[int, int]]:
        return dates(self.text)

    @cached_property
    def _times(self) -> set[tuple[int, int]]:
        return times(self.text)


def _words(text: str) -> frozenset[str]:
    """The beginnings of its longer words and numbers, and each pair of neighbouring Han characters."""
    words = {word[:4] for word in re.findall(r"[a-zß-öø-ÿ]{3,}|\d{2,}", text.lower()) if word not in _COMMON}
    for run in re.findall("[\u4e00-\u9fff]{2,}", text):
        words |= {run[i : i + 2] for i in range(len(run) - 1)}
    return frozenset(words)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.casefold()).replace("\\", "/")


def _is_inside(pair: str) -> bool:
    """Whether two neighbouring characters belong to one word."""
    return len(pair) == 2 and all(c.isascii() and c.isalnum() for c in pair)
