"""Pure: words that mix alphabets so that they look like other words.

"pаypal" with a Cyrillic а reads as paypal and is another word to a search, a filter and a model. Words of two
alphabets that people really write ("APIшка", "µs", "Δt") are left alone.
"""

from __future__ import annotations

import re

_CYRILLIC = dict(
    zip("аеорсухіјѕһԁԛԝӏкмтвнАВЕКМНОРСТХІЈЅҮԌԚԜ", "aeopcyxijshdqwlkmtbhABEKMHOPCTXIJSYGQW", strict=True)
)
_GREEK = dict(zip("οναρκιυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ovapkiuABEZHIKMNOPTYX", strict=True))
_LIKE_LATIN = _CYRILLIC | _GREEK

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_OWN_CYRILLIC = re.compile("[бгджзийлпфцчшщъыьэюяБГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯєґїЄҐЇ]")
_OWN_GREEK = re.compile("[βγδεζηθλμξπστφχψωΓΔΘΛΞΠΣΦΨΩά-ώ]")


def lookalikes(line: str, *, text_is_foreign: bool) -> list[tuple[int, int, str]]:
    """The disguised words of `line`: start, end and the Latin word each looks like.

    `text_is_foreign` says whether the text around it is written in Cyrillic or Greek: there a word of such
    letters alone is no disguise, and a Latin word may have an ending of theirs.
    """
    if line.isascii() or not _FOREIGN.search(line):
        return []
    return [
        (match.start(), match.end(), "".join(_LIKE_LATIN.get(c, c) for c in match[0]))
        for match in _WORD.finditer(line)
        if len(match[0]) > 2 and _FOREIGN.search(match[0]) and _is_disguised(match[0], text_is_foreign)
    ]


def foreign_letters(word: str) -> str:
    """Which letters disguise a word, as a clause: "its second letter is Cyrillic а, U+0430"."""
    places = [place for place, letter in enumerate(word) if _FOREIGN.match(letter)]
    alphabet = _alphabet(word[places[0]])
    letters = dict.fromkeys(word[place] for place in places)
    named = ", ".join(f"{letter} U+{ord(letter):04X}" for letter in letters)
    if len(places) == 1:
        return f"its {_ordinal(places[0])} letter is {alphabet} {named.replace(' ', ', ')}"
    if len(places) == len(word):
        return f"all its letters are {alphabet} ({named})"
    if len(places) > 3:
        return f"{len(places)} of its {len(word)} letters are {alphabet} ({named})"
    *some, last = (_ordinal(place) for place in places)
    return f"its {', '.join(some)} and {last} letters are {alphabet} ({named})"


def _alphabet(letter: str) -> str:
    return "Greek" if letter in _GREEK else "Cyrillic"


def _ordinal(place: int) -> str:
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def is_foreign(text: str) -> bool:
    """Whether `text` holds words of Cyrillic or Greek letters that look like no Latin ones."""
    if text.isascii():
        return False
    return any(
        not _LATIN.search(word) and (_OWN_CYRILLIC.search(word) or _OWN_GREEK.search(word))
        for word in re.findall("[\u0370-\u03ff\u0400-\u052f]{3,}", text)
    )


def _is_disguised(word: str, text_is_foreign: bool) -> bool:
    foreign = _FOREIGN.findall(word)
    latin = len(_LATIN.findall(word))
    if any(c not in _LIKE_LATIN for c in foreign):
        return False
    if not latin:
        return not text_is_foreign and len(word) > 3 and all(c in _CYRILLIC for c in word)
    if latin < len(foreign):
        return False
    if any(c in _GREEK for c in foreign) and latin < 3:
        return False
    glued = re.fullmatch("[A-Za-z]{2,}[\u0370-\u052f]{1,3}", word) is not None
    return not (glued and text_is_foreign)
