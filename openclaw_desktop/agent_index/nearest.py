"""Pure: which vectors of an index may be the nearest, so that few distances are asked of its database."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from openclaw_desktop.index.embed import Vector

MARGIN = 1e-4
"""More than two ways of counting a cosine in numbers of four bytes can differ by."""


class Nearest:
    """The vectors of a table, kept as long as the copy of the index is open."""

    def __init__(self, rows: Sequence[tuple[int, str, bytes]]) -> None:
        """`rows`: chunk, source, and the vector in numbers of four bytes, all of one length."""
        self._chunks = np.array([chunk for chunk, _, _ in rows], dtype=np.int64)
        self._names = sorted({source for _, source, _ in rows})
        self._sources = np.array([self._names.index(source) for _, source, _ in rows], dtype=np.intp)
        vectors = np.frombuffer(b"".join(vector for _, _, vector in rows), dtype="<f4")
        self._vectors = vectors.reshape(len(rows), -1) if rows else vectors.reshape(0, 0)
        self._norms = np.linalg.norm(self._vectors, axis=1)

    def likely(self, vector: Vector, sources: Collection[str], limit: int) -> list[int]:
        """Every chunk that can be among the `limit` nearest of these sources, in no order.

        Vectors of zeros are among them: their distance is none, and SQLite sorts that first.
        """
        if not len(self._chunks):
            return []
        with np.errstate(divide="ignore", invalid="ignore"):
            cosines = (self._vectors @ vector) / (self._norms * np.linalg.norm(vector))
        cosines[np.isnan(cosines)] = np.inf
        allowed = np.isin(self._sources, [n for n, name in enumerate(self._names) if name in sources])
        cosines[~allowed] = -np.inf
        if len(cosines) > limit:
            allowed &= cosines >= np.partition(cosines, -limit)[-limit] - MARGIN
        return self._chunks[allowed].tolist()
