"""Rules come from openclaw.json or are the version's own, and each can be changed within its range."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.context.policy import Rules, configured_rules, default_rules
from openclaw_desktop.context.rules.parameters import PARAMETERS
from openclaw_desktop.errors import UsageError
from openclaw_desktop.workspace import config
from openclaw_desktop.workspace.agents import Era

STATE = Path(__file__).parents[1] / "data" / "openclaw"
KEYS = [each.key for each in PARAMETERS]


def rules(values: Any, era: Era = "2026.2") -> Rules:
    return configured_rules({"agents": {"defaults": values}}, era=era, window=200_000)


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_the_declared_defaults_are_those_of_the_rules(era: Era) -> None:
    found = default_rules(era, 200_000)
    off = {"flush.force_bytes"} if era == "2026.2" else set[str]()
    for each in PARAMETERS:
        assert found.value(each.key) == (0 if each.key in off else each.default), each.key


@pytest.mark.parametrize("key", KEYS)
def test_every_parameter_can_be_moved_to_both_ends_and_no_further(key: str) -> None:
    declared = next(each for each in PARAMETERS if each.key == key)
    start = default_rules("2026.2", 200_000)
    if declared.unit == "switch":
        assert start.changed(key, "off").value(key) is False
        assert start.changed(key, True).value(key) is True
        return
    assert declared.low <= declared.default <= declared.high
    assert start.changed(key, declared.high * 10 + 10).value(key) == declared.high
    assert start.changed(key, 0).value(key) == declared.low
    assert type(start.changed(key, 7).value(key)) is type(declared.default)


def test_what_a_parameter_fills_exists() -> None:
    start = default_rules("2026.9", 200_000)
    for each in PARAMETERS:
        for place in each.fields:
            *rule, name = place.split(".")
            holder = getattr(start, rule[0]) if rule else start
            assert name in {field.name for field in fields(holder)}


def test_the_reserve_is_one_number_for_flush_and_compaction() -> None:
    changed = default_rules("2026.2", 200_000).changed("reserve_floor", 30_000)
    assert changed.flush_threshold == 166_000
    assert changed.compaction_threshold == 170_000


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("window", "128,000", 128_000),
        ("flush.force_bytes", "1.5 MB", 1_572_864),
        ("flush.force_bytes", "500kb", 512_000),
        ("flush.force_bytes", "0", 0),
        ("prune.ttl", "1h30m", 5_400.0),
        ("prune.ttl", "5", 300.0),
        ("prune.ttl", "90s", 90.0),
        ("prune.soft_ratio", "0.45", 0.45),
        ("prune.enabled", "cache-ttl", True),
        ("flush.enabled", "No", False),
    ],
)
def test_values_are_read_as_a_person_writes_them(key: str, text: str, value: Any) -> None:
    assert default_rules("2026.9", 200_000).changed(key, text).value(key) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *(("nothing", "1"), ("window", "many"), ("window", "-5"), ("prune.ttl", "5 parsecs")),
        *(("prune.ttl", "1h30"), ("flush.enabled", "maybe"), ("flush.soft", "nan"), ("flush.soft", "")),
    ],
)
def test_nonsense_is_refused_with_a_sentence(key: str, text: str) -> None:
    with pytest.raises(UsageError, match=r"\."):
        default_rules("2026.9", 200_000).changed(key, text)


def test_the_workspace_of_february_sets_what_it_sets() -> None:
    values = config.read(STATE / "state-2026.2" / "openclaw.json").values
    found = configured_rules(values, era="2026.2", window=65_536)
    assert found.configured == {"reserve_floor", "flush.enabled", "flush.soft"}
    assert found.flush_threshold == 41_536


def test_the_workspace_of_september_sets_what_it_sets() -> None:
    values = config.read(STATE / "state-2026.9" / "openclaw.json").values
    found = configured_rules(values, era="2026.9", window=65_536)
    assert found.configured == {"flush.enabled", "flush.soft"}
    assert (found.flush_threshold, found.compaction_threshold) == (45_152, 49_152)


PRUNING = {
    "mode": "cache-ttl",
    "ttl": "1h",
    "keepLastAssistants": 5,
    "softTrimRatio": 1.4,
    "softTrim": {"maxChars": 900, "headChars": 100},
    "hardClear": {"enabled": False, "placeholder": "  [gone] "},
    "tools": {"deny": ["browser*", 3], "allow": "exec"},
}


def test_pruning_is_read_with_its_names_and_its_text() -> None:
    prune = rules({"contextPruning": PRUNING}).prune
    assert (prune.enabled, prune.ttl, prune.keep_last_assistants) == (True, 3_600, 5)
    assert (prune.soft_ratio, prune.soft_max, prune.head, prune.tail) == (1.0, 900, 100, 1_500)
    assert (prune.hard_clear, prune.placeholder) == (False, "[gone]")
    assert (prune.allow, prune.deny) == ((), ("browser*",))


def test_2026_9_leaves_the_fixed_numbers_alone() -> None:
    found = rules({"contextPruning": PRUNING, "compaction": {"reserveTokensFloor": 9_000}}, "2026.9")
    assert found.configured == {"prune.enabled", "prune.ttl", "prune.hard_clear"}
    assert (found.prune.keep_last_assistants, found.prune.soft_max, found.flush.reserve) == (3, 4_000, 20_000)
    assert found.prune.placeholder == "[gone]"


@pytest.mark.parametrize(
    "values",
    [
        {"compaction": {"reserveTokensFloor": "20000", "keepRecentTokens": None, "memoryFlush": []}},
        {"compaction": {"memoryFlush": {"softThresholdTokens": True, "enabled": "yes"}}},
        {"compaction": 5, "contextPruning": {"ttl": 5, "mode": False, "softTrimRatio": -1, "tools": []}},
    ],
)
def test_values_of_another_kind_are_no_values(values: Any) -> None:
    assert rules(values) == default_rules("2026.2", 200_000)


def test_a_value_beyond_the_sliders_is_what_openclaw_uses() -> None:
    found = rules({"compaction": {"memoryFlush": {"forceFlushTranscriptBytes": "1gb"}}})
    assert found.flush.force_bytes == 2**30
