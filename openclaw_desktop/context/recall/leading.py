"""Pure: the ways between a mark in a session's timeline and the call to the memory it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.recall.calls import KINDS
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.context.sessions.content import RECALLS, tool_name
from openclaw_desktop.context.sessions.conversation import Conversation
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.sessions.parts import Category


def call_of(chain: Sequence[Entry], marks: Iterable[Mark], mark: Mark) -> tuple[str, int] | None:
    """The id of a mark's message and which of its calls to the memory it stands for, from 0.

    `marks` are all of the timeline, in its order. None for a mark of anything else, as another plugin's.
    """
    entry = chain[mark.index]
    searches = (each for each in marks if each.kind is MarkKind.SEARCH and each.index == mark.index)
    names = (tool_name(part.label) for part in entry.parts if part.category is Category.TOOL_CALL)
    nth = 0
    for each, name in zip(searches, (name for name in names if name in RECALLS), strict=False):
        if each is mark:
            return (entry.id, nth) if name in KINDS else None
        nth += name in KINDS
    return None


def past_of(
    pasts: Iterable[Past], session: str, chain: Sequence[Entry], marks: Iterable[Mark], mark: Mark
) -> Past | None:
    """The call a mark in that session's timeline stands for; None when it is none, or not in the list yet.

    Of entries that were copied from one session to another, the list has the first.
    """
    if (place := call_of(chain, marks, mark)) is None:
        return None
    entry, nth = place
    at = chain[mark.index].at
    own = [past for past in pasts if (past.call.entry, past.call.nth) == (entry, nth)]
    here = (past for past in own if past.session.id == session)
    return next(here, None) or next((past for past in own if at and past.call.at == at), None)


def place_of(past: Past, chain: Sequence[Entry]) -> int | None:
    """Where in a chain the call's message is; None when it is on another branch."""
    places = [index for index, entry in enumerate(chain) if entry.id == past.call.entry]
    exact = (index for index in places if chain[index].number == past.call.number)
    return next(exact, places[-1] if places else None)


def leaf_of(past: Past, conversation: Conversation) -> str | None:
    """The end of the first branch that holds the call's message; None when none does."""
    leaves = (branch.leaf_id for branch in conversation.branches)
    return next((leaf for leaf in leaves if place_of(past, conversation.chain(leaf)) is not None), None)
