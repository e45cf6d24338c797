"""Agents and their workspaces are found by the rules of either era."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.errors import OpenClawConfigError
from openclaw_desktop.workspace.agents import Agent, Installation, agent_of, find

FIXTURES = Path(__file__).parents[1] / "data/openclaw"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "sam"
    folder.mkdir()
    return folder


@pytest.fixture
def state(home: Path) -> Path:
    folder = home / ".openclaw"
    folder.mkdir()
    return folder


def configure(state: Path, values: dict[str, Any] | str) -> None:
    text = values if isinstance(values, str) else json.dumps(values)
    (state / "openclaw.json").write_text(text, encoding="utf-8")


def fill(folder: Path, files: int = 1) -> Path:
    """A workspace with so many Markdown files."""
    (folder / "memory").mkdir(parents=True, exist_ok=True)
    for number in range(files):
        (folder / "memory" / f"{number}.md").write_text("x\n", encoding="utf-8")
    return folder


def found(home: Path, **environ: str) -> Installation:
    installation = find(environ, home)
    assert installation is not None
    return installation


def agents(home: Path, **environ: str) -> dict[str, Agent]:
    return {agent.id: agent for agent in found(home, **environ).agents}


LIST = {"agents": {"list": [{"id": "main", "default": True}, {"id": "research"}]}}
ENTRIES = {"agents": {"entries": {"main": {}, "research": {}}}}


# Real installations


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_a_real_installation_is_found_with_both_agents(home: Path, era: str) -> None:
    state = home / ".openclaw"
    shutil.copytree(FIXTURES / f"state-{era}", state)
    text = (state / "openclaw.json").read_text(encoding="utf-8")
    configure(state, text.replace("/home/sam/.openclaw", str(state)))
    installation = found(home)
    assert (installation.era, installation.state_dir, installation.problems) == (era, state, ())
    assert installation.config == state / "openclaw.json"
    main, research = installation.agents
    assert (main.id, main.name, main.state, main.is_default) == ("main", "Nimbus", "ok", True)
    assert main.workspace == state / "workspace"
    assert main.candidates[0].markdown_files > 10
    assert (research.name, research.state, research.is_default) == ("Almanac", "ok", False)
    assert research.workspace == state / "projects/research-desk"


def test_where_paths_are_of_another_machine_both_are_missing(home: Path, state: Path) -> None:
    shutil.copyfile(FIXTURES / "state-2026.9/openclaw.json", state / "openclaw.json")
    main, research = found(home).agents
    assert (main.state, str(main.workspace)) == ("missing", "/home/sam/.openclaw/workspace")
    assert research.state == "missing"


# Where the configuration lies


def test_without_any_openclaw_there_is_no_installation(home: Path) -> None:
    assert find({}, home) is None
    assert find({"OPENCLAW_CONFIG_PATH": str(home / "gone.json")}, home) is None


def test_a_state_directory_without_configuration_has_one_agent(home: Path, state: Path) -> None:
    fill(state / "workspace")
    installation = found(home)
    assert installation.config is None
    (main,) = installation.agents
    assert (main.id, main.workspace, main.state, main.is_default) == (
        "main",
        state / "workspace",
        "ok",
        True,
    )


@pytest.mark.parametrize(
    ("variable", "value", "folder"),
    [
        ("OPENCLAW_STATE_DIR", "{home}/elsewhere", "elsewhere"),
        ("OPENCLAW_STATE_DIR", "~/elsewhere", "elsewhere"),
        ("OPENCLAW_PROFILE", "work", ".openclaw-work"),
        ("OPENCLAW_PROFILE", "default", ".openclaw"),
        ("OPENCLAW_HOME", "{home}/other", "other/.openclaw"),
        ("UNRELATED", "", ".openclaw"),
    ],
)
def test_the_state_directory_follows_the_variables(
    home: Path, variable: str, value: str, folder: str
) -> None:
    state = home / folder
    fill(state / "workspace")
    configure(state, {"agents": {"entries": {"nimbus": {"name": "Nimbus"}}}})
    installation = found(home, **{variable: value.format(home=home)})
    assert installation.state_dir == state
    assert installation.agents[0].workspace == state / "workspace"


def test_a_configuration_may_lie_elsewhere(home: Path, state: Path) -> None:
    other = home / "config.json5"
    other.write_text("{agents: {entries: {nimbus: {}}}}", encoding="utf-8")
    installation = found(home, OPENCLAW_CONFIG_PATH="~/config.json5")
    assert (installation.config, installation.agents[0].id) == (other, "nimbus")


def test_a_configuration_that_is_named_but_not_there_is_said(home: Path, state: Path) -> None:
    assert "not there" in found(home, OPENCLAW_CONFIG_PATH="/nowhere.json").problems[0]


@pytest.mark.parametrize("name", ["clawdbot", "moltbot"])
def test_what_openclaw_was_called_before_is_found(home: Path, name: str) -> None:
    old = home / f".{name}"
    fill(old / "workspace")
    (old / f"{name}.json").write_text('{"agents": {"list": [{"id": "old"}]}}', encoding="utf-8")
    installation = found(home)
    assert (installation.state_dir, installation.agents[0].id) == (old, "old")


def test_an_unreadable_configuration_is_refused(home: Path, state: Path) -> None:
    configure(state, "{ agents: ")
    with pytest.raises(OpenClawConfigError):
        find({}, home)


def test_a_state_directory_that_one_may_not_look_into_is_no_trace(
    home: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(self: Path, _pattern: str) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "glob", refusing)
    assert found(home).era == "2026.9"


def test_agents_may_be_included_from_another_file(home: Path, state: Path) -> None:
    configure(state, '{agents: {$include: "agents.json5"}}')
    (state / "agents.json5").write_text("{entries: {nimbus: {}}}", encoding="utf-8")
    assert list(agents(home)) == ["nimbus"]
    (home / "common").mkdir()
    (state / "agents.json5").rename(home / "common/agents.json5")
    configure(state, '{agents: {$include: "../common/agents.json5"}}')
    assert "outside" in found(home).problems[0]
    assert list(agents(home, OPENCLAW_INCLUDE_ROOTS="/nowhere:~/common")) == ["nimbus"]


# The workspace of each agent


def test_in_february_only_the_default_agent_has_the_general_workspace(home: Path, state: Path) -> None:
    general = fill(home / "w")
    configure(state, LIST | {"agents": LIST["agents"] | {"defaults": {"workspace": str(general)}}})
    assert agents(home)["main"].workspace == general
    assert agents(home)["research"].workspace == state / "workspace-research"


def test_in_february_the_first_agent_is_the_default_and_its_workspace_is_in_the_home(
    home: Path, state: Path
) -> None:
    configure(state, {"agents": {"list": [{"id": "first"}, {"id": "second"}]}})
    elsewhere = home / "elsewhere"
    shutil.copytree(state, elsewhere)
    first, second = found(home, OPENCLAW_STATE_DIR=str(elsewhere)).agents
    assert (first.is_default, first.workspace) == (True, home / ".openclaw/workspace")
    assert second.workspace == elsewhere / "workspace-second"


def test_in_february_a_profile_has_its_workspace_beside_the_general_one(home: Path) -> None:
    state = home / ".openclaw-work"
    state.mkdir()
    configure(state, LIST)
    assert agents(home, OPENCLAW_PROFILE="work")["main"].workspace == home / ".openclaw/workspace-work"


def test_in_september_other_agents_live_inside_the_general_workspace(home: Path, state: Path) -> None:
    general = home / "w"
    configure(state, {"agents": ENTRIES["agents"] | {"defaults": {"workspace": "~/w"}}})
    assert agents(home)["main"].workspace == general
    assert agents(home)["research"].workspace == general / "research"
    configure(state, ENTRIES)
    assert agents(home)["main"].workspace == state / "workspace"
    assert agents(home)["research"].workspace == state / "workspace-research"


def test_in_september_nobody_inherits_when_ownership_is_explicit(home: Path, state: Path) -> None:
    shape: dict[str, Any] = {"ownership": "explicit", "defaults": {"workspace": "~/w"}}
    configure(state, {"agents": shape | ENTRIES["agents"]})
    assert agents(home)["main"].workspace == home / "w/main"
    configure(state, {"agents": shape | {"entries": {"sole": {}}}})
    assert agents(home)["sole"].workspace == home / "w"


def test_in_september_a_variable_names_the_workspace_but_the_configuration_wins(
    home: Path, state: Path
) -> None:
    configure(state, ENTRIES)
    assert agents(home, OPENCLAW_WORKSPACE_DIR="~/v")["main"].workspace == home / "v"
    configure(state, {"agents": ENTRIES["agents"] | {"defaults": {"workspace": "~/w"}}})
    assert agents(home, OPENCLAW_WORKSPACE_DIR="~/v")["main"].workspace == home / "w"


@pytest.mark.parametrize(
    ("agents_section", "default"),
    [
        ({"entries": {"a": {}, "main": {}}}, "main"),
        ({"entries": {"a": {}, "b": {"default": True}}}, "b"),
        ({"entries": {"a": {}, "b": {}}}, "a"),
        ({"entries": {"a": {}, "b": {}}, "defaults": {"systemAgent": {"agentId": "b"}}}, "b"),
        ({"list": [{"id": "a"}, {"id": "b", "default": True}]}, "b"),
    ],
)
def test_one_agent_is_the_default(
    home: Path, state: Path, agents_section: dict[str, Any], default: str
) -> None:
    configure(state, {"agents": agents_section})
    assert [agent.id for agent in found(home).agents if agent.is_default] == [default]


def test_variables_in_a_path_are_put_in(home: Path, state: Path) -> None:
    fill(home / "data/w")
    configure(state, {"agents": {"entries": {"main": {"workspace": "${DATA}/w"}}}})
    assert agents(home, DATA=str(home / "data"))["main"].state == "ok"
    installation = found(home)
    assert installation.agents[0].state == "missing"
    assert "${DATA}, which is not set" in installation.problems[0]
    (state / ".env").write_text(f"DATA={home}/data\n", encoding="utf-8")
    assert agents(home)["main"].state == "ok"


@pytest.mark.parametrize(
    "path", ["C:\\Users\\sam\\w", "\\\\server\\share", "/no\0where", "/half/\ud83d", "rel"]
)
def test_a_path_this_system_cannot_have_is_missing(home: Path, state: Path, path: str) -> None:
    configure(state, {"agents": {"entries": {"main": {"workspace": path}}}})
    (main,) = found(home).agents
    assert main.state == "missing"
    assert not main.candidates[0].exists
    assert agent_of(found(home), home) is None


def test_ids_are_written_as_openclaw_writes_them(home: Path, state: Path) -> None:
    configure(state, {"agents": {"list": [{"id": "../My Agent!"}, {"id": 7}, {}, "x", {"id": "my-agent"}]}})
    installation = found(home)
    assert [agent.id for agent in installation.agents] == ["my-agent"]
    assert any("twice" in problem for problem in installation.problems)
    assert any("without an id" in problem for problem in installation.problems)


def test_names_are_the_agents_own(home: Path, state: Path) -> None:
    values = {"a": {"name": "Nimbus"}, "b": {"identity": {"name": "Almanac"}}, "c": {"name": 7}}
    configure(state, {"agents": {"entries": values}})
    assert [agent.name for agent in found(home).agents] == ["Nimbus", "Almanac", "c"]


@pytest.mark.parametrize("roster", [{}, {"entries": {}}, {"list": []}, {"list": 7}, {"entries": None}, []])
def test_an_empty_roster_has_the_main_agent(home: Path, state: Path, roster: Any) -> None:
    configure(state, {"agents": roster})
    assert list(agents(home)) == ["main"]


# Missing, empty, doubled


def test_missing_and_empty_are_told_apart(home: Path, state: Path) -> None:
    configure(state, {"agents": {"entries": {"a": {"workspace": "~/gone"}, "b": {"workspace": "~/empty"}}}})
    (home / "empty").mkdir()
    assert [agent.state for agent in found(home).agents] == ["missing", "empty"]


def test_a_workspace_that_an_upgrade_moved_is_doubled(home: Path, state: Path) -> None:
    general = fill(home / "w", 5)
    old = fill(state / "workspace-research", 4)
    new = fill(general / "research", 1)
    configure(state, {"agents": ENTRIES["agents"] | {"defaults": {"workspace": "~/w"}}})
    research = agents(home)["research"]
    assert (research.state, research.workspace) == ("doubled", new)
    assert [(c.path, c.exists, c.markdown_files) for c in research.candidates] == [
        (new, True, 1),
        (old, True, 4),
    ]
    assert agents(home)["main"].state == "ok"
    installation = found(home)
    assert agent_of(installation, old) == research
    assert agent_of(installation, home) is None


def test_a_missing_workspace_names_the_folder_left_behind(home: Path, state: Path) -> None:
    fill(home / "w", 1)
    old = fill(state / "workspace-research", 4)
    configure(state, {"agents": ENTRIES["agents"] | {"defaults": {"workspace": "~/w"}}})
    research = agents(home)["research"]
    assert research.state == "missing"
    assert research.candidates[1].path == old


def test_what_was_moved_out_of_the_general_workspace_is_not_counted_twice(home: Path, state: Path) -> None:
    general = fill(home / "w", 2)
    fill(general / "main", 3)
    shape = {"ownership": "explicit", "defaults": {"workspace": "~/w"}}
    configure(state, {"agents": shape | ENTRIES["agents"]})
    main = agents(home)["main"]
    assert (main.state, [c.markdown_files for c in main.candidates]) == ("ok", [3, 2])


def test_the_workspace_of_another_agent_is_no_candidate(home: Path, state: Path) -> None:
    general = fill(home / "w", 9)
    values = {"main": {"workspace": "~/w"}, "research": {"workspace": "~/r"}}
    fill(home / "r", 1)
    configure(state, {"agents": {"entries": values, "defaults": {"workspace": str(general)}}})
    assert [agent.state for agent in found(home).agents] == ["ok", "ok"]


def test_a_plain_folder_of_the_same_name_is_no_candidate(home: Path, state: Path) -> None:
    fill(state / "workspace-research", 1)
    general = fill(home / "w", 1)
    (general / "research").mkdir()
    for number in range(5):
        (general / "research" / f"{number}.md").write_text("x", encoding="utf-8")
    configure(state, LIST | {"agents": LIST["agents"] | {"defaults": {"workspace": "~/w"}}})
    assert agents(home)["research"].state == "ok"


def test_look_alikes_are_no_agents(home: Path, state: Path) -> None:
    for name in ("workspace-backup", "sandboxes/x", "skills/y/assets", "templates", "workspace.old"):
        fill(state / name, 3)
        (state / name / "AGENTS.md").write_text("x", encoding="utf-8")
    (state / "memory").mkdir()
    (state / "memory/main.sqlite").write_bytes(b"")
    fill(state / "workspace")
    configure(state, "{}")
    installation = found(home)
    assert [agent.workspace for agent in installation.agents] == [state / "workspace"]


def test_a_linked_workspace_is_known_by_its_real_path(home: Path, state: Path) -> None:
    real = fill(home / "real")
    (state / "workspace").symlink_to(real)
    configure(state, "{}")
    installation = found(home)
    assert installation.agents[0].workspace == real
    assert agent_of(installation, state / "workspace") == installation.agents[0]


# Which era, and limits


@pytest.mark.parametrize(
    ("values", "file", "era"),
    [
        ({"agents": {"list": []}}, None, "2026.2"),
        ({"agents": {"entries": {}}}, None, "2026.9"),
        ({"agents": {"defaults": {"memorySearch": {"provider": "local"}}}}, None, "2026.2"),
        ({"memory": {"search": {"provider": "none"}}}, None, "2026.9"),
        ({}, "memory/main.sqlite", "2026.2"),
        ({}, "agents/main/sessions/sessions.json", "2026.2"),
        ({}, "state/openclaw.sqlite", "2026.9"),
        ({"agents": {"list": []}}, "agents/main/agent/openclaw-agent.sqlite", "2026.9"),
        ({}, None, "2026.9"),
    ],
)
def test_the_era_is_known_by_what_it_left(
    home: Path, state: Path, values: dict[str, Any], file: str | None, era: str
) -> None:
    configure(state, values)
    if file:
        (state / file).parent.mkdir(parents=True)
        (state / file).write_bytes(b"")
    assert found(home).era == era


@pytest.mark.parametrize(
    ("value", "limit"), [(32_000, 32_000), (0, None), (-1, None), ("9", None), (True, None)]
)
def test_limits_are_those_configured(home: Path, state: Path, value: Any, limit: int | None) -> None:
    configure(state, {"agents": {"defaults": {"bootstrapMaxChars": value}}})
    installation = found(home)
    assert (installation.bootstrap_max_chars, installation.bootstrap_total_max_chars) == (limit, None)


def test_an_agent_may_have_limits_of_its_own(home: Path, state: Path) -> None:
    configure(state, {"agents": {"entries": {"main": {"bootstrapTotalMaxChars": 9_000}}}})
    (agent,) = found(home).agents
    assert (agent.bootstrap_max_chars, agent.bootstrap_total_max_chars) == (None, 9_000)
