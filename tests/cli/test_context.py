"""What the model is given, from a shell."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.cli import run

DATA = Path(__file__).parent.parent / "data" / "openclaw"
MEMORY = "# Memory\n\n" + "".join(f"- fact {number:04} 事实\n" for number in range(1_600))
CONFIG = '{ agents: { list: [{ id: "main", workspace: "%s" }], defaults: { contextTokens: 65536 } } }'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work space 工作"
    root.mkdir()
    (root / "AGENTS.md").write_text("# Agents\n\nRead the notes.\n", encoding="utf-8")
    (root / "TOOLS.md").write_text("# Tools\n", encoding="utf-8")
    (root / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    return root


@pytest.fixture
def told(root: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Runs the command and reads its JSON."""

    def ask(*arguments: str) -> dict[str, Any]:
        assert command(root, *arguments, "--json") == 0
        return json.loads(capsys.readouterr().out)

    return ask


def command(root: Path, *arguments: str) -> int:
    return run(["context", *arguments, "--workspace", str(root)])


def file(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in found["files"] if each["name"] == name)


def test_every_file_has_its_numbers(told: Callable[..., dict[str, Any]]) -> None:
    found = told()
    memory = file(found, "MEMORY.md")
    assert memory["raw_chars"] == len(MEMORY.rstrip())
    assert memory["injected_chars"] <= 20_000 < memory["raw_chars"]
    assert (memory["truncated"], memory["missing"], memory["causes"]) == (True, False, ["per-file-limit"])
    assert memory["tokens"] < memory["raw_tokens"]
    assert sum(cut["chars"] for cut in memory["cuts"]) == memory["dropped_chars"]
    assert memory["cuts"][0]["text"] in MEMORY
    soul = file(found, "SOUL.md")
    assert (soul["missing"], soul["raw_chars"], soul["truncated"]) == (True, 0, False)
    assert found["tokens"] == sum(each["tokens"] for each in found["files"])
    assert [each["name"] for each in found["left_out"]] == ["TOOLS.md"]


def test_what_nobody_measured_is_null(told: Callable[..., dict[str, Any]]) -> None:
    found = told()
    assert found["unknown"] == ["system prompt", "skills", "tool schemas", "history"]
    assert (found["window"], found["from"]["window"], found["rest_tokens"]) == (None, "unknown", None)
    assert all(each["share"] is None for each in found["files"])
    assert told("--window", "128k")["window"] == 128_000


@pytest.mark.parametrize(
    ("word", "kind", "sees"),
    [
        ("main", "main", True),
        ("direct", "main", True),
        ("group", "group", False),
        ("channel", "group", False),
        ("subagent", "sub-agent", False),
        ("cron", "cron", False),
    ],
)
def test_each_kind_of_session_is_given_its_own_files(
    told: Callable[..., dict[str, Any]], word: str, kind: str, sees: bool
) -> None:
    found = told("--session-kind", word)
    assert found["session_kind"] == kind
    assert ("MEMORY.md" in [each["name"] for each in found["files"]]) == sees
    assert ("MEMORY.md" in [each["name"] for each in found["left_out"]]) != sees


@pytest.mark.parametrize(
    ("word", "profile", "tools"),
    [("2026.2", "2026.2", True), ("2026.9", "2026.9", False), ("described", "as described", True)],
)
def test_another_version_can_be_asked_for(
    told: Callable[..., dict[str, Any]], word: str, profile: str, tools: bool
) -> None:
    found = told("--profile", word)
    assert found["profile"] == profile
    assert ("TOOLS.md" in [each["name"] for each in found["files"]]) == tools


