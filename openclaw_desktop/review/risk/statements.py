"""Pure: what one line says, in a form two lines can be compared by: its words, numbers, negations, facts.

East Asian text counts by pairs of neighbouring characters, everything else by words. Markup, case, width and
punctuation do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

NEARLY_ALL = 0.8
"""Of the words of a text; whoever has so many of them says it."""

_CJK = (
    "\u2e80-\u2fd5\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u3105-\u31ff\u3400-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003347f"
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TARGET = re.compile(r"(?<=\])\((https?://[^\s()]*|[^\s()]*)\)")
_NUMBER = r"[+-]?[0-9]+(?:[.,:/-][0-9]+)*"
_WORD = re.compile(rf"[{_CJK}]+|(?<![^\W_{_CJK}]){_NUMBER}|[^\W_{_CJK}]+(?:['’][^\W_]+)?")
_IS_CJK = re.compile(f"[{_CJK}]")
_THOUSANDS = re.compile(r"(?<=[0-9])[,](?=[0-9]{3}(?![0-9]))")

_COMMON_WORDS = """
a an the and or of to in on at for by with from as is are was were be been being it its this that these
those there here he she they we you i his her their our your my has have had do does did will would can
could should may might must so if then than also just very s t re ve ll d m
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_NEGATING_WORDS = "not no never without cannot none nothing neither nor nobody nowhere hardly"
_NEGATIONS = frozenset(_NEGATING_WORDS.split())
_CHINESE_NOT = re.compile(
    r"(?<![特分级区差])(?:不(?![过同错仅断管久锈得少足])|没|未(?![来])|无(?![线论人])|勿|别(?![的人名])|禁止|并非|而非)"
)
_OPPOSITES = (
    ("+on enabled enable enables active activated online", "+off disabled disable disables inactive offline"),
    ("open opens opened", "closed close closes shut"),
    ("yes true", "no false"),
    ("allow allowed allows permitted", "deny denied denies forbid forbidden prohibited"),
    ("always", "never"),
    ("before", "after"),
    ("likes like loves love prefers enjoys", "dislikes dislike hates hate avoids"),
    ("accepts accept accepted", "rejects reject rejected refuses"),
    ("required mandatory", "optional"),
    ("public", "private"),
    ("left", "right"),
    ("morning", "evening"),
    ("up", "down"),
    ("increase increased raise raised", "decrease decreased lower lowered"),
    ("am", "pm"),
    ("启用 开启 打开 开着", "禁用 停用 关闭 关着 关掉"),
    ("允许", "禁止"),
    ("喜欢 爱", "讨厌 不喜欢"),
    ("上午 早上", "下午 晚上"),
    ("之前", "之后"),
    ("公开", "私有 保密"),
    ("必须", "可选"),
)
_SIDES = {
    word: (group, side)
    for group, pair in enumerate(_OPPOSITES)
    for side, words in enumerate(pair)
    for word in words.split()
}
_CHINESE_SIDES = re.compile("|".join(sorted((w for w in _SIDES if _IS_CJK.match(w)), key=len, reverse=True)))
_SWITCHED = re.compile(
    r"(?:\b(?:is|are|be|stays?|turned|switched|set to)|[:=])\s*(on|off)\b(?!\s+(?:the|a|an|my|our)\b)"
)
_LETTER_NAME = re.compile(r"(?<=\w )[A-HJ-Z](?![\w'’.])")
_WORDS_FOR_VALUES = """
monday tuesday wednesday thursday friday saturday sunday january february march april june july august
september october november december one two three four five six seven eight nine ten eleven twelve
daily weekly monthly yearly hourly
"""
_VALUE_WORDS = frozenset(_WORDS_FOR_VALUES.split())
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = "[0-9]{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"(?<!\w)(?:{_DAY}\s+{_MONTH}|{_MONTH}\.?\s+{_DAY})(?:,?\s+[0-9]{{4}})?(?!\w)"
    r"|(?:[0-9]{4}年)?[0-9]{1,2}月(?:[0-9]{1,2}[日号])?"
)
_CHINESE_FILLING = re.compile("[的是在了把也都会要为将到已被]+")
_CHINESE_VALUE = re.compile(
    "(?:周|星期|礼拜)[一二三四五六日天]|[一二三四五六七八九十百千两]+(?=[点号月日天次台个人年元块斤公秒分小])"
)

