"""Pure: where an index was made by other settings than the agent has now, and what it does then."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal, TypeAlias

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.declared import ExtraPath
from openclaw_desktop.agent_index.identity import UNICODE, Identity
from openclaw_desktop.agent_index.meta import CHUNKING_VERSION, PROVENANCE_VERSION, Meta

Code = Literal[
    "metadata_missing",
    "provenance_version",
    "chunking_version",
    "model",
    "provider",
    "provider_settings",
    "sources",
    "scope",
    "chunking",
    "vector_dims",
    "fts_tokenizer",
]
"""As OpenClaw 2026.9 calls them."""

DEFAULT_MODELS = {
    "openai": "text-embedding-3-small",
    "gemini": "gemini-embedding-001",
    "voyage": "voyage-4-large",
    "mistral": "mistral-embed",
}
"""Which model a provider is asked for when openclaw.json names none. OpenClaw 2026.2."""

OPENAI = "https://api.openai.com/v1"

Shown: TypeAlias = str | tuple[str | int | None, ...]

REBUILT = "At its next sync the agent makes the whole index anew; until then it answers from this one"
PAUSED = "The agent does not search by meaning until somebody runs `openclaw memory index --force`"
BY_ITSELF = "The agent makes the index anew by itself at its next search"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing in which the index is not what the configuration asks for.

    `owner` tells who has to act: 2026.9 renews its own older ways by itself, and waits where a person changed
    the configuration; 2026.2 always renews. `sentence` says what is different, `effect` what that does.
    """

    code: Code
    owner: Literal["openclaw", "configuration"]
    sentence: str
    effect: str


def mismatches(found: Identity, search: AgentSearch) -> tuple[Mismatch, ...]:
    """All of them, that which OpenClaw would name first at the front.

    OpenClaw 2026.2: needsFullReindex; 2026.9: resolveMemoryIndexIdentityState, which stops at the first.
    What cannot be known from files (which provider "auto" chooses, a key's variables) is no mismatch.
    """
    if found.meta is None:
        return (_missing(found),)
    each = _by_version(found.meta) if found.era == "2026.9" else iter(())
    return (*each, *_by_configuration(found, found.meta, search))


def _missing(found: Identity) -> Mismatch:
    effect = f"{REBUILT}." if found.era == "2026.2" else f"{PAUSED}."
    return Mismatch("metadata_missing", "openclaw", "The index does not say how it was made.", effect)


def _by_version(meta: Meta) -> Iterator[Mismatch]:
    """What a program that was updated does otherwise than it did."""
    ways: tuple[tuple[Code, int | None, int, str], ...] = (
        ("provenance_version", meta.provenance_version, PROVENANCE_VERSION, "notes where chunks are from"),
        ("chunking_version", meta.chunking_version, CHUNKING_VERSION, "cuts texts into chunks"),
    )
    for code, had, newest, does in ways:
        if had == newest:
            continue
        if (had or 0) > newest:
            sentence = f"A newer OpenClaw, which {does} in another way ({had}, not {newest}), made the index."
            effect = "An agent of version 2026.9 does not search by meaning until it is updated."
        else:
            was = f"{had}, not {newest}" if had else f"not {newest}"
            sentence = f"An older OpenClaw, which {does} in another way ({was}), made the index."
            kept = "; words go on being found meanwhile" if code == "chunking_version" else ""
            effect = f"{BY_ITSELF}{kept}."
        yield Mismatch(code, "openclaw", sentence, effect)


