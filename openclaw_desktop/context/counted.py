"""Pure: a number with its noun, as a sentence has it."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """Such as "1 turn", "4,210 turns"; `many` where an "s" is not enough."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
