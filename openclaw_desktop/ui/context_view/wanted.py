"""Pure: where in a session one wants to be, once it is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.recall import leading
from openclaw_desktop.ui.context_view.session_reading import Shown

if TYPE_CHECKING:
    from openclaw_desktop.context.recall.calls import Call
    from openclaw_desktop.context.sessions.entries import Entry


@dataclass(frozen=True, slots=True)
class Wanted:
    """An entry by its id, a turn (0: none), or a call to the memory; `needle` is looked for in the text."""

    entry: str = ""
    needle: str = ""
    turn: int = 0
    call: Call | None = None


def begin_of_turn(chain: Sequence[Entry], turn: int) -> int:
    """The place of a turn's first entry; -1 when there is none."""
    return next((n for n, entry in enumerate(chain) if turn and entry.turn == turn), -1)


def place_of(chain: Sequence[Entry], entry: str) -> int:
    """The place of an entry; -1 when it is not in the chain."""
    return next((n for n, each in enumerate(chain) if each.id == entry), -1)


def mark_of(shown: Shown, call: Call) -> Mark | None:
    """The mark of a call to the memory."""
    chain, marks = shown.opened.chain, shown.opened.ledger.marks
    there = (mark for mark in marks if leading.call_of(chain, marks, mark) == (call.entry, call.nth))
    return next(there, None)
