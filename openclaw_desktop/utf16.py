"""Pure: OpenClaw counts UTF-16 units; a character beyond U+FFFF, such as an emoji, is two of them."""

from __future__ import annotations

SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript calls white space, for a character class; Python's own idea of it differs."""

_SPACES = "".join(
    chr(code)
    for code in (*range(9, 14), 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F)
) + "\u3000\ufeff"  # fmt: skip


def length(text: str) -> int:
    """The length of `text` in units."""
    return len(text) if text.isascii() else len(_encoded(text)) // 2


def without_trailing_space(text: str) -> str:
    """`text` up to its last character that is no white space."""
    return text.rstrip(_SPACES)


def fitting(text: str, units: int) -> int:
    """How many characters of `text` fit into `units`; half an emoji is left out."""
    part = text[: max(units, 0)]
    data = _encoded(part)
    if len(data) == 2 * len(part):
        return len(part)
    end = 2 * units
    if _is_within_pair(data, end):
        end -= 2
    return len(data[:end].decode("utf-16-le", "surrogatepass"))


def fitting_last(text: str, units: int) -> int:
    """Where the characters begin that fit into the last `units` of `text`; half an emoji is left out."""
    part = text[-units:] if units > 0 else ""
    data = _encoded(part)
    if len(data) == 2 * len(part):
        return len(text) - len(part)
    start = max(0, len(data) - 2 * units)
    if _is_within_pair(data, start):
        start += 2
    return len(text) - len(data[start:].decode("utf-16-le", "surrogatepass"))


def _encoded(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _is_within_pair(data: bytes, at: int) -> bool:
    """Whether the byte position `at` separates the two units of one character."""
    return 0 < at < len(data) and data[at - 1] & 0xFC == 0xD8 and data[at + 1] & 0xFC == 0xDC
