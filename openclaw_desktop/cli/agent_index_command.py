"""`openclaw-desktop agent-index`: what an agent's own index is, and how far from disk and configuration."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from openclaw_desktop.cli.agent_index_json import as_json, setting
from openclaw_desktop.cli.reading import text_of
from openclaw_desktop.cli.table import aligned
from openclaw_desktop.desk.agent_state import AgentState
from openclaw_desktop.engine import Engine

LONGEST_KEY = 10_000
MOST_NAMED = 20

NOUNS = {"memory": ("file", "files"), "sessions": ("session", "sessions")}


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Reads the index and compares; with --key it keeps a key instead."""
    if options.key is not None:
        key = text_of(options.key, option="--key", most=LONGEST_KEY).strip()
        print(engine.keep_endpoint_key(key))
        return 0
    state = engine.agent.state()
    if options.json:
        print(json.dumps(as_json(state), ensure_ascii=False))
        return 0
    for line in _lines(state):
        print(line)
    return 0


def _lines(state: AgentState) -> Iterator[str]:
    yield from aligned([*_identity(state)], left=(0, 1))
    told = [*(each.sentence + " " + each.effect for each in state.mismatches), *state.problems]
    told += [each.sentence for each in state.drift.changes[:MOST_NAMED]]
    if (rest := len(state.drift.changes) - MOST_NAMED) > 0:
        told.append(f"So it is with {rest:,} more; --json names them all.")
    told += state.drift.notes
    if told:
        yield ""
    yield from told
    yield ""
    yield from aligned([*_parameters(state)], left=(0, 1, 2))


def _identity(state: AgentState) -> Iterator[tuple[str, str]]:
    found, meta, contents = state.identity, state.identity.meta, state.identity.contents
    agent = state.place.agent
    yield "agent", f"{agent.name or agent.id} · OpenClaw {found.era} · schema {found.schema}"
    log = f", and {_bytes(state.log_bytes)} of its log" if state.log_bytes else ""
    unused = f", of which {_bytes(contents.reusable_bytes)} unused" if contents.reusable_bytes else ""
    yield "stored in", f"{state.place.path} · {_bytes(state.database_bytes)}{log}{unused}"
    by = f" by {meta.provider}" if meta and meta.provider else ""
    dims = f"{found.dims:,} numbers a vector" if found.dims else "no vectors"
    yield "model", f"{found.model or 'unknown'}{by} · {dims}"
    if meta and meta.chunk_tokens is not None:
        version = f", version {meta.chunking_version}" if meta.chunking_version else ""
        yield "chunks", f"{meta.chunk_tokens} tokens, overlap {meta.chunk_overlap}{version}"
    yield "words", f"cut by {found.tokenizer}" if found.has_words else "none"
    for each in contents.sources:
        noun = NOUNS.get(each.source, NOUNS["memory"])[each.files != 1]
        size = _bytes(each.chunk_bytes)
        yield each.source, f"{each.files:,} {noun}, {each.chunks:,} chunks with their vectors {size}"
    yield "cache", f"{contents.cache_entries:,} vectors · {_bytes(contents.cache_bytes)}"
    yield "made", "as configured" if not state.mismatches else "not as configured"
    yield "on disk", f"{state.drift.on_disk:,} files, {state.drift.same:,} as indexed"


def _parameters(state: AgentState) -> Iterator[tuple[str, str, str]]:
    for each in state.settings:
        told = setting(each)
        value = told["value"]
        shown = "–" if value is None else json.dumps(value, ensure_ascii=False)
        yield each.name, shown, told["key"] or told["from"]


def _bytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} kB"
