"""Pure: numbers with their units and currencies, however English and Chinese text writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FEW = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = dict(zip((*_FEW, *_TENS), (*range(20), *range(20, 100, 10)), strict=True))
_ZH_DIGITS = dict(zip("零一二三四五六七八九〇两", (*range(10), 0, 2), strict=True))
_ZH_TENS = {"十": 10, "百": 100, "千": 1_000}
_ENGLISH_FACTORS = {"k": 1_000, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_FACTORS = _ENGLISH_FACTORS | {"千": 1_000, "万": 10_000, "亿": 100_000_000}
BEHIND = 24
"""Characters behind a number that are looked at for what it counts."""

_UNITS: dict[str, str] = {
    "percent": r"%|per\s?cent|个?百分点",
    "m/s": r"m/s|米/秒|米每秒|met(?:re|er)s? per second|metros por segundo",
    "km/h": r"km/h|kph|公里/小时",
    "km": r"km|kilomet(?:re|er)s?|公里|千米",
    "cm": r"cm|centimet(?:re|er)s?|厘米",
    "mm": r"mm|millimet(?:re|er)s?|毫米",
    "m2": r"m[²2]|square met(?:re|er)s?|平方米|平米",
    "m": r"m|met(?:re|er)s?|米",
    "kg": r"kg|kilos?|kilograms?|公斤|千克",
    "g": r"g|grams?|克",
    "ml": r"m[lL]|millilit(?:re|er)s?|毫升",
    "l": r"[lL]|lit(?:re|er)s?|升",
    "kwh": r"kWh|千瓦时|度电",
    "kw": r"kW|kilowatts?|千瓦",
    "w": r"W|[wW]atts?|瓦",
    "v": r"V|[vV]olts?|伏",
    "a": r"A|amps?|amperes?|安",
    "degree": r"°\s?[CF]?|degrees?|摄氏度|度",
    "hour": r"h|hrs?|hours?|个?小时|个?钟头",
    "minute": r"mins?|minutes?|分钟",
    "second": r"s|secs?|seconds?|秒",
    "day": r"days?|天",
    "week": r"weeks?|周|个?星期|个?礼拜",
    "month": r"months?|个月",
    "year": r"years?|岁|年",
    "person": r"people|persons?|人|位",
    "euro": r"€|EUR|[eE]uros?|欧元",
    "dollar": r"US\$|\$|USD|[dD]ollars?|美元|美金",
    "pound": r"£|GBP|[pP]ounds?|英镑",
    "yen": r"JPY|[yY]en|日元",
    "yuan": r"¥|CNY|RMB|[yY]uan|元|块",
}
_NUMBER = r"\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?"
_WORD = rf"(?i:\b(?:{'|'.join(_WORDS)})(?:[- ](?:{'|'.join(_FEW[1:10])}))?\b)"
_ZH_NUMBER = "(?:[零〇一二两三四五六七八九十百]|千(?![克瓦米]))+"
_QUANTITY = re.compile(
    rf"(?P<before>US\$|[$€£¥]|(?:USD|EUR|GBP|CNY|RMB|JPY)(?=\s?\d))?\s?(?P<rate>每秒|每小时)?(?P<share>百分之)?"
    rf"(?P<number>{_NUMBER}|{_WORD}|{_ZH_NUMBER})"
    r"(?P<factor>[kK](?![A-Za-z])|\s(?:thousand|million|billion)\b|千(?![克瓦米])|万|亿)?"
)
_UNIT = re.compile(
    r"\s?(?:" + "|".join(f"(?P<u{n}>{u})" for n, u in enumerate(_UNITS.values())) + ")(?![A-Za-z])"
)
_NAMES = tuple(_UNITS)
_PER = {("每秒", "m"): "m/s", ("每小时", "km"): "km/h"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number without separators, its unit ("" when none of those known), and the text behind it."""

    number: str
    unit: str
    behind: str


def quantities(text: str) -> Iterator[Quantity]:
    """Every number in a text, in figures or words; "€1.5k", "1,500 euros" and "1500欧元" are the same."""
    for match in _QUANTITY.finditer(text):
        raw = text[match.end() : match.end() + BEHIND]
        unit = _unit(match, raw)
        number = _canonical(
            match["number"], _FACTORS[factor.strip().lower()] if (factor := match["factor"]) else 1
        )
        yield Quantity(number, unit, raw.lower())


def whole(text: str) -> int:
    """A whole number in Arabic or Chinese figures."""
    if text.isdecimal() and text.isascii():
        return int(text)
    total = digit = 0
    for character in text:
        if character in _ZH_TENS:
            total += (digit or 1) * _ZH_TENS[character]
            digit = 0
        else:
            digit = _ZH_DIGITS.get(character, 0)
    return total + digit


def _unit(match: re.Match[str], behind: str) -> str:
    """What is counted: by what stands before the number, else by what stands behind it."""
    if match["share"]:
        return "percent"
    found = _UNIT.match(match["before"] or behind)
    if not found:
        return ""
    unit = _NAMES[int(str(found.lastgroup)[1:])]
    return _PER.get((match["rate"] or "", unit), unit)


def _canonical(number: str, factor: int) -> str:
    """A number without separators and needless zeros, in digits."""
    if number[0].isdecimal():
        plain = re.sub(r"[,\u202f\u00a0 ]", "", number)
    elif number[0].isascii():
        plain = str(sum(_WORDS[word] for word in re.split("[- ]", number.lower())))
    else:
        plain = str(whole(number))
    if factor > 1:
        plain = f"{float(plain) * factor:.4f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain.lstrip("0") or "0"
