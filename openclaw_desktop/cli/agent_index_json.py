"""An agent's index as JSON: what `openclaw memory status --json` gives, in its form, and what it does not."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from openclaw_desktop.agent_index.configured import Setting
from openclaw_desktop.agent_index.declared import ExtraPath
from openclaw_desktop.agent_index.identity import SourceCounts
from openclaw_desktop.desk.agent_state import AgentState


def as_json(state: AgentState) -> dict[str, Any]:
    """Everything. Under "status" and "scan" stands what OpenClaw says too; what only a running one knows,
    such as failures, is left out.
    """
    return {
        "agentId": state.place.agent.id,
        "era": state.identity.era,
        "schema": state.identity.schema,
        "status": status(state),
        "scan": scan(state),
        "mismatches": [asdict(each) for each in state.mismatches],
        "drift": [
            {"path": each.path, "kind": each.kind, "source": each.source} for each in state.drift.changes
        ],
        "notes": list(state.drift.notes),
        "problems": list(state.problems),
        "parameters": [setting(each) for each in state.settings],
    }


def status(state: AgentState) -> dict[str, Any]:
    """As OpenClaw's own `status`; 2026.9 says more of it than 2026.2."""
    found, search = state.identity, state.search
    is_new = found.era == "2026.9"
    extras: tuple[ExtraPath, ...] = search["extra_paths"]
    asked = None if search["provider"] == "auto" and not is_new else search["provider"]
    cache: dict[str, Any] = {"enabled": search["cache"], "entries": found.contents.cache_entries}
    if search["cache_entries"] is not None:
        cache["maxEntries"] = search["cache_entries"]
    return {
        "backend": "builtin",
        "files": found.contents.files,
        "chunks": found.contents.chunks,
        "dirty": state.is_dirty,
        "workspaceDir": str(state.root),
        "dbPath": str(state.place.path),
        **({"storage": _storage(state)} if is_new else {}),
        "provider": (found.meta and found.meta.provider) or asked,
        "model": found.model or None,
        "requestedProvider": search["provider"],
        "sources": list(search.sources),
        "extraPaths": [each.path for each in extras],
        "sourceCounts": [_counts(state, each) for each in found.contents.sources],
        "cache": cache,
        "fts": {"enabled": search.is_hybrid, "available": found.has_words},
        "vector": {
            "enabled": search["vectors"],
            **({"index": {"state": found.vectors}} if is_new else {}),
            "dims": found.dims,
        },
        "batch": {
            "enabled": search["batch"],
            "wait": search["batch_wait"],
            "concurrency": search["batch_concurrency"],
            "pollIntervalMs": search["batch_poll_ms"],
            "timeoutMs": search["batch_minutes"] * 60_000,
        },
        "custom": {
            "searchMode": "hybrid" if found.has_meaning else "fts-only",
            **({"indexIdentity": _identity(state)} if is_new else {}),
        },
    }


def scan(state: AgentState) -> dict[str, Any]:
    """How many files there are on disk; of sessions, which OpenClaw alone can count, those in the index."""
    indexed = {each.source: each.files for each in state.identity.contents.sources}
    files = {source: indexed.get(source, 0) for source in state.search.sources}
    files["memory"] = state.drift.on_disk
    return {
        "sources": [{"source": name, "totalFiles": count, "issues": []} for name, count in files.items()],
        "totalFiles": sum(files.values()),
        "issues": [],
    }


def setting(each: Setting) -> dict[str, Any]:
    """One value with where it comes from; of headers their names only, since some are secret."""
    value = each.value
    if each.name == "headers":
        value = [name for name, _ in value]
    elif each.name == "extra_paths":
        value = [asdict(extra) for extra in value]
    return {
        "name": each.name,
        "value": value,
        "from": "openclaw.json" if each.is_configured else "fixed" if each.is_fixed else "default",
        "key": each.where,
    }


def _storage(state: AgentState) -> dict[str, int]:
    contents = state.identity.contents
    return {
        "databaseBytes": state.database_bytes,
        "walBytes": state.log_bytes,
        "reusableBytes": contents.reusable_bytes,
        "embeddingCacheBytes": contents.cache_bytes,
        "embeddingCacheEntries": contents.cache_entries,
    }


def _counts(state: AgentState, counts: SourceCounts) -> dict[str, Any]:
    """2026.9 adds sizes, and of its memory how many files there are and whether they changed."""
    told: dict[str, Any] = {"source": counts.source, "files": counts.files, "chunks": counts.chunks}
    if state.identity.era == "2026.9":
        told |= {"chunkBytes": counts.chunk_bytes, "issues": []}
        if counts.source == "memory":
            told |= {"dirty": bool(state.drift.of("memory")), "eligible": state.drift.on_disk}
    return told


def _identity(state: AgentState) -> dict[str, str]:
    if not state.mismatches:
        return {"status": "valid"}
    first = state.mismatches[0]
    is_missing = first.code == "metadata_missing"
    return {"status": "missing" if is_missing else "mismatched", "code": first.code, "owner": first.owner}
