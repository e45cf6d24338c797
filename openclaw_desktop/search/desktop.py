"""Pure: this program's own ranking.

Raw cosines of one model lie close together and BM25 has no upper end, so neither means anything by itself.
Here each leg is measured from what is merely around (0) to its best hit (1), and the two are weighed. The
sum counts as far as there is evidence that the question is answered here at all.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.search import decay
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.openclaw_2026_9 import importance_multiplier, project_multiplier
from openclaw_desktop.search.question import Parameters
from openclaw_desktop.search.steps import Draft

NAME = "Desktop"

MOST_AGE_TAKES = 0.03
"""The oldest note keeps 97 %: age decides between equals and buries nothing. More lost right answers."""

TOGETHER = 0.5
"""This share of the words' part is how many of them stand together; the rest is BM25."""

FEW_WORDS, MOST_WORDS = 0.25, 0.5
"""Of what the question's words weigh, so much in one place is no evidence yet, and certain evidence."""

NEAR, NEAREST = 0.1, 0.25
"""A cosine this share of the way from the noise to 1 is no evidence yet, and certain evidence."""

NAMED = {3: 0.95, 2: 0.9, 1: 0.8}
"""What a file the question names exactly (path, name, name without ending) scores at least."""


NOISE = 0.1
"""Below this score a text is no more than noise."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How this question's candidates are measured."""

    low: float  # the cosine that counts 0
    best: float  # the cosine that counts 1
    best_bm25: float  # as a positive number
    best_together: float
    vector_weight: float
    vector_evidence: float  # 0 to 1
    word_evidence: float

    @property
    def evidence(self) -> float:
        """Either leg alone can be sure; two that are half sure are surer together."""
        return 1 - (1 - self.vector_evidence) * (1 - self.word_evidence)

    def meaning(self, cosine: float | None) -> float:
        """A cosine as a number from 0 to 1."""
        return 0.0 if cosine is None else _part(cosine, self.low, self.best)

    def words(self, candidate: Candidate) -> float:
        """What a text holds of the question's words as a number from 0 to 1."""
        if candidate.bm25 is None or self.best_bm25 <= 0:
            return 0.0
        bm25 = min(1.0, max(0.0, -candidate.bm25 / self.best_bm25))
        together = candidate.together / self.best_together if self.best_together > 0 else bm25
        return (1 - TOGETHER) * bm25 + TOGETHER * together


def scale_of(candidates: Candidates, parameters: Parameters) -> Scale:
    """Looks at the best of each leg and at what lies below."""
    items = candidates.items
    cosines = [c.cosine for c in items if c.cosine is not None]
    best = max(cosines, default=0.0)
    low = candidates.background if candidates.background is not None else min(cosines, default=0.0)
    noise = candidates.floor.vector_p95 if candidates.floor else low + (1 - low) / 5
    asked = bool(cosines) and _says_something(candidates.question.text)
    sure = _part((best - noise) / max(1 - noise, 1e-9), NEAR, NEAREST) if asked else 0.0
    together = max((c.together for c in items), default=0.0)
    heard = _part(together, FEW_WORDS, MOST_WORDS)
    # Words that are hardly there must not outweigh meaning; without them, meaning counts in full.
    text_weight = parameters.text_weight * min(1.0, 2 * heard) if cosines else 1.0
    return Scale(
        low=low,
        best=max(best, low + 1e-9),
        best_bm25=max((-c.bm25 for c in items if c.bm25 is not None), default=0.0),
        best_together=together,
        vector_weight=1 - text_weight,
        vector_evidence=sure if text_weight < 1 else 0.0,
        word_evidence=heard if text_weight > 0 else 0.0,
    )


def _says_something(text: str) -> bool:
    """False for punctuation alone, to which a model finds near texts all the same."""
    return any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in text)


def _part(value: float, low: float, high: float) -> float:
    """Where `value` lies from `low` (0) to `high` (1)."""
    return min(1.0, max(0.0, (value - low) / (high - low))) if high > low else float(value >= high)


def merge(candidates: Candidates, parameters: Parameters) -> list[list[Draft]]:
    """Every candidate scored, best first; one group for diversity."""
    scale = scale_of(candidates, parameters)
    drafts = [Draft(candidate, index) for index, candidate in enumerate(candidates.items)]
    for draft in drafts:
        _add_legs(draft, scale)
    for draft in _first_of_named(drafts):
        _add_path(draft)
    for draft in drafts:
        _add_importance(draft, parameters)
        _add_decay(draft, candidates, parameters)
        draft.rank_score = draft.score
    drafts.sort(key=_place)
    return [drafts]


