"""Pure: what a provider reported of one call of the model."""

from __future__ import annotations

from dataclasses import dataclass

from openclaw_desktop.context.transcript import object_of


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the provider counts them. `cost` is in dollars; None where no price is known."""

    input: int
    output: int
    cache_read: int
    cache_write: int
    total: int
    cost: float | None = None

    @property
    def prompt(self) -> int:
        """What was in the window when the model was called."""
        return self.input + self.cache_read + self.cache_write


def usage_of(value: object) -> Usage | None:
    """The usage of an assistant's message; None when there is none, or when it is nothing but zeros.

    Zeros are what OpenClaw writes for its own messages and for providers that report nothing; a cost of
    zero likewise is no price.
    """
    record = object_of(value)
    counts = [_count(record.get(key)) for key in ("input", "output", "cacheRead", "cacheWrite")]
    total = _count(record.get("totalTokens")) or sum(counts)
    if not total:
        return None
    cost: object = object_of(record.get("cost")).get("total")
    price = float(cost) if isinstance(cost, int | float) and 0 < cost < 1e9 else None
    return Usage(counts[0], counts[1], counts[2], counts[3], total, price)


def _count(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 < value < 1e12 else 0
