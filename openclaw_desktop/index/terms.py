"""Pure: text and questions in the words FTS5 is to hold and to be asked for.

`unicode61` takes a run of Chinese, Japanese or Korean for one word, so no part of it would be found. A
column of its own therefore holds each such run as overlapping pairs of characters, and as single words the
Latin letters and digits that touch it ("用gpt-4o做").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add

from openclaw_desktop.index import stopwords
from openclaw_desktop.index.agent_terms import openclaw_keywords, openclaw_match

__all__ = [
    "MatchQuery",
    "cjk_terms",
    "mark",
    "match_expression",
    "openclaw_keywords",
    "openclaw_match",
    "words",
]

LONGEST_QUERY = 8_000
MOST_TERMS = 64
SHORTEST_STEM = 4

_CJK = (
    "\u1100-\u11ff\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\uff66-\uffdc\U0001b000-\U0001b16f\U00020000-\U0003347f"
)
"""Han, kana, hangul and what stands among them (〇々ー): letters written without spaces between words."""

_LETTER = rf"[^\W_{_CJK}]"
_IDENTIFIER = rf"{_LETTER}++(?:[-_.:/@+]{_LETTER}++)*+"
_RUN = re.compile(
    rf"[{_CJK}]++|(?<=[{_CJK}]){_IDENTIFIER}|(?<![^\W_])(?<![^\W_][-_.:/@+]){_IDENTIFIER}(?=[{_CJK}])"
)
_QUERY_PART = re.compile(rf"[{_CJK}]+|{_LETTER}+(?:[-_.:/@+'’]{_LETTER}+)*")
_WORD = re.compile(r"[^\W_]+")
_IS_CJK = re.compile(f"[{_CJK}]")
_HANGUL = re.compile("[\uac00-\ud7a3]+")
_KANA = re.compile("[\u3041-\u30ff]")
_ACCENTS = re.compile("[\u0300-\u036f]+")


def cjk_terms(text: str) -> str:
    """The East Asian runs of `text` as pairs of neighbours and the run's last character, in their order.

    Between spaces, for an FTS5 column; with the Latin words that touch such a run, nothing else.
    """
    if text.isascii() or not _IS_CJK.search(text):
        return ""
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return " ".join([_pairs(run) if _IS_CJK.match(run) else run for run in _RUN.findall(text)])


def _pairs(run: str) -> str:
    return " ".join(map(add, run, run[1:] + " ")).rstrip()


def words(text: str) -> list[str]:
    """The words of `text` as `unicode61 remove_diacritics 2` holds them: lower case, without accents."""
    return _WORD.findall(_ACCENTS.sub("", _folded(text)))


class _Folding(dict[int, int]):
    """Character to character: lower case, and the plain Latin letter under an accent."""

    def __missing__(self, code: int) -> int:
        lower = chr(code).lower()[0]
        base = unicodedata.normalize("NFD", lower)[0]
        self[code] = ord(base if base.isascii() else lower)
        return self[code]


_FOLDING = _Folding()


def _folded(text: str) -> str:
    """`text` of the same length, each character as `unicode61` compares it."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A question for the keyword index: FTS5's expression, and the terms in it as a person typed them.

    East Asian runs are in `terms` as pairs of characters; `mark` finds them again in a text.
    """

    expression: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Term:
    typed: str
    expression: str
    common: bool


def match_expression(query: str) -> MatchQuery | None:
    """Asks for any word of `query`; None when it has none.

    Words that say nothing are left out unless nothing else remains, identifiers and dates are phrases,
    one East Asian character is the beginning of a pair. Only letters and digits reach the expression, in
    quotes, so whatever is typed stays a question; of a very long one the first terms count.
    """
    query = unicodedata.normalize("NFC", query[:LONGEST_QUERY])
    terms = list({term.expression: term for term in _terms(query)}.values())
    asked = [term for term in terms if not term.common] or terms
    if not asked:
        return None
    asked = asked[:MOST_TERMS]
    return MatchQuery(" OR ".join(t.expression for t in asked), tuple(t.typed for t in asked))


def mark(text: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    """Where `terms` are in `text`: character spans, sorted, none touching another.

    Case and accents do not count; words are found with other endings, as `match_expression` asks for them.
    """
    folded = _folded(text)
    between = "[\u0300-\u036f]*" if _ACCENTS.search(folded) else ""
    patterns = [_mark_pattern(_folded(term), between) for term in sorted(set(terms), key=len, reverse=True)]
    if not patterns:
        return []
    spans: list[tuple[int, int]] = []
    for match in re.finditer(f"(?=({'|'.join(patterns)}))", folded):
        start, end = match.span(1)
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _mark_pattern(term: str, between: str) -> str:
    """The expression for one folded term; `between` may stand after each of its characters."""
    if _IS_CJK.match(term):
        return "".join(re.escape(character) for character in term)
    pieces = _WORD.findall(term) or [term]
    last = _stem(pieces[-1]) if len(pieces) == 1 else None
    ending = rf"{_LETTER}*" if last else rf"(?!{_LETTER})"
    written = [last or pieces[-1]] if len(pieces) == 1 else pieces
    joined = r"[\W_]+".join("".join(re.escape(c) + between for c in piece) for piece in written)
    return rf"(?<!{_LETTER}){joined}{ending}"


def _terms(query: str) -> Iterator[_Term]:
    parts = _QUERY_PART.findall(query)
    common = stopwords.common_words(part.lower() for part in parts)
    function = frozenset[str]() if _KANA.search(query) else stopwords.CHINESE_CHARACTERS
    for part in parts:
        if _HANGUL.fullmatch(part):
            yield from _korean_terms(part, common)
        elif _IS_CJK.match(part):
            for pair in _pairs_of(part):
                joins = len(part) > 2 and not function.isdisjoint(pair)
                yield _Term(pair, _cjk_expression(pair), joins or pair in stopwords.PAIRS)
        else:
            yield from _latin_terms(part, common)


def _latin_terms(part: str, common: frozenset[str]) -> Iterator[_Term]:
    """A word; an identifier or compound as a phrase, and a compound's words besides."""
    pieces = _WORD.findall(part)
    if "'" in part or "’" in part:
        pieces = [piece for piece in pieces if len(piece) > 2] or pieces
    elif len(pieces) > 1:
        yield _Term(part, f'"{" ".join(pieces)}"', common=False)
        if "_" in part or not all(map(str.isalpha, pieces)):
            return
    for piece in pieces:
        stem = _stem(piece.lower())
        expression = f'"{piece}" OR "{stem}"*' if stem else f'"{piece}"'
        yield _Term(piece, expression, piece.lower() in common)


def _stem(word: str) -> str | None:
    """What other forms of a word begin with, too; None for words too short to tell. Lower case."""
    if not word.isalpha():
        return None
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word if len(word) >= SHORTEST_STEM else None


def _korean_terms(word: str, common: frozenset[str]) -> Iterator[_Term]:
    """The pairs of a word without its particle."""
    particle = next((p for p in stopwords.KOREAN_PARTICLES if word.endswith(p)), "")
    stem = word.removesuffix(particle) if len(word) - len(particle) >= 2 else word
    for pair in _pairs_of(stem):
        yield _Term(pair, _cjk_expression(pair), word in common)


def _pairs_of(run: str) -> list[str]:
    return [a + b for a, b in pairwise(run)] or [run]


def _cjk_expression(pair: str) -> str:
    """A pair, or a single character, which is the beginning of one or the end of a run."""
    return f'{{cjk path}} : "{pair}"' + ("*" if len(pair) == 1 else "")
