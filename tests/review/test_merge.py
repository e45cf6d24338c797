"""Three-way merge, with git as the oracle."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff.merge import Agreed, Choice, Conflict, merge

line = st.sampled_from(["a", "b", "c", "d", "", "x\r", "改"])
ends = st.sampled_from(["", "\n"])
texts = st.builds(lambda some, end: "\n".join(some) + end, st.lists(line, max_size=12), ends)

BASE = "one\ntwo\nthree\nfour\nfive\n"


@given(texts, texts)
def test_a_side_that_did_nothing_gives_way(base: str, other: str) -> None:
    assert merge(base, other, base).text == other
    assert merge(base, base, other).text == other
    assert merge(base, other, other).text == other


@given(texts, texts, texts)
def test_choosing_one_side_everywhere_and_swapping_the_sides(base: str, ours: str, theirs: str) -> None:
    found, swapped = merge(base, ours, theirs), merge(base, theirs, ours)
    assert sorted_lines(found.text) == sorted_lines(swapped.text)
    for conflict in found.conflicts:
        for text, lines, start in (
            (base, conflict.base, conflict.base_start),
            (ours, conflict.ours, conflict.ours_start),
            (theirs, conflict.theirs, conflict.theirs_start),
        ):
            assert text.split("\n")[start : start + len(lines)] == list(lines)
    mine = found.resolved([Choice.OURS] * len(found.conflicts))
    others = swapped.resolved([Choice.THEIRS] * len(swapped.conflicts))
    assert sorted_lines(mine) == sorted_lines(others)


def sorted_lines(text: str | None) -> list[str] | None:
    """What both sides added at the end is ours first, so the order may differ."""
    return None if text is None else sorted(text.split("\n"))


def test_changes_apart_are_both_taken() -> None:
    ours, theirs = BASE.replace("one", "ONE"), BASE.replace("five\n", "five\nsix\n")
    assert merge(BASE, ours, theirs).text == "ONE\ntwo\nthree\nfour\nfive\nsix\n"


def test_changes_of_the_same_line_are_kept_with_the_base() -> None:
    found = merge(BASE, BASE.replace("three", "3"), BASE.replace("three", "III").replace("one\n", ""))
    assert found.parts == (
        Agreed(("two",)),
        Conflict(("three",), ("3",), ("III",), 2, 2, 1),
        Agreed(("four", "five")),
    )
    assert found.text is None
    assert found.resolved([Choice.BOTH]) == "two\n3\nIII\nfour\nfive\n"
    assert found.resolved([Choice.BASE]) == "two\nthree\nfour\nfive\n"
    assert (
        found.resolved(["own\nwords"]) == found.resolved(["own\nwords\n"]) == "two\nown\nwords\nfour\nfive\n"
    )
    assert found.resolved([""]) == "two\nfour\nfive\n"
    with pytest.raises(ValueError, match="1 conflicts"):
        found.resolved([])


def test_touching_changes_conflict_as_in_git() -> None:
    assert merge(BASE, BASE.replace("two", "2"), BASE.replace("three", "3")).text is None
    assert merge(BASE, "zero\n" + BASE, "none\n" + BASE).text is None
    assert merge(BASE, BASE + "six\n", BASE + "six\n").text == BASE + "six\n"


def test_what_both_sides_add_at_the_end_stands_there_one_after_the_other() -> None:
    assert merge(BASE, BASE + "six\n", BASE + "seven\n").text == BASE + "six\nseven\n"
    assert merge(BASE, BASE + "six\nseven\n", BASE + "six\neight\n").text == BASE + "six\nseven\neight\n"
    assert merge(BASE, BASE + "six\nseven\n", BASE + "six\n").text == BASE + "six\nseven\n"


def test_two_texts_of_a_file_that_was_empty_are_no_additions() -> None:
    assert merge("", "# Mine\n", "# Theirs\n").text is None


def test_the_newline_at_the_end_never_conflicts() -> None:
    assert merge("a\nb\n", "a\nb", "a\nb\nc\n").text == "a\nb\nc"
    assert merge("a\nb", "a\nb\n", "a\nb\nc").text == "a\nb\nc\n"


def edited(dice: random.Random, lines: list[str], words: list[str]) -> list[str]:
    """`lines` after one to three edits as people make them."""
    result = lines.copy()
    for _ in range(dice.randint(1, 3)):
        at, count = dice.randint(0, len(result)), dice.choice([0, 0, 1, 1, 2])
        result[at : at + count] = dice.choices(words, k=dice.choice([0, 1, 1, 2]))
    return result


def by_git(folder: Path, trios: list[tuple[str, str, str]]) -> list[tuple[bool, bytes]]:
    """Whether git merges without a conflict, and what it makes of it."""
    found: list[tuple[bool, bytes]] = []
    for trio in trios:
        for name, text in zip(("ours", "base", "theirs"), trio, strict=True):
            (folder / name).write_bytes(text.encode())
        command = ["git", "merge-file", "-p", "--diff3", "ours", "base", "theirs"]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        found.append((done.returncode == 0, done.stdout))
    return found


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@pytest.mark.parametrize("variety", [4, 12, 1_000])
def test_git_comes_to_the_same(tmp_path: Path, variety: int) -> None:
    dice = random.Random(variety)
    words = [f"- entry {n}" for n in range(variety)] + ["", ""]
    trios: list[tuple[str, str, str]] = []
    for _ in range(150):
        base = dice.choices(words, k=dice.randint(0, 15))
        sides = edited(dice, base, words), base, edited(dice, base, words)
        trios.append(tuple("".join(f"{x}\n" for x in side) for side in sides))  # pyright: ignore[reportArgumentType]
    for (ours, base, theirs), (is_clean, text) in zip(trios, by_git(tmp_path, trios), strict=True):
        if is_clean:
            assert merge(base, ours, theirs).text == text.decode(), (base, ours, theirs)
