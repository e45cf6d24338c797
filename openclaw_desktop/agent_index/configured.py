"""Pure: what openclaw.json says of an agent's memory search, with the version's defaults for the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from openclaw_desktop.search.question import Parameters
from openclaw_desktop.workspace.agents import Era, id_of
from openclaw_desktop.workspace.config import section

MOST_MULTIPLIED = 20


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of the agent's search. `path` is its place below the search's part of openclaw.json.

    `is_fixed`: this version does not read it. `where`: the key of openclaw.json that sets it; None: none.
    """

    name: str
    value: Any
    path: str
    where: str | None = None
    is_fixed: bool = False

    @property
    def is_configured(self) -> bool:
        """Whether openclaw.json sets it."""
        return self.where is not None


@dataclass(frozen=True, slots=True)
class AgentSearch:
    """Everything that decides what an agent of one era finds."""

    era: Era
    settings: Mapping[str, Setting]

    def __getitem__(self, name: str) -> Any:
        return self.settings[name].value

    @property
    def is_hybrid(self) -> bool:
        """Whether words count beside meaning."""
        return bool(self["hybrid"])

    @property
    def sources(self) -> tuple[str, ...]:
        """What the agent means to index; sessions only where that is switched on."""
        allowed: tuple[str, ...] = tuple(self["sources"])
        return (
            allowed
            if self["session_memory"] or self.era == "2026.9"
            else tuple(source for source in allowed if source != "sessions")
        )

    def parameters(self, *, limit: int | None = None, min_score: float | None = None) -> Parameters:
        """The numbers of its ranking; a tool call may ask for another limit and minimum."""
        weight = self["vector_weight"], self["text_weight"]
        whole = sum(weight)
        return Parameters(
            preset=f"OpenClaw {self.era}",
            limit=self["limit"] if limit is None else max(1, limit),
            candidate_multiplier=self["candidate_multiplier"],
            min_score=self["min_score"] if min_score is None else min_score,
            vector_weight=(weight[0] / whole if whole else 0.7) if self.is_hybrid else 1.0,
            half_life_days=self["half_life_days"] if self["decay"] else 0,
            mmr_lambda=self["mmr_lambda"] if self["mmr"] else 1,
        )


def agent_search(values: Mapping[str, Any], agent_id: str, era: Era) -> AgentSearch:
    """What `values`, the contents of openclaw.json, set for this agent; another kind of value is none.

    OpenClaw 2026.2: `agents.defaults.memorySearch` and, field by field over it, the agent's own; 2026.9:
    `memory.search` likewise, with the numbers of its ranking fixed.
    """
    layers = [*_layers(values, agent_id, era)]
    found: dict[str, Setting] = {}
    for each in _DECLARED:
        is_new = era == "2026.9"
        default = each.new if is_new else each.old
        setting = Setting(each.name, default, each.path, is_fixed=is_new and each.fixed_later)
        *folders, last = each.path.split(".")
        for prefix, layer in [] if setting.is_fixed else layers:
            value = each.read(section(layer, *folders).get(last))
            if value is not None:
                setting = Setting(each.name, value, each.path, f"{prefix}.{each.path}")
        found[each.name] = setting
    return AgentSearch(era, found)


def _layers(values: Mapping[str, Any], agent_id: str, era: Era) -> list[tuple[str, dict[str, Any]]]:
    """The parts of openclaw.json that speak of this search, each over the one before."""
    if era == "2026.9":
        layers = [("memory.search", section(values, "memory", "search"))]
        for name in section(values, "agents", "entries"):
            if id_of(name) == agent_id:
                own = section(values, "agents", "entries", name, "memory", "search")
                layers.append((f"agents.entries.{name}.memory.search", own))
        return layers
    layers = [("agents.defaults.memorySearch", section(values, "agents", "defaults", "memorySearch"))]
    listed = section(values, "agents").get("list")
    for number, each in enumerate(cast("list[Any]", listed) if isinstance(listed, list) else []):
        entry = cast("dict[str, Any]", each) if isinstance(each, dict) else {}
        if id_of(entry.get("id")) == agent_id:
            layers.append((f"agents.list[{number}].memorySearch", section(entry, "memorySearch")))
    return layers


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


def _paths(value: Any) -> tuple[str, ...] | None:
    """Paths, each a text or an object that has one."""
    if not isinstance(value, list):
        return None
    items = cast("list[Any]", value)
    named = (cast("dict[str, Any]", item).get("path") if isinstance(item, dict) else item for item in items)
    return tuple(item for item in named if isinstance(item, str) and item.strip())


@dataclass(frozen=True, slots=True)
class _Declared:
    """A setting's name, its place, its default in either era, how it is read, and whether 2026.9 reads it."""

    name: str
    path: str
    old: Any
    new: Any
    read: Callable[[Any], Any]
    fixed_later: bool = False


_DECLARED: tuple[_Declared, ...] = (
    _Declared("enabled", "enabled", True, True, _switch),
    _Declared("provider", "provider", "auto", "openai", _text),
    _Declared("model", "model", None, None, _text),
    _Declared("base_url", "remote.baseUrl", None, None, _text),
    _Declared("model_path", "local.modelPath", None, None, _text),
    _Declared("sources", "sources", ("memory",), ("memory", "sessions"), _texts),
    _Declared("session_memory", "experimental.sessionMemory", False, False, _switch),
    _Declared("extra_paths", "extraPaths", (), (), _paths),
    _Declared("tokenizer", "store.fts.tokenizer", "unicode61", "unicode61", _text),
    _Declared("limit", "query.maxResults", 6, 6, _count),
    _Declared("min_score", "query.minScore", 0.35, 0.35, _share),
    _Declared("hybrid", "query.hybrid.enabled", True, True, _switch, fixed_later=True),
    _Declared("vector_weight", "query.hybrid.vectorWeight", 0.7, 0.7, _share, fixed_later=True),
    _Declared("text_weight", "query.hybrid.textWeight", 0.3, 0.3, _share, fixed_later=True),
    _Declared(
        "candidate_multiplier", "query.hybrid.candidateMultiplier", 4, 4, _multiplier, fixed_later=True
    ),
    _Declared("mmr", "query.hybrid.mmr.enabled", False, True, _switch, fixed_later=True),
    _Declared("mmr_lambda", "query.hybrid.mmr.lambda", 0.7, 0.7, _share, fixed_later=True),
    _Declared("decay", "query.hybrid.temporalDecay.enabled", False, True, _switch, fixed_later=True),
    _Declared("half_life_days", "query.hybrid.temporalDecay.halfLifeDays", 30, 30, _count, fixed_later=True),
    _Declared("chunk_tokens", "chunking.tokens", 400, 400, _count, fixed_later=True),
    _Declared("chunk_overlap", "chunking.overlap", 80, 80, _overlap, fixed_later=True),
)
