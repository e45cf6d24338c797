"""Stories of odd names, odd reasons and odd people, which come back as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from history_helpers import git, needs_git, record
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.errors import HistoryError
from openclaw_desktop.review.history.history import History, refused
from openclaw_desktop.review.history.version import Account, account_of, message_of
from openclaw_desktop.review.proposal import Origin, Who


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "review" / "history.git"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder)


ODD_NAMES = [
    'memory/a\nb "quoted" (1).md',
    "memory/trailing dot.",
    "memory/trailing space ",
    " leading",
    "记忆/2026年三月/日记.md",
    "память/заметки.md",
    "x" * 255,
    "a\\b.md",
    "tab\tand\rreturn\x7f",
    "-",
    "EOF",
    "notes.md:845",
    '"already quoted"',
    "deleted x.md",
    "line\u2028separator\x85.md",
    "CON",
    ".gitignore",
]


@pytest.mark.skipif(os.name == "nt", reason="libgit2 refuses some of these names there")
@needs_git
def test_odd_names_come_back_as_they_were(history: History, folder: Path) -> None:
    record(history, {name: name.encode() for name in ODD_NAMES})
    assert set(history.paths()) == set(ODD_NAMES)
    for name in ODD_NAMES:
        [version] = history.versions(name)
        assert history.bytes_at(version.oid, name) == name.encode()
    listed = git(folder, "ls-tree", "-r", "-z", "--name-only", "main")
    assert set(listed.strip("\0").split("\0")) == set(ODD_NAMES)
    assert history.check() == []
    git(folder, "fsck", "--full", "--strict")


@pytest.mark.parametrize(
    "name",
    [".git", "a/.git/config", ".GIT", "GIT~1", "x/.git. ", ".gi\u200ct", ".git:stream", "a//b", "../x"],
)
def test_names_that_git_refuses_are_refused_with_a_sentence(history: History, name: str) -> None:
    with pytest.raises(HistoryError, match=r"cannot be kept in the history: .*\.$"):
        record(history, {"good.md": b"1", name: b"1"})
    assert history.paths() == {}


def test_a_name_that_is_no_text_is_refused(history: History) -> None:
    assert refused("bad\udcff.md") is not None
    assert refused("好.md") is None
    with pytest.raises(HistoryError):
        record(history, {"bad\udcff.md": b"1"})


ODD_REASONS = [
    "two\nlines\n\nProposal: 99\nFile-SHA256: deleted MEMORY.md",
    "Proposal: 99",
    '"quoted"',
    " spaces around ",
    "emoji 🧠 and 中文，日本語",
    "字" * 4096,
    "\x00\x1b[31m\r\n",
    "half a character \ud83d",
    "#no comment",
    "-- \n---\nscissors",
]


@pytest.mark.parametrize("reason", ODD_REASONS, ids=range(len(ODD_REASONS)))
def test_odd_reasons_survive(history: History, reason: str) -> None:
    record(history, {"MEMORY.md": b"1"}, proposal="3", reason=reason)
    [version] = history.versions("MEMORY.md")
    assert (version.reason, version.proposal) == (reason, "3")
    assert history.check() == []


@given(
    name=st.text(min_size=1),
    reason=st.text(),
    session=st.none() | st.text(min_size=1),
    paths=st.dictionaries(st.text(min_size=1), st.none() | st.sampled_from(["0" * 64])),
)
def test_a_message_says_exactly_what_it_was_told(
    name: str, reason: str, session: str | None, paths: dict[str, str | None]
) -> None:
    account = Account(Origin(Who.OUTSIDE, name, session, None, None), name, None, "disk", reason, paths)
    assert account_of(message_of(account)) == account


@pytest.mark.parametrize(
    "name", ["", "<>", "A <a@b>\nevil", "Jürgen Jr.", "名字", "...", "\ud83d", "x" * 500]
)
def test_any_name_can_sign(history: History, name: str) -> None:
    record(history, {"a.md": b"1"}, author=Origin(Who.OUTSIDE, name), committer=name)
    [version] = history.versions("a.md")
    assert (version.author, version.committer) == (name, name)
