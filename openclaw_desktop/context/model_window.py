"""Pure: how many tokens an agent's model takes, as far as openclaw.json says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from openclaw_desktop.workspace.agents import id_of
from openclaw_desktop.workspace.config import section

LEAST, MOST = 1_024, 10_000_000
"""Smaller and larger windows are taken for slips of the pen."""

_WRITTEN = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([km]?)")
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}


def window_of(text: str) -> int | None:
    """A window as a person writes it: "200000", "200,000", "128k", "1M"; None for what is none."""
    found = _WRITTEN.fullmatch(text.strip().lower().replace(",", "").removesuffix("tokens").strip())
    if found is None:
        return None
    tokens = round(float(found[1]) * _SCALES[found[2]])
    return tokens if LEAST <= tokens <= MOST else None


def configured_window(values: Mapping[str, Any], agent: str | None) -> int | None:
    """The window of the agent's model by the contents of openclaw.json; None where they do not say.

    What a provider's model has, and at most `agents.defaults.contextTokens` (OpenClaw 2026.2 and 2026.9).
    """
    defaults = section(values, "agents", "defaults")
    known = _of_model(values, _model(_agent(values, agent)) or _model(defaults))
    return min([*known, *_cap(values)], default=None)


def window_of_model(values: Mapping[str, Any], provider: str | None, model: str | None) -> int | None:
    """The window of one model by the contents of openclaw.json, capped likewise; None where it is not there.

    Without a provider, when exactly one size is given for a model of that name.
    """
    providers = [provider] if provider else list(section(values, "models", "providers"))
    known = {min(sizes) for each in providers if (sizes := _of_model(values, f"{each}/{model}"))}
    return min([*known, *_cap(values)]) if len(known) == 1 else None


def _cap(values: Mapping[str, Any]) -> list[int]:
    """What no window of the agents may exceed."""
    cap = _natural(section(values, "agents", "defaults").get("contextTokens"))
    return [cap] if cap else []


def _of_model(values: Mapping[str, Any], name: str | None) -> list[int]:
    """The sizes that the configuration has for `provider/model`."""
    provider, _, model = (name or "").partition("/")
    for each in _objects(section(values, "models", "providers", provider).get("models")):
        if each.get("id") == model:
            sizes = (_natural(each.get(key)) for key in ("contextWindow", "contextTokens"))
            return [size for size in sizes if size]
    return []


def _agent(values: Mapping[str, Any], agent: str | None) -> Mapping[str, Any]:
    """What is configured for one agent: keyed by its id (2026.9), or in a list (2026.2)."""
    agents = section(values, "agents")
    for name in section(agents, "entries"):
        if id_of(name) == agent:
            return section(agents, "entries", name)
    listed = _objects(agents.get("list"))
    return next((each for each in listed if id_of(each.get("id")) == agent), section({}))


def _model(values: Mapping[str, Any]) -> str | None:
    model = values.get("model")
    name = section(values, "model").get("primary") if isinstance(model, dict) else model
    return name if isinstance(name, str) and name else None


def _objects(value: Any) -> Sequence[Mapping[str, Any]]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [cast("Mapping[str, Any]", item) for item in items if isinstance(item, dict)]


def _natural(value: Any) -> int | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and LEAST <= value <= MOST else None
