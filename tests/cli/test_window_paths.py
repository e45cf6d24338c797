"""Which workspace a path means, and what a start without one opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop import recent
from openclaw_desktop.cli import workspaces
from openclaw_desktop.cli.parser import window_parser
from openclaw_desktop.errors import NoWorkspaceError, UsageError
from openclaw_desktop.places import Places
from openclaw_desktop.ui.session_windows import OpenWindow
from openclaw_desktop.ui.wish import VIEWS


@pytest.fixture
def places() -> Places:
    return Places.of_user()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "work 工作"
    (made / "memory" / "topics").mkdir(parents=True)
    (made / "memory" / "topics" / "雨.md").write_text("# Rain\n", encoding="utf-8")
    return made


def test_a_file_belongs_to_the_innermost_workspace_that_is_known(root: Path, places: Places) -> None:
    file = root / "memory" / "topics" / "雨.md"
    recent.remember(places, root.parent)
    recent.remember(places, root)
    assert workspaces.of_paths([file], places) == {root: ("memory/topics/雨.md",)}


def test_a_file_of_an_agent_belongs_to_the_agent_s_workspace(
    tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = tmp_path / ".openclaw" / "workspace"
    (workspace / "memory").mkdir(parents=True)
    note = workspace / "memory" / "note.md"
    note.write_text("", encoding="utf-8")
    (tmp_path / ".openclaw" / "openclaw.json").write_text("{}", encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path / ".openclaw"))
    assert workspaces.of_paths([note], places) == {workspace: ("memory/note.md",)}


def test_any_other_file_is_opened_with_its_folder(root: Path, places: Places) -> None:
    file = root / "memory" / "topics" / "雨.md"
    assert workspaces.of_paths([file], places) == {file.parent: ("雨.md",)}


def test_several_paths_are_sorted_by_workspace(root: Path, tmp_path: Path, places: Places) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.md").write_text("", encoding="utf-8")
    (other / "b.md").write_text("", encoding="utf-8")
    found = workspaces.of_paths([other / "a.md", root, other / "b.md", root / "memory" / ".."], places)
    assert found == {other: ("a.md", "b.md"), root: ()}


def test_a_link_means_the_file_it_leads_to(root: Path, tmp_path: Path, places: Places) -> None:
    recent.remember(places, root)
    link = tmp_path / "link.md"
    try:
        link.symlink_to(root / "memory" / "topics" / "雨.md")
    except OSError:
        pytest.skip("links need a right here")
    assert workspaces.of_paths([link], places) == {root: ("memory/topics/雨.md",)}


def test_what_is_neither_is_said(tmp_path: Path, places: Places) -> None:
    with pytest.raises(UsageError, match="no such command or folder: frob"):
        workspaces.of_paths([Path("frob")], places)
    with pytest.raises(NoWorkspaceError, match="no file either"):
        workspaces.of_paths([tmp_path / "gone.md"], places)


def test_without_a_path_the_window_that_is_open_comes_first(
    root: Path, tmp_path: Path, places: Places
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    recent.remember(places, other)
    assert workspaces.of_last_time(places) == [other]
    OpenWindow(places.state, other).leave()  # the session took it away
    assert workspaces.of_last_time(places) == [other]
    window = OpenWindow(places.state, root)
    assert workspaces.of_last_time(places) == [root]
    window.leave()
    assert sorted(workspaces.of_last_time(places)) == [other, root]


def test_the_command_line_knows_the_views_of_the_window() -> None:
    for view in VIEWS:
        assert window_parser().parse_args(["--view", view]).view == view
    assert window_parser().parse_args([]).view == ""
