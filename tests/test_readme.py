"""What the README tells a person to type is what the program and its gate know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openclaw_desktop.cli.parser import COMMANDS, command_parser, window_parser
from openclaw_desktop.ui.display import DEBIAN_PACKAGES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def after(mark: str) -> str:
    block = README.split(f"<!-- {mark} -->", 1)[1].split("```")[1]
    lines = [line for line in block.removeprefix("sh").strip().split("\n") if line]
    assert len(lines) == 1, f"{mark} is one line"
    return lines[0]


@pytest.mark.parametrize("mark", ["run command", "test command"])
def test_each_command_does_all_of_its_own_set_up(mark: str) -> None:
    line = after(mark)
    assert line.startswith("python3 -m venv .venv && ")
    assert "-c packaging/constraints.txt" in line


def test_every_command_and_option_is_described() -> None:
    for command in COMMANDS:
        assert f"openclaw-desktop {command}" in README
    helped = command_parser().format_help() + window_parser().format_help()
    for option in (
        *("--demo", "--screenshot", "--workspace", "--json", "--explain", "--batch"),
        *("--view", "--new-instance", "--safe-mode"),
    ):
        assert option in README
    assert "--screenshot" in helped


def test_the_system_packages_are_the_same_everywhere() -> None:
    apt = next(line for line in README.split("\n") if line.startswith("sudo apt install"))
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for package in DEBIAN_PACKAGES.split():
        assert package in apt.split()
        assert re.search(rf"(?<=[ \"]){re.escape(package)}(?=[ \"])", gate), package


def test_every_picture_shown_is_there() -> None:
    for picture in re.findall(r"!\[[^]]*]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture


def test_everything_installed_has_an_exact_version() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pinned = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").lower().replace("_", "-")
    wanted = re.findall(r'^    "([A-Za-z0-9_-]+)>=', project, re.MULTILINE)
    assert len(wanted) > 15
    for name in wanted:
        assert f"\n{name.lower().replace('_', '-')}==" in pinned, name
