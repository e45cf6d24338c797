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
    return ContextDesk(tmp_path, Owner, encoding=lambda: "o200k_base")


def test_a_file_over_its_limit_is_cut_and_other_limits_can_be_tried(desk: ContextDesk) -> None:
    def cut(limits: Limits | None) -> bool:
        found = desk.budget(limits=limits)
        return next(file for file in found.files if file.name == "MEMORY.md").truncated

    assert cut(None)
    assert not cut(Limits(per_file=40_000, total=60_000))


def test_text_that_is_not_saved_yet_counts_as_the_file(desk: ContextDesk) -> None:
    found = desk.budget(texts={"MEMORY.md": "short\n"})
    (memory,) = (file for file in found.files if file.name == "MEMORY.md")
    assert (memory.raw_chars, memory.truncated) == (5, False)


def test_where_the_cut_begins_and_ends_is_told_for_every_text_without_reading_again(
    desk: ContextDesk,
) -> None:
    files = desk.files()
    found = desk.injected("MEMORY.md", "a" * 25_000, files)
    assert found is not None
    ((start, end),) = found.dropped
    assert 0 < start < end < 25_000
    assert desk.injected("MEMORY.md", "a", files, session_kind="group") is None


def test_the_version_that_gives_memory_to_groups_is_named(desk: ContextDesk) -> None:
    leaks = {exposure.name for exposure in desk.exposure("2026.2") if exposure.leaks}
    assert leaks == {"MEMORY.md", "memory.md"}
    assert not any(exposure.leaks for exposure in desk.exposure("2026.9"))
