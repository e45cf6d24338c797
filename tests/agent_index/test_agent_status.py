"""What the program itself says of its index, found again in the database, on disk and in openclaw.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from agent_states import DATA, HOME, NewState, engine_of

from openclaw_desktop.cli.agent_index_json import as_json
from openclaw_desktop.workspace.agents import Era

RUNS: tuple[tuple[str, Era], ...] = (("search-2026.2.json", "2026.2"), ("search-2026.9.json", "2026.9"))

BEFORE_CLEANING = {
    "status.storage.databaseBytes",
    "status.storage.reusableBytes",
    "status.storage.embeddingCacheBytes",
    "status.storage.embeddingCacheEntries",
    "status.cache.entries",
}
"""Taken of 2026.9's databases before most of their embedding caches was deleted, to save space."""

OF_THE_PROCESS = (
    "status.vector.available",
    "status.vector.extensionPath",
    "status.batch.failures",
    "status.batch.limit",
    "status.custom.providerState.",
    "status.custom.automaticRebuildNotice.",
)
"""What only a running OpenClaw knows."""

OF_OTHER_THINGS = ("audit.", "dreamingAudit.", "status.sourceCounts.1.eligible")
"""Short-term recall and dreaming, which are kept elsewhere; and how many sessions it would index."""


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{place}.{key}")
    elif isinstance(value, list) and value:
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{place}.{number}")
    else:
        yield place.removeprefix("."), value


@pytest.mark.parametrize("agent", ["main", "research"])
@pytest.mark.parametrize(("file", "era"), RUNS)
def test_every_field_of_the_program_s_own_status_comes_out_the_same(
    new_state: NewState, file: str, era: Era, agent: str
) -> None:
    state = new_state(era)
    run = json.loads((DATA / file).read_text(encoding="utf-8").replace(HOME, state.folder.as_posix()))
    theirs = dict(leaves(next(each for each in run["status"] if each["agentId"] == agent)))
    with engine_of(state, agent) as engine:
        ours = dict(leaves(as_json(engine.agent.state())))
    left_out = BEFORE_CLEANING if era == "2026.9" else set[str]()
    expected = {
        place: value
        for place, value in theirs.items()
        if place not in left_out and not place.startswith(OF_THE_PROCESS + OF_OTHER_THINGS)
    }
    assert len(expected) > 25
    assert {place: ours.get(place, "missing") for place in expected} == expected


def test_a_cached_vector_takes_the_bytes_the_program_counts(new_state: NewState) -> None:
    run = json.loads((DATA / "search-2026.9.json").read_text(encoding="utf-8"))
    storage = run["status"][0]["status"]["storage"]
    with engine_of(new_state("2026.9")) as engine:
        contents = engine.agent.state().identity.contents
    each = storage["embeddingCacheBytes"] / storage["embeddingCacheEntries"]
    assert contents.cache_entries == 8
    assert contents.cache_bytes == 8 * each


def test_every_parameter_says_whether_it_is_configured_and_where(new_state: NewState) -> None:
    with engine_of(new_state("2026.2")) as engine:
        told = {each["name"]: each for each in as_json(engine.agent.state())["parameters"]}
    assert told["model"] == {
        "name": "model",
        "value": "multilingual-e5-small",
        "from": "openclaw.json",
        "key": "agents.defaults.memorySearch.model",
    }
    assert told["min_score"] == {"name": "min_score", "value": 0.35, "from": "default", "key": None}


def test_what_2026_9_has_fixed_is_said_to_be_fixed(new_state: NewState) -> None:
    with engine_of(new_state("2026.9")) as engine:
        told = {each["name"]: each for each in as_json(engine.agent.state())["parameters"]}
    assert (told["half_life_days"]["value"], told["half_life_days"]["from"]) == (30, "fixed")


def test_headers_are_told_by_name_since_their_values_may_be_secret(new_state: NewState) -> None:
    state = new_state("2026.9")
    values = state.config.read_text(encoding="utf-8")
    marked = values.replace('"remote": {', '"remote": {"headers": {"X-Team-Key": "tell-nobody"},')
    assert marked != values
    state.config.write_text(marked, encoding="utf-8")
    with engine_of(state) as engine:
        told = json.dumps(as_json(engine.agent.state()))
    assert "X-Team-Key" in told
    assert "tell-nobody" not in told
