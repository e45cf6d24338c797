"""The command line: the same engine, for people and for programs."""

from __future__ import annotations

import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import filelock
import pytest

from openclaw_desktop.cli import commands, run, search_command
from openclaw_desktop.places import Places


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work space 工作"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n\n- The database moved to port 5433.\n", encoding="utf-8")
    (root / "memory" / "2026-01-05.md").write_text(
        "# Kiln\n\n- 窑炉修好了。\n- Fired at 1200 °C.\n", encoding="utf-8"
    )
    (root / "memory" / "broken.md").write_bytes(b"\xff\xfe\x00a\x00b")
    return root


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.model
def test_index_wait_then_search_shows_the_hit_and_its_steps(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", "--wait", "--json", "--workspace", str(workspace)]) == 0
    state = json.loads(said(capsys))
    assert state["phase"] == "ready"
    assert state["vectors_done"] == state["vectors_total"] > 0
    command = ["search", "which port is the database on?", "--json", "--workspace", str(workspace)]
    assert run([*command, "--now", "2026-02-01"]) == 0
    answer = json.loads(said(capsys))
    first = answer["results"][0]
    assert first["path"] == "MEMORY.md"
    score = 0.0
    for step in first["steps"]:
        assert step["before"] == pytest.approx(score)
        score = step["after"]
    assert score == pytest.approx(first["score"])


@pytest.mark.model
def test_a_batch_answers_each_line_with_a_line(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = workspace.parent / "questions.jsonl"
    batch.write_text('{"query": "窑炉", "now": "2026-01-06"}\n\n{"query": "port 5433"}\n', encoding="utf-8")
    assert run(["index", "--wait", "--workspace", str(workspace)]) == 0
    said(capsys)
    assert run(["search", "--batch", str(batch), "--workspace", str(workspace)]) == 0
    answers = [json.loads(line) for line in said(capsys).splitlines()]
    assert [answer["query"] for answer in answers] == ["窑炉", "port 5433"]
    assert answers[0]["results"][0]["path"] == "memory/2026-01-05.md"
    assert answers[1]["results"][0]["path"] == "MEMORY.md"


@pytest.mark.model
def test_doctor_finds_everything_well(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json", "--workspace", str(workspace)]) == 0, capsys.readouterr().out
    checks = json.loads(said(capsys))
    assert all(check["ok"] for check in checks)
    assert any("384 dimensions" in check["sentence"] for check in checks)


def test_status_of_a_workspace_never_indexed_says_so(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["status", "--workspace", str(workspace)]) == 0
    assert "not indexed yet" in said(capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["search"],
        ["search", "q", "--limit", "many"],
        ["search", "q", "--set", "nonsense"],
        ["search", "q", "--set", "sparkle=1"],
        ["search", "q", "--set", "preset=Desktop"],
        ["search", "q", "--set", "where=memory"],
        ["search", "q", "--preset", "Google"],
        ["search", "q", "--now", "yesterday"],
        ["search", "--batch", "/no/such/file.jsonl"],
        ["index", "--sideways"],
        ["index", "--workspace", ""],
    ],
)
def test_what_is_not_understood_ends_with_2_and_a_sentence(
    workspace: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--workspace", str(workspace)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("openclaw-desktop: ")
    assert not shown.out


def test_a_workspace_that_is_not_there_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["status", "--workspace", str(tmp_path / "gone")]) == 1
    assert "not a folder" in capsys.readouterr().err


def test_without_any_workspace_the_command_says_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert run(["status"]) == 1
    assert "--workspace" in capsys.readouterr().err


def test_a_batch_is_read_as_other_systems_write_it(workspace: Path) -> None:
    batch = workspace.parent / "questions.jsonl"
    batch.write_bytes('\ufeff{"query": "窑炉", "now": "2026-01-06"}\r\n \r\n{"query": ""}\r\n'.encode())
    read = search_command.questions(str(batch))
    assert (read.asked, read.problems) == ([("窑炉", datetime(2026, 1, 6, tzinfo=UTC)), ("", None)], [])


def test_a_batch_comes_from_a_pipe_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(b'{"query": "kiln"}\nno json\n'), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", stdin)
    read = search_command.questions("-")
    assert read.asked == [("kiln", None)]
    assert read.problems == ['standard input:2 is no JSON object with a "query"']


def test_a_batch_that_is_not_there_is_no_folder_that_is_gone(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = workspace.parent / "missing.jsonl"
    assert run(["search", "--batch", str(missing), "--workspace", str(workspace)]) == 2
    assert capsys.readouterr().err == f"openclaw-desktop: {missing} cannot be read: there is no such file\n"


@pytest.mark.model
def test_the_good_lines_of_a_batch_are_answered_and_the_others_named(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = workspace.parent / "questions.jsonl"
    batch.write_text('{"query": "kiln"}\n{"query": 5}\n\n{"query": "port"}\n', encoding="utf-8")
    assert run(["index", "--wait", "--workspace", str(workspace)]) == 0
    capsys.readouterr()
    assert run(["search", "--batch", str(batch), "--workspace", str(workspace)]) == 1
    shown = capsys.readouterr()
    assert [json.loads(line)["query"] for line in shown.out.splitlines()] == ["kiln", "port"]
    assert f'{batch}:2 has a "query" that is no text' in shown.err


@pytest.mark.parametrize("wish", ["help", "sparkle=1"])
def test_search_settings_are_listed_for_who_does_not_know_them(
    workspace: Path, wish: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["search", "q", "--set", wish, "--workspace", str(workspace)]) == 2
    said_keys = capsys.readouterr().err.partition("the keys are ")[2].strip().split(", ")
    assert {"limit", "min_score", "mmr_lambda"} <= set(said_keys)
    assert "preset" not in said_keys


def test_the_help_of_a_search_shows_a_line_of_a_batch(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["search", "--help"])
    assert '{"query": ' in capsys.readouterr().out


def test_a_word_that_is_neither_command_nor_folder_is_not_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["frob"]) == 2
    assert capsys.readouterr().err.startswith("openclaw-desktop: no such command or folder: frob")
    assert run([str(tmp_path / "gone")]) == 1
    assert "is not a folder that can be opened, and no file either" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[1]",
        '{"question": "q"}',
        '{"query": null}',
        '{"query": 5}',
        '{"query": ["q"]}',
        '{"query": "q", "now": "soon"}',
        '{"query": "q", "now": true}',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_no_question_is_named(
    workspace: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = workspace.parent / "questions.jsonl"
    batch.write_text(f"\n{line}\n", encoding="utf-8")
    assert run(["search", "--batch", str(batch), "--workspace", str(workspace)]) == 1
    shown = capsys.readouterr()
    assert f"{batch}:2" in shown.err
    assert not shown.out


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "~nobody-here"])
def test_a_workspace_that_cannot_be_looked_at_is_no_workspace(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["status", "--workspace", str(tmp_path / name)]) == 1
    assert run([str(tmp_path / name)]) == 1
    assert capsys.readouterr().err.count("is not a folder that can be opened") == 2


def test_a_home_that_cannot_be_written_is_said_in_words(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "home"
    monkeypatch.setenv("OPENCLAW_DESKTOP_HOME", str(file))

    def refusing(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refusing)
    assert run(["index", "--workspace", str(workspace)]) == 1
    shown = capsys.readouterr()
    assert "there is no permission" in shown.err
    assert "Errno" not in shown.err
    assert not shown.out


@pytest.mark.model
def test_the_doctor_says_what_is_wrong_with_the_settings_and_goes_on(
    workspace: Path, own_places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_places / "config").mkdir()
    (own_places / "config" / "settings.toml").write_text('[index]\nthreads = "many"\n', encoding="utf-8")
    assert run(["status", "--workspace", str(workspace)]) == 1
    assert "settings.toml" in capsys.readouterr().err
    assert run(["doctor", "--json", "--workspace", str(workspace)]) == 1
    checks = json.loads(said(capsys))
    assert [check["name"] for check in checks if not check["ok"]] == ["settings"]


@pytest.mark.model
def test_an_index_made_anew_takes_the_place_of_the_old_one(
    workspace: Path, own_places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["index", "--wait"], ["index", "--force", "--wait"], ["index", "--force"]):
        assert run([*command, "--workspace", str(workspace)]) == 0
        assert "up to date" in said(capsys)
    databases = {path.name for path in own_places.glob("data/workspaces/*/*.db")}
    assert databases == {"index-3.db"}


@pytest.mark.model
def test_an_empty_workspace_that_another_process_indexes_is_complete(
    tmp_path: Path, own_places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    assert run(["index", "--wait", "--workspace", str(root)]) == 0
    with filelock.FileLock(Places.of_user().of_workspace(root) / "index.lock"):
        assert run(["index", "--wait", "--workspace", str(root)]) == 0
        assert run(["index", "--force", "--workspace", str(root)]) == 1
    said_why = capsys.readouterr().err
    assert said_why.startswith("openclaw-desktop: This workspace is indexed by")
    assert "cannot be made anew here meanwhile. Close that program" in said_why
    assert said_why.endswith(".\n")


@pytest.mark.model
def test_another_process_that_makes_no_headway_is_not_waited_for_for_ever(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "HEADWAY_SECONDS", 0.0)
    folder = Places.of_user().of_workspace(workspace)
    folder.mkdir(parents=True)
    with filelock.FileLock(folder / "index.lock"):
        assert run(["index", "--wait", "--workspace", str(workspace)]) == 1
    assert "no headway" in capsys.readouterr().err


def test_status_does_not_call_a_file_changed_that_was_indexed_right_after_it_was_saved(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", "--workspace", str(workspace)]) == 0
    assert run(["status", "--json", "--workspace", str(workspace)]) == 0
    assert json.loads(said(capsys).splitlines()[-1])["outdated"] == 0
    (workspace / "MEMORY.md").write_text("# Memory\n\n- The database moved to port 5434.\n", encoding="utf-8")
    assert run(["status", "--json", "--workspace", str(workspace)]) == 0
    assert json.loads(said(capsys))["outdated"] == 1
