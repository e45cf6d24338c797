"""On a disk that ignores case a file has one name, however it is asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ignoring_case import ignore_case

from openclaw_desktop.errors import FileExistsAlreadyError, OutsideWorkspaceError
from openclaw_desktop.places import HOME_VARIABLE, Places
from openclaw_desktop.workspace.layout import scan, spelled
from openclaw_desktop.workspace.operations import create, move


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "Workspace" / "memory").mkdir(parents=True)
    (tmp_path / "Workspace" / "MEMORY.md").write_bytes(b"# Facts\n")
    (tmp_path / "Workspace" / "memory" / "People.md").write_bytes(b"# People\n")
    return tmp_path / "Workspace"


def test_a_file_is_known_by_the_name_it_has(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ignore_case(monkeypatch, root)
    assert spelled(root, "memory.md") == "MEMORY.md"
    assert spelled(root, "memory/people.MD") == "memory/People.md"
    assert spelled(root, "memory/new.md") == "memory/new.md"
    assert spelled(root, "MEMORY.md") == "MEMORY.md"


@pytest.mark.skipif(os.name == "nt", reason="its disks ignore case")
def test_where_case_counts_two_names_are_two_files(root: Path) -> None:
    (root / "memory.md").write_bytes(b"# Other facts\n")
    assert (spelled(root, "memory.md"), spelled(root, "MEMORY.md")) == ("memory.md", "MEMORY.md")
    assert {"memory.md", "MEMORY.md"} <= {entry.path for entry in scan(root)}


def test_the_name_of_what_lies_outside_is_not_looked_up(root: Path) -> None:
    with pytest.raises(OutsideWorkspaceError):
        spelled(root, "../Workspace/MEMORY.md")


def test_a_rename_may_change_only_the_case(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ignore_case(monkeypatch, root)
    move(root, "memory/People.md", "memory/people.md")
    assert [path.name for path in (root / "memory").iterdir()] == ["people.md"]


def test_a_new_file_does_not_take_the_place_of_one_that_is_spelled_otherwise(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignore_case(monkeypatch, root)
    with pytest.raises(FileExistsAlreadyError):
        create(root, "memory.md", "mine")
    assert (root / "MEMORY.md").read_bytes() == b"# Facts\n"


def test_a_workspace_has_one_index_however_its_folder_is_spelled(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places.of_user({HOME_VARIABLE: str(tmp_path / "home")})
    own, other = places.of_workspace(root), root.parent / "WORKSPACE"
    if os.name != "nt":
        assert places.of_workspace(other) != own
    ignore_case(monkeypatch, tmp_path)
    assert places.of_workspace(other) == own
