"""The sessions of the agent whose workspace is open."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from openclaw_desktop.context.marks import MarkKind
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings

STATE = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.2"


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    config = {"agents": {"list": [{"id": "main", "workspace": str(state / "workspace")}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    made = Engine(
        state / "workspace",
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
    )
    yield made
    made.close()


def test_sessions_are_listed_and_opened_with_their_account(engine: Engine) -> None:
    listed = engine.sessions.catalogue().rows
    assert listed
    opened = engine.sessions.open(next(row for row in listed if row.summary and row.summary.compactions))
    assert opened.ledger.points
    assert any(mark.kind is MarkKind.COMPACTION for mark in opened.ledger.marks)


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_what_a_compaction_lost_is_proposed_for_today_s_note_and_says_where_it_is_from(
    engine: Engine,
) -> None:
    rows = engine.sessions.catalogue().rows
    opened = engine.sessions.open(next(row for row in rows if row.summary and row.summary.compactions))
    index = next(mark.index for mark in opened.ledger.marks if mark.kind is MarkKind.COMPACTION)
    assert engine.sessions.left_at(opened, index).replaced
    facts = engine.sessions.lost(opened, index)
    [fact] = facts
    proposal = engine.sessions.propose_note(opened, facts, now=NOW)
    assert proposal.path == "memory/2026-03-01.md"
    assert not (engine.root / proposal.path).exists()
    line = f"- {fact.sentence} (2026-02-24, session Sam, turn 1)\n"
    assert engine.desk.review(proposal.id).proposed == line
    assert (proposal.origin.session, proposal.origin.turn) == (opened.listed.session.id, 1)
    assert proposal.origin.sentence == (f"noted by {engine.desk.reviewer} from session 607e1078, turn 1")


def test_several_lost_facts_are_one_proposal_of_the_session_they_were_said_in(engine: Engine) -> None:
    rows = engine.sessions.catalogue().rows
    opened = engine.sessions.open(next(row for row in rows if row.summary and row.summary.compactions))
    [fact] = engine.sessions.lost(
        opened, next(mark.index for mark in opened.ledger.marks if mark.kind is MarkKind.COMPACTION)
    )
    later = next(n for n, entry in enumerate(opened.chain) if entry.turn == 3)
    other = replace(fact, sentence="The port is 8123.", entry=later)
    proposal = engine.sessions.propose_note(opened, [other, fact], now=NOW)
    lines = (engine.desk.review(proposal.id).proposed or "").splitlines()
    assert [line.split(" (")[0] for line in lines] == [f"- {fact.sentence}", "- The port is 8123."]
    assert (proposal.origin.session, proposal.origin.turn) == (opened.listed.session.id, None)
    assert proposal.added == 2


def test_the_rules_are_those_of_the_agent_s_configuration(engine: Engine) -> None:
    rules = engine.sessions.rules(200_000)
    assert (rules.era, rules.flush_threshold) == ("2026.2", 176_000)


def test_a_workspace_of_nobody_has_no_sessions(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    engine = Engine(
        tmp_path / "alone",
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
    )
    assert engine.sessions.catalogue().rows == ()
    engine.close()


def test_other_rules_are_replayed_over_what_was_said(engine: Engine) -> None:
    rows = engine.sessions.catalogue().rows
    opened = engine.sessions.open(next(row for row in rows if row.summary and row.summary.compactions))
    rules = engine.sessions.rules(65_536)
    small, large = (
        engine.sessions.replay(opened, each) for each in (rules, engine.sessions.rules(1_000_000))
    )
    assert small.compactions
    assert not large.compactions
    assert engine.sessions.missed(opened, rules) == []  # its flush is in the transcript


def test_a_transcript_that_has_grown_large_is_flushed_in_a_replay(engine: Engine) -> None:
    rows = engine.sessions.catalogue().rows
    opened = engine.sessions.open(next(row for row in rows if row.summary and row.summary.compactions))
    rules = engine.sessions.rules(1_000_000).changed("flush.force_bytes", "20kb")
    played = engine.sessions.play(opened, rules)
    [flush] = played.replayed.flushes
    assert flush.reason == "size"
    assert flush.size is not None
    assert flush.size >= 20 * 1024
    assert "bytes" in played.marks[0].sentence
