"""An agent's own index from a shell: what it is, and what it answers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keyring
import pytest

from openclaw_desktop import keys
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.agent_index.question_vectors import QuestionVectors
from openclaw_desktop.cli import run
from openclaw_desktop.places import Places

DATA = Path(__file__).parents[1] / "data" / "openclaw"
ERAS = ("2026.2", "2026.9")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The workspace of an agent of 2026.9, or of the era the test names."""
    state = tmp_path / "state"
    shutil.copytree(
        DATA / f"state-{getattr(request, 'param', '2026.9')}", state, copy_function=shutil.copyfile
    )
    for folder in (state, *(each for each in state.rglob("*") if each.is_dir())):
        folder.chmod(0o755)
    config = (state / "openclaw.json").read_text(encoding="utf-8")
    (state / "openclaw.json").write_text(config.replace("/home/sam/.openclaw", state.as_posix()), "utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    return state / "workspace"


def recorded(era: str, name: str) -> dict[str, Any]:
    run = json.loads((DATA / f"search-{era}.json").read_text(encoding="utf-8"))
    search = next(each for each in run["searches"] if each["name"] == name)
    return {"now": run["now"], **search}


@pytest.fixture
def as_recorded(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Has the question's vector be the one the program received."""

    def use(search: dict[str, Any]) -> None:
        import numpy as np

        vector = np.array(search["queryVector"], dtype=np.float32)
        answer = QuestionVector(vector, by="the recording")
        monkeypatch.setattr(QuestionVectors, "__call__", lambda *_: answer)

    return use


@pytest.mark.parametrize(("workspace", "era"), [(era, era) for era in ERAS], indirect=["workspace"])
@pytest.mark.parametrize("name", ["en-1", "max-2", "both", "wide"])
def test_its_rows_are_those_the_program_itself_printed(
    workspace: Path,
    capsys: pytest.CaptureFixture[str],
    as_recorded: Callable[[dict[str, Any]], None],
    era: str,
    name: str,
) -> None:
    search = recorded(era, name)
    as_recorded(search)
    arguments = ["agent-search", search["query"], "--json", "--now", search["now"], *search["args"]]
    assert run([*arguments, "--workspace", str(workspace)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["askedOf"] == "the recording"
    theirs = search["answer"]["results"]
    assert len(told["results"]) == len(theirs)
    for ours, each in zip(told["results"], theirs, strict=True):
        assert ours.pop("steps")[-1]["after"] == ours["score"]
        numbers = {key: each.pop(key) for key in ("score", "vectorScore", "textScore") if key in each}
        assert {key: ours.pop(key) for key in numbers} == pytest.approx(numbers, abs=1e-6)
        assert ours == each


def test_a_person_is_shown_whom_it_asked_and_why_each_hit_is_there(
    workspace: Path, capsys: pytest.CaptureFixture[str], as_recorded: Callable[[dict[str, Any]], None]
) -> None:
    search = recorded("2026.9", "en-1")
    as_recorded(search)
    asked = ["agent-search", search["query"], "--explain", "--now", search["now"]]
    assert run([*asked, "--workspace", str(workspace)]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "Nimbus · OpenClaw 2026.9 · multilingual-e5-small, asked of the recording"
    assert lines[1].split()[:3] == ["1", "0.955", "MEMORY.md"]
    assert any(line.strip().startswith("importance:") for line in lines)


def test_without_a_model_words_are_asked_and_that_is_said(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuestionVectors, "__call__", lambda *_: QuestionVector(None, "nobody is there"))
    assert run(["agent-search", "rain gauge", "--workspace", str(workspace)]) == 0
    assert capsys.readouterr().out.startswith("Nimbus · OpenClaw 2026.9 · keywords only: nobody is there\n")


def test_sessions_are_looked_into_where_that_is_asked(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuestionVectors, "__call__", lambda *_: QuestionVector(None, "nobody is there"))
    sources: dict[str, set[str]] = {}
    for corpus in ("memory", "sessions", "all"):
        asked = [
            "agent-search",
            "mast",
            "--corpus",
            corpus,
            "--min-score",
            "0",
            "--max-results",
            "50",
            "--json",
        ]
        assert run([*asked, "--workspace", str(workspace)]) == 0
        told = json.loads(capsys.readouterr().out)
        sources[corpus] = {each["source"] for each in told["results"]}
    assert sources == {"memory": {"memory"}, "sessions": {"sessions"}, "all": {"memory", "sessions"}}


@pytest.mark.parametrize("workspace", ERAS, indirect=True)
def test_the_index_is_told_in_lines_and_in_json(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "MEMORY.md").write_text("changed\n", encoding="utf-8")
    assert run(["agent-index", str(workspace)]) == 0
    text = capsys.readouterr().out
    for told in ("multilingual-e5-small by openai · 384 numbers", "400 tokens, overlap 80", "as configured"):
        assert told in text
    assert "MEMORY.md changed since it was indexed" in text
    assert "min_score" in text
    assert run(["agent-index", "--json", "--workspace", str(workspace)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["drift"] == [{"path": "MEMORY.md", "kind": "changed", "source": "memory"}]


def test_a_workspace_without_an_agent_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agent-index", str(tmp_path)]) == 1
    assert "No OpenClaw agent is known for this workspace" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["agent-index"], ["agent-search", "rain gauge"], ["past-searches"]])
def test_a_broken_configuration_is_the_reason_that_is_said(
    asked: list[str], workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = workspace.parent / "openclaw.json"
    config.write_text("{ agents: [ ", encoding="utf-8")
    assert run([*asked, "--workspace", str(workspace)]) == 1
    assert f"{config} cannot be read: it is not JSON5" in capsys.readouterr().err


def test_a_time_that_is_none_is_not_understood(workspace: Path) -> None:
    assert run(["agent-search", "x", "--now", "soon", "--workspace", str(workspace)]) == 2


def test_a_key_goes_into_the_keyring_and_nowhere_else(
    workspace: Path,
    tmp_path: Path,
    own_places: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: dict[tuple[str, str], str] = {}
    monkeypatch.setattr(keys.Keys, "problem", None)
    monkeypatch.setattr(
        keyring, "set_password", lambda service, name, key: kept.update({(service, name): key})
    )
    file = tmp_path / "key"
    file.write_text("sk-1\n", encoding="utf-8")
    command = ["agent-index", "--key", str(file), "--workspace", str(workspace)]
    assert run(command) == 1
    assert "agent.endpoint is empty" in capsys.readouterr().err
    settings = Places.of_user().settings_file
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('[agent]\nendpoint = "https://host/v1"\n', encoding="utf-8")
    assert run(command) == 0
    assert kept == {(keys.SERVICE, "https://host/v1"): "sk-1"}
    assert capsys.readouterr().out == "The key for https://host/v1 is in the keyring.\n"
    assert not [each for each in own_places.rglob("*") if each.is_file() and b"sk-1" in each.read_bytes()]


def test_without_a_keyring_no_key_is_kept(
    workspace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys.Keys, "problem", keys.NO_KEYRING)
    settings = Places.of_user().settings_file
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('[agent]\nendpoint = "https://host/v1"\n', encoding="utf-8")
    (tmp_path / "key").write_text("sk-1", encoding="utf-8")
    assert run(["agent-index", "--key", str(tmp_path / "key"), "--workspace", str(workspace)]) == 1
    assert "this system has no keyring" in capsys.readouterr().err
