"""Pure: what openclaw.json says of an agent's memory search, with the version's defaults for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from openclaw_desktop.agent_index.declared import DECLARED
from openclaw_desktop.search.question import Parameters
from openclaw_desktop.workspace.agents import Era, id_of
from openclaw_desktop.workspace.config import section


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
    is_new = era == "2026.9"
    for each in DECLARED:
        if each.only_later and not is_new:
            continue
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
