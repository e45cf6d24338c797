"""An answer never stands alone: the index it came from is always named when it matters."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search import presets
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.settings import SearchSettings
from openclaw_desktop.ui.search_view.standing import nothing_found, quiet_line

READY = IndexState(IndexPhase.READY, chunks=4812, vectors_done=4812, vectors_total=4812)


def answer(*, nothing_relevant: str | None = None, keywords_only: str | None = None) -> Answer:
    parameters = presets.parameters("Desktop", SearchSettings())
    question = Question("database", parameters, datetime(2026, 11, 30, tzinfo=UTC))
    return Answer(
        question=question,
        hits=(),
        below=(),
        nothing_relevant=nothing_relevant,
        keywords_only=keywords_only,
        terms=(),
        floor=None,
    )


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (READY, ""),
        (
            IndexState(IndexPhase.EMBEDDING, vectors_done=312, vectors_total=4812),
            "By meaning: results from 312 of 4,812 passages so far. By words: from all of them.",
        ),
        (
            IndexState(IndexPhase.PAUSED, vectors_done=312, vectors_total=4812),
            "By meaning: results from 312 of 4,812 passages so far, and paused. By words: from all of them.",
        ),
        (
            IndexState(IndexPhase.KEYWORDS, files_done=7, files_total=1200),
            "Results from 7 of 1,200 files so far.",
        ),
        (
            IndexState(IndexPhase.READY, keywords_only=True, problem="there is no model"),
            "Keywords only: there is no model",
        ),
        (IndexState(IndexPhase.STOPPED, problem="the disk is full"), "The index stopped: the disk is full"),
    ],
)
def test_the_quiet_line_says_what_is_missing(state: IndexState, line: str) -> None:
    assert quiet_line(state, answer()) == line


def test_an_answer_by_keywords_alone_says_why_though_the_index_is_complete() -> None:
    line = quiet_line(READY, answer(keywords_only="the model did not answer in time"))
    assert line == "Keywords only: the model did not answer in time"


def test_nothing_relevant_is_said_with_the_state_of_the_index() -> None:
    _, sentence = nothing_found(answer(nothing_relevant="All is noise."), READY, filtered=False)
    assert sentence == "All is noise.\n\nIndex: up to date · 4,812 chunks."


def test_filters_that_leave_something_out_are_named() -> None:
    _, sentence = nothing_found(answer(nothing_relevant="All is noise."), READY, filtered=True)
    assert sentence.startswith("All is noise. The filters leave part of the workspace out.")


def test_where_nothing_was_ever_written_the_first_thing_to_do_is_said() -> None:
    empty = IndexState(IndexPhase.READY)
    title, sentence = nothing_found(answer(nothing_relevant="No such word."), empty, filtered=False)
    assert title == "Nothing to search yet"
    assert "Write a note" in sentence
