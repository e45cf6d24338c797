"""Stories of what is kept: every approved version, readable with any git program."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from history_helpers import AGENT, OUTSIDE, PERSON, START, git, needs_git, record, texts_of

from openclaw_desktop.errors import HistoryError
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.proposal import Who
from openclaw_desktop.workspace.files import hash_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "review" / "history.git"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder)


def test_an_approval_can_be_read_back_with_all_that_is_known_about_it(history: History) -> None:
    oid = record(history, {"MEMORY.md": b"one\n"}, 5, proposal="17", source="mcp", reason="Because.")
    [version] = history.versions("MEMORY.md")
    assert version.oid == oid
    assert (version.author, version.committer, version.who) == ("agent main", "Maren", Who.AGENT)
    assert (version.proposal, version.source, version.reason) == ("17", "mcp", "Because.")
    assert version.sha256 == hash_of(b"one\n")
    assert version.origin == AGENT
    assert (version.at - START).total_seconds() == 300
    assert history.bytes_at(oid, "MEMORY.md") == b"one\n"
    assert history.bytes_at(oid, "SOUL.md") is None


def test_versions_come_newest_first_and_only_of_the_file_asked_for(history: History) -> None:
    first = record(history, {"a.md": b"1", "b.md": b"1"})
    record(history, {"b.md": b"2"})
    third = record(history, {"a.md": b"3"})
    assert [version.oid for version in history.versions("a.md")] == [third, first]
    assert [version.oid for version in history.versions("a.md", limit=1)] == [third]
    assert history.versions("c.md") == []
    assert history.latest("a.md") == history.versions("a.md")[0]
    assert history.latest("c.md") is None
    assert history.head() == third


def test_a_deleted_file_keeps_its_last_text(history: History) -> None:
    record(history, {"memory/a.md": b"1", "memory/b.md": b"1"})
    second = record(history, {"memory/a.md": b"2"}, 1)
    gone = record(history, {"memory/a.md": None}, 2)
    assert history.paths() == {"memory/b.md": hash_of(b"1")}
    [last] = history.deleted()
    assert last.oid == second
    assert history.bytes_at(last.oid, last.path) == b"2"
    assert history.bytes_at(gone, "memory/a.md") is None
    assert history.versions("memory/a.md")[0].sha256 is None
    record(history, {"memory/a.md": b"back"}, 3)
    assert history.deleted() == []


def test_when_everything_is_deleted_nothing_is_left_but_the_versions(history: History) -> None:
    record(history, {"a/b/c.md": b"1"})
    record(history, {"a/b/c.md": None})
    assert history.paths() == {}
    assert history.check() == []


def test_deleting_what_was_never_there_harms_nothing(history: History) -> None:
    record(history, {"a/b.md": b"1"})
    record(history, {"a": None, "x/y.md": None, "a/b.md/c": None})
    assert history.paths() == {"a/b.md": hash_of(b"1")}
    assert history.check() == []


def test_what_a_proposal_made_is_found_again(history: History) -> None:
    record(history, {"MEMORY.md": b"1"}, proposal="4")
    second = record(history, {"MEMORY.md": b"2"}, proposal="5")
    assert history.find("5", "MEMORY.md", hash_of(b"2")) == second
    assert history.find("5", "MEMORY.md", hash_of(b"1")) is None
    assert history.find("5", "MEMORY.md", None) is None
    gone = record(history, {"MEMORY.md": None}, proposal="6")
    assert history.find("6", "MEMORY.md", None) == gone


def test_a_file_makes_room_for_a_folder_and_a_folder_for_a_file(history: History) -> None:
    record(history, {"notes": b"a file", "other.md": b"1"})
    record(history, {"notes/a.md": b"1", "notes/deep/b.md": b"2"})
    assert set(history.paths()) == {"notes/a.md", "notes/deep/b.md", "other.md"}
    assert history.versions("notes")[0].sha256 is None
    record(history, {"notes": b"a file again"})
    assert set(history.paths()) == {"notes", "other.md"}
    assert history.versions("notes/deep/b.md")[0].sha256 is None
    record(history, {"notes": None, "notes/c.md": b"3"})
    assert set(history.paths()) == {"notes/c.md", "other.md"}
    record(history, {"notes": b"1", "notes/c.md": None})
    assert set(history.paths()) == {"notes", "other.md"}
    assert history.check() == []


def test_one_name_cannot_be_a_file_and_a_folder(history: History) -> None:
    with pytest.raises(HistoryError, match=r"^notes cannot be a file and a folder at once\.$"):
        record(history, {"notes": b"1", "notes/deep/a.md": b"1"})
    assert history.paths() == {}


@needs_git
def test_any_git_program_can_read_it(history: History, folder: Path) -> None:
    record(history, {"MEMORY.md": b"one\n"}, author=OUTSIDE)
    record(history, {"MEMORY.md": b"one\ntwo\n", "记忆.md": b"x\n"}, proposal="17", reason="why\nso")
    log = git(folder, "log", "--stat", "--", "MEMORY.md")
    assert "Author: agent main <agent-main@agent.invalid>" in log
    assert "Add MEMORY.md" in log
    assert "Change 2 files" in log
    assert " MEMORY.md | 1 +" in log
    assert "记忆.md" in git(folder, "log", "--stat", "-1")
    assert git(folder, "log", "-1", "--format=%cn <%ce>") == "Maren <maren@person.invalid>\n"
    trailers = git(folder, "log", "-1", "--format=%(trailers:only,unfold)").splitlines()
    assert trailers[:3] == ["Proposal: 17", "Source: disk", 'Reason: "why\\nso"']
    assert "File-SHA256: " + hash_of(b"x\n") + " 记忆.md" in trailers
    assert git(folder, "show", "main:MEMORY.md") == "one\ntwo\n"
    assert git(folder, "fsck", "--full", "--strict") == ""


def test_the_persons_own_git_does_not_count(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = tmp_path / "home"
    (hostile / "template" / "hooks").mkdir(parents=True)
    (hostile / "template" / "hooks" / "post-commit").write_text("exit 1", encoding="utf-8")
    (hostile / ".gitconfig").write_text(
        "[core]\n autocrlf = true\n[commit]\n gpgSign = true\n[user]\n name = Wrong\n"
        f"[init]\n defaultBranch = wrong\n templateDir = {hostile / 'template'}\n",
        encoding="utf-8",
    )
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(hostile))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE", "GIT_NAMESPACE"):
        monkeypatch.setenv(name, str(tmp_path / "nowhere"))
    for name in ("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"):
        monkeypatch.setenv(name, "Wrong")
    history = History(folder)
    oid = record(history, {"a.md": b"one\r\ntwo\r\n"})
    assert history.bytes_at(oid, "a.md") == b"one\r\ntwo\r\n"
    assert history.versions("a.md")[0].author == "agent main"
    assert not (folder / "hooks" / "post-commit").exists()
    assert (folder / "HEAD").read_text(encoding="utf-8") == "ref: refs/heads/main\n"
    assert not (tmp_path / "nowhere").exists()


def test_two_windows_see_each_others_approvals(folder: Path) -> None:
    one, two = History(folder), History(folder)
    record(one, {"a.md": b"1"})
    assert set(two.paths()) == {"a.md"}
    record(two, {"a.md": b"2"})
    assert texts_of(one, "a.md") == [b"2", b"1"]


def test_a_repository_put_in_its_place_is_read_from_the_start(folder: Path, tmp_path: Path) -> None:
    history, other = History(folder), History(tmp_path / "other.git")
    record(history, {"old.md": b"1"})
    assert set(history.paths()) == {"old.md"}
    record(other, {"new.md": b"2"})
    record(other, {"newer.md": b"2"})
    folder.rename(tmp_path / "aside.git")
    (tmp_path / "other.git").rename(folder)
    assert set(history.paths()) == {"new.md", "newer.md"}


def test_threads_may_ask_while_another_records(history: History) -> None:
    record(history, {"a.md": b"0"})
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            for version in history.versions("a.md", limit=3):
                assert hash_of(history.bytes_at(version.oid, "a.md") or b"") == version.sha256
            history.paths()

    with ThreadPoolExecutor(2) as pool:
        asking = [pool.submit(ask), pool.submit(ask)]
        try:
            for number in range(1, 60):
                record(history, {"a.md": b"%d" % number, f"n{number}.md": b"x"}, number)
        finally:
            done.set()
        for future in asking:
            future.result()
    assert len(history.versions("a.md")) == 60


def test_the_author_may_be_the_approver(history: History) -> None:
    record(history, {"a.md": b"1"}, author=PERSON, committer="Maren")
    [version] = history.versions("a.md")
    assert (version.who, version.author, version.committer) == (Who.PERSON, "Maren", "Maren")
    assert version.origin.session is None


@pytest.mark.skipif(os.name == "nt", reason="permissions there are others")
def test_nobody_else_may_read_what_is_kept(history: History, folder: Path) -> None:
    record(history, {"MEMORY.md": b"a secret"})
    assert folder.stat().st_mode & 0o077 == 0