_FACTS = (
    re.compile(r"https?://[^\s<>()\"'`]+|[\w.+-]+@[\w-]+\.[\w.]+"),
    re.compile(r"(?<![\w/])(?:~|\.{1,2})?/?[\w.-]+(?:/[\w.-]+)+|`[^`\n]{2,80}`"),
    re.compile(r"(?<![\w.])[0-9]+(?:[.,:/-][0-9]+)*(?![\w])"),
    re.compile(r"(?<=[^\W_][ ,;:(])[A-ZÀ-ÖØ-ÞА-Я][\w’'-]+(?: [A-ZÀ-ÖØ-ÞА-Я][\w’'-]+)*|\b[A-Z]{2,}[0-9]*\b"),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One line as it is compared."""

    words: tuple[str, ...]  # in order, lower case, numbers among them
    telling: frozenset[str]  # without numbers, negations, opposites and words that say nothing
    values: frozenset[str]  # numbers, dates, times, weekdays
    negated: bool
    sides: frozenset[tuple[int, int]]  # which side of which pair of opposites

    @property
    def key(self) -> str:
        """Equal for statements of the same words in the same order."""
        return " ".join(self.words)


def read(text: str) -> Statement:
    """What `text`, one line or entry of Markdown, says."""
    text = _TARGET.sub(r" \1 ", _COMMENT.sub(" ", text)) if "](" in text or "<!--" in text else text
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    lower = text.lower()
    words = tuple(_words(lower))
    values = {word.removesuffix("s") for word in words if _is_value(word)}
    if dates := [" ".join(match[0].split()) for match in _DATE.finditer(lower)]:
        values = {word.removesuffix("s") for word in _words(_DATE.sub(" ", lower)) if _is_value(word)}
        values.update(dates)
    sides = {_SIDES[word] for word in words if word in _SIDES}
    sides.update(_SIDES["+" + match[1]] for match in _SWITCHED.finditer(lower))
    negated = any(word in _NEGATIONS or word.endswith(_NOT) for word in words)
    telling = {_stem(word) for word in words if _tells(word)}
    telling.update(_LETTER_NAME.findall(text))
    if _IS_CJK.search(text):
        sides.update(_SIDES[match[0]] for match in _CHINESE_SIDES.finditer(text))
        values.update(match[0] for match in _CHINESE_VALUE.finditer(text))
        negated = negated or _CHINESE_NOT.search(text) is not None
        telling = {word for word in telling if not _IS_CJK.match(word)}
        for pattern in (_CHINESE_SIDES, _CHINESE_VALUE, _CHINESE_NOT, _CHINESE_FILLING):
            lower = pattern.sub(" ", lower)
        telling.update(word for word in _words(lower) if _IS_CJK.match(word))
    return Statement(words, frozenset(telling), frozenset(values), negated, frozenset(sides))


_NOT = ("n't", "n’t")


def _is_value(word: str) -> bool:
    is_number = word[0] in "+-0123456789" and word[-1].isdigit()
    return is_number or word.removesuffix("s") in _VALUE_WORDS


def _tells(word: str) -> bool:
    says_nothing = word in _COMMON or word in _NEGATIONS or word in _SIDES
    return not (says_nothing or _is_value(word) or word.endswith(_NOT))


def facts(text: str) -> tuple[str, ...]:
    """The addresses, paths, names, numbers and dates in `text`, each once, in the order of their kinds."""
    found: dict[str, None] = {}
    rest = _COMMENT.sub(" ", text)
    for pattern in _FACTS:
        found.update((match[0].strip("`.,;"), None) for match in pattern.finditer(rest))
        rest = pattern.sub(" ", rest)
    return tuple(fact for fact in found if len(fact) > 1)


def opposed(a: Statement, b: Statement) -> bool:
    """Whether one says on where the other says off."""
    return any((group, 1 - side) in b.sides and (group, side) not in b.sides for group, side in a.sides)


def share(part: frozenset[str], whole: frozenset[str]) -> float:
    """How much of `part` is in `whole`, 0 to 1; 0 for nothing."""
    return len(part & whole) / len(part) if part else 0.0


def likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """Dice's coefficient, 0 to 1."""
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def contains(whole: Statement, part: Statement) -> bool:
    """Whether `whole` says what `part` says: nearly all its words, all its values, and not the opposite.

    Of a part of fewer than three words, every word in the same order.
    """
    if len(part.words) < 3:
        return bool(part.words) and f" {part.key} " in f" {whole.key} "
    words, others = frozenset(part.words) - _COMMON, frozenset(whole.words)
    return (
        part.values <= whole.values
        and part.negated == whole.negated
        and not opposed(part, whole)
        and share(words or frozenset(part.words), others) >= NEARLY_ALL
    )


def _words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(_THOUSANDS.sub("", text)):
        word = match[0]
        if _IS_CJK.match(word):
            yield from [a + b for a, b in pairwise(word)] or [word]
        else:
            yield word


def _stem(word: str) -> str:
    """Without the commonest English endings, so that "runs" is "run"."""
    word = word.removesuffix("'s").removesuffix("’s")
    if word.isascii() and word.isalpha():
        for ending in ("ing", "ed", "es", "s"):
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word.removesuffix(ending)
    return word
