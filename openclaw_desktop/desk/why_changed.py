"""Pure: why a score, or a hit, is not what it was when an agent searched."""

from __future__ import annotations

from openclaw_desktop.context.recall.answers import Outcome, RecordedHit
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.again import Change, Difference, Today
from openclaw_desktop.search.ranking import Answer, Hit

NOTICED = 0.0005
"""A score that differs by less is shown as the same."""

_OF_THE_SAME_TEXT = {
    "vector": "of the same text: the vector of the question or of the text is another one",
    "keyword": "as other texts of the index changed",
}
_NOT_ANSWERED = (Outcome.UNAVAILABLE, Outcome.FAILED, Outcome.UNANSWERED)


def score_differences(
    recorded: RecordedHit, hit: Hit, past: Past, today: Today, *, has_changed: bool
) -> list[Difference]:
    """What became of the score, as far as the two can be compared."""
    if recorded.score is None or abs(hit.score - recorded.score) < NOTICED:
        return []
    change = f"{recorded.score:.3f} then, {hit.score:.3f} now ({hit.score - recorded.score:+.3f})"
    return [Difference(Change.SCORE, f"{change}: {_why(recorded, hit, past, today, has_changed)}.")]


def _why(recorded: RecordedHit, hit: Hit, past: Past, today: Today, has_changed: bool) -> str:
    """The step that changed the score, or why that cannot be told."""
    if _lost_meaning(past, today):
        return "meaning counted then, and does not now"
    if _other_model(past, today):
        return "the index is of another model now"
    steps = {
        "vector": _gap(recorded.vector_score, hit.candidate.cosine),
        "keyword": _gap(recorded.text_score, hit.candidate.text_score),
    }
    step = max(steps, key=lambda name: abs(steps[name]))
    if abs(steps[step]) >= NOTICED:
        reason = "as the text changed" if has_changed else _OF_THE_SAME_TEXT[step]
        return f"the {step} score changed by {steps[step]:+.3f}, {reason}"
    if has_changed:
        return "the text is another one"
    if recorded.vector_score is None:
        return "which step it is cannot be told, as only the sum is on record"
    return "vector and keyword scores are what they were, so age, importance or a setting made it"


def _gap(then: float | None, now: float | None) -> float:
    return 0.0 if then is None else (now or 0.0) - then


def _lost_meaning(past: Past, today: Today) -> bool:
    return today.answer.keywords_only is not None and past.call.answer.mode != "fts-only"


def _other_model(past: Past, today: Today) -> bool:
    asked = past.call.answer.model
    return bool(asked and today.model and asked != today.model)


def rival(hit: Hit, past: Past, today: Today) -> Difference:
    """Why a hit is there that was not."""
    candidate, at, answer = hit.candidate, past.call.at, past.call.answer
    was_rebuilt = at is not None and today.was_written_after(at)
    if at and candidate.mtime_ns and candidate.mtime_ns / 1e9 > at.timestamp():
        why = "its file was written after the search"
    elif at and not was_rebuilt and today.was_written_after(at, candidate.chunk_id):
        why = "it was indexed after the search"
    elif answer.outcome in _NOT_ANSWERED:
        why = "the memory did not answer"
    elif answer.outcome is Outcome.IN_WORDS:
        why = "the answer in words does not name it"
    elif answer.cut:
        why = "the recorded answer was cut off, so it may have been in it"
    elif _lost_meaning(past, today):
        why = "meaning counted then and does not now, so words brought it up"
    elif was_rebuilt:
        why = "whether the index had it then cannot be told"
    elif answer.outcome is Outcome.NOTHING:
        why = "it was in the index, and scored too little"
    else:
        why = "it was in the index, and others stood before it or it scored too little"
    return Difference(Change.RIVAL, f"It was not among the hits then: {why}.")


def decay(hit: Hit) -> str:
    """What age took away, empty for nothing."""
    return next((step.reason for step in hit.steps if step.name == "decay"), "")


def not_a_candidate(answer: Answer) -> str:
    """Why a chunk that is in the index is not in the running."""
    if answer.keywords_only:
        return "its words alone do not bring it up"
    return "neither its words nor its meaning bring it up"
