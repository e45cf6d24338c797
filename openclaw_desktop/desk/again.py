"""Pure: an answer an agent was given once beside today's answer to the same question, hit by hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from openclaw_desktop.context.recall.answers import Outcome, RecordedHit
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.same_passage import passages, says
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.search.ranking import Answer, Hit

NOTICED = 0.0005
"""A score that differs by less is shown as the same."""


_NO_HITS = {
    Outcome.NOTHING: "it was in the index, and scored too little",
    Outcome.IN_WORDS: "the answer was in words",
}


class Change(StrEnum):
    """How a hit differs from what it was."""

    SAME = "the same"
    CHANGED = "text changed"
    MOVED = "moved"
    GONE_FROM_DISK = "gone from disk"
    GONE_FROM_INDEX = "gone from the index"
    NOT_FOUND = "not among the hits now"
    SCORE = "another score"
    PLACE = "another place"
    RIVAL = "new"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, with its reason as a sentence."""

    change: Change
    sentence: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A hit then and now; places count from 1. `recorded` is None for a new one.

    `hit` and `place` are None where it is not among today's hits; `below` has it then if it was in the
    running. `decay` says what age took away at that moment, empty for nothing. There is at least one
    difference, which may be `Change.SAME`; none where there is no index to compare with.
    """

    recorded: RecordedHit | None
    recorded_place: int | None
    hit: Hit | None = None
    place: int | None = None
    below: Hit | None = None
    decay: str = ""
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Today:
    """Today's answer, with the chunks of every file that either answer names, in their order.

    `written` is when each chunk was indexed, in milliseconds; `model` the one of the index.
    """

    answer: Answer
    chunks: Mapping[str, Sequence[ChunkRow]]
    written: Mapping[int, int] = field(default_factory=dict[int, int])
    model: str = ""

    def was_written_after(self, at: datetime, chunk: int | None = None) -> bool:
        """Whether a chunk was indexed after that moment; without one: whether every chunk was."""
        known = self.written.values() if chunk is None else [self.written.get(chunk, 0)]
        return min(known, default=0) / 1000 > at.timestamp()


def compared(past: Past, today: Today | None, *, gone: frozenset[str]) -> tuple[Compared, ...]:
    """The recorded hits in their order, then those that are new. `gone` are files no longer on disk.

    Without an index only what is gone from disk is known.
    """
    hits = past.call.answer.hits
    if today is None:
        return tuple(Compared(hit, n, differences=_off_disk(hit, gone)) for n, hit in enumerate(hits, 1))
    order = {hit.candidate.chunk_id: number for number, hit in enumerate(today.answer.hits, 1)}
    chunks = passages(hits, today.chunks, order)
    rows = [
        _row(hit, place, chunk, past, today, _off_disk(hit, gone))
        for place, (hit, chunk) in enumerate(zip(hits, chunks, strict=True), 1)
    ]
    known = {chunk.id for chunk in chunks if chunk}
    rivals = [
        Compared(None, None, hit, number, None, _decay(hit), (_rival(hit, past, today),))
        for number, hit in enumerate(today.answer.hits, 1)
        if hit.candidate.chunk_id not in known
    ]
    return (*rows, *rivals)


def _off_disk(recorded: RecordedHit, gone: frozenset[str]) -> tuple[Difference, ...]:
    if recorded.path not in gone:
        return ()
    return (Difference(Change.GONE_FROM_DISK, "The file is not on disk any more."),)


def _row(
    recorded: RecordedHit,
    place: int,
    chunk: ChunkRow | None,
    past: Past,
    today: Today,
    disk: tuple[Difference, ...],
) -> Compared:
    if chunk is None:
        where = "at these lines" if today.chunks.get(recorded.path) else "of this file"
        missing = Difference(Change.GONE_FROM_INDEX, f"The index has nothing {where} now.")
        return Compared(recorded, place, differences=(*disk, missing))
    found = {hit.candidate.chunk_id: (number, hit) for number, hit in enumerate(today.answer.hits, 1)}
    number, hit = found.get(chunk.id, (None, None))
    below = next((b for b in today.answer.below if b.hit.candidate.chunk_id == chunk.id), None)
    differences = [*disk, *_text_differences(recorded, chunk)]
    if hit is None:
        why = below.reason if below else _not_a_candidate(today.answer)
        differences.append(Difference(Change.NOT_FOUND, f"It is not among the hits now: {why}."))
    else:
        differences += _score(recorded, hit, past, today, has_changed=bool(differences))
        if number != place:
            differences.append(Difference(Change.PLACE, f"It was at place {place}, and is at {number} now."))
    shown = hit or (below.hit if below else None)
    return Compared(
        recorded,
        place,
        hit,
        number,
        below.hit if below else None,
        _decay(shown) if shown else "",
        tuple(differences) or (Difference(Change.SAME, "It is found as it was."),),
    )


def _text_differences(recorded: RecordedHit, chunk: ChunkRow) -> list[Difference]:
    if recorded.start_line is None:
        return []
    lines = f"{chunk.start_line}-{chunk.end_line}"
    if recorded.snippet and not says(recorded, chunk):
        return [Difference(Change.CHANGED, f"The file changed: lines {lines} say something else now.")]
    if chunk.start_line != recorded.start_line:
        return [
            Difference(Change.MOVED, f"The file changed around it: the same text is at lines {lines} now.")
        ]
    if chunk.end_line != recorded.end_line:
        return [Difference(Change.CHANGED, f"The passage begins as it did, and takes lines {lines} now.")]
    return []


def _not_a_candidate(answer: Answer) -> str:
    if answer.keywords_only:
        return "its words alone do not bring it up"
    return "neither its words nor its meaning bring it up"


def _score(
    recorded: RecordedHit, hit: Hit, past: Past, today: Today, *, has_changed: bool
) -> list[Difference]:
    """What became of the score, as far as the two can be compared."""
    if recorded.score is None or abs(hit.score - recorded.score) < NOTICED:
        return []
    change = f"{recorded.score:.3f} then, {hit.score:.3f} now ({hit.score - recorded.score:+.3f})"
    return [Difference(Change.SCORE, f"{change}: {_why(recorded, hit, past, today, has_changed)}.")]


def _why(recorded: RecordedHit, hit: Hit, past: Past, today: Today, has_changed: bool) -> str:
    """The step that changed the score, or why that cannot be told."""
    if today.answer.keywords_only and past.call.answer.mode != "fts-only":
        return "meaning counted then, and does not now"
    if _other_model(past, today):
        return "the index is of another model now"
    steps = {
        "vector": _gap(recorded.vector_score, hit.candidate.cosine),
        "keyword": _gap(recorded.text_score, hit.candidate.text_score),
    }
    step = max(steps, key=lambda name: abs(steps[name]))
    if abs(steps[step]) >= NOTICED:
        reason = "as the text changed" if has_changed else "as the texts around it changed"
        return f"the {step} score changed by {steps[step]:+.3f}, {reason}"
    if has_changed:
        return "the text is another one"
    if recorded.vector_score is None:
        return "which step it is cannot be told, as only the sum is on record"
    return "vector and keyword scores are what they were, so age, importance or a setting made it"


def _gap(then: float | None, now: float | None) -> float:
    return 0.0 if then is None else (now or 0.0) - then


def _other_model(past: Past, today: Today) -> bool:
    asked = past.call.answer.model
    return bool(asked and today.model and asked != today.model)


def _rival(hit: Hit, past: Past, today: Today) -> Difference:
    """Why a hit is there that was not."""
    candidate, at = hit.candidate, past.call.at
    was_rebuilt = at is not None and today.was_written_after(at)
    if at and candidate.mtime_ns and candidate.mtime_ns / 1e9 > at.timestamp():
        why = "its file was written after the search"
    elif at and not was_rebuilt and today.was_written_after(at, candidate.chunk_id):
        why = "it was indexed after the search"
    elif past.call.answer.cut:
        why = "the recorded answer was cut off, so it may have been in it"
    elif today.answer.keywords_only:
        why = "meaning counted then and does not now, so words brought it up"
    elif was_rebuilt:
        why = "whether the index had it then cannot be told"
    elif past.call.answer.outcome is not Outcome.FOUND:
        why = _NO_HITS.get(past.call.answer.outcome, "the memory did not answer")
    else:
        why = "it was in the index, and others stood before it or it scored too little"
    return Difference(Change.RIVAL, f"It was not among the hits then: {why}.")


def _decay(hit: Hit) -> str:
    return next((step.reason for step in hit.steps if step.name == "decay"), "")