def test_a_leak_into_groups_is_a_warning(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(root, "--profile", "2026.2") == 0
    assert "warning   OpenClaw 2026.2 gives MEMORY.md to groups" in capsys.readouterr().out
    assert command(root) == 0
    assert "warning   " not in capsys.readouterr().out


def test_a_person_reads_a_table(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(root, "--window", "1M") == 0
    lines = capsys.readouterr().out.split("\n")
    assert "window    1,000,000 tokens (from the command line)" in lines
    assert any(line.startswith("MEMORY.md") and line.endswith("cut") for line in lines)
    assert "tool schemas  unknown" in lines
    assert "left out  TOOLS.md: OpenClaw 2026.9 does not inject TOOLS.md." in lines


def test_a_window_nobody_knows_is_asked_for(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(root) == 0
    lines = capsys.readouterr().out.split("\n")
    assert "window    unknown (--window N)" in lines
    assert any(line.startswith("MEMORY.md") and "unknown" in line for line in lines)


def test_the_agents_own_window_is_taken_from_openclaw_json(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: Callable[..., dict[str, Any]]
) -> None:
    config = tmp_path / "openclaw.json"
    config.write_text(CONFIG % root, encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_CONFIG_PATH", str(config))
    found = told()
    assert (found["window"], found["from"]["window"], found["profile"]) == (
        65_536,
        "from openclaw.json",
        "2026.2",
    )


def test_what_openclaw_measured_in_the_last_session_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    shutil.copytree(DATA / "state-2026.2", state)
    config = state / "openclaw.json"
    text = config.read_text(encoding="utf-8").replace("/home/sam/.openclaw", state.as_posix())
    config.write_text(text, encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    (state / "workspace").mkdir(exist_ok=True)
    assert command(state / "workspace", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    sizes = {part["name"]: (part["chars"], part["basis"]) for part in found["parts"]}
    assert found["session"] == "agent:main:main"
    assert sizes["tool schemas"] == (4_466, "measured")
    assert (found["window"], found["from"]["window"]) == (65_536, "from the session")
    assert command(state / "workspace") == 0
    assert "measured  in agent:main:main" in capsys.readouterr().out


def test_what_is_injected_of_a_file_is_printed_and_the_cut_is_told_beside_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "--show", "memory.md") == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("# Memory\n\n- fact 0000 事实\n")
    assert "[...truncated, read MEMORY.md for full content...]" in shown.out
    assert shown.out.endswith("- fact 1599 事实\n")
    assert "cut here: lines " in shown.err
    assert command(root, "--show", "AGENTS.md", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["injected"], found["cuts"]) == ("# Agents\n\nRead the notes.", [])


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--session-kind", "bot"], 2, "bot"),
        (["--profile", "2025.1"], 2, "2025.1"),
        (["--window", "wide"], 2, "no number of tokens"),
        (["--window", "-1"], 2, "no number of tokens"),
        (["--show", "memory/2026-01-01.md"], 2, "is none of the files"),
        (["--show", "TOOLS.md"], 1, "does not inject TOOLS.md"),
        (["--show", "MEMORY.md", "--session-kind", "group"], 1, "is not given MEMORY.md"),
        (["extra"], 2, "extra"),
    ],
)
def test_what_is_not_understood_is_said(
    root: Path, arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, *arguments) == code
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert not shown.out


def test_an_empty_workspace_has_an_answer_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(tmp_path) == 0
    assert "None of the files an agent is given is here yet." in capsys.readouterr().out


@pytest.mark.parametrize("profile", ["2026.2", "2026.9", "described"])
def test_a_file_that_openclaw_does_not_read_is_never_said_to_reach_the_model(
    told: Callable[..., dict[str, Any]], root: Path, profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "AGENTS.md").write_text("x" * 3_000_000, encoding="utf-8")
    agents = file(told("--profile", profile), "AGENTS.md")
    assert (agents["raw_chars"], agents["dropped_chars"], agents["truncated"]) == (3_000_000, 3_000_000, True)
    assert (agents["state"], agents["raw_tokens"]) == ("not read", None)
    assert agents["refused"] == "it is larger than 2 MiB"
    assert not any(given and given["whole"] for given in agents["given"].values())
    assert command(root, "--profile", profile, "--show", "AGENTS.md") == 0
    said = capsys.readouterr()
    assert "xxx" not in said.out
    assert said.err.startswith("AGENTS.md is not read, because it is larger than 2 MiB; ")


def test_no_name_is_the_name_of_no_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(root, "--show", "") == 2
    assert "AGENTS.md" in capsys.readouterr().err
