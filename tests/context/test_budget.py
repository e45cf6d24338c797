"""What a change costs, and what no longer reaches the model after it."""

from __future__ import annotations

import json
from dataclasses import asdict

from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.budget import GAP, context_budget, weigh
from openclaw_desktop.context.profiles import Limits

SMALL = Limits(per_file=300, total=800)


def count(text: str) -> int:
    return len(text.split())


def test_a_file_that_outgrows_its_limit_shows_the_text_that_is_cut() -> None:
    lines = [f"- fact {number:03}" for number in range(60)]
    before, after = "\n".join(lines[:20]), "\n".join(lines)
    budget = weigh(
        "MEMORY.md", {"MEMORY.md": before}, {"MEMORY.md": after}, profile="2026.9", limits=SMALL, count=count
    )
    assert (budget.injected_before, budget.injected_after) == (True, False)
    assert (budget.chars_before, budget.chars_after, budget.limit) == (len(before), len(after), 300)
    assert (budget.tokens_before, budget.tokens_after) == (60, 180)
    assert "fact 030" in budget.cut
    assert "fact 000" not in budget.cut
    assert "fact 059" not in budget.cut


def test_a_note_is_never_injected_and_only_counted() -> None:
    budget = weigh(
        "memory/a.md", {}, {"memory/a.md": "one two\n"}, profile="2026.9", limits=SMALL, count=count
    )
    assert (budget.limit, budget.injected_before, budget.injected_after, budget.cut) == (
        None,
        False,
        False,
        "",
    )
    assert (budget.tokens_before, budget.tokens_after, budget.chars_after) == (0, 2, 7)


def test_a_deleted_file_is_cut_nowhere() -> None:
    budget = weigh("SOUL.md", {"SOUL.md": "soul"}, {}, profile="2026.2", limits=SMALL, count=count)
    assert (budget.injected_before, budget.injected_after, budget.cut, budget.limit) == (True, False, "", 300)


def test_growth_that_squeezes_another_file_out_is_told() -> None:
    rest = {"MEMORY.md": "m" * 290, "SOUL.md": "s" * 290}
    budget = weigh(
        "AGENTS.md",
        {**rest, "AGENTS.md": "a"},
        {**rest, "AGENTS.md": "a" * 290},
        profile="2026.9",
        limits=SMALL,
        count=count,
    )
    assert budget.injected_after
    assert budget.squeezed == ("MEMORY.md",)


def test_stretches_cut_at_several_places_are_told_apart() -> None:
    text = "\n".join(["plain words here"] * 60 + ["- You must never do this"] + ["plain words here"] * 60)
    budget = weigh("AGENTS.md", {}, {"AGENTS.md": text}, profile="2026.9", limits=Limits(600), count=count)
    assert budget.cut.count(GAP) == 1


def test_the_cost_of_every_file_as_an_agent_asks_for_it() -> None:
    files = [
        BootstrapFile("AGENTS.md", "/w/AGENTS.md", "rule " * 100),
        BootstrapFile("SOUL.md", "/w/SOUL.md", None),
        BootstrapFile("USER.md", "/w/USER.md", "Sam"),
        BootstrapFile("TOOLS.md", "/w/TOOLS.md", "old"),
    ]
    budget = context_budget(files, profile="2026.9", limits=SMALL, count=count)
    agents, soul, user = budget.files
    assert agents.truncated
    assert agents.near_limit
    assert agents.causes == ("per-file-limit",)
    assert agents.raw_tokens == 100
    assert agents.dropped_chars > 0
    assert soul.missing
    assert not soul.truncated
    assert (user.raw_chars, user.injected_chars, user.dropped_chars, user.tokens) == (3, 3, 0, 1)
    assert budget.tokens == agents.tokens + soul.tokens + user.tokens
    assert budget.left_out[0].name == "TOOLS.md"
    assert "next turn" in budget.takes_effect
    assert "next session" in context_budget(files, profile="2026.2", count=count).takes_effect
    assert json.loads(json.dumps(asdict(budget)))["files"][0]["name"] == "AGENTS.md"


def test_tokens_are_counted_with_the_usual_encoding() -> None:
    (user,) = context_budget([BootstrapFile("USER.md", "/w/USER.md", "hello world")], profile="2026.9").files
    assert user.tokens == 2
