"""Pure: the account of a session as OpenClaw's rules look at it: messages, and how full the window was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from openclaw_desktop.context.ledger import Ledger, Point
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.context.sessions.parts import Category, Label
from openclaw_desktop.context.window import boundaries


@dataclass(frozen=True, slots=True)
class Held:
    """What a window holds of the chain: a summary of so many tokens, and the entries from `start` on."""

    start: int = 0
    summary: int = 0


@dataclass(frozen=True)
class Steps:
    """A ledger's points, and what the window would have held had it been cut elsewhere."""

    ledger: Ledger

    @property
    def points(self) -> Sequence[Point]:
        """The points, one for each entry."""
        return self.ledger.points

    @cached_property
    def messages(self) -> list[Message | None]:
        """Each entry as a message; None where the model is not given it."""
        return [message_of(point.entry) for point in self.points]

    @cached_property
    def _sums(self) -> list[int]:
        own = (0 if point.entry.is_boundary else point.tokens for point in self.points)
        return list(accumulate(own, initial=0))

    @cached_property
    def _counted(self) -> list[int]:
        """For each place the last answer before it that a provider counted; -1 for none."""
        found = [-1]
        for index, point in enumerate(self.points):
            counts = point.entry.in_context and point.entry.usage and point.entry.usage.total
            found.append(index if counts else found[-1])
        return found

    @cached_property
    def real(self) -> list[Held]:
        """What the window really held at each entry."""
        cuts = {each.index: each.kept for each in boundaries([point.entry for point in self.points])}
        held, found = Held(), list[Held]()
        for index, point in enumerate(self.points):
            if index in cuts:
                held = Held(cuts[index], point.tokens)
            found.append(held)
        return found

    def content(self, held: Held, end: int) -> int:
        """The tokens of a summary and of the entries from the window's start up to `end`, without it."""
        return held.summary + max(0, self._sums[end] - self._sums[held.start])

    def sent(self, held: Held, index: int) -> int | None:
        """What the call that made the answer at `index` sends with that window; None where nobody measured.

        It is what the provider counted, less what this window lacks and more by what it holds besides.
        """
        measured = self.points[index].measured
        return None if measured is None else self._shifted(measured, held, index, index)

    def filled(self, held: Held, end: int) -> int:
        """What is in that window after the entries before `end`.

        From the last answer a provider counted, its own count and the estimate of what came after it; without
        one the estimate of all of it.
        """
        index = self._counted[end]
        if index >= held.start and (usage := self.points[index].entry.usage):
            after = self._sums[end] - self._sums[index + 1]
            return self._shifted(usage.total, held, index, index + 1) + after
        return self._fixed + self.content(held, end)

    @property
    def _fixed(self) -> int:
        """What never leaves the window, as far as it is known."""
        fixed = self.ledger.fixed
        return fixed.system + sum(fixed.bootstrap.values()) if fixed else 0

    def _shifted(self, tokens: int, held: Held, index: int, end: int) -> int:
        """A provider's count, less what this window lacks and more by what it holds besides.

        Where the estimate of the texts is higher than what the provider can have counted of them, the
        difference is taken by the same share: what is fixed stays.
        """
        really = self.content(self.real[index], end)
        difference = self.content(held, end) - really
        counted = max(0, tokens - self._fixed)
        if really > counted:
            difference = round(difference * counted / really)
        return max(0, tokens + difference)


def is_turn_start(entry: Entry) -> bool:
    """Whether a turn begins here: a person's message, or a prompt of OpenClaw's own, of a flush too."""
    return entry.kind is EntryKind.MESSAGE and entry.role == "user"


def is_heartbeat(entry: Entry) -> bool:
    """Whether the message is OpenClaw's own question whether there is anything to do."""
    return any(part.label == Label.HEARTBEAT for part in entry.parts)


def message_of(entry: Entry) -> Message | None:
    """The message an entry is to the model; None for what it is not given and for compactions and resets."""
    if not entry.in_context or entry.is_boundary:
        return None
    said = [part for part in entry.parts if part.category not in (Category.THINKING, Category.TOOL_CALL)]
    blocks = [None if part.label == Label.IMAGE and not part.text else part.text for part in said]
    if entry.role == "user":
        blocks = _joined(blocks)
    calls = [part for part in entry.parts if part.category is Category.TOOL_CALL]
    return Message(
        role=entry.role or "branchSummary",
        blocks=tuple(blocks),
        thinking="".join(part.text for part in entry.parts if part.category is Category.THINKING),
        arguments="".join(part.text for part in calls),
        call_names="".join(part.label for part in calls),
        calls=len(calls),
        tool=entry.tool or "",
    )


def _joined(blocks: Sequence[str | None]) -> list[str | None]:
    """The pieces of a person's message put together again."""
    joined: list[str | None] = []
    for block in blocks:
        if joined and block is not None and (last := joined[-1]) is not None:
            joined[-1] = last + block
        else:
            joined.append(block)
    return joined
