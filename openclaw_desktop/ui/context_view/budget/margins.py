"""The edges of the budget page, in pixels."""

from __future__ import annotations

LEFT, RIGHT = 16, 6
"""Right of what scrolls there is a bar of 10 besides, whether it is needed or not."""
