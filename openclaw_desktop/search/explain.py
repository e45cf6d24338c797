"""Pure: the record of a ranking as bars and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from openclaw_desktop.search.ranking import Answer, Hit

SHARES = ("vector", "keyword")


@dataclass(frozen=True, slots=True)
class BarPart:
    """A piece of a hit's bar: `name` of the step, what it added (or, below 0, took away)."""

    name: str
    amount: float
    kind: Literal["share", "gain", "loss"]


def bars(hit: Hit) -> tuple[BarPart, ...]:
    """What made up the score: the amounts add up to it. Steps that changed nothing are left out."""
    parts: list[BarPart] = []
    for step in hit.steps:
        amount = step.after - step.before
        if amount and step.name in SHARES:
            parts.append(BarPart(step.name, amount, "share"))
        elif amount:
            parts.append(BarPart(step.name, amount, "gain" if amount > 0 else "loss"))
    return tuple(parts)


def waterfall(answer: Answer, hit: Hit) -> tuple[str, ...]:
    """How the score came about, a sentence for each step, and what became of the hit at last."""
    sentences = [f"{s.name}: {s.reason} ({s.before:.2f} → {s.after:.2f})" for s in hit.steps]
    places = {shown.candidate.chunk_id: place for place, shown in enumerate(answer.hits, 1)}
    place = places.get(hit.candidate.chunk_id)
    if place:
        sentences.append(f"hit {place} of {len(answer.hits)}, with {hit.score:.2f}")
    lost = (below for below in answer.below if below.hit.candidate.chunk_id == hit.candidate.chunk_id)
    sentences.extend(f"not shown: {below.reason}" for below in lost)
    if answer.keywords_only:
        sentences.append(f"keywords only: {answer.keywords_only}")
    return tuple(sentences)


def decisive_name(a: Hit, b: Hit) -> str:
    """The factor that does most for `a`, which stands before `b`; "" when none does anything for it.

    One that scores less and stands before the other all the same was put there for diversity.
    """
    if a.score < b.score:
        return "diversity"
    one, other = _amounts(a), _amounts(b)
    gaps = {name: one.get(name, 0.0) - other.get(name, 0.0) for name in (*one, *other)}
    name = max(gaps, key=lambda n: gaps[n], default="")
    return name if name and gaps[name] > 0 and a.score != b.score else ""


def decisive_factor(a: Hit, b: Hit) -> str:
    """The one factor that puts `a` before `b`, with its numbers."""
    name = decisive_name(a, b)
    if not name:
        return f"Nothing but their order: both score {a.score:.2f}."
    if name == "diversity" and a.score < b.score:
        return (
            f"Diversity decides: {_where(b)} scores {b.score - a.score:.2f} more, but is more like what"
            f" stands before it than {_where(a)} is."
        )
    first, second = _amounts(a).get(name, 0.0), _amounts(b).get(name, 0.0)
    return (
        f"The {name} part decides: {first:+.2f} for {_where(a)} against {second:+.2f}"
        f" for {_where(b)}, of {a.score - b.score:.2f} between them."
    )


def _amounts(hit: Hit) -> dict[str, float]:
    return {part.name: part.amount for part in bars(hit)}


def _where(hit: Hit) -> str:
    return f"{hit.candidate.path}:{hit.candidate.start_line}"


def as_json(answer: Answer) -> dict[str, Any]:
    """What a program gets: the question, and each result with its steps in order."""
    return {
        "query": answer.question.text,
        "results": [result(hit) for hit in answer.hits],
    }


def result(hit: Hit) -> dict[str, Any]:
    """One hit for a program."""
    steps = [{"name": s.name, "before": s.before, "after": s.after, "reason": s.reason} for s in hit.steps]
    c = hit.candidate
    return {
        "path": c.path,
        "start_line": c.start_line,
        "end_line": c.end_line,
        "score": hit.score,
        "steps": steps,
    }
