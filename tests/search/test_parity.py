"""Every case of OpenClaw's own functions: the same order, the same scores."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from openclaw_desktop.search import decay, mmr, openclaw_2026_2, openclaw_2026_9
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import rank
from openclaw_desktop.search.steps import Draft

PARITY = Path(__file__).parent.parent / "data" / "parity"
AGENTS: dict[str, ModuleType] = {"2026.2": openclaw_2026_2, "2026.9": openclaw_2026_9}
FULL = {"2026.2": "2026.2.26", "2026.9": "2026.9.6"}


def cases(name: str, version: str | None = None) -> list[Any]:
    file = f"{name}.v{FULL[version]}.json" if version else f"{name}.json"
    content = json.loads((PARITY / file).read_text(encoding="utf-8"))
    return content["cases"]


def both(name: str) -> list[Any]:
    return [pytest.param(v, c, id=f"{v}-{i}") for v in AGENTS for i, c in enumerate(cases(name, v))]


def number(value: Any) -> float:
    return float(value.replace("Infinity", "inf")) if isinstance(value, str) else value


@pytest.mark.parametrize(("version", "case"), both("bm25RankToScore"))
def test_a_bm25_rank_becomes_the_same_score(version: str, case: Any) -> None:
    score = AGENTS[version].bm25_to_score(number(case["input"]))
    assert math.isclose(score, case["output"], abs_tol=1e-9)


@pytest.mark.parametrize("case", cases("importanceMultiplier", "2026.9"))
def test_importance_weighs_the_same(case: Any) -> None:
    assert math.isclose(openclaw_2026_9.importance_multiplier(case["input"]), case["output"], abs_tol=1e-9)


@pytest.mark.parametrize("case", cases("applyTemporalDecayToScore"))
def test_age_takes_the_same(case: Any) -> None:
    given = case["input"]
    aged = given["score"] * decay.multiplier(given["ageInDays"], given["halfLifeDays"])
    assert math.isclose(aged, case["v2026_2_26"], abs_tol=1e-9)
    assert math.isclose(aged, case["v2026_9_6"], abs_tol=1e-9)


def by_version(name: str) -> list[Any]:
    content = json.loads((PARITY / f"{name}.json").read_text(encoding="utf-8"))
    keys = {"2026.2": "v2026_2_26", "2026.9": "v2026_9_6"}
    return [pytest.param(v, c, id=f"{v}-{c['input']}") for v, k in keys.items() for c in content[k]["cases"]]


@pytest.mark.parametrize(("version", "case"), by_version("parseMemoryDateFromPath"))
def test_a_path_has_the_same_date(version: str, case: Any) -> None:
    day = decay.day_of(case["input"], version)
    assert (day and f"{day.isoformat()}T00:00:00.000Z") == case["output"]


@pytest.mark.parametrize(("version", "case"), by_version("isEvergreenMemoryPath"))
def test_the_same_files_are_evergreen(version: str, case: Any) -> None:
    assert decay.is_evergreen(case["input"], version) == case["output"]


@pytest.mark.parametrize("case", cases("textSimilarity", "2026.9"))
def test_two_texts_are_as_alike(case: Any) -> None:
    a, b = case["input"]
    assert mmr.tokens(a) == set(case["tokensA"])
    assert mmr.tokens(b) == set(case["tokensB"])
    assert math.isclose(mmr.text_similarity(a, b), case["output"], abs_tol=1e-9)


@pytest.mark.parametrize(("version", "case"), both("mmrRerank"))
def test_diversity_puts_them_in_the_same_order(version: str, case: Any) -> None:
    items = case["input"]["items"]
    found = question(version, {"mmr": case["input"]["config"]}, [])
    texts = [item.get("content", item.get("snippet")) for item in items]
    candidates = Candidates(found, tuple(blank(i, text=text) for i, text in enumerate(texts)))
    weight = found.parameters.mmr_lambda
    order = mmr.order([item["score"] for item in items], candidates.similarity, weight)
    if not case["input"]["config"].get("enabled"):
        order = list(range(len(items)))
    assert [items[i]["id"] for i in order] == case["output"]


@pytest.mark.parametrize(("version", "case"), both("mergeHybridResults"))
def test_the_legs_merge_to_the_same_order_and_scores(version: str, case: Any) -> None:
    candidates = gathered(version, case["input"])
    answer = rank(candidates, candidates.question.parameters)
    found = [
        (hit.candidate.path, hit.candidate.start_line, hit.candidate.end_line, hit.candidate.text)
        for hit in answer.hits
    ]
    expected = case["output"]
    assert found == [(row["path"], row["startLine"], row["endLine"], row["snippet"]) for row in expected]
    assert [hit.score for hit in answer.hits] == pytest.approx([row["score"] for row in expected], abs=1e-9)


@pytest.mark.parametrize("case", cases("selectHybridSearchResults", "2026.9"))
def test_the_same_ones_are_shown(case: Any) -> None:
    given = case["input"]
    keyword = {(k["path"], k["startLine"]) for k in given["keyword"]}
    ranked: list[Draft] = []
    for i, row in enumerate(given["merged"]):
        found = (row["path"], row["startLine"]) in keyword
        candidate = blank(i, row, cosine=row["vectorScore"] or None, in_keywords=found)
        ranked.append(Draft(candidate, i, row["score"]))
    parameters = replaced(limit=given["maxResults"], min_score=given["minScore"])
    shown = openclaw_2026_9.select(ranked, parameters)
    assert [d.candidate.path for d in shown] == [row["path"] for row in case["output"]]
    assert [d.score for d in shown] == [row["score"] for row in case["output"]]


def replaced(**values: Any) -> Parameters:
    defaults: dict[str, Any] = {
        "preset": "OpenClaw 2026.9",
        "limit": 1000,
        "candidate_multiplier": 4,
        "min_score": -1.0,
        "vector_weight": 0.7,
        "half_life_days": 0,
        "mmr_lambda": 1,
    }
    return Parameters(**{**defaults, **values})


def question(version: str, given: Any, keys: list[str]) -> Question:
    """The question of a fixture; decay and diversity are off unless it turns them on."""
    ageing, spread = given.get("temporalDecay", {}), given.get("mmr", {})
    parameters = replaced(
        preset=f"OpenClaw {version}",
        vector_weight=given.get("vectorWeight", 0.7),
        half_life_days=ageing.get("halfLifeDays", 30) if ageing.get("enabled") else 0,
        mmr_lambda=spread.get("lambda", 0.7) if spread.get("enabled") else 1,
        active_projects=frozenset(keys),
    )
    return Question("", parameters, datetime.fromtimestamp(given.get("nowMs", 0) / 1000, tz=UTC))


def gathered(version: str, given: Any) -> Candidates:
    """A fixture's two lists as candidates."""
    keyword = {row["id"]: row for row in given["keyword"]}
    vector = {row["id"]: row for row in given["vector"]}
    items: list[Candidate] = []
    for number, identity in enumerate([*vector, *(k for k in keyword if k not in vector)]):
        v, k = vector.get(identity, {}), keyword.get(identity, {})
        text = k.get("snippet") or v.get("snippet", "")
        score = k.get("textScore", 0.0)
        candidate = blank(
            number,
            {**k, **v},
            text=text,
            cosine=v.get("vectorScore"),
            importance=v.get("importance", k.get("importance")),
            project=v.get("projectKey", k.get("projectKey")),
            text_score=score,
            boosted=k.get("rankingScore", score),
            path_score=k.get("pathScore", 0.0),
            path_tier=max(v.get("exactPathSpecificity", 0), k.get("exactPathSpecificity", 0)),
            in_keywords=bool(k),
        )
        items.append(candidate)
    return Candidates(question(version, given, given.get("activeProjectKeys", [])), tuple(items))


def blank(number: int, row: Any = None, **values: Any) -> Candidate:
    row = row or {}
    fixed = {"text": row.get("snippet", ""), **values}
    return Candidate(
        chunk_id=number,
        path=row.get("path", "memory/x.md"),
        source=row.get("source", "memory"),
        start_line=row.get("startLine", 1),
        end_line=row.get("endLine", 1),
        **fixed,
    )
