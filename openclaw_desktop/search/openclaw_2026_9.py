"""Pure: how an OpenClaw agent of 2026.9 ranks."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from openclaw_desktop import utf16
from openclaw_desktop.index.annotations import INVALID_PROJECT
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.openclaw_2026_2 import add_decay, add_legs
from openclaw_desktop.search.question import Parameters
from openclaw_desktop.search.steps import Draft

VERSION = "2026.9"

_TOKEN = re.compile(r"\w+")
_TIERS = {3: "path", 2: "name", 1: "name without its ending"}


def bm25_to_score(rank: float) -> float:
    """The keyword leg's score: the better FTS5's rank, the nearer to 1. OpenClaw 2026.9: bm25RankToScore."""
    if not math.isfinite(rank):
        return 0.001
    return -rank / (1 - rank) if rank < 0 else 1 / (1 + rank)


def boosted(query: str, path: str, text: str, text_score: float) -> float:
    """The keyword leg's score as it goes into the sum, raised by how much of the question it holds.

    For the share of the question's words in the text, their density, words in the path, and length.
    OpenClaw 2026.9: scoreFallbackKeywordResult.
    """
    asked = list(dict.fromkeys(_words(query)))
    if not asked:
        return text_score
    found = set(_words(text))
    overlap = sum(word in found for word in asked)
    plain = unicodedata.normalize("NFC", path).lower()
    in_path = sum(word in plain for word in asked)
    boost = (
        overlap / len(asked) * 0.45
        + overlap / max(len(found), 1) * 0.2
        + sum([0.18] * in_path)
        + min(utf16.length(text) / 160, 0.18)
    )
    return min(1.0, text_score + boost)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _TOKEN.findall(unicodedata.normalize("NFC", text))]


def path_matcher(query: str) -> Callable[[str], int]:
    """How exactly a question names a file: 3 its path, 2 its name, 1 its name without ending, 0 not.

    OpenClaw 2026.9: prepareExactPathMatcher.
    """
    asked = _plain_path(query)
    if asked in ("", "."):
        return lambda _: 0

    def tier(path: str) -> int:
        plain = _plain_path(path)
        if asked not in plain:  # which is soon seen of most
            return 0
        if asked == plain:
            return 3
        if "/" in asked:
            return 0
        name = plain.rsplit("/", 1)[-1]
        stem = name[: name.rindex(".")] if name.rfind(".") > 0 else name
        return 2 if asked == name else int(asked == stem)

    return tier


def _plain_path(value: str) -> str:
    return unicodedata.normalize("NFC", value.strip().replace("\\", "/").removeprefix("./")).lower()


def importance_multiplier(importance: float | None) -> float:
    """0.8 for importance 1, 1 for 5 or none, 1.25 for 10. OpenClaw 2026.9: applyImportanceMultiplier."""
    if importance is None:
        return 1.0
    return 0.75 + max(1, min(10, math.floor(importance))) * 0.05


def project_multiplier(project: str | None, active: frozenset[str]) -> float:
    """1.15 when every project of an entry is active, 0.9 when one is not, 1 where nobody asks.

    OpenClaw 2026.9: projectScoreMultiplier.
    """
    if not project or not active:
        return 1.0
    keys = [key.strip() for key in project.split(";") if key.strip()]
    return 1.15 if active.issuperset(keys) else 0.9


def merge(candidates: Candidates, parameters: Parameters) -> list[list[Draft]]:
    """Both legs' weighted sum, aged and weighed, best first, in groups that diversity does not mix.

    Files the question names come first. OpenClaw 2026.9: mergeHybridResults.
    """
    usable = [pair for pair in enumerate(candidates.items) if not _without_project(pair[1])]
    drafts = [_scored(candidate, index, candidates, parameters) for index, candidate in usable]
    tiers = [_sorted(d for d in drafts if d.candidate.path_tier == tier) for tier in (3, 2, 1)]
    if parameters.half_life_days <= 0:
        tiers = [part for tier in tiers for part in _content_first(tier)]
    rest = _sorted(d for d in drafts if d.candidate.path_tier == 0)
    return [group for group in (*tiers, rest) if group]


def _without_project(candidate: Candidate) -> bool:
    return INVALID_PROJECT in [key.strip() for key in (candidate.project or "").split(";")]


def _scored(candidate: Candidate, index: int, candidates: Candidates, parameters: Parameters) -> Draft:
    draft = Draft(candidate, index)
    add_legs(draft, keyword_score(candidate), candidates, parameters)
    if not candidate.path_tier:
        _add_factors(draft, candidates, parameters)
        draft.rank_score = draft.score
        return draft
    # A named file's own score is 1; where it stands among files named as exactly is decided by a second
    # score that nobody sees: the same steps on the content, of which age leaves half to the name.
    content, ages = draft.score, parameters.half_life_days > 0
    hidden = Draft(candidate, index, (1 + min(1.0, max(0.0, content))) / 2 if ages else content or 1.0)
    _add_factors(hidden, candidates, parameters)
    draft.rank_score, draft.date = hidden.score, hidden.date
    named = _TIERS[candidate.path_tier]
    draft.step("path", 1.0, f"the question is this file's {named}: ahead of all others, with score 1")
    _add_project(draft, parameters)
    return draft


def keyword_score(candidate: Candidate) -> float:
    """What of the keyword leg goes into the sum: its boosted score, or that of the path alone."""
    if candidate.text_score > 0:
        return candidate.boosted
    return 0.0 if candidate.path_tier else candidate.path_score


def _add_factors(draft: Draft, candidates: Candidates, parameters: Parameters) -> None:
    add_decay(draft, candidates, parameters, VERSION)
    factor = importance_multiplier(draft.candidate.importance)
    if draft.candidate.importance is not None:
        reason = f"importance {draft.candidate.importance} → × {factor:.2f}"
        draft.step("importance", draft.score * factor, reason)
    _add_project(draft, parameters)


def _add_project(draft: Draft, parameters: Parameters) -> None:
    factor = project_multiplier(draft.candidate.project, parameters.active_projects)
    if factor != 1:
        active = "active" if factor > 1 else "not active"
        draft.step("project", draft.score * factor, f"its project is {active} → × {factor:.2f}")


def _content_first(tier: list[Draft]) -> list[list[Draft]]:
    """Without ageing, named files whose text answers, too, go before those that are only named."""
    answering = [draft for draft in tier if draft.steps[1].after > 0]
    return [answering, [draft for draft in tier if draft.steps[1].after <= 0]]


def _sorted(drafts: Iterable[Draft]) -> list[Draft]:
    return sorted(drafts, key=_place)


def _place(draft: Draft) -> tuple[float, Collation, int, int]:
    c = draft.candidate
    return -draft.rank_score, collation_key(c.path), c.start_line, c.end_line


_PUNCTUATION = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"


Collation = tuple[tuple[int, ...], str]


def collation_key(text: str) -> Collation:
    """Nearly the order of JavaScript's localeCompare: signs, digits, letters; small letters before large.

    It only decides between equal scores.
    """
    signs = [_PUNCTUATION.find(c) if c in _PUNCTUATION else 100 + ord(c) for c in text.casefold()]
    return tuple(signs), text.swapcase()


def select(ranked: Sequence[Draft], parameters: Parameters) -> list[Draft]:
    """Those that reach the minimum; what room is left goes to those only the keyword leg found.

    When none reaches it, whatever the keyword leg found. OpenClaw 2026.9: selectHybridSearchResults.
    """
    limit, minimum = parameters.limit, parameters.min_score
    strict = [draft for draft in ranked if draft.score >= minimum]
    found = {_range(draft) for draft in ranked if draft.candidate.in_keywords}
    if not strict:
        return [draft for draft in ranked if draft.score >= 0 and _range(draft) in found][:limit]
    selected = strict[:limit]
    seen = {_range(draft) for draft in selected}
    for draft in ranked:
        if len(selected) >= limit:
            break
        only_words = draft.score < minimum and not draft.candidate.cosine and _range(draft) in found
        if only_words and _range(draft) not in seen:
            seen.add(_range(draft))
            selected.append(draft)
    return selected


def _range(draft: Draft) -> tuple[str, str, int, int]:
    c = draft.candidate
    return c.source, c.path, c.start_line, c.end_line
