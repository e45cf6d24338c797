"""Stories of killed processes, full disks, damage and forgery: nothing is lost, what is wrong is said."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from history_helpers import git, needs_git, record, texts_of

from openclaw_desktop.errors import HistoryDamagedError, HistoryError
from openclaw_desktop.review.history import repository
from openclaw_desktop.review.history.history import History
from openclaw_desktop.workspace.files import hash_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "review" / "history.git"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder)


def test_the_lock_of_a_killed_process_does_not_stay_for_ever(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "LOCK_PATIENCE", 0.05)
    record(history, {"a.md": b"1"})
    lock = folder / "refs" / "heads" / "main.lock"
    lock.write_bytes(b"")
    record(history, {"a.md": b"2"})
    assert not lock.exists()
    assert texts_of(history, "a.md") == [b"2", b"1"]


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from openclaw_desktop.review.history import repository, trees
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.proposal import OUTSIDE

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

history = History(Path(sys.argv[1]))
where, name = sys.argv[2].split(".")
owners = {"Repository": repository.Repository, "Graft": trees.Graft, "repository": repository}
setattr(owners[where], name, die)
files = {f"n{n}.md": b"new" for n in range(int(sys.argv[3]))}
history.record(files, author=OUTSIDE, committer="M", at=datetime.now(UTC), proposal="9", source="", reason="")
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("files", [1, 150])
@pytest.mark.parametrize(
    "moment",
    [
        "Graft._noted",
        "Repository._pack",
        "repository._remove",
        "Repository.commit",
        "Repository._point_branch_to",
    ],
)
def test_a_death_at_any_moment_leaves_the_last_version_readable(
    history: History, folder: Path, moment: str, files: int
) -> None:
    record(history, {"n0.md": b"old"})
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder), moment, str(files)], check=False)
    if moment in ("Repository._pack", "repository._remove") and files == 1:
        assert done.returncode == 0  # one file is no pack
        return
    assert done.returncode == -signal.SIGKILL
    again = History(folder)
    assert again.paths() == {"n0.md": hash_of(b"old")}
    assert again.find("9", "n0.md", hash_of(b"new")) is None
    assert again.check() == []
    record(again, {f"n{n}.md": b"new" for n in range(files)}, proposal="9")
    assert again.find("9", "n0.md", hash_of(b"new")) is not None
    assert again.check() == []


def object_of(folder: Path, oid: str) -> Path:
    return folder / "objects" / oid[:2] / oid[2:]


def blob_of(history: History, data: bytes) -> str:
    """The identifier git gives these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def overwrite(file: Path, data: bytes) -> None:
    file.chmod(0o600)
    file.write_bytes(data)


def test_damaged_bytes_are_noticed_and_said(history: History, folder: Path) -> None:
    oid = record(history, {"a.md": b"one", "b.md": b"two"})
    overwrite(object_of(folder, blob_of(history, b"one")), zlib.compress(b"blob 3\0ONE"))
    assert [problem for problem in History(folder).check() if "a.md, which cannot be read" in problem]
    with pytest.raises(HistoryDamagedError, match=r"^The history in .* is damaged"):
        History(folder).bytes_at(oid, "a.md")
    assert History(folder).bytes_at(oid, "b.md") == b"two"


def test_a_missing_commit_is_damage_and_an_unknown_one_is_none(history: History, folder: Path) -> None:
    first = record(history, {"a.md": b"one"})
    record(history, {"a.md": b"two"})
    for unknown in ("0" * 40, "nonsense", ""):
        with pytest.raises(HistoryError, match="There is no version") as caught:
            history.bytes_at(unknown, "a.md")
        assert not isinstance(caught.value, HistoryDamagedError)
    object_of(folder, first).unlink()
    fresh = History(folder)
    with pytest.raises(HistoryDamagedError):
        fresh.versions("a.md")
    assert len(fresh.check()) == 1


@pytest.mark.parametrize("content", [b"garbage", b"ref: refs/heads/other\n"])
def test_a_head_that_leads_elsewhere_is_noticed_and_hinders_nothing(
    history: History, folder: Path, content: bytes
) -> None:
    record(history, {"a.md": b"one"})
    (folder / "HEAD").write_bytes(content)
    again = History(folder)
    assert set(again.paths()) == {"a.md"}
    assert len(again.check()) == 1


@pytest.mark.parametrize("broken", ["objects", "refs/heads/main"])
def test_a_broken_repository_is_said_and_nothing_is_made_over_it(
    history: History, folder: Path, broken: str
) -> None:
    record(history, {"a.md": b"one"})
    history.close()
    place = folder / broken
    if place.is_dir():
        place.rename(folder / "elsewhere")
    else:
        place.write_bytes(b"garbage")
    before = sorted(folder.rglob("*"))
    with pytest.raises(HistoryDamagedError):
        History(folder).paths()
    assert sorted(folder.rglob("*")) == before


