"""Pure: which lines a change adds, wherever it puts them, and which stand in a code fence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_FENCE = re.compile(r" {0,3}(?:>[ \t]?)*(?:[-*+][ \t]+)?(`{3,}|~{3,})(.*)")


def added_lines(before: str | None, after: str) -> list[tuple[int, str]]:
    """The lines of `after` that `before` has nowhere, numbered from 1; a moved line is not added."""
    known = set(before.split("\n")) if before else set[str]()
    return [(n, line) for n, line in enumerate(after.split("\n"), 1) if line not in known and line.strip()]


def fenced(lines: Sequence[str]) -> list[bool]:
    """For each line whether it stands in a code fence, where a reader sees everything as it is written."""
    return list(_fenced(lines))


def _fenced(lines: Sequence[str]) -> Iterator[bool]:
    fence = ""
    for line in lines:
        match = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            yield True
            if match and match[1][0] == fence[0] and len(match[1]) >= len(fence) and not match[2].strip():
                fence = ""
        else:
            if match and not (match[1][0] == "`" and "`" in match[2]):
                fence = match[1]
            yield bool(fence)