def _by_configuration(found: Identity, meta: Meta, search: AgentSearch) -> Iterator[Mismatch]:
    """What a person set otherwise since the index was made."""
    is_old = found.era == "2026.2"

    def differs(code: Code, what: str, had: Shown, wants: Shown, effect: str = "") -> Mismatch:
        sentence = f"The index has {what} {_shown(had)}, the configuration {_shown(wants)}."
        return Mismatch(code, "configuration", sentence, effect or f"{REBUILT if is_old else PAUSED}.")

    provider, model = _provider(search), _model(search)
    if model and meta.model and model != meta.model:
        lost = f"{REBUILT}, and finds nothing by meaning in it: it looks for chunks of {model} only."
        yield differs("model", "vectors of the model", meta.model, model, lost if is_old else "")
    if provider and meta.provider and provider != meta.provider:
        yield differs("provider", "vectors of the provider", meta.provider, provider)
    elif _key_differs(meta, search):
        yield Mismatch(
            "provider_settings",
            "configuration",
            "The address or the headers of the provider changed since the index was made.",
            f"{REBUILT if is_old else PAUSED}.",
        )
    if set(meta.sources or ("memory",)) != set(search.sources):
        yield differs("sources", "the sources", meta.sources or ("memory",), search.sources)
    if _scope_differs(meta, search):
        yield Mismatch(
            "scope",
            "configuration",
            "Extra paths, or which pictures and sounds are indexed, changed since the index was made.",
            f"{REBUILT if is_old else PAUSED}.",
        )
    cut = meta.chunk_tokens, meta.chunk_overlap
    wanted = search["chunk_tokens"], min(search["chunk_overlap"], search["chunk_tokens"] - 1)
    if None not in cut and cut != wanted:
        yield differs("chunking", "chunks of tokens and overlap", cut, wanted)
    if search["vectors"] and not meta.dims and found.has_meaning:
        yield Mismatch(
            "vector_dims",
            "configuration",
            "The index does not say how many numbers its vectors have.",
            f"{REBUILT if is_old else PAUSED}.",
        )
    if not is_old and (meta.tokenizer or UNICODE) != search["tokenizer"]:
        yield differs("fts_tokenizer", "words cut by", meta.tokenizer or UNICODE, search["tokenizer"])


def _shown(value: Shown) -> str:
    return value if isinstance(value, str) else " and ".join(map(str, value))


def _provider(search: AgentSearch) -> str | None:
    """The provider that is asked; None where that is decided when the agent starts."""
    named: str = search["provider"]
    if search.era == "2026.9" and named == "auto":
        return "openai"
    return None if named == "auto" else named


def _model(search: AgentSearch) -> str | None:
    """The model that is asked, as indexes name it; None where that is decided when the agent starts."""
    provider = _provider(search)
    if provider == "none":
        return "fts-only"
    if provider == "local":
        return search["model_path"]
    named: str | None = search["model"] or DEFAULT_MODELS.get(provider or "")
    for prefix in (f"{provider}/", "models/"):
        named = named.removeprefix(prefix) if named else None
    return named


def _key_differs(meta: Meta, search: AgentSearch) -> bool:
    """Whether the vectors came from another address, as far as it can be known: of OpenAI's protocol only.

    OpenClaw: computeProviderKey, a hash of address, model and headers without the key.
    """
    base: str | None = search["base_url"]
    if _provider(search) != "openai" or not meta.provider_key or not base or "${" in base:
        return False
    own: tuple[tuple[str, str], ...] = search["headers"]
    headers = {"Content-Type": "application/json"} | dict(own)
    if any("${" in value for value in headers.values()):
        return False
    kept = sorted([name, value] for name, value in headers.items() if name.lower() != "authorization")
    key = {"provider": "openai", "baseUrl": base, "model": meta.model, "headers": kept}
    return _hash(key) != meta.provider_key


def _scope_differs(meta: Meta, search: AgentSearch) -> bool:
    """Whether extra paths or multimodal settings changed. OpenClaw 2026.9: resolveConfiguredScopeHash.

    A path relative to the workspace is hashed as that version resolved it, which cannot be known.
    """
    extras: tuple[ExtraPath, ...] = search["extra_paths"]
    if search.era == "2026.2" or not meta.scope:
        return False
    if not all(PurePath(each.path).is_absolute() for each in extras):
        return False
    paths: list[Any] = [
        {"path": _slashed(each), "pattern": each.pattern} if each.pattern else _slashed(each)
        for each in dict.fromkeys(extras)
    ]
    modalities: tuple[str, ...] = search["modalities"]
    scope = {
        "extraPaths": sorted(paths, key=_json),
        "multimodal": {
            "enabled": search["multimodal"],
            "modalities": sorted(modalities),
            "maxFileBytes": search["multimodal_bytes"],
        },
    }
    return _hash(scope) != meta.scope


def _slashed(extra: ExtraPath) -> str:
    return extra.path.replace("\\", "/")


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _hash(value: Any) -> str:
    return hashlib.sha256(_json(value).encode("utf-8", "surrogatepass")).hexdigest()
