"""What the status bar says."""

from __future__ import annotations

import pytest

from openclaw_desktop.events import IndexPhase, IndexState, about


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (IndexState(IndexPhase.READY, chunks=4812), "up to date · 4,812 chunks"),
        (IndexState(IndexPhase.SCANNING, chunks=1), "looking for changes · 1 chunk"),
        (
            IndexState(IndexPhase.EMBEDDING, vectors_done=312, vectors_total=4812, seconds_left=540),
            "embedding 312 of 4,812 · about 9 min",
        ),
        (
            IndexState(IndexPhase.READY, keywords_only=True, problem="the model stopped three times"),
            "keywords only: the model stopped three times",
        ),
        (
            IndexState(IndexPhase.READY, keywords_only=True, problem="The model cannot be read."),
            "keywords only: The model cannot be read",
        ),
        (IndexState(IndexPhase.STOPPED, problem="The disk is full."), "index stopped: The disk is full"),
        (
            IndexState(
                IndexPhase.ELSEWHERE, chunks=4812, problem="indexed by the window with process number 7"
            ),
            "4,812 chunks · indexed by the window with process number 7",
        ),
        (IndexState(IndexPhase.PAUSED, vectors_done=10, vectors_total=20), "paused at 10 of 20"),
        (IndexState(IndexPhase.PAUSED), "paused"),
        (IndexState(IndexPhase.KEYWORDS, files_done=1, files_total=2000), "reading 1 of 2,000 files"),
    ],
)
def test_the_index_says_its_state_in_words(state: IndexState, sentence: str) -> None:
    assert state.sentence == sentence


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "a few seconds"), (61, "about 61 s"), (540, "about 9 min"), (7200, "about 2.0 h")],
)
def test_durations_are_said_as_a_person_would(seconds: float, words: str) -> None:
    assert about(seconds) == words
