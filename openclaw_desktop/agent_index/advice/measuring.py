"""Asks the agent's real search for a line, in the index as it would be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from openclaw_desktop.agent_index import asking
from openclaw_desktop.agent_index.advice.scratch import Scratch
from openclaw_desktop.agent_index.advice.situation import Situation
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.agent_index.why_not import lost_to
from openclaw_desktop.index.annotations import strip_annotations
from openclaw_desktop.search.candidates import SNIPPET_UNITS, Candidates
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import Answer, Hit, rank

TOP = 6
"""So many hits an agent is shown unless openclaw.json says otherwise. OpenClaw: query.maxResults."""

COMPARED = 80
"""So many characters tell whether a line is in what an agent is shown of a chunk."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the line's best chunk stands: `place` among what is shown, `rank` among all candidates, from 1.

    `lost_at` as in `WhyNot`; "" when it is shown.
    """

    place: int | None
    rank: int | None
    score: float | None
    lost_at: str
    sentence: str

    @property
    def is_found(self) -> bool:
        """Whether it is among the first six."""
        return self.place is not None and self.place <= TOP

    @property
    def order(self) -> tuple[float, float, float]:
        """The smaller, the better."""
        far = float("inf")
        return self.place or far, self.rank or far, -(self.score or 0.0)


class Measure:
    """One question, asked again and again on a copy of the index.

    Texts that the copy does not hold are put into it while it is asked.
    """

    def __init__(
        self,
        scratch: Scratch,
        question: Question,
        asked: QuestionVector,
        start: Situation,
        *,
        is_synced: bool,
        progress: Callable[[int], None],
    ) -> None:
        """`progress` is told before each measurement how many are done; what it raises ends the trying."""
        self._scratch = scratch
        self._question = question
        self._asked = asked
        self._start = start
        self._is_synced = is_synced
        self._progress = progress
        self._done = 0
        self._kept: dict[object, Candidates] = {}

    def standing(self, situation: Situation) -> Standing:
        """Where the line would stand."""
        texts = {path: text for path, text in situation.texts.items() if text != self._start.texts.get(path)}
        if not self._is_synced:
            texts = {self._start.path: situation.texts[self._start.path], **texts}
        return self._look(texts, situation)

    def now(self) -> Standing:
        """Where it stands in the index as it is."""
        return self._look({}, self._start)

    def _look(self, texts: Mapping[str, str | None], situation: Situation) -> Standing:
        self._progress(self._done)
        self._done += 1
        parameters = _adjusted(self._question, self._start.search, situation.search)
        found = self._candidates(texts, parameters, situation.search)
        return standing_of(rank(found, parameters), situation)

    def _candidates(
        self, texts: Mapping[str, str | None], parameters: Parameters, search: AgentSearch
    ) -> Candidates:
        """What the legs find. Most settings only rank it anew, so what the same texts gave is kept."""
        key = tuple(sorted(texts.items())), parameters.wanted, search.is_hybrid
        if key not in self._kept:
            question = replace(self._question, parameters=parameters)
            with self._scratch.changed(texts) as index:
                self._kept[key] = asking.found(index, question, self._asked, search)
        return self._kept[key]


def _adjusted(question: Question, before: AgentSearch, after: AgentSearch) -> Parameters:
    """The question's numbers, but for those that a change of the configuration changes."""
    old, new = before.parameters(), after.parameters()
    names = ("limit", "candidate_multiplier", "min_score", "vector_weight", "half_life_days", "mmr_lambda")
    changed = {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
    return replace(question.parameters, **changed)


def standing_of(answer: Answer, situation: Situation) -> Standing:
    """Where the best chunk with the line stands in an answer."""
    line = situation.text.split("\n")[situation.line - 1]
    indexed = strip_annotations(line) if situation.search.era == "2026.9" else line
    for place, hit in enumerate(answer.hits, 1):
        if _has(hit, situation):
            sentence = f"hit {place} with score {hit.score:.2f}"
            if indexed.strip()[:COMPARED] not in hit.candidate.snippet:
                sentence += (
                    f", but the line lies behind the {SNIPPET_UNITS} characters that the agent is shown"
                )
            return Standing(place, place, hit.score, "", sentence)
    for behind, below in enumerate(answer.below, 1):
        if _has(below.hit, situation):
            behind += len(answer.hits)
            return Standing(None, behind, below.hit.score, below.kind, lost_to(below, answer))
    return Standing(None, None, None, "candidates", "neither words nor meaning made it a candidate")


def _has(hit: Hit, situation: Situation) -> bool:
    c = hit.candidate
    return c.path == situation.path and c.start_line <= situation.line <= c.end_line
