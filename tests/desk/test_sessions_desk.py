"""The sessions of the agent whose workspace is open."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
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


def test_what_a_compaction_lost_can_be_proposed_for_the_day_s_note(engine: Engine) -> None:
    rows = engine.sessions.catalogue().rows
    opened = engine.sessions.open(next(row for row in rows if row.summary and row.summary.compactions))
    index = next(mark.index for mark in opened.ledger.marks if mark.kind is MarkKind.COMPACTION)
    assert engine.sessions.left_at(opened, index).replaced
    facts = engine.sessions.lost(opened, index)
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for fact in facts[:1]:
        proposal = engine.sessions.propose_note(fact, now=now)
        assert proposal.path == "memory/2026-03-01.md"
        assert fact.value in (engine.desk.review(proposal.id).proposed or "")


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
