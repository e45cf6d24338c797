"""Pure: every setting of openclaw.json that decides what an agent's search finds, and how it is read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

MOST_MULTIPLIED = 20


def _share(value: Any) -> float | None:
    return min(1.0, max(0.0, float(value))) if _is_number(value) else None


def _count(value: Any) -> int | None:
    return max(1, math.floor(value)) if _is_number(value) else None


def _multiplier(value: Any) -> int | None:
    count = _count(value)
    return None if count is None else min(MOST_MULTIPLIED, count)


def _overlap(value: Any) -> int | None:
    return max(0, math.floor(value)) if _is_number(value) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _switch(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return value.strip() if isinstance(value, str) and value.strip() else None


def _texts(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(item for item in cast("list[Any]", value) if isinstance(item, str) and item.strip())


@dataclass(frozen=True, slots=True)
class ExtraPath:
    """A file or folder that is indexed too; of the folder only what fits the pattern, where there is one."""

    path: str
    pattern: str | None = None


def _paths(value: Any) -> tuple[ExtraPath, ...] | None:
    """Paths, each a text or an object that has one."""
    if not isinstance(value, list):
        return None
    return tuple(filter(None, map(_extra_path, cast("list[Any]", value))))


def _extra_path(item: Any) -> ExtraPath | None:
    values = cast("dict[str, Any]", item) if isinstance(item, dict) else {"path": item}
    path = _text(values.get("path"))
    return ExtraPath(path, _text(values.get("pattern"))) if path else None


def _headers(value: Any) -> tuple[tuple[str, str], ...] | None:
    if not isinstance(value, dict):
        return None
    items = cast("dict[Any, Any]", value).items()
    return tuple((name, text) for name, text in items if isinstance(name, str) and isinstance(text, str))


@dataclass(frozen=True, slots=True)
class Declared:
    """A setting's name, its place, its default in either era, and how it is read.

    `fixed_later`: 2026.9 does not read it; `only_later`: 2026.2 does not know it.
    """

    name: str
    path: str
    old: Any
    new: Any
    read: Callable[[Any], Any]
    fixed_later: bool = False
    only_later: bool = False


DECLARED: tuple[Declared, ...] = (
    Declared("enabled", "enabled", True, True, _switch),
    Declared("provider", "provider", "auto", "openai", _text),
    Declared("model", "model", None, None, _text),
    Declared("base_url", "remote.baseUrl", None, None, _text),
    Declared("headers", "remote.headers", (), (), _headers),
    Declared("batch", "remote.batch.enabled", False, False, _switch),
    Declared("batch_wait", "remote.batch.wait", True, True, _switch, fixed_later=True),
    Declared("batch_concurrency", "remote.batch.concurrency", 2, 2, _count, fixed_later=True),
    Declared("batch_poll_ms", "remote.batch.pollIntervalMs", 2_000, 2_000, _count, fixed_later=True),
    Declared("batch_minutes", "remote.batch.timeoutMinutes", 60, 60, _count, fixed_later=True),
    Declared("model_path", "local.modelPath", None, None, _text),
    Declared("model_folder", "local.modelCacheDir", None, None, _text),
    Declared("sources", "sources", ("memory",), ("memory", "sessions"), _texts),
    Declared("session_memory", "experimental.sessionMemory", False, False, _switch),
    Declared("extra_paths", "extraPaths", (), (), _paths),
    Declared("multimodal", "multimodal.enabled", False, False, _switch, only_later=True),
    Declared("modalities", "multimodal.modalities", (), (), _texts, only_later=True),
    Declared("multimodal_bytes", "multimodal.maxFileBytes", 10_485_760, 10_485_760, _count, only_later=True),
    Declared("tokenizer", "store.fts.tokenizer", "unicode61", "unicode61", _text, only_later=True),
    Declared("vectors", "store.vector.enabled", True, True, _switch),
    Declared("cache", "cache.enabled", True, True, _switch),
    Declared("cache_entries", "cache.maxEntries", None, 50_000, _count, fixed_later=True),
    Declared("limit", "query.maxResults", 6, 6, _count),
    Declared("min_score", "query.minScore", 0.35, 0.35, _share),
    Declared("hybrid", "query.hybrid.enabled", True, True, _switch, fixed_later=True),
    Declared("vector_weight", "query.hybrid.vectorWeight", 0.7, 0.7, _share, fixed_later=True),
    Declared("text_weight", "query.hybrid.textWeight", 0.3, 0.3, _share, fixed_later=True),
    Declared("candidate_multiplier", "query.hybrid.candidateMultiplier", 4, 4, _multiplier, fixed_later=True),
    Declared("mmr", "query.hybrid.mmr.enabled", False, True, _switch, fixed_later=True),
    Declared("mmr_lambda", "query.hybrid.mmr.lambda", 0.7, 0.7, _share, fixed_later=True),
    Declared("decay", "query.hybrid.temporalDecay.enabled", False, True, _switch, fixed_later=True),
    Declared("half_life_days", "query.hybrid.temporalDecay.halfLifeDays", 30, 30, _count, fixed_later=True),
    Declared("chunk_tokens", "chunking.tokens", 400, 400, _count, fixed_later=True),
    Declared("chunk_overlap", "chunking.overlap", 80, 80, _overlap, fixed_later=True),
)