def _add_legs(draft: Draft, scale: Scale) -> None:
    """Both legs' shares of the root of their sum, so that second-best texts stay in view."""
    c = draft.candidate
    meaning, words = scale.meaning(c.cosine), scale.words(c)
    vector, keyword = scale.vector_weight * meaning, (1 - scale.vector_weight) * words
    together = vector + keyword
    root = math.sqrt(together)
    share = vector * root / together if together > 0 else 0.0
    draft.step("vector", share, _vector_reason(c, meaning, scale))
    draft.step("keyword", root, f"{_word_reason(c, words, scale)}{_root_reason(together)}")
    if scale.evidence < 1:
        draft.step("evidence", draft.score * scale.evidence, _evidence_reason(scale))


def _vector_reason(candidate: Candidate, meaning: float, scale: Scale) -> str:
    if candidate.cosine is None:
        return "meaning was not compared"
    if candidate.cosine <= scale.low:
        return f"cosine {candidate.cosine:.2f}, not above this index's noise floor of {scale.low:.2f} → 0"
    return (
        f"cosine {candidate.cosine:.2f}, of which {scale.low:.2f} is this index's noise floor; the nearest"
        f" text has {scale.best:.2f} → {meaning:.2f} × {scale.vector_weight:.2f}"
    )


def _word_reason(candidate: Candidate, words: float, scale: Scale) -> str:
    if not candidate.bm25:
        return "none of the words is here"
    return (
        f"BM25 {-candidate.bm25:.1f} (the best text has {scale.best_bm25:.1f}); two lines hold"
        f" {candidate.together:.0%} of what the words weigh (the best {scale.best_together:.0%})"
        f" → {words:.2f} × {1 - scale.vector_weight:.2f}"
    )


def _root_reason(together: float) -> str:
    """Nothing where the root is the sum itself."""
    root = math.sqrt(together)
    if root - together < 0.005:
        return ""
    return f"; both make {together:.2f}, and the root of that counts: {root:.2f}"


def _evidence_reason(scale: Scale) -> str:
    """Evidence is the same for all texts."""
    parts: list[str] = []
    if scale.word_evidence < 1:
        parts.append(f"no text holds more than {scale.best_together:.0%} of the words' weight together")
    if scale.vector_evidence < 1:
        parts.append("the nearest text is hardly nearer than unrelated text gets")
    return f"{' and '.join(parts)} → × {scale.evidence:.2f}"


def _first_of_named(drafts: list[Draft]) -> list[Draft]:
    """Of each file the question names, the chunk that answers best; of equals the first."""
    best: dict[str, Draft] = {}
    for draft in sorted(drafts, key=_place):
        if draft.candidate.path_tier:
            best.setdefault(draft.candidate.path, draft)
    return list(best.values())


def _place(draft: Draft) -> tuple[float, str, int, int]:
    c = draft.candidate
    return -draft.score, c.path, c.start_line, c.chunk_id


def _add_path(draft: Draft) -> None:
    least = NAMED[draft.candidate.path_tier]
    raised = least + (1 - least) * draft.score
    draft.step("path", raised, f"the question names this file → at least {least:.2f}")


def _add_importance(draft: Draft, parameters: Parameters) -> None:
    c: Candidate = draft.candidate
    factor = importance_multiplier(c.importance)
    if factor != 1:
        capped = ", but a score ends at 1" if draft.score * factor > 1 else ""
        reason = f"importance {c.importance} → × {factor:.2f}{capped}"
        draft.step("importance", min(1.0, draft.score * factor), reason)
    factor = project_multiplier(c.project, parameters.active_projects)
    if factor != 1:
        active = "active" if factor > 1 else "not active"
        draft.step("project", min(1.0, draft.score * factor), f"its project is {active} → × {factor:.2f}")


def _add_decay(draft: Draft, candidates: Candidates, parameters: Parameters) -> None:
    moment = decay.desktop_moment(draft.candidate.path)
    draft.date = moment.date() if moment else None
    if moment is None or parameters.half_life_days <= 0:
        return
    age = decay.age_in_days(moment, candidates.question.now)
    left = decay.multiplier(age, parameters.half_life_days)
    factor = 1 - MOST_AGE_TAKES * (1 - left)
    if factor < 1:
        draft.step("decay", draft.score * factor, _decay_reason(age, parameters.half_life_days, left))


def _decay_reason(age: float, half_life: float, left: float) -> str:
    """Without the bound, the factor would not follow from age and half-life."""
    factor = 1 - MOST_AGE_TAKES * (1 - left)
    return f"{decay.sentence(age, half_life, left)}; age takes at most {MOST_AGE_TAKES:.0%} → × {factor:.2f}"


def select(ranked: Sequence[Draft], parameters: Parameters) -> list[Draft]:
    """The first ones that reach the minimum."""
    return [draft for draft in ranked if draft.score >= parameters.min_score][: parameters.limit]


def score_at_noise(candidates: Candidates, parameters: Parameters) -> float | None:
    """What a text would score that is as near as unrelated text gets, and holds none of the words."""
    if candidates.floor is None:
        return None
    scale = scale_of(candidates, parameters)
    meaning = scale.vector_weight * scale.meaning(candidates.floor.vector_p95)
    return scale.evidence * math.sqrt(meaning)
