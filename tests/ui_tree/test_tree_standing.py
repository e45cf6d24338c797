"""Pure words about protection: per file, per burst, once per workspace."""

from __future__ import annotations

from dataclasses import replace

from proposals import RULES, proposal, standing_of

from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import OUTSIDE, Kind
from openclaw_desktop.ui import standing


def test_a_free_file_of_which_nothing_waits_has_nothing_to_say() -> None:
    assert standing.sentences(standing_of(), "notes/plan.md") == []
    assert standing.of_file(standing_of(), "notes/plan.md") == ""
    assert standing.in_short(standing_of(), "notes/plan.md") == ""


def test_a_held_file_says_how_it_is_protected_and_what_waits() -> None:
    stand = standing_of(proposal(), proposal(number=18))
    assert standing.in_short(stand, "MEMORY.md") == "held · 2 waiting"
    assert standing.sentences(stand, "MEMORY.md")[1] == "2 changes wait for your review."
    assert standing.in_short(stand, "memory/2026-03-01.md") == "append only"


def test_the_banner_says_who_wants_what() -> None:
    assert standing.of_file(standing_of(proposal()), "MEMORY.md") == (
        "A change by agent main waits for your review."
    )
    seen = proposal(on_disk=True, origin=OUTSIDE)
    assert "This text was written by another program" in standing.of_file(standing_of(seen), "MEMORY.md")
    gone = proposal(kind=Kind.DELETE)
    assert "the deletion waits" in standing.of_file(standing_of(gone), "MEMORY.md")
    loop = proposal(left_alone=True)
    assert "keeps rewriting" in standing.of_file(standing_of(loop), "MEMORY.md")


def test_a_burst_is_told_in_one_sentence_that_names_files_only() -> None:
    assert standing.arrivals([proposal()]) == "A change waits for review: MEMORY.md"
    paths = ["MEMORY.md", "USER.md", "notes/a.md", "notes/b.md"]
    some = [proposal(path, number, reason="secret") for number, path in enumerate(paths)]
    assert standing.arrivals(some) == "4 changes wait for review: MEMORY.md, USER.md, notes/a.md, …"


def test_changed_instructions_are_an_alarm() -> None:
    assert standing.loud([proposal()]) == []
    found = [proposal("AGENTS.md", found=True), proposal(), proposal("SOUL.md", 18, found=True)]
    said = standing.alarm(standing.loud(found))
    assert said.startswith("agent main changed AGENTS.md and SOUL.md, which tells your agent how to behave.")
    assert "agent main wants to change SOUL.md" in standing.alarm([proposal("SOUL.md")])
    assert "It is on disk already." in standing.alarm([proposal("SOUL.md", on_disk=True)])


def test_the_first_notice_names_two_files_and_counts_the_rest() -> None:
    stand = standing_of()
    paths = ["AGENTS.md", "IDENTITY.md", "MEMORY.md", "SOUL.md", "USER.md", "memory/2026-03-01.md", "a.md"]
    assert standing.protected(stand, paths) == (
        "MEMORY.md, SOUL.md and 3 others are protected: changes by others wait for your review."
    )
    assert standing.protected(stand, ["SOUL.md", "a.md"]).startswith("SOUL.md is protected:")
    assert standing.protected(stand, ["SOUL.md", "USER.md"]).startswith("SOUL.md and USER.md are protected")
    assert standing.protected(stand, ["a.md"]) == ""
    assert standing.protected(replace(stand, rules=replace(RULES, protect=False)), paths) == ""


def test_a_files_own_policy_goes_before_the_rules() -> None:
    own = standing_of(rules=Rules(RULES.general, {"MEMORY.md": Policy.FREE}))
    assert own.policy_of("MEMORY.md") is Policy.FREE
