"""Pure: which added lines say again, or say otherwise, what the workspace says already.

Cosines of small models are squeezed (unrelated lines reach 0.8), and two lines that differ in one number are
nearly as alike as two that are the same. So the cosine only opens the question; the words, numbers, negations
and opposites decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

from openclaw_desktop.review.risk.elsewhere import Line
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.review.risk.passages import Part, Passage, passages
from openclaw_desktop.review.risk.statements import Statement, likeness, opposed, read

MOST_ADDED = 60
"""So many added passages are asked about; more would keep the model busy for many seconds."""

SAME_COSINE = 0.93
ALIKE_COSINE = 0.88
SAME_WORDS = 0.75
ALIKE_WORDS = 0.5

_DAY_AND_TIME = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?|\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?"
_TIMESTAMP = re.compile(
    rf"^[\s\-*+>#\[\]xX(|]*\**(?:{_DAY_AND_TIME})\**[\])]?\s*[-–—:|：]?\s*", re.IGNORECASE
)


class Verdict(StrEnum):
    """What an added line is to one that is there."""

    SAME = "same"
    CONTRADICTION = "contradiction"


class Alike(Line, Protocol):
    """A line of the workspace like an added one. `similarity` is a cosine; 0 when there are no vectors."""

    @property
    def similarity(self) -> float: ...


FindAlike = Callable[[Sequence[str]], Sequence[Sequence[Alike]]]


def judge(added: str, known: str, similarity: float) -> Verdict | None:
    """Whether `added` repeats or contradicts `known`; None when it does neither, or nobody can tell."""
    log = _TIMESTAMP.match(added), _TIMESTAMP.match(known)
    a, b = (
        read(text[match.end() :] if match else text) for text, match in zip((added, known), log, strict=True)
    )
    if not a.telling or not b.telling:
        return None
    words = likeness(a.telling, b.telling)
    differs = a.values != b.values or a.negated != b.negated or opposed(a, b)
    if not differs:
        same = words >= SAME_WORDS or (similarity >= SAME_COSINE and words >= ALIKE_WORDS)
        return Verdict.SAME if same else None
    if all(log):  # two events of a log differ because they are two
        return None
    return Verdict.CONTRADICTION if _is_about_the_same(a, b, words, similarity) and _clashes(a, b) else None


def _is_about_the_same(a: Statement, b: Statement, words: float, similarity: float) -> bool:
    """Whether the lines have one subject: they share most, and only one of them says more."""
    if words < ALIKE_WORDS or (similarity and similarity < ALIKE_COSINE):
        return False
    return a.telling <= b.telling or b.telling <= a.telling


def _clashes(a: Statement, b: Statement) -> bool:
    """Whether one denies what the other says, or each gives another value.

    Where several values differ, the first mostly numbers the thing itself ("kiln 1", "kiln 2").
    """
    if a.negated != b.negated or opposed(a, b):
        return True
    return len(a.values - b.values) == 1 == len(b.values - a.values)


def duplicates(before: str | None, after: str | None, *, path: str, alike: FindAlike) -> list[Finding]:
    """Findings for passages that `after` adds and that repeat or contradict a line elsewhere.

    `alike` is asked once for all of them. Lines of `path` itself count only when they are still in `after`.
    """
    if after is None:
        return []
    new = passages(after)
    old_keys = {passage.statement.key for passage in passages(before or "")}
    added = [
        passage
        for passage in new
        if passage.part is not Part.HEADING
        and passage.statement.key not in old_keys
        and len(passage.statement.telling) > 1
    ][:MOST_ADDED]
    if not added:
        return []
    own = {passage.statement.key: passage.line for passage in new}
    found: list[Finding] = []
    for passage, candidates in zip(added, alike([p.text for p in added]), strict=True):
        found += _best(passage, candidates, path, own)
    return found


def _best(passage: Passage, candidates: Sequence[Alike], path: str, own: dict[str, int]) -> list[Finding]:
    """The strongest finding for one added passage; a contradiction before a repetition."""
    repeated: Finding | None = None
    for candidate in sorted(candidates, key=lambda c: -c.similarity):
        line = candidate.line
        if candidate.path == path:
            line = own.get(read(candidate.text).key, 0)
            if not line or passage.line <= line <= passage.end_line:
                continue
        verdict = judge(passage.text, candidate.text, candidate.similarity)
        place = (candidate.path, line)
        where = f"{candidate.path}:{line}"
        if verdict is Verdict.CONTRADICTION:
            sentence = f"Line {passage.line} may contradict {where}."
            return [Finding(Subject.CONTRADICTION, Weight.NORMAL, sentence, line=passage.line, place=place)]
        if verdict is Verdict.SAME and repeated is None:
            degree = f"{candidate.similarity:.2f} like" if candidate.similarity else "nearly the same as"
            sentence = f"Line {passage.line} is {degree} {where}."
            repeated = Finding(Subject.DUPLICATE, Weight.QUIET, sentence, line=passage.line, place=place)
    return [repeated] if repeated else []
