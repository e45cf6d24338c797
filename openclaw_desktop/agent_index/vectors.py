"""Pure: the vectors of an agent's index, in all the forms its versions leave them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray


def vector_of(stored: Any, dims: int | None) -> NDArray[np.float64] | None:
    """A stored vector; None for what is none, or has other dimensions than `dims` (None: any).

    A JSON array (OpenClaw 2026.2), or numbers of eight bytes (2026.9) or four, little-endian: which of the
    two, `dims` tells, and without it eight.
    """
    found = _of_bytes(stored, dims) if isinstance(stored, bytes) else _of_json(stored)
    if found is None or not found.size or (dims is not None and found.size != dims):
        return None
    return found if np.isfinite(found).all() else None


def _of_json(stored: Any) -> NDArray[np.float64] | None:
    try:
        found = np.asarray(json.loads(stored), dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return found if found.ndim == 1 else None


def _of_bytes(stored: bytes, dims: int | None) -> NDArray[np.float64] | None:
    if dims is not None and len(stored) == dims * 4:
        return np.frombuffer(stored, dtype="<f4").astype(np.float64)
    return np.frombuffer(stored, dtype="<f8").astype(np.float64) if len(stored) % 8 == 0 else None


def cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How near two vectors lie; 0 when one of them is nothing but zeros. OpenClaw: cosineSimilarity."""
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / norm if norm else 0.0
