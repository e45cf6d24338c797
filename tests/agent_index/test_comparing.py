"""The agent's answer and this program's side by side."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest
from agent_states import NewState
from hand_made import NOW, by_counting, fill

from openclaw_desktop.agent_index.comparing import Comparison, compare
from openclaw_desktop.engine import Engine
from openclaw_desktop.events import Event, IndexPhase, IndexState
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.search.why_not import WhyNot
from openclaw_desktop.settings import Settings

PARAMETERS = Parameters("OpenClaw 2026.9", 6, 4, 0.35, 0.7, 30, 0.7)


def answer(*places: tuple[str, int, int]) -> Answer:
    """Hits at these paths and lines; those that begin with `sessions/` are sessions."""
    hits = tuple(
        Hit(
            Candidate(n, path, "sessions" if path.startswith("sessions/") else "memory", first, last, "text"),
            score=1 - n / 10,
            steps=(),
            rank_before_diversity=n,
            alike=None,
            date=None,
        )
        for n, (path, first, last) in enumerate(places, 1)
    )
    question = Question("gateway", PARAMETERS, NOW)
    return Answer(question, hits, (), None, None, (), None)


def compared(agent: Answer, desktop: Answer) -> Comparison:
    return compare(
        agent,
        desktop,
        in_agent=lambda hit: WhyNot(True, f"agent lacks {hit.candidate.path}", lost_at="candidates"),
        in_desktop=lambda hit: WhyNot(
            True, f"desktop lacks {hit.candidate.path}", lost_at="candidates", sentences=("By words.",)
        ),
    )


def test_hits_are_the_same_where_they_share_lines_of_one_file() -> None:
    found = compared(
        answer(("a.md", 1, 10), ("b.md", 1, 5)), answer(("b.md", 5, 9), ("b.md", 6, 9), ("c.md", 1, 10))
    )
    assert [(pair.agent_place, pair.desktop_place) for pair in found.both] == [(2, 1)]
    assert [(one.place, one.reasons) for one in found.only_agent] == [
        (1, ("desktop lacks a.md", "By words."))
    ]
    assert [(one.place, one.reasons) for one in found.only_desktop] == [
        (2, ("agent lacks b.md",)),
        (3, ("agent lacks c.md",)),
    ]


def test_a_large_hit_is_found_by_both_with_each_of_its_parts() -> None:
    found = compared(answer(("a.md", 1, 40)), answer(("a.md", 1, 9), ("a.md", 10, 30)))
    assert [(pair.agent_place, pair.desktop_place) for pair in found.both] == [(1, 1), (1, 2)]
    assert found.only_desktop == ()


def test_what_the_agent_finds_in_sessions_this_program_does_not_hold() -> None:
    found = compared(answer(("sessions/main/x.jsonl", 3, 9)), answer())
    (only,) = found.only_agent
    assert (only.why, only.reasons) == (None, ("The Desktop index does not hold sessions.",))


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_both_searches_are_asked_and_each_says_what_it_lacks(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(
        state,
        {
            "memory/gate.md": "The gateway listens on port 18789.\n",
            "memory/note.md": "部署了新的网关服务。\n",
        },
    )
    (state.workspace() / "SOUL.md").write_text("网关 is what the gateway is called.\n", encoding="utf-8")
    ready = threading.Event()

    def heard(event: Event) -> None:
        if isinstance(event, IndexState) and event.phase is IndexPhase.READY:
            ready.set()

    engine = Engine(
        state.workspace(),
        settings=Settings(),
        places=Places.of_user(),
        report=heard,
        embedder=HashEmbedder,
        ask=by_counting,
    )
    with closing(engine):
        engine.start(watch=False)
        assert ready.wait(60)
        found = engine.compare("网关", now=NOW)
    assert "SOUL.md" in {one.hit.candidate.path for one in found.only_desktop}
    (soul,) = [one for one in found.only_desktop if one.hit.candidate.path == "SOUL.md"]
    assert soul.reasons == (
        "It is not in the agent's index at all: of the workspace it holds its memory alone.",
    )
