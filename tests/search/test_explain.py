"""A ranking told in bars, sentences and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from openclaw_desktop.search import explain
from openclaw_desktop.search.ranking import Answer

Ask = Callable[..., Answer]


def test_the_waterfall_tells_every_step_with_its_numbers(ask: Ask) -> None:
    answer = ask("orchard gate code")
    told = explain.waterfall(answer, answer.hits[0])
    assert told[0].startswith("vector: cosine ")
    assert "noise floor" in told[0]
    assert any("373 days old, half-life 30 days" in sentence for sentence in told)
    assert told[-1] == f"hit 1 of {len(answer.hits)}, with {answer.hits[0].score:.2f}"


def test_what_is_below_the_line_says_what_lost_it(ask: Ask) -> None:
    answer = ask("orchard gate code", min_score=0.9)
    below = answer.below[0]
    assert explain.waterfall(answer, below.hit)[-1] == f"not shown: {below.reason}"


def test_bars_leave_out_what_changed_nothing(ask: Ask) -> None:
    answer = ask("kiln fired", vectors=False)
    parts = explain.bars(answer.hits[0])
    assert "vector" not in [part.name for part in parts]
    assert parts[0].kind == "share"
    assert all(part.amount for part in parts)


def test_one_factor_decides_between_two_hits(ask: Ask) -> None:
    answer = ask("gate code kiln fired fridays", min_score=0)
    better, worse = answer.hits[0], answer.hits[-1]
    sentence = explain.decisive_factor(better, worse)
    assert explain.decisive_name(better, worse) == "keyword"
    assert sentence.startswith("The keyword part decides: ")
    assert better.candidate.path in sentence
    assert worse.candidate.path in sentence
    twin = replace(better, candidate=replace(better.candidate, path="twin.md"))
    assert explain.decisive_factor(better, twin) == f"Nothing but their order: both score {better.score:.2f}."


def test_a_program_gets_path_lines_score_and_steps(ask: Ask) -> None:
    found = json.loads(json.dumps(explain.as_json(ask("kiln fired"))))
    assert found["query"] == "kiln fired"
    result = found["results"][0]
    assert list(result) == ["path", "start_line", "end_line", "score", "steps"]
    assert [list(step) for step in result["steps"]] == [["name", "before", "after", "reason"]] * len(
        result["steps"]
    )
    assert result["steps"][0]["before"] == 0
    assert result["steps"][-1]["after"] == result["score"]
