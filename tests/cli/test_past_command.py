"""Past searches from a shell."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.cli import run

STATE = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.2"
Said = Callable[..., list[str]]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    root = state / "workspace"
    config = {"agents": {"list": [{"id": "main", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    return root


def add(workspace: Path, question: str, answer: object) -> None:
    """One more session, in which the memory was asked."""
    path = workspace.parent / "agents" / "main" / "sessions" / "later.jsonl"
    block = {"type": "toolCall", "id": "a", "name": "memory_search", "arguments": {"query": question}}
    text = [{"type": "text", "text": json.dumps(answer, ensure_ascii=False)}]
    records = [
        {"type": "session", "version": 3, "id": "later"},
        {"type": "message", "id": "1", "message": {"role": "user", "content": "?"}},
        {"type": "message", "id": "2", "message": {"role": "assistant", "content": [block]}},
        {
            "type": "message",
            "id": "3",
            "message": {
                "role": "toolResult",
                "toolCallId": "a",
                "toolName": "memory_search",
                "content": text,
            },
        },
    ]
    for number, record in enumerate(records):
        record["timestamp"] = f"2026-02-27T09:00:0{number}Z"
    path.write_text(
        "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8"
    )


@pytest.fixture
def said(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    def ask(*arguments: str) -> list[str]:
        assert run(["past-searches", *arguments, "--workspace", str(workspace)]) == 0
        return capsys.readouterr().out.rstrip("\n").split("\n")

    return ask


@pytest.fixture
def told(said: Said) -> Callable[..., dict[str, Any]]:
    return lambda *arguments: json.loads("\n".join(said("--json", *arguments)))


def test_the_searches_are_a_table_with_the_newest_first(workspace: Path, said: Said) -> None:
    add(workspace, "网关服务", {"results": []})
    head, first, second = said()
    assert head.split() == ["no.", "time", "session", "turn", "tool", "question", "answer", "trouble"]
    assert first.split()[0] == "1"
    assert "网关服务" in first
    assert first.endswith("nothing found  found nothing")
    assert "battery cold behaviour" in second
    assert second.endswith("1 hit")


def test_only_those_in_which_the_memory_failed_each_with_the_reason(workspace: Path, said: Said) -> None:
    add(workspace, "网关服务", {"results": [], "disabled": True, "error": "quota exceeded"})
    _, line, reason = said("--failed")
    assert line.endswith("unavailable  unavailable")
    assert reason == "      The memory did not answer: quota exceeded."


def test_why_the_memory_did_not_answer_is_said_once(workspace: Path, said: Said) -> None:
    add(
        workspace, "网关服务", {"results": [], "disabled": True, "error": "quota exceeded", "action": "Wait."}
    )
    shutil.rmtree(workspace.parent / "memory")
    assert said("--again", "1")[2:4] == ["  The memory did not answer: quota exceeded.", "  Wait."]


def test_words_narrow_the_list_and_leave_the_numbers(
    workspace: Path, said: Said, told: Callable[..., dict[str, Any]]
) -> None:
    add(workspace, "网关服务", {"results": []})
    found = told("--query", "POWER-budget")
    assert [(each["number"], each["question"]) for each in found["calls"]] == [(2, "battery cold behaviour")]
    assert found["problems"] == []
    assert said("--query", "absent") == ["no such search"]


def test_asking_again_shows_both_answers_and_every_difference(said: Said) -> None:
    lines = said("--again", "1")
    assert lines[0] == "memory_search: battery cold behaviour"
    assert any("memory/hardware/enclosure/power-budget.md · 1-28" in line for line in lines)
    assert any("takes lines 1-26 now." in line for line in lines)


def test_asking_again_tells_a_program_the_same(told: Callable[..., dict[str, Any]]) -> None:
    found = told("--again", "1")
    row = found["compared"][0]
    assert row["recorded"]["score"] == 0.61
    assert row["differences"][0]["change"] == "text changed"
    assert found["asked_at"] == "2026-02-22T19:00:05Z"
    assert found["now"]["query"] == "battery cold behaviour"


def test_without_an_index_the_answer_of_then_is_shown_all_the_same(
    workspace: Path, said: Said, told: Callable[..., dict[str, Any]]
) -> None:
    shutil.rmtree(workspace.parent / "memory")
    lines = said("--again", told()["calls"][0]["id"])
    assert any("power-budget.md" in line for line in lines)
    assert any(line.startswith("not asked again: ") for line in lines)


@pytest.mark.parametrize("name", ["0", "7", "nonsense", ""])
def test_a_search_that_is_not_in_the_list_is_not_understood(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run(["past-searches", "--again", name, "--workspace", str(workspace)]) == 2
    assert "there is no past search" in capsys.readouterr().err


def test_an_agent_that_never_searched_is_said(workspace: Path, said: Said) -> None:
    shutil.rmtree(workspace.parent / "agents" / "main" / "sessions")
    assert said() == ["no session of the agent has a search of its memory"]


def test_a_folder_of_no_agent_has_no_searches(
    workspace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del workspace
    other = tmp_path / "other"
    other.mkdir()
    assert run(["past-searches", "--workspace", str(other)]) == 1
    assert "no agent's workspace" in capsys.readouterr().err
