"""Pure: dates and times of day, however English and Chinese text writes them."""

from __future__ import annotations

import re

from openclaw_desktop.context.lost.quantities import whole

_MONTHS = dict(zip(re.findall(r"\w{3}", "janfebmaraprmayjunjulaugsepoctnovdec"), range(1, 13), strict=True))
_ZH = "一二三四五六七八九十"
_ZH_SMALL = rf"\d{{1,2}}|[{_ZH}]{{1,3}}"

_CLOCK = re.compile(r"(?i)(?<![\d:.])(\d{1,2})(?::(\d{2}))?\s?(?:([ap])\.?m\b)?")
_ZH_CLOCK = re.compile(
    rf"(凌晨|早上|上午|中午|下午|晚上|傍晚)?({_ZH_SMALL}|两)(?:点(半|{_ZH_SMALL})?|:(\d{{2}}))"
)
_DOTTED = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(?:19|20)\d{2}(?!\d)")
_ISO = re.compile(r"(?:19|20)\d{2}[-/.年](\d{1,2})[-/.月](\d{1,2})")
_ZH_DATE = re.compile(rf"({_ZH_SMALL})月({_ZH_SMALL})[日号]?")
_ZH_DAY = re.compile(rf"({_ZH_SMALL})[日号]")
_DAY_ALONE = re.compile(r"(?i)\b(\d{1,2})(?:st|nd|rd|th)\b")
_MONTH = f"({'|'.join(_MONTHS)})[a-z]*"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_NAMED = re.compile(rf"(?i)\b(?:{_DAY}\s+(?:of\s+)?{_MONTH}|{_MONTH}\.?\s+{_DAY})\b")


def dates(text: str) -> set[tuple[int, int]]:
    """Month and day of every date in it; the year is left out, as people leave it out."""
    found = {(int(month), int(day)) for month, day in _ISO.findall(text)}
    found |= {(whole(month), whole(day)) for month, day in _ZH_DATE.findall(text)}
    for first, _, second in _DOTTED.findall(text):  # whichever of the two is the month
        found |= {(int(first), int(second)), (int(second), int(first))}
    for day, month, other_month, other_day in _NAMED.findall(text):
        found.add((_MONTHS[(month or other_month).lower()[:3]], int(day or other_day)))
    return found


def days(text: str) -> set[int]:
    """The day of the month of every date in it, also where no month is said: "the 14th", "14号"."""
    alone = {int(day) for day in _DAY_ALONE.findall(text)} | {whole(day) for day in _ZH_DAY.findall(text)}
    return alone | {day for _, day in dates(text)}


def times(text: str) -> set[tuple[int, int]]:
    """Hour and minute of every time of day in it."""
    found: set[tuple[int, int]] = set()
    for hour, minute, half in _CLOCK.findall(text):
        if minute or half:
            found.add((int(hour) % 12 + 12 if half.lower() == "p" else int(hour), int(minute or 0)))
    for part, hour, minute, exact in _ZH_CLOCK.findall(text):
        late = part in ("下午", "晚上", "傍晚")
        hours = whole(hour)
        minutes = 30 if minute == "半" else whole(minute or exact or "0")
        found.add((hours + 12 if late and hours < 12 else hours, minutes))
    return found
