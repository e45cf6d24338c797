"""Pure: dates, times of day and numbers, however English and Chinese text writes them."""

from __future__ import annotations

import re

_MONTHS = dict(zip(re.findall(r"\w{3}", "janfebmaraprmayjunjulaugsepoctnovdec"), range(1, 13), strict=True))
_WORDS = {
    word: str(number)
    for number, word in enumerate(
        re.findall(r"\w+", "zero one two three four five six seven eight nine ten eleven twelve")
    )
}
_ZH = "一二三四五六七八九十"
_ZH_DIGITS = dict(zip("零一二三四五六七八九〇两", (*range(10), 0, 2), strict=True))
_ZH_TENS = {"十": 10, "百": 100, "千": 1_000}
_ZH_SMALL = rf"\d{{1,2}}|[{_ZH}]{{1,3}}"

_NUMBER = re.compile(r"\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?")
_NUMBER_WORD = re.compile(rf"(?i)\b(?:{'|'.join(_WORDS)})\b")
_ZH_NUMBER = re.compile("[零〇一二两三四五六七八九十百千]+")
_CLOCK = re.compile(r"(?i)(?<![\d:.])(\d{1,2})(?::(\d{2}))?\s?(?:([ap])\.?m\b)?")
_ZH_CLOCK = re.compile(
    rf"(凌晨|早上|上午|中午|下午|晚上|傍晚)?({_ZH_SMALL}|两)(?:点(半|{_ZH_SMALL})?|:(\d{{2}}))"
)
_ISO = re.compile(r"(?:19|20)\d{2}[-/.年](\d{1,2})[-/.月](\d{1,2})")
_ZH_DATE = re.compile(rf"({_ZH_SMALL})月({_ZH_SMALL})[日号]?")
_MONTH = f"({'|'.join(_MONTHS)})[a-z]*"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_NAMED = re.compile(rf"(?i)\b(?:{_DAY}\s+(?:of\s+)?{_MONTH}|{_MONTH}\.?\s+{_DAY})\b")


def dates(text: str) -> set[tuple[int, int]]:
    """Month and day of every date in it; the year is left out, as people leave it out."""
    found = {(int(month), int(day)) for month, day in _ISO.findall(text)}
    found |= {(_whole(month), _whole(day)) for month, day in _ZH_DATE.findall(text)}
    for day, month, other_month, other_day in _NAMED.findall(text):
        found.add((_MONTHS[(month or other_month).lower()[:3]], int(day or other_day)))
    return found


def times(text: str) -> set[tuple[int, int]]:
    """Hour and minute of every time of day in it."""
    found: set[tuple[int, int]] = set()
    for hour, minute, half in _CLOCK.findall(text):
        if minute or half:
            found.add((int(hour) % 12 + 12 if half.lower() == "p" else int(hour), int(minute or 0)))
    for part, hour, minute, exact in _ZH_CLOCK.findall(text):
        late = part in ("下午", "晚上", "傍晚")
        whole = _whole(hour)
        minutes = 30 if minute == "半" else _whole(minute or exact or "0")
        found.add((whole + 12 if late and whole < 12 else whole, minutes))
    return found


def numbers(text: str) -> dict[str, list[str]]:
    """Every number in it, in figures or words, with what stands behind it each time."""
    found: dict[str, list[str]] = {}
    for pattern in (_NUMBER, _NUMBER_WORD, _ZH_NUMBER):
        for match in pattern.finditer(text):
            behind = text[match.end() : match.end() + 24].lower()
            found.setdefault(_canonical(match[0]), []).append(_same_unit(behind))
    return found


def number_and_word(value: str) -> tuple[str | None, str]:
    """The number in a value, and the last word or unit beside it."""
    match = _NUMBER.search(value) or _ZH_NUMBER.search(value)
    if not match:
        return None, ""
    words = _same_unit(value[match.end() :].lower()).split()
    return _canonical(match[0]), words[-1] if words else ""


def _canonical(number: str) -> str:
    """A number without separators and needless zeros; number words as digits."""
    if number.lower() in _WORDS:
        return _WORDS[number.lower()]
    if not number[0].isascii():
        return str(_whole(number))
    plain = re.sub(r"[,\u202f\u00a0 ]", "", number)
    return plain.rstrip("0").rstrip(".") if "." in plain else plain.lstrip("0") or "0"


def _same_unit(text: str) -> str:
    """The text with the ways to write a unit made one."""
    return re.sub(r"%|per\s?cent", "percent", text)


def _whole(text: str) -> int:
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
