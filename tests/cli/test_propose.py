"""Proposing from a shell, and looking at what waits: no command decides anything."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from openclaw_desktop.cli import review_commands, run, table
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.review.proposal import State, Who
from openclaw_desktop.settings import Settings

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TEXT = "# Memory\n\n- The database is on port 5432.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work space 工作"
    root.mkdir()
    (root / "MEMORY.md").write_text(TEXT, encoding="utf-8")
    return root


@pytest.fixture
def person(root: Path) -> Iterator[Desk]:
    """The window's side: where a person decides."""
    engine = Engine(
        root,
        settings=Settings(),
        places=Places.of_user(),
        report=list[object]().append,
        embedder=HashEmbedder,
    )
    engine.desk.gate.examine_all(now=NOW)  # as a window does when it opens a workspace
    yield engine.desk
    engine.close()


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    draft = tmp_path / "draft.md"
    draft.write_text(TEXT.replace("5432", "5433"), encoding="utf-8")
    return draft


def command(root: Path, *arguments: str) -> int:
    return run([*arguments, "--workspace", str(root)])


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes, *, terminal: bool = False) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: terminal)
    monkeypatch.setattr(sys, "stdin", stdin)


def test_a_text_from_a_file_waits_and_nothing_is_written(
    root: Path, draft: Path, person: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", "MEMORY.md", "--from", str(draft), "--reason", "It moved.") == 0
    assert capsys.readouterr().out.startswith("1  Proposal 1 waits for a person")
    assert (root / "MEMORY.md").read_text(encoding="utf-8") == TEXT
    (waiting,) = person.proposals(waiting=True)
    assert (waiting.path, waiting.reason, waiting.origin.who) == ("MEMORY.md", "It moved.", Who.OUTSIDE)


@pytest.mark.parametrize("source", [[], ["--from", "-"]])
def test_a_text_from_a_pipe_is_appended(
    root: Path,
    person: Desk,
    monkeypatch: pytest.MonkeyPatch,
    source: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    piped(monkeypatch, "\ufeff- 窑炉修好了。\n".encode())
    assert command(root, "propose", "MEMORY.md", "--append", "--json", *source) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["added"], told["removed"]) == ("waiting", 1, 0)
    assert person.review(told["id"]).proposed == TEXT + "- 窑炉修好了。\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["propose"], 2, "path"),
        (["propose", "MEMORY.md", "--from", "/no/such/file"], 2, "cannot be read"),
        (["propose", "MEMORY.md", "--wait", "soon"], 2, "number of seconds"),
        (["propose", "MEMORY.md", "--wait", "-1"], 2, "number of seconds"),
        (["propose", "MEMORY.md", "--wait", "nan"], 2, "number of seconds"),
        (["propose", "MEMORY.md", "--approve"], 2, "--approve"),
        (["propose", "notes.txt"], 1, ".md"),
        (["propose", "../outside.md"], 1, "outside"),
        (["report"], 2, "--html"),
        (["approve", "1"], 2, ""),
        (["mcp", "--json"], 2, "--json"),
    ],
)
def test_what_cannot_be_done_is_said(
    root: Path,
    arguments: list[str],
    code: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    piped(monkeypatch, b"- a line\n")
    assert command(root, *arguments) == code
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert not shown.out


def test_a_draft_that_is_not_there_is_no_folder_that_is_gone(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", "MEMORY.md", "--from", str(tmp_path / "missing.md")) == 2
    assert capsys.readouterr().err.endswith("missing.md cannot be read: there is no such file\n")


@pytest.mark.parametrize("path", ["../evil.md", "/etc/passwd.md", "memory/../../evil.md"])
def test_a_path_outside_is_called_outside_and_no_link(
    root: Path, draft: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", path, "--from", str(draft)) == 1
    told = capsys.readouterr().err
    assert "is outside the workspace" in told
    assert "link" not in told


def test_a_new_file_does_not_stay_as_it_is(
    root: Path, draft: Path, person: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", "notes/new.md", "--from", str(draft)) == 0
    assert "notes/new.md is not there until they accept it" in capsys.readouterr().out
    assert person.answer("1")["sentence"].endswith("notes/new.md is not created yet.")
    person.reject(["1"], now=NOW)
    assert "notes/new.md is not created." in person.answer("1")["sentence"]


def test_a_terminal_is_not_waited_for(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(monkeypatch, b"", terminal=True)
    assert command(root, "propose", "MEMORY.md") == 2
    assert "--from FILE" in capsys.readouterr().err


def test_a_closed_standard_input_is_said(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert command(root, "propose", "MEMORY.md") == 2
    assert "from a pipe" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_report_takes_the_place_of_no_device_or_pipe(
    root: Path, person: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person.gate.examine_all(now=NOW)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert command(root, "report", "--html", str(pipe)) == 1
    assert "not a file" in capsys.readouterr().err
    assert pipe.is_fifo()


def test_bytes_that_are_no_text_are_not_proposed(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(monkeypatch, b"\xff\xfe\x00")
    assert command(root, "propose", "MEMORY.md") == 2
    assert "standard input is no UTF-8 text" in capsys.readouterr().err


def decide(person: Desk, *, accept: bool) -> None:
    """As soon as something waits, decides it."""
    for _ in range(3_000):
        if waiting := person.proposals(waiting=True):
            break
        Event().wait(0.01)
    else:
        raise TimeoutError("nothing was proposed")
    if accept:
        review = person.review(waiting[0].id)
        better = TEXT.replace("5432", "5434")
        person.approve(waiting[0].id, text=better, seen=review.seen, comment="It is 5434.", now=NOW)
    else:
        person.reject([waiting[0].id], comment="Not so.", now=NOW)


@pytest.mark.parametrize(("accept", "code"), [(True, 0), (False, 3)])
def test_waiting_ends_with_the_decision(
    root: Path,
    draft: Path,
    person: Desk,
    accept: bool,
    code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    deciding = Thread(target=decide, args=(person,), kwargs={"accept": accept})
    deciding.start()
    assert command(root, "propose", "MEMORY.md", "--from", str(draft), "--wait", "20", "--json") == code
    deciding.join()
    proposed, answer = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert proposed["id"] == answer["id"]
    assert answer["status"] == ("accepted" if accept else "rejected")
    assert answer["comment"] == ("It is 5434." if accept else "Not so.")


def test_a_person_at_a_shell_reads_what_was_changed(
    root: Path, draft: Path, person: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    deciding = Thread(target=decide, args=(person,), kwargs={"accept": True})
    deciding.start()
    assert command(root, "propose", "MEMORY.md", "--from", str(draft), "--wait", "20") == 0
    deciding.join()
    shown = capsys.readouterr().out
    assert "comment: It is 5434." in shown
    assert "changed by the person:" in shown
    assert "5434" in shown


def test_nobody_deciding_is_told_by_its_own_exit_code(root: Path, draft: Path) -> None:
    assert command(root, "propose", "MEMORY.md", "--from", str(draft), "--wait", "0") == 4


def test_every_state_has_an_exit_code() -> None:
    assert set(review_commands.EXIT_CODES) == set(State)


def test_what_waits_is_listed(root: Path, draft: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(root, "proposals") == 0
    assert capsys.readouterr().out == "nothing waits for a person\n"
    assert command(root, "propose", "MEMORY.md", "--from", str(draft), "--reason", "line one\n" * 20) == 0
    capsys.readouterr()
    assert command(root, "proposals") == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["id", "path", "from", "age", "lines", "tokens", "reason"]
    assert row.split()[:4] == ["1", "MEMORY.md", "command", "line"]
    assert "+1 −1" in row
    assert row.endswith("…")
    assert command(root, "proposals", "--json") == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["state"], listed["origin"]["name"]) == ("1", "waiting", "command line")
    assert datetime.fromisoformat(listed["at"]).tzinfo


def test_what_waits_stands_in_columns_in_any_script(
    root: Path, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in ("memory/窑炉.md", "memory/cafe\u0301.md", "MEMORY.md"):
        assert command(root, "propose", path, "--from", str(draft), "--reason", "why") == 0
    (root / "TOOLS.md").write_text(TEXT * 9, encoding="utf-8")
    assert command(root, "propose", "TOOLS.md", "--from", str(draft), "--reason", "why") == 0
    capsys.readouterr()
    assert command(root, "proposals") == 0
    lines = capsys.readouterr().out.splitlines()
    assert {table.width(line[: line.index("command line")]) for line in lines[1:]} == {
        table.width(lines[0][: lines[0].index("from")])
    }
    assert "-" not in "".join(lines)


def test_a_workspace_that_was_never_opened_has_nothing_to_agree_with(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "verify") == 1
    assert "in the window once" in capsys.readouterr().out
    assert command(root, "report", "--html", str(tmp_path / "page.html")) == 1
    assert "in the window once" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_a_workspace_in_which_nothing_happened_agrees(
    root: Path, person: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "verify") == 0
    assert capsys.readouterr().out == "journal, history and disk agree\n"
    assert command(root, "verify", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_file_changed_behind_the_journals_back_is_a_disagreement(
    root: Path, draft: Path, person: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", "MEMORY.md", "--from", str(draft)) == 0
    decide(person, accept=True)
    capsys.readouterr()
    assert command(root, "verify") == 0
    (root / "MEMORY.md").write_text("forged\n", encoding="utf-8")
    capsys.readouterr()
    assert command(root, "verify") == 1
    assert capsys.readouterr().out.startswith("MEMORY.md on disk is")
    assert command(root, "verify", "--json") == 1
    assert json.loads(capsys.readouterr().out)[0]["path"] == "MEMORY.md"


def test_the_report_is_one_page_that_needs_nothing_else(
    root: Path, draft: Path, person: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "propose", "MEMORY.md", "--from", str(draft)) == 0
    page = tmp_path / "report.html"
    assert command(root, "report", "--html", str(page)) == 0
    assert str(page) in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "MEMORY.md" in text
    assert "<script src" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert command(root, "report", "--html", str(tmp_path / "gone" / "page.html")) == 1
    assert "its folder is gone" in capsys.readouterr().err
