"""Why a file or a line is not among the hits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.index.store import Store, Where
from openclaw_desktop.search.query import Question, WhyNot, why_not

Make = Callable[..., Question]


@pytest.fixture
def why(store: Store) -> Callable[..., WhyNot]:
    def asked(question: Question, path: str, line: int | None = None) -> WhyNot:
        return why_not(store, question, HashEmbedder().embed_query(question.text), path, line)

    return asked


def test_a_file_that_is_shown(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln fired"), "MEMORY.md")
    assert (found.indexed, found.lost_at, found.keyword_rank) == (True, "", 1)
    assert found.sentence.startswith("It is shown, as hit 1 with score ")
    assert found.hit
    assert found.hit.candidate.path == "MEMORY.md"
    assert found.cosine is not None
    assert found.keyword_score is not None
    assert found.keyword_score < 0


def test_a_file_that_is_not_in_the_index(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln"), "memory/nowhere.md")
    assert (found.indexed, found.lost_at) == (False, "index")
    assert "not in the index" in found.sentence


def test_a_file_that_cannot_be_indexed_says_why(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln"), "memory/data.bin.md")
    assert not found.indexed
    assert found.sentence.startswith("It is not in the index: ")
    assert len(found.sentence) > len("It is not in the index: ") + 10


def test_a_line_beyond_the_end(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln"), "MEMORY.md", 4000)
    assert not found.indexed
    assert "line 4000" in found.sentence


def test_a_line_is_followed_by_its_own_chunk(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln fired"), "MEMORY.md", 4)
    assert found.hit
    assert found.hit.candidate.start_line <= 4 <= found.hit.candidate.end_line


def test_a_file_under_the_minimum(why: Callable[..., WhyNot], question: Make) -> None:
    found = why(question("kiln fired", min_score=0.99), "memory/topics/茶.md")
    assert found.lost_at == "minimum"
    assert "under the minimum of 0.99" in found.sentence


def test_a_file_that_the_filter_keeps_out(why: Callable[..., WhyNot], question: Make) -> None:
    limited = [
        (Where(folder="memory/topics"), "limited to the folder memory/topics"),
        (Where(sources=frozenset({"workspace"})), "this file is memory"),
        (Where(since=date(2026, 1, 1)), "this path has none"),
    ]
    for where, reason in limited:
        found = why(question("kiln", where=where), "MEMORY.md")
        assert (found.indexed, found.lost_at) == (True, "filter")
        assert reason in found.sentence


@pytest.mark.parametrize("preset", ["Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"])
def test_a_file_that_is_no_candidate(why: Callable[..., WhyNot], question: Make, preset: str) -> None:
    asked = question("kiln", preset, Where(), limit=1, candidate_multiplier=1)
    found = why(asked, "memory/topics/long.md", 150)
    if preset == "OpenClaw 2026.9":  # which looks at 200
        assert found.lost_at in ("minimum", "limit", "diversity")
    else:
        assert found.lost_at == "candidates"
        assert "first 1" in found.sentence
        assert found.keyword_rank is None
        assert found.vector_rank is not None
        assert found.vector_rank > 1
    assert (found.hit is None) == (preset == "OpenClaw 2026.2")


def test_figures_and_steps_are_told_in_sentences(why: Callable[..., WhyNot], question: Make) -> None:
    sentences = why(question("kiln fired"), "MEMORY.md").sentences
    assert sentences[0].startswith("By words it is number 1, with BM25 ")
    assert sentences[1].startswith("By meaning it is number ")
    assert [s.split(":")[0] for s in sentences[2:4]] == ["vector", "keyword"]
