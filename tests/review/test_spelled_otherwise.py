"""A protected file has one name: another spelling of it is no way round the review."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gate_room import AGENT, Room
from ignoring_case import ignore_case

from openclaw_desktop.errors import ProposalRefusedError
from openclaw_desktop.review.gate.edits import NewText


@pytest.mark.parametrize("path", ["memory.md", "./Memory.MD"])
def test_an_agent_is_told_the_name_a_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    room = Room(tmp_path)
    room.begin(MEMORY="# Facts\n")
    ignore_case(monkeypatch, room.root)
    with pytest.raises(ProposalRefusedError, match=r"name the file as MEMORY\.md"):
        room.gate.propose(path, NewText("mine\n"), reason="", origin=AGENT, now=room.now)
    assert room.text("MEMORY.md") == "# Facts\n"
    assert room.waiting() == []


@pytest.mark.skipif(os.name == "nt", reason="its disks ignore case")
def test_where_case_counts_the_other_spelling_is_another_file(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.begin(MEMORY="# Facts\n")
    proposal = room.gate.propose("memory.md", NewText("mine\n"), reason="", origin=AGENT, now=room.now)
    assert proposal.path == "memory.md"
