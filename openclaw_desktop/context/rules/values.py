"""Pure: the kinds of values in OpenClaw's rules, read as its configuration or a person writes them.

Each function gives None for what is no such value.
"""

from __future__ import annotations

import re
from typing import Any

Value = bool | int | float

_WORDS = {
    **dict.fromkeys(("on", "true", "yes", "1", "cache-ttl"), True),
    **dict.fromkeys(("off", "false", "no", "0"), False),
}
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
_AMOUNT = r"(\d+(?:\.\d+)?)"


def number(value: Any) -> Value | None:
    """A number that is not negative; 12000 may be written "12,000"."""
    if isinstance(value, str):
        text = value.strip().replace(",", "")
        value = float(text) if re.fullmatch(_AMOUNT, text) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**53:
        return None
    return value


def switch(value: Any) -> bool | None:
    """On or off; the mode "cache-ttl" of pruning is on."""
    return value if isinstance(value, bool) else _WORDS.get(str(value).strip().lower())


def size(value: Any) -> Value | None:
    """Bytes, also as "500kb" or "2mb", of 1,024. OpenClaw 2026.9: parseNonNegativeByteSize."""
    match = re.fullmatch(_AMOUNT + r"\s*([bkmgt])b?", str(value).strip().lower())
    return int(float(match[1]) * 1024 ** "bkmgt".index(match[2])) if match else number(value)


def duration(value: Any) -> Value | None:
    """Seconds: a number, or a text such as "90s", "5m", "1h30m"; a bare text is minutes, as for OpenClaw."""
    if not isinstance(value, str):
        return number(value)
    text = value.strip().lower()
    if re.fullmatch(_AMOUNT, text):
        return float(text) * 60
    if not re.fullmatch(rf"(?:{_AMOUNT}(?:ms|s|m|h|d))+", text):
        return None
    return sum(float(amount) * _SECONDS[unit] for amount, unit in re.findall(_AMOUNT + "(ms|s|m|h|d)", text))
