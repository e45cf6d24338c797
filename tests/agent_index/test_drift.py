"""What an agent's index and the disk have not in common."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from agent_states import NewState, State, engine_of

from openclaw_desktop.agent_index import drift as drift_module
from openclaw_desktop.agent_index.declared import ExtraPath
from openclaw_desktop.agent_index.drift import UNWATCHED, Drift
from openclaw_desktop.agent_index.on_disk import memory_files

ERAS = ("2026.2", "2026.9")


def drift(state: State) -> Drift:
    with engine_of(state) as engine:
        return engine.agent.state().drift


def told(found: Drift) -> set[tuple[str, str]]:
    return {(each.kind, each.path) for each in found.changes}


@pytest.mark.parametrize("era", ERAS)
def test_a_file_that_was_changed_added_or_deleted_is_named(new_state: NewState, era: str) -> None:
    state = new_state(era)
    memory = state.workspace() / "memory"
    (memory / "2026-02-11.md").write_text("changed\n", encoding="utf-8")
    (memory / "hardware" / "new.md").write_text("new\n", encoding="utf-8")
    (memory / "2026-02-03.md").unlink()
    found = drift(state)
    assert told(found) == {
        ("changed", "memory/2026-02-11.md"),
        ("new", "memory/hardware/new.md"),
        ("gone", "memory/2026-02-03.md"),
    }
    assert all(each.path in each.sentence for each in found.changes)
    assert (UNWATCHED in found.notes) == (era == "2026.2")


def test_a_change_outside_memory_is_seen_by_2026_2(new_state: NewState) -> None:
    state = new_state("2026.2")
    (state.workspace() / "MEMORY.md").write_text("short\n", encoding="utf-8")
    found = drift(state)
    assert told(found) == {("changed", "MEMORY.md")}
    assert UNWATCHED not in found.notes


def test_a_file_that_was_only_touched_is_the_same(new_state: NewState) -> None:
    state = new_state("2026.2")
    os.utime(state.workspace() / "MEMORY.md", (1, 1))
    assert drift(state).changes == ()


def test_a_file_of_the_same_size_and_time_is_not_read(
    new_state: NewState, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = new_state("2026.2")
    with engine_of(state) as engine:
        with engine.agent.opened() as index:
            documents = index.documents
        for each in documents:
            assert each.mtime_ns is not None
            os.utime(state.workspace() / each.path, ns=(each.mtime_ns, each.mtime_ns))
        monkeypatch.setattr(drift_module, "content_hash", lambda _: pytest.fail("a file was read"))
        assert engine.agent.state().drift.same == len(documents)


@pytest.mark.parametrize(("era", "names"), [("2026.2", {"memory.md"}), ("2026.9", {"USER.md"})])
def test_each_era_has_files_of_its_own(tmp_path: Path, era: str, names: set[str]) -> None:
    for name in ("memory.md", "USER.md", "SOUL.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    found = memory_files(tmp_path, "2026.2" if era == "2026.2" else "2026.9", ())
    assert found.files.keys() == names


def test_links_and_other_kinds_of_files_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "note.md").write_text("x", encoding="utf-8")
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "picture.png").write_bytes(b"x")
    try:
        (root / "memory" / "link.md").symlink_to(tmp_path / "outside" / "note.md")
        (root / "memory" / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert not memory_files(root, "2026.2", ()).files


def test_extra_paths_count_by_the_names_an_index_has_for_them(tmp_path: Path) -> None:
    root, notes = tmp_path / "workspace", tmp_path / "notes"
    (root / "docs").mkdir(parents=True)
    (notes / "deep").mkdir(parents=True)
    for file in (root / "docs" / "a.md", notes / "b.md", notes / "deep" / "c.md"):
        file.write_text("x", encoding="utf-8")
    extras = (ExtraPath("docs"), ExtraPath(str(notes)), ExtraPath("docs/a.md"))
    assert memory_files(root, "2026.9", extras).files.keys() == {
        "docs/a.md",
        "../notes/b.md",
        "../notes/deep/c.md",
    }
    with_pattern = memory_files(root, "2026.9", (ExtraPath(str(notes), "deep/*.md"),))
    assert with_pattern.files.keys() == {"../notes/deep/c.md"}


def test_a_session_that_grew_or_went_away_is_named_and_what_was_compared(new_state: NewState) -> None:
    state = new_state("2026.9")
    archive = next((state.folder / "agents" / "main" / "sessions").glob("*.reset.*"))
    archive.unlink()
    found = drift(state)
    assert told(found) == {("gone", f"sessions/main/{archive.name}")}
    assert drift_module.BY_TIME in found.notes
    assert drift_module.BY_SIZE in found.notes


def test_text_that_is_no_utf_8_is_hashed_as_openclaw_reads_it() -> None:
    assert drift_module.content_hash(b"a\xff") == drift_module.content_hash(
        "a\N{REPLACEMENT CHARACTER}".encode()
    )
