"""Pure: what an index says of itself: the model its vectors are of, and how its texts were cut."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

CHUNKING_VERSION = 5
"""The newest way of cutting texts that this program knows. OpenClaw 2026.9."""

PROVENANCE_VERSION = 1
"""The newest way of noting where chunks are from. OpenClaw 2026.9."""


@dataclass(frozen=True, slots=True)
class Meta:
    """Each is None, or empty, where the index does not say it."""

    provider: str | None = None
    model: str | None = None
    provider_key: str | None = None
    sources: tuple[str, ...] = ()
    chunk_tokens: int | None = None
    chunk_overlap: int | None = None
    chunking_version: int | None = None
    tokenizer: str | None = None
    dims: int | None = None
    scope: str | None = None
    provenance_version: int | None = None


def meta_of(text: Any) -> Meta | None:
    """What the row says; None when it says nothing that can be read."""
    try:
        value = json.loads(text)
    except (TypeError, ValueError):
        return None
    if not isinstance(value, dict):
        return None
    values = cast("Mapping[str, Any]", value)
    sources = values.get("sources")
    return Meta(
        provider=_text(values.get("provider")),
        model=_text(values.get("model")),
        provider_key=_text(values.get("providerKey")),
        sources=tuple(str(s) for s in cast("list[Any]", sources)) if isinstance(sources, list) else (),
        chunk_tokens=_number(values.get("chunkTokens")),
        chunk_overlap=_number(values.get("chunkOverlap")),
        chunking_version=_number(values.get("chunkingVersion")),
        tokenizer=_text(values.get("ftsTokenizer")),
        dims=_number(values.get("vectorDims")),
        scope=_text(values.get("scopeHash")),
        provenance_version=_number(values.get("provenanceVersion")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
