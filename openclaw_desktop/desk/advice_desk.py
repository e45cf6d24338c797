"""The verbs of advice: what would make the agent find a line, and making a proposal of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from openclaw_desktop.agent_index.advice.advising import Advice, Trial, advise
from openclaw_desktop.agent_index.advice.changes import MEMORY
from openclaw_desktop.agent_index.advice.facts import facts_of
from openclaw_desktop.agent_index.advice.measuring import Measure
from openclaw_desktop.agent_index.advice.rows import Vector
from openclaw_desktop.agent_index.advice.scratch import Scratch, scratch
from openclaw_desktop.agent_index.advice.situation import Situation
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.errors import ConflictError, FileGoneError, UsageError
from openclaw_desktop.review.gate.edits import NewText
from openclaw_desktop.review.proposal import Origin, Proposal, Who
from openclaw_desktop.search.question import Question
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.files import TextFile


@dataclass(slots=True)
class _Passages:
    """Vectors of changed texts by the agent's own model, each asked for once."""

    search: AgentSearch
    ask: Callable[[str], QuestionVector]
    asked: QuestionVector  # the question's, which theirs must be like
    known: dict[str, Vector | None] = field(default_factory=dict[str, "Vector | None"])
    trouble: str | None = None

    def vector(self, text: str) -> Vector | None:
        if self.asked.vector is None:
            return None
        if text not in self.known:
            found = self.ask(text)
            fits = found.vector is not None and len(found.vector) == len(self.asked.vector)
            self.known[text] = found.vector.astype("<f8") if found.vector is not None and fits else None
            if not fits:
                self.trouble = found.why_not or "the agent's model gave a vector of another length"
        return self.known[text]


class AdviceDesk:
    """What a person could change for the agent's search; every verb blocks."""

    def __init__(self, root: Path, agent: AgentDesk, desk: Desk) -> None:
        self._root = root
        self._agent = agent
        self._desk = desk

    def look(
        self, question: Question, path: str, line: int, *, progress: Callable[[int], None] = lambda _: None
    ) -> Advice:
        """Tries changes on a copy of the agent's index, by the agent's own search and model.

        `progress` is told how many were measured; what it raises ends the trying, and nothing is left of it.
        Where a changed text can get no vector, keywords alone are measured throughout. Raises
        AgentIndexError, FileError, or UsageError for a line without text.
        """
        file = files.read(self._root, path)
        lines = file.text.split("\n")
        if not 0 < line <= len(lines) or not lines[line - 1].strip():
            raise UsageError(
                f"Line {line} of {path} holds no text that could be found; choose one that does."
            )
        search = self._agent.configured()
        ask = self._agent.asker(search)
        passages = _Passages(search, ask, ask(question.text))
        advice = self._tried(question, file, line, passages, progress)
        if passages.trouble:
            without = QuestionVector(None, f"a changed text could not be compared: {passages.trouble}")
            advice = self._tried(question, file, line, _Passages(search, ask, without), progress)
        return advice

    def _tried(
        self,
        question: Question,
        file: TextFile,
        line: int,
        passages: _Passages,
        progress: Callable[[int], None],
    ) -> Advice:
        search, path = passages.search, file.path
        start = Situation(path, line, {MEMORY: self._text_of(MEMORY), path: file.text}, search)
        with ExitStack() as stack:
            with self._agent.opened() as index:
                now_ms = int(question.now.timestamp() * 1000)
                copy = stack.enter_context(scratch(index, search, passages.vector, now_ms=now_ms))
            is_synced = _is_synced(copy, file)
            with copy.changed({} if is_synced else {path: file.text}) as then:
                facts = facts_of(then, question, passages.asked, path, line, is_taken=self._is_taken)
            measure = Measure(copy, question, passages.asked, start, is_synced=is_synced, progress=progress)
            return advise(measure, start, facts, is_synced=is_synced, keywords_only=passages.asked.why_not)

    def _text_of(self, path: str) -> str | None:
        try:
            return files.read(self._root, path).text
        except FileGoneError:
            return None

    def _is_taken(self, path: str) -> bool:
        return (self._root / path).exists()

    def propose(self, question: Question, trial: Trial, *, now: datetime) -> tuple[Proposal, ...]:
        """Puts what a trial did to files into the queue; a line for openclaw.json is to be copied.

        Raises UsageError where it did nothing to files, or renamed one; ConflictError where a file is not
        what was measured any more; ProposalRefusedError.
        """
        if trial.renames:
            old, new = trial.renames
            raise UsageError(f"A new name is no proposal: rename {old} to {new} in the list of files.")
        if not trial.files:
            raise UsageError("This changes no file, so there is nothing to propose.")
        for file in trial.files:
            self._refuse_changed(file.path, file.before)
        origin = Origin(Who.PERSON, self._desk.reviewer)
        reason = f"So that the agent finds it when it asks “{question.text}”: {trial.sentence}"
        # The file that gets the entry comes first: refused, nothing is taken out of the other.
        ordered = sorted(trial.files, key=lambda file: file.path != trial.path)
        return tuple(
            self._desk.propose(file.path, NewText(file.after), reason=reason, origin=origin, now=now)
            for file in ordered
            if file.after is not None
        )

    def _refuse_changed(self, path: str, before: str | None) -> None:
        if self._text_of(path) != before:
            sentence = f"{path} changed since this was measured; measure again."
            raise ConflictError(path, sentence, None)


def _is_synced(copy: Scratch, file: TextFile) -> bool:
    """Whether the index holds the file as it is; one that the agent does not look at need not be there."""
    known = copy.hash_of(file.path)
    return known == file.sha256 if known else not copy.holds(file.path)
