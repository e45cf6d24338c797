"""Pure: compactions before which the agent never wrote its notes, and why."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules import flush as flushes
from openclaw_desktop.context.rules.replay import Replayed
from openclaw_desktop.context.rules.steps import is_heartbeat, is_turn_start
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.context.sessions.session_entry import SessionEntry


@dataclass(frozen=True, slots=True)
class MissedFlush:
    """A cycle without a flush.

    `due` is the turn's first entry at which the rules ask for one, None when the window filled within one
    turn and none could come; `compaction` is where the cycle ended, None for the running one.
    """

    due: int | None
    compaction: int | None
    tokens: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Rescue:
    """Under other rules a flush at `flush` would have come before the compaction at `compaction`."""

    flush: int
    compaction: int
    sentence: str


def missed_flushes(
    ledger: Ledger,
    rules: Rules,
    *,
    noted: SessionEntry | None,
    may_flush: bool = True,
) -> list[MissedFlush]:
    """The flushes that the rules in force ask for and that nobody recorded, in order.

    `noted` is what OpenClaw's list says of the session. 2026.2 has its flushes in the transcript; 2026.9
    leaves no trace there and notes the last one alone, so of earlier cycles nothing is said, and nothing at
    all of a session that is not in the list. OpenClaw 2026.2 and 2026.9.
    """
    if not may_flush or not rules.flush.enabled:
        return []
    chain = [point.entry for point in ledger.points]
    ends = _compactions(chain)
    without = _cycles_without(ledger, ends, rules, noted)
    found: list[MissedFlush] = []
    for cycle, (start, end) in enumerate(zip([0, *ends], [*ends, None], strict=True)):
        if cycle in without:
            missed = _missed(ledger, rules, range(start, len(chain) if end is None else end), end)
            found += [missed] if missed else []
    return found


def rescues(ledger: Ledger, replayed: Replayed, rules: Rules, noted: SessionEntry | None) -> list[Rescue]:
    """Where the replayed rules flush in a cycle that is known to have had no flush before its compaction."""
    ends = _compactions([point.entry for point in ledger.points])
    without = _cycles_without(ledger, ends, rules, noted)
    found: dict[int, Rescue] = {}
    for flush in replayed.flushes:
        cycle = bisect_left(ends, flush.index)
        if cycle < len(ends) and cycle in without and cycle not in found:
            turn, later = ledger.points[flush.index].turn, ledger.points[ends[cycle]].turn
            sentence = f"Notes would have been written before turn {turn:,}, ahead of the compaction"
            found[cycle] = Rescue(flush.index, ends[cycle], f"{sentence} after turn {later:,}.")
    return list(found.values())


def missed_marks(ledger: Ledger, missed: Sequence[MissedFlush]) -> list[Mark]:
    """The missed flushes as marks on the timeline; none of them is recorded."""
    marks: list[Mark] = []
    for each in missed:
        index = each.due if each.due is not None else each.compaction
        if index is not None:
            point = ledger.points[index]
            marks.append(
                Mark(MarkKind.MISSED_FLUSH, index, point.turn, point.at, each.sentence, recorded=False)
            )
    return marks


def _compactions(chain: Sequence[Entry]) -> list[int]:
    return [index for index, entry in enumerate(chain) if entry.kind is EntryKind.COMPACTION]


def _cycles_without(
    ledger: Ledger, ends: Sequence[int], rules: Rules, noted: SessionEntry | None
) -> set[int]:
    """The cycles, counted by the compactions before them, that are known to have had no flush."""
    flushed = {bisect_left(ends, mark.index) for mark in ledger.marks if mark.kind is MarkKind.FLUSH}
    known_from = 0
    if rules.era == "2026.9":
        if noted is None:
            return set()
        known_from = noted.flush.cycle or 0 if noted.flush else 0
    return set(range(known_from, len(ends) + 1)) - flushed


def _missed(ledger: Ledger, rules: Rules, cycle: range, end: int | None) -> MissedFlush | None:
    sent: int | None = None  # with the last call
    filled = 0  # once it was answered
    for index in cycle:
        point = ledger.points[index]
        if point.entry.kind is EntryKind.RESET:
            sent, filled = None, 0
        if is_turn_start(point.entry) and not is_heartbeat(point.entry):
            reason = flushes.flush_due(
                rules.flush,
                window=rules.window,
                tokens=sent,
                transcript_bytes=point.entry.offset or 0,
                already=False,
            )
            if reason:
                why = (
                    f"the window held {sent:,} tokens"
                    if reason == "tokens"
                    else f"the transcript had {point.entry.offset:,} bytes"
                )
                return MissedFlush(index, end, sent, _due_sentence(why, end))
        if point.measured and point.entry.usage:
            sent, filled = point.measured, point.entry.usage.total
    threshold = rules.flush_threshold
    if end is None or threshold is None or filled < threshold:  # then a person asked for the compaction
        return None
    sentence = "No notes were written before this compaction: the window filled within a single turn."
    return MissedFlush(None, end, filled, sentence)


def _due_sentence(why: str, end: int | None) -> str:
    after = ", and a compaction followed" if end is not None else ""
    return f"A memory flush was due here ({why}) and is not recorded{after}."
