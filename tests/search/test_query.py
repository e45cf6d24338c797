"""What the index finds for a question, by each ranking."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.index.store import Store, Where
from openclaw_desktop.search.query import Question, gather
from openclaw_desktop.search.ranking import Answer, rank

Ask = Callable[..., Answer]
Make = Callable[..., Question]


def first(answer: Answer) -> str | None:
    return answer.hits[0].candidate.path if answer.hits else None


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("When is the kiln fired?", "MEMORY.md"),
        ("POSTGRES_URL", "memory/2026-03-01.md"),
        ("10.0.0.12", "memory/2026-03-01.md"),
        ("#1234", "memory/2026-02-11-glaze.md"),
        ("orchard gate code", "memory/2025-03-02.md"),
        ("焙", "memory/topics/茶.md"),
        ("铁观音", "memory/topics/茶.md"),
        ("データ", "memory/topics/data.md"),
        ("firing celadons", "memory/2026-02-11-glaze.md"),
        ("memory/2026-03-01.md", "memory/2026-03-01.md"),
        ("2026-02-11-glaze", "memory/2026-02-11-glaze.md"),
        ("AGENTS.md", "AGENTS.md"),
        ("茶", "memory/topics/茶.md"),
    ],
)
@pytest.mark.parametrize("vectors", [True, False])
def test_the_desktop_ranking_finds_it_first(ask: Ask, query: str, path: str, vectors: bool) -> None:
    answer = ask(query, vectors=vectors)
    assert first(answer) == path
    assert answer.hits[0].score >= 0.35


def test_a_note_of_last_year_is_not_buried_by_its_age(ask: Ask) -> None:
    hit = ask("orchard gate code").hits[0]
    assert hit.date == date(2025, 3, 2)
    assert next(step.after / step.before for step in hit.steps if step.name == "decay") > 0.9


@pytest.mark.parametrize("query", ["!!! ??? ...", '"', "…", "?!.,;"])
def test_punctuation_is_near_to_nothing(store: Store, question: Make, query: str) -> None:
    # A model has a vector for every text, and something is always nearest to it.
    like_a_text = HashEmbedder().embed_query("When is the kiln fired?")
    asked = question(query)
    assert not rank(gather(store, asked, like_a_text), asked.parameters).hits
    told = question("When is the kiln fired?")
    assert rank(gather(store, told, like_a_text), told.parameters).hits


@pytest.mark.parametrize(
    "query", ["zxqv blorptang wuggle", "钨的沸点", "!!! ??? ...", "\0", '"', "NEAR( AND *"]
)
def test_nonsense_finds_nothing_and_says_so(ask: Ask, query: str) -> None:
    answer = ask(query, vectors=False)
    assert not answer.hits
    assert answer.nothing_relevant


@pytest.mark.parametrize("preset", ["Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"])
@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        '"',
        "a" * 100_000,
        "word " * 20_000,
        'NEAR("a" b) AND *',
        "\0\ud800",
        "路" * 5_000,
        "{path} : x",
    ],
)
def test_whatever_is_asked_stays_a_question(ask: Ask, preset: str, query: str) -> None:
    answer = ask(query, preset)
    assert answer.hits or answer.nothing_relevant


def test_without_a_model_words_count_in_full(ask: Ask) -> None:
    for preset in ("Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"):
        answer = ask("kiln fired", preset, vectors=False)
        assert first(answer) == "MEMORY.md"
        assert answer.keywords_only == "the model is away"
        assert answer.hits[0].steps[0].after == 0


def test_an_agent_does_not_find_part_of_a_run_of_chinese_but_desktop_does(ask: Ask) -> None:
    found = ask("焙火", "OpenClaw 2026.2", vectors=False)
    assert not found.hits
    assert first(ask("焙火", vectors=False)) == "memory/topics/茶.md"


def test_the_agent_of_2026_9_puts_a_named_file_first_with_score_1(ask: Ask) -> None:
    hit = ask("2026-03-01.md", "OpenClaw 2026.9").hits[0]
    assert (hit.candidate.path, hit.score) == ("memory/2026-03-01.md", 1.0)
    assert "path" in [step.name for step in hit.steps]


def test_the_agent_of_2026_9_weighs_importance(ask: Ask) -> None:
    hit = ask("kiln fired fridays", "OpenClaw 2026.9").hits[0]
    assert hit.candidate.importance == 9
    assert "importance 9 → × 1.20" in [step.reason for step in hit.steps]


def test_a_filter_holds_for_both_legs(store: Store, question: Make) -> None:
    for preset in ("Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"):
        asked = question("gate code kiln tea 茶", preset, Where(folder="memory/topics"))
        candidates = gather(store, asked, HashEmbedder().embed_query(asked.text))
        assert candidates.items
        assert {c.path.rsplit("/", 1)[0] for c in candidates.items} == {"memory/topics"}
        asked = question("gate code kiln", preset, Where(since=date(2026, 1, 1)))
        candidates = gather(store, asked, HashEmbedder().embed_query(asked.text))
        assert all("2026" in c.path for c in candidates.items)


def test_each_leg_scores_what_the_other_found(store: Store, question: Make) -> None:
    asked = question("kiln fired")
    items = gather(store, asked, HashEmbedder().embed_query(asked.text)).items
    assert all(c.cosine is not None for c in items)
    assert [c.path for c in items if c.bm25 is not None] == ["MEMORY.md"]


def test_more_hits_mean_more_candidates(store: Store, question: Make) -> None:
    vector = HashEmbedder().embed_query("line")
    few = gather(store, question("nothing much", limit=1, candidate_multiplier=1), vector)
    many = gather(store, question("nothing much", limit=6), vector)
    assert len(few.items) <= 2 < len(many.items)


def test_a_vector_of_another_model_is_no_vector(store: Store, question: Make) -> None:
    candidates = gather(store, question("kiln"), HashEmbedder().embed_query("kiln")[:8])
    assert candidates.keywords_only == "the index has no vectors yet"
    assert candidates.items


def test_the_first_hit_does_not_change_with_how_many_are_asked_for(ask: Ask) -> None:
    found: set[Any] = {first(ask("celadon cones", limit=limit)) for limit in (1, 3, 6, 20)}
    assert found == {"memory/2026-02-11-glaze.md"}


def test_ranking_reads_nothing_again(store: Store, question: Make) -> None:
    asked = question("kiln fired")
    candidates = gather(store, asked, HashEmbedder().embed_query(asked.text))
    assert rank(candidates, asked.parameters) == rank(candidates, asked.parameters)
