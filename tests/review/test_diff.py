"""How two texts differ: rows to read, hunks, and lines that are taken one by one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.review.diff.diff import (
    Sign,
    counts,
    is_append,
    rows,
    unified,
)
from openclaw_desktop.review.diff.difference import Difference, Hunk, Nature
from openclaw_desktop.review.diff.lines import END

line = st.sampled_from(
    ["a", "b", "c", "d", "", " ", "a ", "a\r", "b\r", "\u2028", "x\u2028y", "改端口", "# h"]
)
texts = st.builds(
    lambda some, end: "\n".join(some) + end, st.lists(line, max_size=14), st.sampled_from(["", "\n"])
)
signed = (Sign.ADDED, Sign.REMOVED)
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")


def everything(old: str, new: str) -> tuple[frozenset[int], frozenset[int]]:
    """All removed lines and all added ones."""
    found = hunks(old, new)
    return frozenset().union(*(h.removed for h in found)), frozenset().union(*(h.added for h in found))


def hunks(old: str, new: str) -> list[Hunk]:
    """The changes, those close to each other together."""
    return Difference(old, new).hunks()


def selected(old: str, new: str, removed: Collection[int], added: Collection[int]) -> str:
    """`old` with only these lines removed and only these lines of `new` added."""
    return Difference(old, new).selected(removed, added)


def is_within(part: list[str], whole: list[str]) -> bool:
    """Whether `part` is in `whole`, in its order."""
    rest = iter(whole)
    return all(one in rest for one in part)


# Taking lines


@given(texts, texts)
def test_all_ticked_is_the_new_text_and_none_the_old_one(old: str, new: str) -> None:
    removed, added = everything(old, new)
    assert selected(old, new, removed, added) == new
    assert selected(old, new, frozenset(), frozenset()) == old


@given(texts, texts, st.data())
def test_what_is_not_ticked_stays_as_it_is(old: str, new: str, data: st.DataObject) -> None:
    removed, added = everything(old, new)
    some_removed = data.draw(st.sets(st.sampled_from(sorted(removed)))) if removed else set[int]()
    some_added = data.draw(st.sets(st.sampled_from(sorted(added)))) if added else set[int]()
    difference = Difference(old, new)
    kept = [x for i, x in enumerate(difference.old) if i not in some_removed and x is not END]
    come = [x for k, x in enumerate(difference.new) if (k in some_added or k not in added) and x is not END]
    result = [x for x in Difference(selected(old, new, some_removed, some_added), "").old if x is not END]
    assert is_within(kept, result)
    assert is_within(come, result)
    come_ended = any(difference.new[k] is END for k in some_added)
    assert len(result) == len(kept) + len(some_added) - come_ended


def test_one_line_of_a_changed_block_is_taken_in_its_place() -> None:
    old, new = "- red 1\n- blue 2\n- green 3\n", "- red 10\n- blue 20\n- green 30\n"
    assert selected(old, new, {1}, {1}) == "- red 1\n- blue 20\n- green 3\n"
    assert selected(old, new, set(), {1}) == "- red 1\n- blue 2\n- blue 20\n- green 3\n"
    assert selected(old, new, {0, 2}, set()) == "- blue 2\n"


def test_the_newline_at_the_end_is_taken_or_left_by_itself() -> None:
    assert selected("a\n", "a\nb", {}, {1}) == "a\nb\n"
    assert selected("a\n", "a\nb", {1}, {1}) == "a\nb"
    assert selected("a", "a\n", set(), {1}) == "a\n"
    assert selected("a", "a\nb\n", set(), {1}) == "a\nb"
    assert selected("a\n\nb", "a\n", {1}, set()) == "a\nb"


def test_a_new_file_and_a_deleted_one_can_be_taken_line_by_line() -> None:
    assert selected("", "a\nb", {0}, {0}) == "a"
    assert selected("", "a\nb\n", set(), {1, 2}) == "b\n"
    assert selected("a\nb", "", {0}, {0}) == "b\n"
    assert [r.text for r in rows("", "a\nb")] == ["a", "b"]
    assert [(r.sign, r.text) for r in rows("a", "")] == [(Sign.REMOVED, "a")]


def test_one_hunk_is_taken_and_the_other_left() -> None:
    old = "".join(f"line {n}\n" for n in range(30))
    new = old.replace("line 3\n", "line three\n").replace("line 25\n", "")
    first, second = hunks(old, new)
    assert selected(old, new, first.removed, first.added) == old.replace("line 3\n", "line three\n")
    assert selected(old, new, second.removed, second.added) == old.replace("line 25\n", "")
    assert (first.old_start, first.old_end, first.new_start, first.new_end) == (0, 7, 0, 7)
    assert (second.old_start, second.old_end, second.new_start, second.new_end) == (22, 29, 22, 28)


def test_changes_close_to_each_other_are_one_hunk() -> None:
    old = [f"{n}" for n in range(20)]
    near, far = old.copy(), old.copy()
    near[2] = near[9] = far[2] = far[10] = "x"
    assert len(hunks("\n".join(old), "\n".join(near))) == 1
    assert len(hunks("\n".join(old), "\n".join(far))) == 2


# Rows


@given(texts, texts, st.integers(0, 20))
def test_the_rows_hold_every_changed_line_once(old: str, new: str, context: int) -> None:
    difference = Difference(old, new)
    found, wide = rows(old, new, context=context), rows(old, new, context=1000)
    if old != new:
        for mine, theirs in ((difference.old, Sign.ADDED), (difference.new, Sign.REMOVED)):
            assert [r.text for r in wide if r.sign is not theirs and not r.is_end] == [
                x for x in mine if x is not END
            ]
    assert [r for r in found if r.sign in signed] == [r for r in wide if r.sign in signed]
    numbers = [r.new for r in found if r.new is not None]
    assert numbers == sorted(set(numbers))


@given(texts, texts)
def test_side_by_side_are_the_same_rows(old: str, new: str) -> None:
    difference = Difference(old, new)
    for change in difference.changes:
        beside = [difference.pair(i, k) for i, k in difference.pairs(change)]
        below = [difference.pair(i, k) for i, k in difference.column(change)]
        for pairs in (beside, below):
            assert all(pair.left or pair.right for pair in pairs)
        assert [p.left for p in beside if p.left] == [p.left for p in below if p.left]
        assert [p.right for p in beside if p.right] == [p.right for p in below if p.right]


def test_what_is_alike_is_left_out_and_counted() -> None:
    old = "\n".join(f"line {n}" for n in range(1, 21))
    found = rows(old, old.replace("line 10\n", "line ten\n"), context=2)
    assert [(r.sign, r.text) for r in found] == [
        (Sign.LEFT_OUT, "7 lines the same"),
        (Sign.SAME, "line 8"),
        (Sign.SAME, "line 9"),
        (Sign.REMOVED, "line 10"),
        (Sign.ADDED, "line ten"),
        (Sign.SAME, "line 11"),
        (Sign.SAME, "line 12"),
        (Sign.LEFT_OUT, "8 lines the same"),
    ]
    assert (found[3].old, found[4].new) == (10, 10)
    assert (found[3].spans, found[4].spans) == (((5, 7),), ((5, 8),))


def test_a_change_of_blanks_or_ends_of_lines_is_known_as_such() -> None:
    def natures(old: str, new: str) -> tuple[Nature, set[Nature]]:
        difference = Difference(old, new)
        return difference.nature(difference.changes[0]), {
            r.nature for r in rows(old, new) if r.sign in signed
        }

    assert natures("a b\n", "a  b\n") == (Nature.WHITESPACE, {Nature.WHITESPACE})
    assert natures("a\nb\n", "a\n\nb\n") == (Nature.WHITESPACE, {Nature.WHITESPACE})
    assert natures("a\nb\n", "a\r\nb\r\n") == (Nature.LINE_ENDING, {Nature.LINE_ENDING})
    assert natures("a\n", "a") == (Nature.FINAL_NEWLINE, {Nature.FINAL_NEWLINE})
    assert natures("a\n", "a\nb") == (Nature.TEXT, {Nature.TEXT, Nature.FINAL_NEWLINE})
    assert natures("a b\n", "a c\r\n") == (Nature.TEXT, {Nature.TEXT})
    assert natures("one two\n", "one\ntwo\n")[0] is Nature.WHITESPACE


def test_a_moved_block_says_where_it_went() -> None:
    block = "## Network\n\n- The router is at 10.0.0.1.\n"
    rest = "".join(f"- entry number {n}\n" for n in range(9))
    found = rows(block + rest, rest + block)
    assert [(r.text, r.old, r.moved) for r in found if r.sign is Sign.REMOVED] == [
        ("## Network", 1, 10),
        ("", 2, 11),
        ("- The router is at 10.0.0.1.", 3, 12),
    ]
    assert [r.moved for r in found if r.sign is Sign.ADDED] == [1, 2, 3]


def test_lines_that_say_nothing_or_occur_often_are_not_moved() -> None:
    rest = "".join(f"- entry number {n}\n" for n in range(9))
    assert not [r for r in rows("---\n" + rest, rest + "---\n") if r.moved]
    twice = "- the same thing again\n"
    assert not [r for r in rows(twice + rest, rest + twice + twice) if r.moved]


# Counts, patches, and files that only grow


def test_lines_are_counted_as_a_person_counts_them() -> None:
    assert counts("", "a\nb\n") == counts("", "a\nb") == (2, 0)
    assert counts("a\nb\n", "") == (0, 2)
    assert counts("a", "a\nb\n") == (1, 0)
    assert counts("a\nb\n", "a\nc\n") == (1, 1)
    assert counts("a", "a\n") == counts("a\n", "a") == counts("a", "a") == (0, 0)
    assert counts("a\n\n", "a\n") == (0, 1)


def test_a_patch_is_as_git_writes_it() -> None:
    old = "".join(f"{n}\n" for n in range(1, 11))
    assert unified(old, old.replace("5\n", "five\n"), "MEMORY.md", context=1) == (
        "--- a/MEMORY.md\n+++ b/MEMORY.md\n@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n"
    )
    assert unified("", "a", "n.md") == (
        "--- /dev/null\n+++ b/n.md\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n"
    )
    assert unified("a", "a", "n.md") == ""


@needs_git
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nc\nd"),
        ("a", "a\nb\n"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("x\u2028y\nz\n", "x\u2028\nz\n"),
        ("\n\n\n", "\n"),
        ("".join(f"{n}\n" for n in range(99)), "".join(f"{n}\n" for n in range(99) if n % 17)),
    ],
)
def test_git_makes_the_new_text_of_the_patch(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "n.md").write_bytes(old.encode())
    patch = unified(old, new, "n.md").encode()
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=tmp_path, input=patch, check=True, capture_output=True)
    assert (tmp_path / "n.md").read_bytes() == new.encode()


@given(texts, texts)
def test_a_file_only_grows_when_nothing_was_removed(old: str, new: str) -> None:
    difference = Difference(old, new)
    removed, _ = everything(old, new)
    if not removed or not old:
        assert is_append(old.encode(), new.encode())
    if is_append(old.encode(), new.encode()) and old:
        assert is_within(difference.old, difference.new)


def test_additions_pass_and_alterations_do_not() -> None:
    assert is_append(b"a\nb\n", b"a\nb\nc\n")
    assert is_append(b"a\nb\n", b"a\nnew\nb\n")
    assert is_append(b"a", b"a\n")
    assert is_append(b"", b"a")
    assert not is_append(b"a\n", b"a")
    assert not is_append(b"a", b"ab")
    assert not is_append(b"a\nb\n", b"a\r\nb\r\n")
    assert not is_append(b"a\nb\n", b"b\na\n")
    assert not is_append(b"a\n\nb\n", b"a\nb\n")
    assert not is_append(b"a\n", b"")
    assert is_append(b"\xff\x00\n", b"\xff\x00\nmore\n")
