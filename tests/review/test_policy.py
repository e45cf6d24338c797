"""Which file is protected how."""

from __future__ import annotations

import pytest

from openclaw_desktop.review.policy import Policy, Rules, parse
from openclaw_desktop.settings import ReviewSettings

GENERAL, PROBLEMS = parse(ReviewSettings().policies)


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("SOUL.md", Policy.HOLD),
        ("MEMORY.md", Policy.HOLD),
        ("archive/MEMORY.md", Policy.FREE),
        ("memory.md", Policy.FREE),
        ("memory/2026-03-01.md", Policy.APPEND_ONLY),
        ("memory/2026-03-01-rain-gauge.md", Policy.APPEND_ONLY),
        ("memory/2026/03/2026-03-01.md", Policy.APPEND_ONLY),
        ("memory/topics/net.md", Policy.FREE),
        ("memory/12026-03-01.md", Policy.FREE),
        ("TOOLS.md", Policy.FREE),
        ("日记.md", Policy.FREE),
    ],
)
def test_what_says_who_the_agent_is_is_held_and_dated_notes_only_grow(path: str, policy: Policy) -> None:
    assert Rules(GENERAL).policy_of(path) is policy


def test_the_defaults_are_rules_without_exception() -> None:
    assert PROBLEMS == ()


def test_a_file_s_own_policy_comes_before_every_rule() -> None:
    rules = Rules(GENERAL, {"MEMORY.md": Policy.FREE, "notes/plan.md": Policy.LOCKED})
    assert rules.policy_of("MEMORY.md") is Policy.FREE
    assert rules.policy_of("notes/plan.md") is Policy.LOCKED


def test_without_protection_everything_is_free() -> None:
    assert Rules(GENERAL, {"MEMORY.md": Policy.LOCKED}, protect=False).policy_of("MEMORY.md") is Policy.FREE


def test_the_first_rule_that_fits_counts() -> None:
    rules, _ = parse(["memory/topics/*.md = review", "memory/**/*.md = hold"])
    assert Rules(rules).policy_of("memory/topics/net.md") is Policy.REVIEW
    assert Rules(rules).policy_of("memory/topics/deep/net.md") is Policy.HOLD
    assert Rules(rules).policy_of("memory/net.md") is Policy.HOLD


def test_a_star_stays_within_a_folder_and_a_set_can_be_turned_round() -> None:
    rules, _ = parse(["a/*.md = hold", "[!a-c]x.md = review", "q?.md = locked", "[[^]z.md = hold"])
    of = Rules(rules).policy_of
    assert (of("a/b.md"), of("a/b/c.md")) == (Policy.HOLD, Policy.FREE)
    assert (of("dx.md"), of("bx.md")) == (Policy.REVIEW, Policy.FREE)
    assert (of("qa.md"), of("q/.md")) == (Policy.LOCKED, Policy.FREE)
    assert (of("[z.md"), of("^z.md")) == (Policy.HOLD, Policy.HOLD)


@pytest.mark.parametrize("line", ["MEMORY.md", "MEMORY.md = closed", "= hold", "", "MEMORY.md = "])
def test_what_is_no_rule_is_said_and_the_others_count(line: str) -> None:
    rules, problems = parse([line, "SOUL.md = locked"])
    assert [rule.pattern for rule in rules] == ["SOUL.md"]
    assert len(problems) == 1
    assert "hold" in problems[0]


def test_a_pattern_may_hold_an_equals_sign() -> None:
    rules, problems = parse(["a=b.md = hold"])
    assert problems == ()
    assert Rules(rules).policy_of("a=b.md") is Policy.HOLD
