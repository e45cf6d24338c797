"""Columns of text for a person."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: Container[int] = ()) -> Iterator[str]:
    """The rows as lines, columns as wide as their widest cell; those of `left` begin at the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        padded = [
            cell.ljust(width) if at in left else cell.rjust(width) for at, (cell, width) in enumerate(cells)
        ]
        yield "  ".join(padded).rstrip()
