"""Stories of what is kept: every approved version, readable with any git program, whole after any death."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from history_helpers import AGENT, OUTSIDE, PERSON, START, git, needs_git, record
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.errors import HistoryDamagedError, HistoryError
from openclaw_desktop.review import history as history_module
from openclaw_desktop.review import repository
from openclaw_desktop.review.history import History, refused
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.review.version import Account, account_of, message_of
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
    paths=st.dictionaries(st.text(min_size=1), st.none() | st.sampled_from(["0" * 64]), min_size=1),
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


def test_many_files_at_once_are_one_pack_and_not_a_file_each(history: History) -> None:
    files: dict[str, bytes | None] = {f"memory/{n % 7}/{n}.md": b"%d" % n for n in range(500)}
    oid = record(history, files)
    assert len(history.paths()) == 500
    assert history.bytes_at(oid, "memory/3/3.md") == b"3"
    assert history.check() == []
    again = History(history._repository.folder)  # pyright: ignore[reportPrivateUsage]
    assert again.bytes_at(oid, "memory/6/6.md") == b"6"
    record(history, dict.fromkeys(list(files)[:400]), 1)
    assert len(history.paths()) == 100
    assert len(history.deleted()) == 400
    assert history.check() == []


def test_two_windows_see_each_others_approvals(folder: Path) -> None:
    one, two = History(folder), History(folder)
    record(one, {"a.md": b"1"})
    assert set(two.paths()) == {"a.md"}
    record(two, {"a.md": b"2"})
    assert history_texts(one, "a.md") == [b"2", b"1"]


def history_texts(history: History, path: str) -> list[bytes | None]:
    return [history.bytes_at(version.oid, path) for version in history.versions(path)]


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


def test_the_lock_of_a_killed_process_does_not_stay_for_ever(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "LOCK_PATIENCE", 0.05)
    record(history, {"a.md": b"1"})
    lock = folder / "refs" / "heads" / "main.lock"
    lock.write_bytes(b"")
    record(history, {"a.md": b"2"})
    assert not lock.exists()
    assert history_texts(history, "a.md") == [b"2", b"1"]


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from openclaw_desktop.review import repository, trees
from openclaw_desktop.review.history import History
from openclaw_desktop.review.proposal import OUTSIDE

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

history = History(Path(sys.argv[1]))
where, name = sys.argv[2].split(".")
setattr(getattr(repository, where, None) or getattr(trees, where), name, die)
files = {f"n{n}.md": b"new" for n in range(int(sys.argv[3]))}
history.record(files, author=OUTSIDE, committer="M", at=datetime.now(UTC), proposal="9", source="", reason="")
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("files", [1, 150])
@pytest.mark.parametrize(
    "moment", ["Graft._noted", "Repository.pack", "Repository.commit", "Repository._point_branch_to"]
)
def test_a_death_at_any_moment_leaves_the_last_version_readable(
    history: History, folder: Path, moment: str, files: int
) -> None:
    record(history, {"n0.md": b"old"})
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder), moment, str(files)], check=False)
    if moment == "Repository.pack" and files == 1:
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


def test_tidying_packs_and_loses_nothing(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "MANY_LOOSE", 30)
    monkeypatch.setattr(history_module, "MANY_PACKS", 3)
    reader = History(folder)
    texts: list[bytes] = []
    tidied: list[int] = []
    for number in range(80):
        texts.append(b"line\n" * number)
        record(history, {"memory/a.md": texts[-1]}, number)
        tidied.append(history.tidy())
        assert reader.bytes_at(reader.versions("memory/a.md")[-1].oid, "memory/a.md") == b""
    assert sum(count > 0 for count in tidied) >= 5
    assert len(list((folder / "objects" / "pack").glob("*.pack"))) <= 3
    for one in (history, reader, History(folder)):
        assert history_texts(one, "memory/a.md") == texts[::-1]
        assert one.check() == []


def test_a_reader_survives_that_another_process_packs_everything_anew(history: History, folder: Path) -> None:
    for number in range(20):
        record(history, {"a.md": b"%d" % number})
    history._repository.pack(history._repository.loose())  # pyright: ignore[reportPrivateUsage]
    reader = History(folder)
    oldest = reader.versions("a.md")[-1]
    assert reader.bytes_at(oldest.oid, "a.md") == b"0"
    record(history, {"a.md": b"new"})
    history._repository.pack_all()  # pyright: ignore[reportPrivateUsage]
    assert history_texts(reader, "a.md")[-1] == b"0"
    assert len(history._repository.packs()) == 1  # pyright: ignore[reportPrivateUsage]
    assert history._repository.loose() == []  # pyright: ignore[reportPrivateUsage]


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
        "from openclaw_desktop.review.history import History\n"
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
    assert history_texts(history, "a.md") == [b"old"]
    assert history.check() == []


def test_the_author_may_be_the_approver(history: History) -> None:
    record(history, {"a.md": b"1"}, author=PERSON, committer="Maren")
    [version] = history.versions("a.md")
    assert (version.who, version.author, version.committer) == (Who.PERSON, "Maren", "Maren")
    assert version.session is None


def test_thousands_of_files_change_by_one_in_no_time(history: History) -> None:
    """Only the folders on the way are written: a few objects, whatever else there is."""
    record(history, {f"memory/{n // 100}/{n}.md": b"%d" % n for n in range(3000)})
    before = len(history._repository.loose())  # pyright: ignore[reportPrivateUsage]
    record(history, {"memory/7/700.md": b"changed"})
    assert len(history._repository.loose()) - before == 5  # pyright: ignore[reportPrivateUsage]
