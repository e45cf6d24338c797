"""Pure: what an agent's own index is, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from openclaw_desktop.agent_index.configured import Setting
from openclaw_desktop.agent_index.declared import ExtraPath
from openclaw_desktop.agent_index.drift import Change
from openclaw_desktop.desk.agent_state import AgentState

KINDS = {"new": ("+", "not indexed"), "changed": ("~", "changed since"), "gone": ("−", "gone")}
"""A sign and a word for what became of a file."""


def facts(state: AgentState) -> Iterator[tuple[str, str]]:
    """Names and values: model, chunks, words, what is in it, how large it is."""
    found, contents = state.identity, state.identity.contents
    yield "OpenClaw", f"{found.era}, schema {found.schema}"
    yield "Model", _model(state)
    yield "Vectors", _vectors(state)
    yield "Chunks", _chunking(state)
    yield "Words", f"cut by {found.tokenizer}" if found.has_words else "no table of words"
    for each in contents.sources:
        noun = ("session" if each.source == "sessions" else "file") + ("" if each.files == 1 else "s")
        held = f"{each.files:,} {noun} in {each.chunks:,} chunks, {size(each.chunk_bytes)} with their vectors"
        yield each.source.capitalize(), held
    yield "Cache", f"{contents.cache_entries:,} vectors, {size(contents.cache_bytes)}"
    yield "Database", _database(state)
    yield "State", "to be synced (dirty)" if state.is_dirty else "in step (not dirty)"


def _model(state: AgentState) -> str:
    meta = state.identity.meta
    by = f" by {meta.provider}" if meta and meta.provider else ""
    return f"{state.identity.model or 'unknown'}{by}"


def _vectors(state: AgentState) -> str:
    found = state.identity
    counted = sum(count for length, count in found.contents.vector_lengths.items() if length)
    if not counted:
        return "none"
    trust = f", table {found.vectors}" if found.vectors else ""
    return f"{counted:,}, of {found.dims or 0:,} numbers each{trust}"


def _chunking(state: AgentState) -> str:
    meta, contents = state.identity.meta, state.identity.contents
    if meta is None or meta.chunk_tokens is None:
        return f"{contents.chunks:,}; it does not say how they were cut"
    version = f", way {meta.chunking_version}" if meta.chunking_version else ""
    cut = f"of {meta.chunk_tokens:,} tokens, overlap {meta.chunk_overlap or 0:,}"
    return f"{contents.chunks:,}, {cut}{version}"


def _database(state: AgentState) -> str:
    unused = state.identity.contents.reusable_bytes
    log = f", and {size(state.log_bytes)} of log" if state.log_bytes else ""
    spare = f", of which {size(unused)} unused" if unused else ""
    return f"{size(state.database_bytes)}{spare}{log}"


def drift_sentence(state: AgentState) -> str:
    """How far index and disk are apart, as a whole."""
    drift = state.drift
    memory = f"{drift.same:,} of {drift.on_disk:,} files on disk are in the index as they are"
    return f"{memory}." if drift.changes else f"{memory}: index and disk are the same."


def change_words(change: Change) -> str:
    """A row as a screen reader says it."""
    return f"{change.path}, {KINDS[change.kind][1]}"


def parameters(state: AgentState) -> Iterator[tuple[str, str, str]]:
    """Everything that decides what the agent finds: name, value, and where it is from."""
    for each in state.settings:
        yield each.name.replace("_", " ").capitalize().replace("Mmr", "MMR"), value(each.value), origin(each)


def origin(setting: Setting) -> str:
    """Who says so: "default", or the key of openclaw.json."""
    if setting.where:
        return f"openclaw.json: {setting.where}"
    return "fixed in 2026.9" if setting.is_fixed else "default"


def value(found: Any) -> str:
    """A value of any kind of setting."""
    if found is None or found == ():
        return "–"
    if isinstance(found, bool):
        return "on" if found else "off"
    if isinstance(found, tuple):
        return ", ".join(value(each) for each in cast("tuple[Any, ...]", found))
    if isinstance(found, ExtraPath):
        return f"{found.path} ({found.pattern})" if found.pattern else found.path
    return f"{found:,}" if isinstance(found, int) else str(found)


def size(count: int) -> str:
    """Bytes, rounded: "1.2 MB"."""
    return f"{count / 2**20:,.1f} MB" if count >= 2**20 else f"{count / 2**10:,.0f} kB"
