"""Pure: when flushes, compactions and prunings would have come along a session under given rules."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules import flush as flushes
from openclaw_desktop.context.rules.compaction import cut_point, estimated_tokens, kept_free
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.context.rules.pruning import OTHER_CHARS, PROVIDERS, Pruned, chars, is_expired, prune
from openclaw_desktop.context.rules.retention import Room, room_of
from openclaw_desktop.context.rules.steps import Held, Steps, is_heartbeat, is_turn_start
from openclaw_desktop.context.sessions.entries import Entry, EntryKind

_SUMMARY = Message("compactionSummary")

ASSUMED_SUMMARY = 1_000
"""Tokens of a summary that was never written, in a session that has none to go by."""


@dataclass(frozen=True, slots=True)
class Flush:
    """A flush before the turn that begins at `index`.

    What made it due: the `tokens` that the last call sent, or, when these are None, the `size` of the
    transcript in bytes.
    """

    index: int
    reason: flushes.Reason
    tokens: int | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Compaction:
    """A compaction before the entry at `index` (the chain's length for one after the last).

    The entries from `start` up to `first_kept` leave the window, which held `tokens`. `reason`: the window
    was fuller than the rule allows after a turn, or a call did not fit into it at all.
    """

    index: int
    start: int
    first_kept: int
    tokens: int
    reason: Literal["threshold", "overflow"]


@dataclass(frozen=True, slots=True)
class Pruning:
    """Results cut in what the call for the answer at `index` sends; `index` in `items` is of the chain."""

    index: int
    items: tuple[Pruned, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What would have happened, in the order of the chain. `assumptions` are sentences that must be shown.

    `filled` is the tokens in the window after each entry, under these rules.
    """

    flushes: tuple[Flush, ...]
    compactions: tuple[Compaction, ...]
    prunings: tuple[Pruning, ...]
    filled: tuple[int, ...]
    assumptions: tuple[str, ...]


def replay(ledger: Ledger, rules: Rules, *, may_flush: bool = True) -> Replayed:
    """What the rules would have done along the ledger's chain, recorded compactions left out.

    `may_flush` is false for a sandbox that cannot write and for command-line models. Resets happen as they
    did. Sizes are what was measured, shifted by the estimate of what the window would have held more or less;
    what pruning saves is not subtracted, nor is that a model would have answered otherwise. The transcript is
    as large as it was. OpenClaw 2026.2 and 2026.9.
    """
    walk = _Walk(Steps(ledger), rules, may_flush, _usual_summary(ledger))
    for index, point in enumerate(ledger.points):
        walk.enter(index, point.entry)
    walk.end_turn(len(ledger.points))
    return Replayed(
        flushes=tuple(walk.flushes),
        compactions=tuple(walk.compactions),
        prunings=tuple(walk.prunings),
        filled=tuple(walk.filled),
        assumptions=tuple(_assumptions(ledger, rules, walk)),
    )


def _usual_summary(ledger: Ledger) -> int:
    """The tokens of a summary: the mean of those of this session."""
    own = [p.tokens for p in ledger.points if p.entry.kind is EntryKind.COMPACTION and p.tokens]
    return sum(own) // len(own) if own else ASSUMED_SUMMARY


@dataclass(slots=True)
class _Sent:
    """The messages so far as they are sent, with their places in the chain and their lengths."""

    places: list[int] = field(default_factory=list[int])
    messages: list[Message] = field(default_factory=list[Message])
    sizes: list[int] = field(default_factory=list[int])
    cleared: set[int] = field(default_factory=set[int])

    def add(self, place: int, message: Message, size: int) -> None:
        """One more message."""
        self.places.append(place)
        self.messages.append(message)
        self.sizes.append(size)

    def prune(self, held: Held, rules: Rules) -> tuple[Pruned, ...]:
        """What is cut of the messages in the window; 2026.9 sends it like that from then on."""
        first = bisect_left(self.places, held.start)
        summary = [_SUMMARY] * bool(held.summary)
        shift = first - len(summary)
        finished = {number - shift for number in self.cleared}
        cut = prune(
            summary + self.messages[first:],
            rules.window,
            rules.prune,
            sizes=[OTHER_CHARS] * len(summary) + self.sizes[first:],
            finished=finished,
        )
        if rules.era == "2026.9":
            for each in cut:
                number = each.index + shift
                self.messages[number] = replace(self.messages[number], blocks=(each.text,))
                self.sizes[number] = each.after
                if each.how == "cleared":
                    self.cleared.add(number)
        return tuple(replace(each, index=self.places[each.index + shift]) for each in cut)


@dataclass(slots=True)
class _Walk:
    """Goes along the chain and keeps what the window would have held."""

    steps: Steps
    rules: Rules
    may_flush: bool
    summary: int
    held: Held = field(default_factory=Held)
    since: int = 0  # where the last compaction stands
    last_sent: int | None = None  # by the last call of this cycle
    flushed: bool = False
    answered: int | None = None  # the last answer of this turn
    answered_at: datetime | None = None  # the last answer of all
    flushes: list[Flush] = field(default_factory=list[Flush])
    compactions: list[Compaction] = field(default_factory=list[Compaction])
    prunings: list[Pruning] = field(default_factory=list[Pruning])
    filled: list[int] = field(default_factory=list[int])
    sent: _Sent = field(default_factory=_Sent)

    def enter(self, index: int, entry: Entry) -> None:
        """One more entry."""
        if entry.kind is EntryKind.RESET:
            self.held, self.since = self.steps.real[index], index
            self.last_sent, self.flushed, self.answered = None, False, None
        elif is_turn_start(entry):
            self.end_turn(index)
            self._flush(index, entry)
        elif entry.role == "assistant":
            self._call(index)
        if self.rules.prune.enabled and (message := self.steps.messages[index]):
            self.sent.add(index, message, chars(message, self.rules.era))
        self.filled.append(self.steps.filled(self.held, index + 1))

    def end_turn(self, index: int) -> None:
        """A turn ended before `index`: after its answer OpenClaw looks whether the window is too full."""
        threshold, answered = self.rules.compaction_threshold, self.answered
        self.answered = None
        if answered is None or threshold is None:
            return
        tokens = self.steps.filled(self.held, answered + 1)
        if tokens > threshold:
            self._compact(answered + 1, tokens, "threshold")
            self.filled[answered + 1 :] = [
                self.steps.filled(self.held, end) for end in range(answered + 2, index + 1)
            ]

    def _flush(self, index: int, entry: Entry) -> None:
        if not self.may_flush or is_heartbeat(entry):
            return
        reason = flushes.flush_due(
            self.rules.flush,
            window=self.rules.window,
            tokens=self.last_sent,
            transcript_bytes=entry.offset or 0,
            already=self.flushed,
        )
        if reason:
            self.flushed = True
            by_tokens = reason == "tokens"
            self.flushes.append(
                Flush(
                    index,
                    reason,
                    tokens=self.last_sent if by_tokens else None,
                    size=None if by_tokens else entry.offset,
                )
            )

    def _call(self, index: int) -> None:
        """The model is called for the answer at `index`."""
        sent = self.steps.sent(self.held, index)
        sent = self.steps.filled(self.held, index) if sent is None else sent
        if sent > self.rules.window and self.rules.compaction.enabled:
            self._compact(index, sent, "overflow")
            sent = self.steps.filled(self.held, index)
        self._prune(index)
        self.last_sent, self.answered = sent, index
        self.answered_at = self.steps.points[index].at or self.answered_at

    def _compact(self, index: int, tokens: int, reason: Literal["threshold", "overflow"]) -> None:
        era = self.rules.era
        # 2026.2 looks at what came since the last compaction only, 2026.9 at all the window holds.
        start = self.since if era == "2026.2" else self.held.start
        keep = self.rules.compaction.keep_recent
        room = self._room(index, tokens) if era == "2026.9" else None
        cut = cut_point(self.steps.messages, keep, era=era, start=start, end=index, room=room)
        if cut <= self.held.start:
            return
        self.compactions.append(Compaction(index, self.held.start, cut, tokens, reason))
        self.held, self.since = Held(cut, self.summary), index
        self.last_sent, self.flushed = None, False

    def _room(self, index: int, tokens: int) -> Room:
        """What 2026.9 has room for beside prompt and tools: what the window holds and no message does."""
        messages = [each for each in self.steps.messages[self.held.start : index] if each]
        looks = self.held.summary + sum(estimated_tokens(each, "2026.9") for each in messages)
        return room_of(
            self.rules.window,
            kept_free=kept_free(self.rules.window, self.rules.compaction),
            fixed=max(0, tokens - looks),
            messages=messages,
        )

    def _prune(self, index: int) -> None:
        idle = self._idle(index)
        if idle is None or not is_expired(idle, self.rules.prune):
            return
        items = self.sent.prune(self.held, self.rules)
        if items:
            self.prunings.append(Pruning(index, items))

    def _idle(self, index: int) -> float | None:
        """The seconds from the answer before to the call for this one."""
        called = self.steps.points[index - 1].at if index else None
        return (called - self.answered_at).total_seconds() if self.answered_at and called else None


def _assumptions(ledger: Ledger, rules: Rules, walk: _Walk) -> list[str]:
    said: list[str] = []
    if walk.compactions:
        said.append(f"A summary that was never written is taken to have {walk.summary:,} tokens.")
        if rules.era == "2026.9":
            said.append("How much room OpenClaw 2026.9 leaves for its prompt and tools is estimated.")
    if not any(point.measured for point in ledger.points):
        said.append("No provider reported what it was sent, so all sizes are estimates.")
        if ledger.fixed is None:
            said.append("The system prompt and the tools are not known and left out.")
    sizes_known = all(point.entry.offset is not None for point in ledger.points)
    if rules.flush.enabled and rules.flush.force_bytes and not sizes_known:
        said.append("How large the transcript was is not known, so no flush comes of its size.")
    providers = {point.entry.provider for point in ledger.points if point.entry.role == "assistant"}
    if rules.prune.enabled and not providers & set(PROVIDERS):
        said.append("OpenClaw prunes for Anthropic, Moonshot and Z.AI; this session used none of them.")
    return said
