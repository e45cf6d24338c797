"""The verbs of past searches: what an agent asked its memory, and what the same question finds today."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.recall import leading
from openclaw_desktop.context.recall.answers import Outcome
from openclaw_desktop.context.recall.calls import CORPORA
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.context.recall.past_list import PastCalls, past_calls
from openclaw_desktop.desk.again import Again, Today
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.desk.hit_by_hit import compared
from openclaw_desktop.desk.read_again import read_again
from openclaw_desktop.desk.sessions_desk import Opened, SessionsDesk
from openclaw_desktop.errors import AgentIndexError, TranscriptError
from openclaw_desktop.index.where import Where
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer


class PastDesk:
    """The past searches of the agent one workspace belongs to; every verb blocks and only reads."""

    def __init__(self, root: Path, sessions: SessionsDesk, agent: AgentDesk, *, cache: Path) -> None:
        """`cache` is the folder for what may be forgotten."""
        self._root = root
        self._sessions = sessions
        self._agent = agent
        self._cache = cache

    def past(self, *, progress: Callable[[int], None] = lambda _: None) -> PastCalls:
        """Every call of the agent to its memory, the newest first; none where no agent is known.

        Nothing is raised. `recall.past.matching` filters them by a text. `progress` is told how many sessions
        were looked at; what it raises ends the reading.
        """
        owner = self._sessions.owner
        if owner.installation is None or owner.agent is None:
            return PastCalls()
        state = owner.installation.state_dir
        return past_calls(state, owner.agent.id, self._root, self._cache, progress=progress)

    # between the timeline and here

    def of_mark(self, pasts: Iterable[Past], opened: Opened, mark: Mark) -> Past | None:
        """The call that a mark of a session's timeline stands for; None for any other mark."""
        return leading.past_of(pasts, opened.listed.session.id, opened.chain, opened.ledger.marks, mark)

    def open(self, past: Past, *, progress: Callable[[int], None] = lambda _: None) -> tuple[Opened, int]:
        """The session of a call along a branch that holds it, and its place in that chain.

        Raises TranscriptError.
        """
        rows = self._sessions.catalogue().rows
        own = (row for row in rows if row.session.id == past.session.id)
        listed = next((row for row in own if row.session.source == past.session.source), None)
        if listed is None:
            raise TranscriptError(f"The session {past.session.id} is gone.")
        opened = self._sessions.open(listed, progress=progress)
        place = leading.place_of(past, opened.chain)
        if place is None and (leaf := leading.leaf_of(past, opened.conversation)):
            opened = self._sessions.along(listed, opened.conversation, leaf=leaf)
            place = leading.place_of(past, opened.chain)
        if place is None:
            raise TranscriptError("The session was written anew, and this call is not in it any more.")
        return opened, place

    # the same question today

    def again(self, past: Past) -> Again:
        """The recorded answer beside today's, by the index as it is now and the clock as it was then.

        Nothing is raised: what cannot be asked again is shown as it was recorded.
        """
        at = past.call.at or past.session.changed
        if past.call.kind == "get":
            row, why_not = read_again(self._root, past.call)
            return Again(past, at, (row,) if row else (), why_not=why_not)
        gone = self._gone(past)
        if refused := _refused(past):
            return Again(past, at, compared(past, None, gone=gone), why_not=refused)
        try:
            question = self._question(past, at)
            answer = self._agent.search(question)
            with self._agent.opened() as index:
                today = _today(index, past, answer)
        except AgentIndexError as error:
            return Again(past, at, compared(past, None, gone=gone), why_not=str(error))
        rows = compared(past, today, gone=gone)
        return Again(past, at, rows, answer, notes=tuple(_notes(past, today)))

    def _question(self, past: Past, at: datetime) -> Question:
        call = past.call
        where = Where(sources=call.sources)
        return self._agent.question(
            call.question, now=at, limit=call.limit, min_score=call.min_score, where=where
        )

    def _gone(self, past: Past) -> frozenset[str]:
        """The files of its hits that are not on disk."""
        files = {hit.path for hit in past.call.answer.hits if hit.source == "memory"}
        return frozenset(path for path in files if not os.path.lexists(self._root / path))


def _refused(past: Past) -> str | None:
    """Why a search cannot be asked again."""
    if not past.call.question.strip():
        return "What was asked is not on record, so it cannot be asked again."
    if past.call.corpus and past.call.corpus not in CORPORA:
        return f"It asked the corpus “{past.call.corpus}”, which is not in this index."
    return None


def _today(index: AgentDatabase, past: Past, answer: Answer) -> Today:
    paths = {hit.path for hit in past.call.answer.hits}
    return Today(
        answer=answer,
        chunks={path: index.all_chunks(path) for path in paths},
        written=index.written,
        model=index.model,
    )


def _notes(past: Past, today: Today) -> Sequence[str]:
    """What the comparison cannot tell, and why."""
    call, notes = past.call, list[str]()
    if today.answer.keywords_only:
        notes.append(
            f"The comparison lacks meaning: {today.answer.keywords_only}. Places and scores are those of"
            " words alone."
        )
    if call.answer.model and today.model and call.answer.model != today.model:
        notes.append(
            f"The answer came by the model {call.answer.model}, the index is of {today.model} now: their"
            " scores cannot be compared."
        )
    if call.at and today.was_written_after(call.at):
        notes.append("The whole index was made anew after this search, so what it held then cannot be told.")
    if call.answer.cut:
        notes.append("OpenClaw stored only the beginning of the answer: there may have been more hits.")
    if call.answer.outcome is Outcome.IN_WORDS:
        notes.append("The answer was in words: only the files it names can be compared.")
    if call.server:
        notes.append(
            f"It was asked through “{call.server}”, which may search another index than the agent's."
        )
    if call.at is None:
        notes.append("The session does not say when: the comparison takes the time it last changed.")
    return notes
