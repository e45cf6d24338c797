"""Stories of who wrote which line."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from history_helpers import AGENT, OUTSIDE, PERSON, START, git, needs_git, record
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.errors import HistoryError
from openclaw_desktop.review.history.blame import blame
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.history.version import Version
from openclaw_desktop.review.proposal import IMPORTED, Origin, Who


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.git")


def version(number: int) -> Version:
    at = START + timedelta(minutes=number)
    return Version(str(number), "a.md", at, Origin(Who.AGENT, "agent"), "Maren", None, "disk", "", "")


def owners(*texts: str) -> list[tuple[str, int]]:
    """Each line of the last of these texts, with the number of the text that brought it."""
    steps = [(version(number), text) for number, text in enumerate(texts)]
    return [(line.text, int(line.version.oid)) for line in blame(steps[::-1])]


def test_each_kind_of_writer_gets_its_own_lines(history: History) -> None:
    record(history, {"MEMORY.md": b"found\n"}, author=IMPORTED)
    record(history, {"MEMORY.md": b"found\nagent\n"}, 1, author=AGENT, proposal="7")
    record(history, {"MEMORY.md": b"outside\nfound\nagent\n", "other.md": b"x"}, 2, author=OUTSIDE)
    record(history, {"other.md": b"y"}, 3, author=PERSON)
    record(history, {"MEMORY.md": b"outside\nfound\nperson\nagent\n"}, 4, author=PERSON, committer="Ada")
    lines = history.blame("MEMORY.md")
    assert [(line.line, line.text, line.version.who) for line in lines[:4]] == [
        (1, "outside", Who.OUTSIDE),
        (2, "found", Who.IMPORT),
        (3, "person", Who.PERSON),
        (4, "agent", Who.AGENT),
    ]
    assert [line.version.committer for line in lines[:4]] == ["Maren", "Maren", "Ada", "Maren"]
    assert (lines[3].version.proposal, lines[3].version.origin.session) == ("7", "57e864eb-1111")


def test_an_earlier_version_can_be_asked_too(history: History) -> None:
    record(history, {"a.md": b"one"})
    second = record(history, {"a.md": b"one\ntwo"})
    record(history, {"a.md": b"three"})
    assert [line.text for line in history.blame("a.md", second)] == ["one", "two"]
    assert [line.text for line in history.blame("a.md")] == ["three"]


def test_of_a_deleted_file_the_last_text_is_told(history: History) -> None:
    record(history, {"a.md": b"one"})
    gone = record(history, {"a.md": None})
    assert [line.text for line in history.blame("a.md")] == ["one"]
    with pytest.raises(HistoryError, match=r"There is no such version of a\.md"):
        history.blame("a.md", gone)
    with pytest.raises(HistoryError):
        history.blame("never.md")


def test_a_file_that_came_back_begins_anew(history: History) -> None:
    record(history, {"a.md": b"one\n"})
    record(history, {"a.md": None})
    back = record(history, {"a.md": b"one\n"}, author=PERSON)
    assert {line.version.oid for line in history.blame("a.md")} == {back}


def test_there_is_a_line_for_each_piece_of_the_text() -> None:
    assert owners("a\n\nb") == [("a", 0), ("", 0), ("b", 0)]
    assert owners("a\n") == [("a", 0), ("", 0)]
    assert owners("") == [("", 0)]
    assert owners("a\r\nb\u2028c\x0cd\r") == [("a\r", 0), ("b\u2028c\x0cd\r", 0)]


def test_a_line_that_only_got_another_ending_was_changed() -> None:
    assert owners("a\nb", "a\r\nb") == [("a\r", 1), ("b", 0)]
    assert owners("a", "a\n") == [("a", 0), ("", 1)]


def test_what_was_cut_and_comes_back_is_of_whoever_brought_it_back() -> None:
    assert owners("a\nb\nc", "c", "a\nb\nc") == [("a", 2), ("b", 2), ("c", 0)]


def test_bytes_that_are_no_text_are_told_all_the_same(history: History) -> None:
    record(history, {"a.md": b"\xef\xbb\xbfone\n\xff\xfe\n"})
    assert [line.text for line in history.blame("a.md")] == ["one", "\ufffd\ufffd", ""]


def test_no_more_versions_are_read_than_it_takes() -> None:
    taken: list[int] = []

    def steps():
        for number in range(10):
            taken.append(number)
            yield version(number), f"line {number}"

    blame(steps())
    assert taken == [0, 1]


TEXT = st.lists(st.sampled_from(["a", "b", "c", "", "d\r"]), max_size=12).map("\n".join)


@given(st.lists(TEXT, min_size=1, max_size=6))
def test_every_line_is_credited_to_a_version_that_holds_it(texts: list[str]) -> None:
    told = owners(*texts)
    assert [text for text, _ in told] == texts[-1].split("\n")
    for text, owner in told:
        assert all(text in later.split("\n") for later in texts[owner:])


@needs_git
def test_git_blame_says_the_same(history: History, tmp_path: Path) -> None:
    lines = [f"- fact number {number}" for number in range(40)]
    for round_number in range(25):
        at = round_number * 7 % len(lines)
        lines[at : at + 1] = [f"- in round {round_number} this was said {i}" for i in range(3)]
        if round_number == 12:
            lines = lines[::3]
        record(history, {"MEMORY.md": ("\n".join(lines) + "\n").encode()}, round_number)
    told = git(tmp_path / "history.git", "blame", "-s", "-l", "--root", "main", "--", "MEMORY.md")
    ours = [line.version.oid for line in history.blame("MEMORY.md")[:-1]]
    assert ours == [line[:40] for line in told.strip("\n").split("\n")]
