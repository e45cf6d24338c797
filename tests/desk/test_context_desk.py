"""What the context view asks: which files, how much of them, and what if."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop.context.profiles import Limits
from openclaw_desktop.desk.context_desk import ContextDesk
from openclaw_desktop.desk.owner import Owner


@pytest.fixture
def desk(tmp_path: Path) -> ContextDesk:
    (tmp_path / "AGENTS.md").write_text("# Agents\n", encoding="utf-8")
    (tmp_path / "MEMORY.md").write_text("x" * 30_000, encoding="utf-8")
    return ContextDesk(tmp_path, Owner)


def test_the_room_of_a_file_is_what_its_version_and_the_others_leave(desk: ContextDesk) -> None:
    room = desk.allotment("MEMORY.md")
    assert room is not None
    ((start, end),) = room.injected("a" * 25_000).dropped
    assert 0 < start < end < 25_000


def test_a_file_that_is_not_injected_has_no_room(desk: ContextDesk) -> None:
    assert desk.allotment("notes.md") is None
    assert desk.allotment("MEMORY.md", session_kind="group") is None


def test_another_version_s_limits_are_its_own(desk: ContextDesk) -> None:
    assert desk.limits() == Limits()
    assert desk.limits("2026.2").total == 150_000
