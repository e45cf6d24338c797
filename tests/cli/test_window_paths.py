"""Which workspace a path means, and what a start without one opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop import recent
from openclaw_desktop.cli import run, workspaces
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


def test_a_file_below_an_agent_s_files_is_opened_with_all_of_them(root: Path, places: Places) -> None:
    (root / "MEMORY.md").write_text("", encoding="utf-8")
    file = root / "memory" / "topics" / "雨.md"
    assert workspaces.of_paths([file], places) == {root: ("memory/topics/雨.md",)}


def test_a_file_of_the_home_folder_itself_makes_no_workspace_of_it(
    tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    file = tmp_path / "todo.md"
    file.write_text("", encoding="utf-8")
    with pytest.raises(NoWorkspaceError, match=r"todo\.md lies in your home folder itself"):
        workspaces.of_paths([file], places)
    (tmp_path / "AGENTS.md").write_text("", encoding="utf-8")
    (tmp_path / "notes").mkdir()
    note = tmp_path / "notes" / "a.md"
    note.write_text("", encoding="utf-8")
    assert workspaces.of_paths([note], places) == {note.parent: ("a.md",)}
    recent.remember(places, tmp_path)  # whoever opened all of it before means it
    assert workspaces.of_paths([file], places) == {tmp_path: ("todo.md",)}


def test_what_a_file_manager_wanted_in_vain_is_told_in_the_list_of_workspaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = list[tuple[dict[Path, object], str]]()

    def run_windows(wanted: dict[Path, object], *_view: object, trouble: str, **_options: object) -> int:
        opened.append((wanted, trouble))
        return 0

    monkeypatch.setattr("openclaw_desktop.ui.app.run_windows", run_windows)
    gone = str(tmp_path / "gone.md")
    assert run([gone]) == 1
    assert "no file either" in capsys.readouterr().err
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE", "/usr/share/applications/openclaw-desktop.desktop")
    assert run([gone]) == 0
    assert opened == [({}, f"{gone} is not a folder that can be opened, and no file either")]


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
