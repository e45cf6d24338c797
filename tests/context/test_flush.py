"""A flush comes where OpenClaw's own function says, once in a cycle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.context.policy import configured_rules
from openclaw_desktop.context.rules.flush import (
    FORCE_BYTES,
    FlushRule,
    flush_due,
    flush_threshold,
    reserve,
    soft,
)

PARITY = Path(__file__).parents[1] / "data" / "parity"
CASES: list[Any] = json.loads((PARITY / "buildMemoryFlushPlan.v2026.9.6.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", [case for case in CASES if case["input"]["contextWindowTokens"]])
def test_the_plan_is_the_one_of_openclaw(case: Any) -> None:
    window, configured = case["input"]["contextWindowTokens"], case["input"]["memoryFlush"]
    values = {"agents": {"defaults": {"compaction": {"memoryFlush": configured}}}}
    rule = configured_rules(values, era="2026.9", window=window).flush
    assert flush_threshold(window, rule) == case["flushThreshold"]
    plan = case["output"]
    assert rule.enabled is (plan is not None)
    if plan:
        assert reserve(window, rule) == plan["reserveTokensFloor"]
        assert soft(window, rule) == plan["softThresholdTokens"]
        assert rule.force_bytes == plan["forceFlushTranscriptBytes"]


def test_2026_2_takes_the_same_tokens_of_every_window() -> None:
    rule = FlushRule(era="2026.2", force_bytes=0)
    assert flush_threshold(65_536, rule) == 41_536
    assert flush_threshold(32_768, rule) == 8_768
    assert flush_threshold(24_000, rule) is None


@pytest.mark.parametrize(
    ("tokens", "size", "already", "due"),
    [
        (175_999, 0, False, None),
        (176_000, 0, False, "tokens"),
        (176_000, 0, True, None),
        (None, 0, False, None),
        (None, FORCE_BYTES, False, "size"),
        (10, FORCE_BYTES - 1, False, None),
        (10, FORCE_BYTES, True, None),
    ],
)
def test_a_flush_is_due_by_tokens_or_by_size_and_once_a_cycle(
    tokens: int | None, size: int, already: bool, due: str | None
) -> None:
    found = flush_due(FlushRule(), window=200_000, tokens=tokens, transcript_bytes=size, already=already)
    assert found == due


def test_nothing_is_due_when_flushes_are_off() -> None:
    rule = FlushRule(enabled=False)
    assert flush_threshold(200_000, rule) is None
    assert flush_due(rule, window=200_000, tokens=199_999, transcript_bytes=2**30, already=False) is None


def test_without_the_size_rule_only_tokens_count() -> None:
    rule = FlushRule(force_bytes=0)
    assert flush_due(rule, window=200_000, tokens=1, transcript_bytes=2**30, already=False) is None
