"""Rules are played over what happened: with those in force the same comes out, with others it can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from session_writer import SessionWriter

from openclaw_desktop.context.ledger import Ledger, ledger
from openclaw_desktop.context.marks import MarkKind
from openclaw_desktop.context.policy import Rules, configured_rules, default_rules
from openclaw_desktop.context.rules.compaction import estimated_tokens
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.context.rules.missed import missed_flushes, missed_marks, rescues
from openclaw_desktop.context.rules.replay import replay
from openclaw_desktop.context.rules.replay_marks import replayed_marks
from openclaw_desktop.context.rules.retention import needed_tokens
from openclaw_desktop.context.rules.steps import Steps
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.conversation import read_conversation, read_placed
from openclaw_desktop.context.sessions.entries import EntryKind
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.context.sessions.session_entry import RecordedFlush, SessionEntry
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.workspace import config
from openclaw_desktop.workspace.agents import Era

STATE = Path(__file__).parents[1] / "data" / "openclaw"
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
NEVER_FLUSHED = SessionEntry("k", "s")


def quarter(text: str) -> int:
    return -(-len(text) // 4)


def account(path: Path, fixed: int = 0) -> Ledger:
    chain = read_placed(Lines(path).placed()).chain()
    return ledger(chain, count=quarter, fixed=Fixed(system_tokens=fixed), window=65_536)


def recorded(era: Era, key: str) -> tuple[Ledger, Rules]:
    state = STATE / f"state-{era}"
    session = next(each for each in sessions.of_agent(state, "main") if each.key == key)
    chain = read_conversation(sessions.read(session).records).chain()
    rules = configured_rules(config.read(state / "openclaw.json").values, era=era, window=65_536)
    return ledger(chain, count=quarter, window=65_536), rules


class Talk:
    """A session of turns, each with a question, an answer and what a provider counted."""

    def __init__(self, folder: Path) -> None:
        self.writer = SessionWriter(folder, START)
        self.sent = 10_000

    @property
    def path(self) -> Path:
        return self.writer.path

    def turn(self, tokens: int, *, question: str = "Go on.", measured: bool = True) -> str:
        """A turn that adds so many tokens to the window, all of them in the answer."""
        asked = self.writer.user(question)
        usage = {"input": self.sent, "output": tokens, "totalTokens": self.sent + tokens}
        more: dict[str, Any] = {"usage": usage} if measured else {}
        answer = [{"type": "text", "text": "x" * 4 * tokens}]
        self.writer.message("assistant", answer, stopReason="stop", **more)
        self.sent += tokens
        return asked

    def result(self, size: int, *, pause: timedelta = timedelta()) -> None:
        """A call, its result of so many characters and an answer, the answer after a pause."""
        self.writer.user("Look.")
        call = {"type": "toolCall", "id": "c", "name": "exec", "arguments": {}}
        self.writer.message("assistant", [call])
        text = [{"type": "text", "text": "r" * size}]
        self.writer.message("toolResult", text, toolCallId="c", toolName="exec")
        self.writer.message("assistant", [{"type": "text", "text": "ok"}], provider="anthropic")
        self.writer.time += pause

    def compact(self, kept: str, summary: str = "All that.") -> None:
        record = {"type": "compaction", "summary": summary, "firstKeptEntryId": kept, "tokensBefore": 1}
        self.writer.entry(record)
        self.sent = 12_000


def test_the_rules_in_force_give_what_was_recorded() -> None:
    account, rules = recorded("2026.2", "agent:main:main")
    replayed = replay(account, rules)
    [flush] = replayed.flushes
    [compaction] = replayed.compactions
    marks = {mark.kind: mark.index for mark in account.marks}
    assert (flush.index, flush.reason) == (marks[MarkKind.FLUSH], "tokens")
    assert flush.tokens is not None
    assert 41_536 <= flush.tokens < 45_536
    assert (compaction.index, compaction.reason) == (marks[MarkKind.COMPACTION], "threshold")
    assert compaction.tokens == account.points[compaction.index].entry.tokens_before
    kept = account.points[compaction.first_kept].entry
    assert kept.id == account.points[compaction.index].entry.first_kept
    assert missed_flushes(account, rules, noted=None) == []


def test_2026_9_compacts_where_it_did() -> None:
    account, rules = recorded("2026.9", "agent:main:webchat:direct:sam-desk")
    [compaction] = replay(account, rules).compactions
    place = next(i for i, p in enumerate(account.points) if p.entry.kind is EntryKind.COMPACTION)
    entry = account.points[place].entry
    assert (compaction.index, compaction.tokens) == (place, entry.tokens_before)
    assert account.points[compaction.first_kept].entry.id == entry.first_kept
    assert any("How much room" in sentence for sentence in replay(account, rules).assumptions)


def test_what_2026_9_kept_is_taken_to_need_what_it_noted() -> None:
    account, rules = recorded("2026.9", "agent:main:webchat:direct:sam-desk")
    [compaction] = replay(account, rules).compactions
    messages = Steps(account).messages
    before, kept = messages[: compaction.index], messages[compaction.first_kept : compaction.index]
    fixed = compaction.tokens - sum(estimated_tokens(each, "2026.9") for each in before if each)
    entry = account.points[compaction.index].entry
    summary = Message("compactionSummary", (entry.summary,))
    needed = 1.2 * fixed + sum(needed_tokens(each) for each in (*kept, summary) if each)
    assert needed == pytest.approx(entry.tokens_after, rel=0.03)


def test_a_larger_window_needs_neither() -> None:
    account, rules = recorded("2026.2", "agent:main:main")
    replayed = replay(account, rules.changed("window", 200_000))
    assert (replayed.flushes, replayed.compactions, replayed.prunings) == ((), (), ())
    assert max(replayed.filled) > max(point.measured or 0 for point in account.points)


def test_a_smaller_window_compacts_earlier_and_the_sizes_follow() -> None:
    account, rules = recorded("2026.2", "agent:main:main")
    replayed = replay(account, rules.changed("window", 50_000))
    [first, *_] = replayed.compactions
    assert first.index < 40
    assert replayed.filled[first.index + 1] < first.tokens
    assert first.tokens > 30_000


def test_a_flush_comes_once_in_a_cycle_and_again_after_a_compaction(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for _ in range(20):
        talk.turn(5_000)
    rules = default_rules("2026.2", 65_536)
    replayed = replay(account(talk.path), rules)
    cycles = [sum(c.index <= flush.index for c in replayed.compactions) for flush in replayed.flushes]
    assert len(replayed.compactions) > 1
    assert cycles == sorted(set(cycles))
    for compaction in replayed.compactions:
        assert compaction.start < compaction.first_kept < compaction.index


def test_a_heartbeat_and_a_read_only_sandbox_flush_nothing(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(40_000)
    asked = "Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK."
    talk.turn(10, question=asked)
    rules = default_rules("2026.2", 65_536)
    assert replay(account(talk.path), rules).flushes == ()
    talk.turn(10)
    [flush] = replay(account(talk.path), rules.changed("compaction.enabled", "off")).flushes
    assert account(talk.path).points[flush.index].turn == 3
    assert replay(account(talk.path), rules, may_flush=False).flushes == ()


def test_a_large_transcript_is_flushed_whatever_the_window_holds(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(10)
    talk.writer.entry({"type": "custom", "customType": "note", "data": "z" * 2 * 2**20})
    before = talk.path.stat().st_size
    talk.turn(10)
    talk.turn(10)
    ledger = account(talk.path)
    rules = default_rules("2026.9", 200_000)
    replayed = replay(ledger, rules)
    [flush] = replayed.flushes
    assert (flush.index, flush.reason, flush.tokens, flush.size) == (3, "size", None, before)
    [mark] = replayed_marks(ledger, replayed)
    assert f"the transcript had {before:,} bytes" in mark.sentence
    assert replayed.assumptions == ()
    assert replay(ledger, default_rules("2026.2", 200_000)).flushes == ()
    assert replay(ledger, rules.changed("flush.force_bytes", "3mb")).flushes == ()
    [missed] = missed_flushes(ledger, rules, noted=NEVER_FLUSHED)
    assert f"the transcript had {before:,} bytes" in missed.sentence


def test_where_nobody_knows_how_large_the_transcript_was_that_is_said(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(10)
    chain = [replace(point.entry, offset=None) for point in account(talk.path).points]
    without = replay(ledger(chain, count=quarter), default_rules("2026.9", 200_000))
    assert without.flushes == ()
    assert any("How large" in sentence for sentence in without.assumptions)


def test_a_call_that_does_not_fit_is_compacted_before_it(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(5_000)
    talk.turn(5_000)
    talk.writer.user("y" * 200_000)
    talk.writer.message("assistant", [{"type": "text", "text": "ok"}])
    replayed = replay(account(talk.path), default_rules("2026.2", 40_000).changed("flush.enabled", False))
    assert replayed.compactions[0].reason == "overflow"
    assert replayed.compactions[0].index == 5


def test_without_measures_the_estimate_counts_and_is_named(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for _ in range(8):
        talk.turn(5_000, measured=False)
    rules = default_rules("2026.2", 65_536)
    known = replay(account(talk.path, fixed=12_000), rules)
    assert known.compactions
    assert any("No provider" in sentence for sentence in known.assumptions)
    assert replay(account(talk.path), rules).compactions == ()


def test_pruning_waits_for_the_cache_to_expire(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for _ in range(4):
        talk.result(30_000)
    talk.result(10, pause=timedelta(minutes=10))
    talk.result(10)
    on = default_rules("2026.9", 60_000).changed("prune.enabled", "on")
    ledger = account(talk.path)
    [pruning] = replay(ledger, on).prunings
    assert ledger.points[pruning.index].turn == 6
    assert {ledger.points[each.index].entry.role for each in pruning.items} == {"toolResult"}
    assert all(each.how == "trimmed" and len(each.removed) == 27_000 for each in pruning.items)
    assert replay(ledger, on.changed("prune.ttl", "1h")).prunings == ()
    assert replay(ledger, on.changed("prune.enabled", "off")).prunings == ()


def test_2026_9_cuts_a_result_once_and_2026_2_every_time(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for _ in range(4):
        talk.result(30_000)
    for _ in range(3):
        talk.result(10, pause=timedelta(minutes=10))
    ledger = account(talk.path)
    counts = [
        [len(each.items) for each in replay(ledger, rules.changed("prune.enabled", "on")).prunings]
        for rules in (default_rules("2026.2", 60_000), default_rules("2026.9", 60_000))
    ]
    assert counts[0] == [4, 4]
    assert sum(counts[1]) == 4


def test_providers_that_are_never_pruned_for_are_named(tmp_path: Path) -> None:
    account, rules = recorded("2026.2", "agent:main:main")
    on = replay(account, rules.changed("prune.enabled", "on"))
    assert any("used none of them" in sentence for sentence in on.assumptions)


def without_flush(folder: Path, sizes: Sequence[int]) -> Talk:
    """Turns of these sizes, a compaction nobody flushed before, and another turn."""
    talk = Talk(folder)
    asked = [talk.turn(size) for size in sizes]
    talk.compact(asked[-1])
    talk.turn(100)
    return talk


def test_a_flush_that_was_due_and_did_not_run_is_marked(tmp_path: Path) -> None:
    ledger = account(without_flush(tmp_path, [25_000, 8_000, 100, 4_000]).path)
    [missed] = missed_flushes(ledger, default_rules("2026.2", 65_536), noted=None)
    assert missed.due is not None
    assert ledger.points[missed.due].turn == 4
    assert missed.compaction == 8
    assert missed.tokens == 43_000
    [mark] = missed_marks(ledger, [missed])
    assert (mark.kind, mark.index, mark.recorded) == (MarkKind.MISSED_FLUSH, missed.due, False)
    assert "43,000" in mark.sentence


def test_a_window_that_filled_within_one_turn_gave_no_chance(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(20_000)
    asked = talk.turn(20_000)
    usage = {"input": 50_000, "output": 5, "totalTokens": 50_005}
    talk.writer.message("assistant", [{"type": "text", "text": "x"}], usage=usage)
    talk.compact(asked)
    [missed] = missed_flushes(account(talk.path), default_rules("2026.2", 65_536), noted=None)
    assert missed.due is None
    assert "single turn" in missed.sentence


def test_a_compaction_by_hand_is_no_missed_flush(tmp_path: Path) -> None:
    ledger = account(without_flush(tmp_path, [100, 100]).path)
    assert missed_flushes(ledger, default_rules("2026.2", 65_536), noted=None) == []


@pytest.mark.parametrize(
    ("noted", "count"),
    [
        (None, 0),
        (NEVER_FLUSHED, 1),
        (SessionEntry("k", "s", flush=RecordedFlush(None, 1)), 0),
    ],
)
def test_2026_9_leaves_no_trace_so_only_its_list_can_tell(
    tmp_path: Path, noted: SessionEntry | None, count: int
) -> None:
    ledger = account(without_flush(tmp_path, [32_000, 4_000, 100, 4_000]).path)
    rules = default_rules("2026.9", 65_536)
    assert len(missed_flushes(ledger, rules, noted=noted)) == count
    assert len(rescues(ledger, replay(ledger, rules), rules, noted)) == count


def test_nothing_is_missed_when_no_flush_was_asked_for(tmp_path: Path) -> None:
    ledger = account(without_flush(tmp_path, [25_000, 8_000, 100, 4_000]).path)
    rules = default_rules("2026.2", 65_536)
    assert missed_flushes(ledger, rules.changed("flush.enabled", "off"), noted=None) == []
    assert missed_flushes(ledger, rules, noted=None, may_flush=False) == []


def test_other_rules_would_have_saved_the_notes(tmp_path: Path) -> None:
    ledger = account(without_flush(tmp_path, [15_000, 8_000, 100, 15_000]).path)
    rules = default_rules("2026.2", 65_536)
    [missed] = missed_flushes(ledger, rules, noted=None)
    assert missed.due is None
    assert rescues(ledger, replay(ledger, rules), rules, None) == []
    earlier = rules.changed("flush.soft", 14_000)
    [rescue] = rescues(ledger, replay(ledger, earlier), earlier, None)
    assert (rescue.flush, rescue.compaction) == (6, 8)
    assert "before turn 4, ahead of the compaction after turn 4" in rescue.sentence


def test_an_empty_session_has_nothing_to_replay() -> None:
    empty = ledger([], count=quarter)
    replayed = replay(empty, default_rules("2026.9", 200_000))
    assert (replayed.flushes, replayed.compactions, replayed.prunings, replayed.filled) == ((), (), (), ())
    assert missed_flushes(empty, default_rules("2026.9", 200_000), noted=NEVER_FLUSHED) == []


def test_a_reset_begins_a_new_window(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.turn(40_000)
    talk.writer.entry({"type": "reset"})
    talk.sent = 10_000
    talk.turn(10)
    talk.turn(10)
    rules = default_rules("2026.2", 65_536).changed("compaction.enabled", "off")
    replayed = replay(account(talk.path), rules)
    assert replayed.flushes == ()
    assert replayed.filled[-1] < 11_000


def test_what_never_leaves_the_window_stays_however_high_the_estimate(tmp_path: Path) -> None:
    """The texts are estimated at four times what the provider counted; the fixed part is 9,000."""
    talk = Talk(tmp_path)
    for _ in range(12):
        talk.turn(4_000)
    own = account(talk.path, fixed=9_000)
    high = ledger(
        [point.entry for point in own.points],
        count=lambda text: 4 * quarter(text),
        fixed=own.fixed,
        window=65_536,
    )
    played = replay(high, default_rules("2026.2", 45_000))
    assert played.compactions
    assert min(played.filled[1:]) >= 9_000
