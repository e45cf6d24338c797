"""What a path means in the workspace, whatever machine it was written on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.calls.agent_paths import AgentPaths

HERE = AgentPaths("/home/sam/.openclaw/workspace", "/home/sam/.openclaw/workspace")
MOVED = AgentPaths("/srv/copies/clawd", "/Users/maren/clawd")
WINDOWS = AgentPaths("/srv/copies/clawd", "C:\\Users\\Maren\\clawd")
AROUND = AgentPaths("/home/sam/.openclaw/workspace", "/home/sam")
INSIDE = AgentPaths("/home/sam/ws", "/home/sam/ws/memory")


@pytest.mark.parametrize(
    ("places", "named", "path"),
    [
        (HERE, "MEMORY.md", "MEMORY.md"),
        (HERE, "./memory//a.md", "memory/a.md"),
        (HERE, "memory/../SOUL.md", "SOUL.md"),
        (HERE, "/home/sam/.openclaw/workspace/memory/a.md", "memory/a.md"),
        (HERE, "~/.openclaw/workspace/memory/a.md", "memory/a.md"),
        (HERE, "/Users/other/.openclaw/workspace/memory/a.md", "memory/a.md"),
        (HERE, "/home/sam/.openclaw/other/MEMORY.md", "/home/sam/.openclaw/other/MEMORY.md"),
        (HERE, "/home/sam/.openclaw/workspace-two/MEMORY.md", "/home/sam/.openclaw/workspace-two/MEMORY.md"),
        (HERE, "../MEMORY.md", "../MEMORY.md"),
        (HERE, "'memory/a b.md'", "memory/a b.md"),
        (MOVED, "/Users/maren/clawd/memory/a.md", "memory/a.md"),
        (MOVED, "~/clawd/SOUL.md", "SOUL.md"),
        (MOVED, "memory/a.md", "memory/a.md"),
        (MOVED, "/srv/copies/clawd/USER.md", "USER.md"),
        (WINDOWS, "C:\\Users\\Maren\\clawd\\memory\\a.md", "memory/a.md"),
        (WINDOWS, "c:/users/maren/CLAWD/memory/a.md", "memory/a.md"),
        (WINDOWS, "memory\\a.md", "memory/a.md"),
        (WINDOWS, "~\\clawd\\a.md", "a.md"),
        (AROUND, ".openclaw/workspace/a.md", "a.md"),
        (AROUND, "a.md", "/home/sam/a.md"),
        (INSIDE, "a.md", "memory/a.md"),
        (INSIDE, "../SOUL.md", "SOUL.md"),
        (HERE, "", ""),
    ],
)
def test_a_path_is_found_in_the_workspace(places: AgentPaths, named: str, path: str) -> None:
    assert places.relative(named) == path


def test_the_working_folder_of_a_call_comes_before_the_name() -> None:
    assert HERE.relative("a.md", "memory") == "memory/a.md"
    assert HERE.relative("a.md", "/home/sam/.openclaw/workspace/memory") == "memory/a.md"
    assert HERE.relative("/etc/a.md", "memory") == "/etc/a.md"


@given(st.text(st.sampled_from("~/\\.aC: \"'"), max_size=20), st.text(st.sampled_from("/~aC:\\"), max_size=8))
def test_no_path_is_too_strange(named: str, root: str) -> None:
    AgentPaths(root, named).relative(named, root)
