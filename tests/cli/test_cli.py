"""The command line: the same engine, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from openclaw_desktop.cli import run


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
        ["search", "q", "--preset", "Google"],
        ["search", "q", "--now", "yesterday"],
        ["search", "--batch", "/no/such/file.jsonl"],
        ["index", "--sideways"],
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
