"""Repetitions and contradictions, told apart by words, numbers and negations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from openclaw_desktop.review.risk.duplicates import Verdict, duplicates, judge
from openclaw_desktop.review.risk.finding import Subject

PAIRS: list[tuple[str, float, str, str]] = json.loads(
    (Path(__file__).parents[1] / "data/review/pairs.json").read_text(encoding="utf-8")
)


def quality(*, with_cosines: bool) -> dict[str, tuple[float, float]]:
    """Verdict to precision and recall on the labelled pairs."""
    right, given, wanted = Counter[str](), Counter[str](), Counter[str]()
    for label, cosine, added, known in PAIRS:
        verdict = judge(added, known, cosine if with_cosines else 0.0)
        said = verdict.value if verdict else "neither"
        given[said] += 1
        wanted[label] += 1
        right[said] += said == label
    return {label: (right[label] / given[label], right[label] / wanted[label]) for label in Verdict}


def test_the_labelled_pairs_are_enough_to_say_something() -> None:
    assert len(PAIRS) > 130
    assert min(Counter(label for label, *_ in PAIRS).values()) > 30


def test_repetitions_and_contradictions_are_mostly_right_and_mostly_found() -> None:
    for precision, recall in quality(with_cosines=True).values():
        assert precision >= 0.95
        assert recall >= 0.95


def test_without_a_model_the_words_alone_do_nearly_as_well() -> None:
    for precision, recall in quality(with_cosines=False).values():
        assert precision >= 0.95
        assert recall >= 0.9


@dataclass(frozen=True, slots=True)
class Line:
    path: str
    line: int
    text: str
    similarity: float


def found(after: str, *lines: Line, before: str = "# A\n", path: str = "MEMORY.md") -> list[tuple[str, str]]:
    def alike(texts: Sequence[str]) -> list[Sequence[Line]]:
        return [lines for _ in texts]

    return [(f.subject.value, f.sentence) for f in duplicates(before, after, path=path, alike=alike)]


NIGHTLY = Line("memory/2026-02-11.md", 14, "- NAS backups run at 03:00 every night.", 0.94)


def test_a_repetition_names_how_alike_and_where() -> None:
    text = "# A\n\n- Backups of the NAS run every night at 03:00.\n"
    assert found(text, NIGHTLY) == [("duplicate", "Line 3 is 0.94 like memory/2026-02-11.md:14.")]


def test_another_number_is_a_contradiction_and_comes_before_a_repetition() -> None:
    text = "# A\n\n- Backups of the NAS run every night at 04:00.\n"
    same = Line("memory/b.md", 2, "NAS backups run at 04:00 every night", 0.97)
    assert found(text, same, NIGHTLY) == [("contradiction", "Line 3 may contradict memory/2026-02-11.md:14.")]


def test_without_vectors_it_is_said_in_words() -> None:
    text = "# A\n\n- Backups of the NAS run every night at 03:00.\n"
    [(_, sentence)] = found(text, Line(NIGHTLY.path, 14, NIGHTLY.text, 0.0))
    assert sentence == "Line 3 is nearly the same as memory/2026-02-11.md:14."


def test_the_file_s_own_line_counts_only_while_it_is_there_and_by_its_new_number() -> None:
    own = Line("MEMORY.md", 2, NIGHTLY.text, 0.98)
    new = "- Backups of the NAS run every night at 03:00."
    replaced = f"# A\n{new}\n"
    assert found(replaced, own, before=f"# A\n{own.text}\n") == []
    kept = f"# A\n\n\n{own.text}\n{new}\n"
    [(_, sentence)] = found(kept, own, before=f"# A\n{own.text}\n")
    assert sentence == "Line 5 is 0.98 like MEMORY.md:4."


def test_lines_that_were_there_headings_and_deletions_are_not_asked_about() -> None:
    assert found(f"# A\n{NIGHTLY.text}\n", NIGHTLY, before=f"{NIGHTLY.text}\n") == []
    assert duplicates("x", None, path="a.md", alike=lambda texts: [[] for _ in texts]) == []


@pytest.mark.parametrize(
    ("added", "known"),
    [
        ("2026-03-01: deployed version 1.2", "2026-03-05: deployed version 1.2 not"),
        ("09:15 Tea room opened, 12 guests", "14:40 Tea room opened, 18 guests"),
        ("!!!", "???"),
        ("- [ ] Order labels (14 June)", "- [ ] Order boxes (21 June)"),
    ],
)
def test_two_events_are_not_one(added: str, known: str) -> None:
    assert judge(added, known, 0.97) is None


def test_a_contradiction_is_a_subject_of_its_own() -> None:
    assert {Subject.DUPLICATE.value, Subject.CONTRADICTION.value} == {"duplicate", "contradiction"}
