"""Pure: whether a text mentions a fact, however it writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from openclaw_desktop.context.lost.fact_kinds import FactKind
from openclaw_desktop.context.lost.fact_words import REQUEST_ITSELF
from openclaw_desktop.context.lost.facts import Fact
from openclaw_desktop.context.lost.letters import COMMON, even, plain, stands_in, words_of
from openclaw_desktop.context.lost.quantities import Quantity, quantities
from openclaw_desktop.context.lost.spellings import dates, days, times

_TELLING = 4
"""A number of fewer digits is found only beside the same unit or word: others like it are anywhere."""

_MANY_WORDS = 4
"""A quotation of so many words is found where most of them stand in one line."""

_LEAST_LETTERS = 3
"""A shorter name or number is found only as it is."""

_HERE = re.compile(r"^(?:~|\.{1,2}|[A-Za-z]:)?[/\\]")
_PARTS = re.compile(r"[/\\]")


@dataclass(frozen=True)
class Mentions:
    """A text, searched for many facts."""

    text: str

    def has(self, fact: Fact) -> bool:
        """Whether the text mentions it, whatever the spelling of dates, numbers, units and names."""
        value = even(fact.value)
        return self._holds(fact.value) or self._holds(value) or self._has_spelling(fact.kind, value)

    def _has_spelling(self, kind: FactKind, value: str) -> bool:
        match kind:
            case FactKind.DATE:
                found = dates(value)
                return bool(found & self._dates) if found else bool(days(value) & self._days)
            case FactKind.TIME:
                return bool(times(value) & self._times)
            case FactKind.PATH:
                return self._holds("/".join(_PARTS.split(_HERE.sub("", value))[-2:]))
            case FactKind.URL:
                return self._holds(re.sub(r"^\w+://(?:www\.)?", "", value).rstrip("/"))
            case FactKind.PHONE:
                return re.sub(r"\D", "", value)[-8:] in self._digits
            case FactKind.NUMBER | FactKind.MEASURE | FactKind.MONEY:
                return self._has_number(value)
            case FactKind.VERSION:
                bare = value.lstrip("vV")
                return self._holds(bare) or self._holds(f"v{bare}")
            case FactKind.ADDRESS:
                host, colon, port = value.rpartition(":")
                return bool(colon) and self._holds(host) and self._holds(port)
            case FactKind.IDENTIFIER:
                return self._has_letters(re.findall(r"[^\W_]", value))
            case FactKind.NAME:
                return self._has_letters(re.findall(r"\w+", value)) or self._has_each_word(value)
            case FactKind.QUOTED | FactKind.CODE:
                long = len(words_of(value)) >= _MANY_WORDS and self._says_the_same(value)
                return long or self._has_letters(re.findall(r"\w+", value))
            case FactKind.REQUEST:
                return self._says_the_same(value)
            case _:
                return False

    def _says_the_same(self, sentence: str) -> bool:
        """Whether a line shares more than half of the sentence's words."""
        wanted = words_of(REQUEST_ITSELF.sub(" ", sentence))
        return not wanted or any(2 * len(wanted & words) > len(wanted) for words in self._lines)

    def _holds(self, value: str) -> bool:
        """The value as it is but for case and white space, not within a longer word."""
        wanted = plain(value).strip()
        return bool(wanted) and any(stands_in(wanted, text) for text in self._plain)

    def _has_letters(self, pieces: Sequence[str]) -> bool:
        """The pieces one after another, with or without white space, hyphens and the like between them."""
        if len("".join(pieces)) < _LEAST_LETTERS:
            return False
        joined = r"[\W_]{0,2}".join(re.escape(piece.casefold()) for piece in pieces)
        return re.search(rf"(?<![a-z0-9]){joined}(?![a-z0-9])", self._plain[-1]) is not None

    def _has_number(self, value: str) -> bool:
        """The same number of the same thing; a number of many digits whatever it counts."""
        wanted = next(quantities(value), None)
        places = self._quantities.get(wanted.number, ()) if wanted else ()
        if wanted is None or not places:
            return False
        if len(wanted.number.replace(".", "")) >= _TELLING:
            return True
        if wanted.unit:
            return any(
                place.unit == wanted.unit or ("." in wanted.number and _is_cell(place)) for place in places
            )
        counted = [word for word in re.findall(r"[^\W\d_]+", wanted.behind) if word not in COMMON]
        return not counted or any(_counts(place, counted) for place in places)

    def _has_each_word(self, value: str) -> bool:
        """A name of several words by its last one, as people go on calling somebody."""
        words = value.split()
        return len(words) > 1 and self._holds(words[-1]) and self._holds(words[0])

    @cached_property
    def _lines(self) -> list[frozenset[str]]:
        return [
            words
            for line in re.split(r"\n|(?<=[.!?])\s|(?<=[。！？])", self.text)
            if (words := words_of(line))
        ]

    @cached_property
    def _evened(self) -> str:
        return even(self.text)

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        """The text as it is and, where that is another, with letters written in one way."""
        return tuple(dict.fromkeys((plain(self.text), plain(self._evened))))

    @cached_property
    def _digits(self) -> str:
        """The text with the digits of a number put together."""
        return re.sub(r"(?<=\d)[ \-().\u00a0]+(?=\d)", "", self._evened)

    @cached_property
    def _quantities(self) -> dict[str, list[Quantity]]:
        found: dict[str, list[Quantity]] = {}
        for each in quantities(self._evened):
            found.setdefault(each.number, []).append(each)
        return found

    @cached_property
    def _dates(self) -> set[tuple[int, int]]:
        return dates(self._evened)

    @cached_property
    def _days(self) -> set[int]:
        return days(self._evened)

    @cached_property
    def _times(self) -> set[tuple[int, int]]:
        return times(self._evened)


def _counts(place: Quantity, counted: Sequence[str]) -> bool:
    """Whether a number counts one of these; of words in another script nobody here can tell, so it does."""
    if any(word[:3] in place.behind for word in counted):
        return True
    behind = place.behind.lstrip()[:1]
    other_script = bool(behind) and behind.isalpha() and behind.isascii() != counted[0].isascii()
    return other_script and len(place.number) > 1


def _is_cell(place: Quantity) -> bool:
    """A number alone in a table's cell, whose unit stands above."""
    return place.behind.lstrip(" ")[:1] == "|"