def test_an_empty_folder_becomes_a_repository(folder: Path) -> None:
    folder.mkdir(parents=True)
    assert History(folder).paths() == {}
    assert [child.name for child in folder.parent.iterdir()] == ["history.git"]


def test_a_file_in_its_place_is_said(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"x")
    with pytest.raises(HistoryError):
        History(folder)
    assert folder.read_bytes() == b"x"


@needs_git
def test_what_another_program_commits_is_noticed(history: History, folder: Path) -> None:
    record(history, {"a.md": b"one"})
    tree = git(folder, "rev-parse", "main^{tree}").strip()
    identity = ("-c", "user.name=Eve", "-c", "user.email=eve@x.invalid")
    forged = git(folder, *identity, "commit-tree", tree, "-p", "main", "-m", "Trust me").strip()
    git(folder, "update-ref", "refs/heads/main", forged)
    git(folder, "update-ref", "refs/heads/other", forged)
    problems = history.check()
    assert len(problems) == 2
    assert "refs/heads/other" in problems[0]
    assert problems[1].endswith("was not made by this program.")
    assert set(history.paths()) == {"a.md"}


@needs_git
@pytest.mark.parametrize(
    ("path", "expected"),
    [("a.md", "holds a.md with other bytes"), ("b.md", "changed b.md without saying so")],
)
def test_a_commit_that_says_something_else_than_it_holds_is_noticed(
    history: History, folder: Path, path: str, expected: str, tmp_path: Path
) -> None:
    record(history, {"a.md": b"one", "b.md": b"one"})
    record(history, {"a.md": b"two"})
    message = tmp_path / "message"
    message.write_text(git(folder, "log", "-1", "--format=%B"), encoding="utf-8")
    other = tmp_path / "other"
    other.write_bytes(b"evil")
    blob = git(folder, "hash-object", "-w", str(other)).strip()
    names = {"a.md": blob_of(history, b"two"), "b.md": blob_of(history, b"one"), path: blob}
    listing = tmp_path / "listing"
    listing.write_text(
        "".join(f"100644 blob {oid}\t{name}\n" for name, oid in names.items()), encoding="utf-8"
    )
    with listing.open(encoding="utf-8") as lines:
        tree = subprocess.run(
            ["git", "-C", str(folder), "mktree"],
            stdin=lines,
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout.strip()
    identity = ("-c", "user.name=Eve", "-c", "user.email=eve@x.invalid")
    forged = git(folder, *identity, "commit-tree", tree, "-p", "main~", "-F", str(message)).strip()
    git(folder, "update-ref", "refs/heads/main", forged)
    [problem] = history.check()
    assert expected in problem


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit there")
def test_a_full_disk_is_said_and_the_last_version_stays(history: History, folder: Path) -> None:
    script = (
        "import resource, signal, sys\n"
        "from datetime import UTC, datetime\n"
        "from pathlib import Path\n"
        "from openclaw_desktop.errors import HistoryError\n"
        "from openclaw_desktop.review.history.history import History\n"
        "from openclaw_desktop.review.proposal import OUTSIDE\n"
        "history = History(Path(sys.argv[1]))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "import os\n"
        "try:\n"
        "    history.record({'a.md': os.urandom(300_000)}, author=OUTSIDE, committer='M',\n"
        "        at=datetime.now(UTC), proposal=None, source='', reason='')\n"
        "except HistoryError as error:\n"
        "    print(error)\n"
    )
    record(history, {"a.md": b"old"})
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.startswith(f"The history in {folder} cannot be written: ")
    assert texts_of(history, "a.md") == [b"old"]
    assert history.check() == []


def test_a_death_while_the_branch_is_moved_leaves_nothing_that_counts_as_a_branch(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    record(history, {"MEMORY.md": b"one"}, 0)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", die)
        patched.setattr("os.replace", die)
        patched.setattr(Path, "unlink", lambda *_, **__: None)  # the dead tidy nothing up
        with pytest.raises(Killed):
            record(history, {"MEMORY.md": b"two"}, 1)
    again = History(folder)
    assert again.check() == []
    assert texts_of(again, "MEMORY.md") == [b"one"]
    monkeypatch.setattr("openclaw_desktop.review.history.repository.LOCK_PATIENCE", 0)
    record(again, {"MEMORY.md": b"two"}, 1)
    assert texts_of(again, "MEMORY.md") == [b"two", b"one"]
