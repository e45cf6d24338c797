"""What holds of every ranking, whatever the candidates are."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.errors import UsageError
from openclaw_desktop.index.store import NoiseFloor
from openclaw_desktop.search import explain, presets
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.settings import SearchSettings

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
PRESETS = list(presets.PRESETS)

paths = st.sampled_from(
    [
        "MEMORY.md",
        "memory/2026-03-01.md",
        "memory/2025-01-02-shop.md",
        "memory/茶.md",
        "notes/x.md",
        "memory/p/q.md",
    ]
)
texts = st.text(alphabet="ab cd\n茶叶1", max_size=40)
parts = st.floats(0, 1)


@st.composite
def candidate(draw: st.DrawFn, number: int) -> Candidate:
    score = draw(parts)
    found = draw(st.booleans())
    return Candidate(
        chunk_id=number,
        path=draw(paths),
        source=draw(st.sampled_from(["memory", "workspace"])),
        start_line=draw(st.integers(1, 50)),
        end_line=60,
        text=draw(texts),
        mtime_ns=draw(st.none() | st.integers(0, 2**61)),
        importance=draw(st.none() | st.integers(1, 10)),
        project=draw(st.none() | st.sampled_from(["a/b", "c/d", "a/b; c/d"])),
        cosine=draw(st.none() | st.floats(-1, 1)),
        bm25=-draw(st.floats(0, 30)) if found else None,
        together=draw(parts) if found else 0.0,
        text_score=score if found else 0.0,
        boosted=max(score, draw(parts)) if found else 0.0,
        path_score=draw(parts) if found else 0.0,
        path_tier=draw(st.sampled_from([0, 0, 0, 1, 2, 3])),
        in_keywords=found,
    )


@st.composite
def gathered(draw: st.DrawFn) -> Candidates:
    count = draw(st.integers(0, 12))
    items = tuple(draw(candidate(number)) for number in range(count))
    floor = draw(st.none() | st.builds(NoiseFloor, parts, parts, st.just(38)))
    parameters = draw(parameters_of(draw(st.sampled_from(PRESETS))))
    question = Question("what about tea", parameters, NOW)
    only = draw(st.none() | st.just("the model is away"))
    return Candidates(
        question, items, floor=floor, background=draw(st.none() | parts), keywords_only=only, terms=("tea",)
    )


def parameters_of(preset: str) -> st.SearchStrategy[Parameters]:
    return st.builds(
        Parameters,
        preset=st.just(preset),
        limit=st.integers(1, 8),
        candidate_multiplier=st.just(4),
        min_score=parts,
        vector_weight=parts,
        half_life_days=st.sampled_from([0.0, 1.0, 30.0, 3650.0]),
        mmr_lambda=parts,
        active_projects=st.sampled_from([frozenset[str](), frozenset({"a/b"})]),
    )


def everyone(answer: Answer) -> list[Any]:
    return [*answer.hits, *(below.hit for below in answer.below)]


@given(gathered())
def test_every_candidate_is_either_shown_or_below_the_line(candidates: Candidates) -> None:
    answer = rank(candidates, candidates.question.parameters)
    assert {hit.candidate.chunk_id for hit in everyone(answer)} == {c.chunk_id for c in candidates.items}
    assert len(answer.hits) <= candidates.question.parameters.limit
    assert (answer.nothing_relevant is None) == bool(answer.hits)


@given(gathered())
def test_steps_are_a_chain_from_nothing_to_the_score(candidates: Candidates) -> None:
    for hit in everyone(rank(candidates, candidates.question.parameters)):
        assert hit.steps[0].before == 0.0
        assert all(a.after == b.before for a, b in zip(hit.steps, hit.steps[1:], strict=False))
        assert hit.steps[-1].after == hit.score
        assert all(step.reason for step in hit.steps)


@given(gathered())
def test_bars_add_up_to_the_score(candidates: Candidates) -> None:
    for hit in everyone(rank(candidates, candidates.question.parameters)):
        assert math.isclose(sum(part.amount for part in explain.bars(hit)), hit.score, abs_tol=1e-9)


@given(gathered())
def test_no_score_is_a_nan_or_below_nothing(candidates: Candidates) -> None:
    answer = rank(candidates, candidates.question.parameters)
    for hit in everyone(answer):
        assert math.isfinite(hit.score)
        assert all(math.isfinite(step.after) for step in hit.steps)
    assert answer.floor is None or math.isfinite(answer.floor)


@given(gathered())
def test_desktop_scores_lie_between_0_and_1(candidates: Candidates) -> None:
    if candidates.question.parameters.preset == "Desktop":
        answer = rank(candidates, candidates.question.parameters)
        assert all(0 <= hit.score <= 1 for hit in everyone(answer))


@given(gathered(), st.randoms())
def test_the_order_candidates_come_in_changes_no_score(candidates: Candidates, random: Any) -> None:
    shuffled = list(candidates.items)
    random.shuffle(shuffled)
    other = replace(candidates, items=tuple(shuffled))
    parameters = candidates.question.parameters
    assert scores(rank(candidates, parameters)) == scores(rank(other, parameters))


def scores(answer: Answer) -> dict[int, float]:
    return {hit.candidate.chunk_id: hit.score for hit in everyone(answer)}


@given(gathered())
def test_lambda_1_sorts_by_score(candidates: Candidates) -> None:
    parameters = replace(candidates.question.parameters, mmr_lambda=1, min_score=0, limit=50)
    if parameters.preset == "OpenClaw 2026.9":
        items = tuple(replace(c, path_tier=0) for c in candidates.items)
        candidates = replace(candidates, items=items)
    found = [hit.score for hit in rank(candidates, parameters).hits]
    assert found == sorted(found, reverse=True)


@given(gathered(), st.integers(1, 4000))
def test_a_clock_set_back_makes_nothing_worth_more_than_today(candidates: Candidates, days: int) -> None:
    parameters = candidates.question.parameters
    past = replace(candidates.question, now=datetime(2025, 1, 1, tzinfo=UTC) - timedelta(days=days))
    fresh = [
        c
        for c in candidates.items
        if not (c.mtime_ns is not None and c.mtime_ns < 1e9 * past.now.timestamp())
    ]
    before = replace(candidates, items=tuple(fresh), question=past)
    ageless = rank(before, replace(parameters, half_life_days=0))
    if parameters.preset != "OpenClaw 2026.9" or not any(c.path_tier for c in fresh):
        assert scores(rank(before, parameters)) == scores(ageless)


@given(gathered())
def test_ranking_again_with_the_same_numbers_is_the_same(candidates: Candidates) -> None:
    parameters = candidates.question.parameters
    assert rank(candidates, parameters) == rank(candidates, parameters)


def test_candidates_of_one_preset_are_not_ranked_by_another() -> None:
    question = Question("tea", presets.parameters("Desktop", SearchSettings()), NOW)
    with pytest.raises(UsageError, match="ask again"):
        rank(Candidates(question, ()), presets.parameters("OpenClaw 2026.2", SearchSettings()))


def test_an_unknown_preset_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="Desktop, OpenClaw"):
        presets.parameters("Google", SearchSettings())


def test_the_persons_own_numbers_go_over_the_presets() -> None:
    own = presets.parameters("OpenClaw 2026.2", SearchSettings(limit=9, mmr_lambda=0.5))
    assert (own.limit, own.mmr_lambda) == (9, 0.5)
    assert (own.half_life_days, own.vector_weight, own.min_score) == (0, 0.7, 0.35)


def three(**values: Any) -> Candidates:
    """Two texts that say the same, and a weaker one that does not."""
    parameters = replace(presets.parameters("OpenClaw 2026.9", SearchSettings()), **values)
    same = "the gate key hangs behind the door"
    items = (
        Candidate(1, "memory/a.md", "memory", 1, 2, same, cosine=0.9),
        Candidate(2, "memory/b.md", "memory", 1, 2, same, cosine=0.89),
        Candidate(3, "memory/c.md", "memory", 1, 2, "tide tables of the harbour", cosine=0.88),
    )
    return Candidates(Question("keys", parameters, NOW), items)


def test_a_twin_is_moved_down_and_says_why() -> None:
    candidates = three(mmr_lambda=0.3)
    answer = rank(candidates, candidates.question.parameters)
    assert [hit.candidate.chunk_id for hit in answer.hits] == [1, 3, 2]
    moved = answer.hits[2]
    assert moved.alike == (1, 1.0)
    assert moved.rank_before_diversity == 2
    assert moved.steps[-1].name == "diversity"
    assert moved.steps[-1].reason == "moved from 2 to 3, because 1.00 alike with hit 1"
    assert moved.steps[-1].before == moved.steps[-1].after


def test_each_one_below_the_line_says_what_lost_it() -> None:
    candidates = three(mmr_lambda=0.3, limit=2)
    answer = rank(candidates, candidates.question.parameters)
    assert [(b.kind, b.hit.candidate.chunk_id) for b in answer.below] == [("diversity", 2)]
    candidates = three(mmr_lambda=1, limit=2)
    [below] = rank(candidates, candidates.question.parameters).below
    assert (below.kind, below.reason) == ("limit", "at place 3, and 2 are shown")
    candidates = three(mmr_lambda=1, min_score=0.62)
    [below] = rank(candidates, candidates.question.parameters).below
    assert (below.kind, below.reason) == ("minimum", "0.616 is under the minimum of 0.62")


def test_an_old_note_says_its_age_and_what_it_lost() -> None:
    parameters = presets.parameters("OpenClaw 2026.2", SearchSettings(half_life_days=30))
    note = Candidate(1, "memory/2026-01-28.md", "memory", 1, 2, "x", cosine=0.9)
    [hit] = rank(Candidates(Question("x", parameters, NOW), (note,)), replace(parameters, min_score=0)).hits
    assert hit.steps[-1].reason == "41 days old, half-life 30 days → × 0.38"
    assert hit.date == date(2026, 1, 28)
