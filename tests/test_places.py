"""Two workspaces never share state; nothing of ours lies in a workspace."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from openclaw_desktop import recent
from openclaw_desktop.cli import run
from openclaw_desktop.places import Places


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a frozen program, on a stick as it were."""
    folder = tmp_path / "记忆 stick" / "openclaw-desktop"
    folder.mkdir(parents=True)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(folder / "openclaw-desktop"))
    return folder


def test_one_home_variable_moves_everything(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)})
    assert {p.parent for p in (places.config, places.data, places.cache, places.state)} == {tmp_path}


def test_a_home_that_is_named_from_here_does_not_move_when_here_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Places.of_user({"OPENCLAW_DESKTOP_HOME": "own"}).config == tmp_path / "own" / "config"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="XDG's folders")
@pytest.mark.parametrize("value", ["", "config", "./config", "../config", "~/config"])
def test_a_folder_of_xdg_that_is_not_absolute_is_ignored(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    usual = Places.of_user({})
    for name in names:
        monkeypatch.setenv(name, value)
    assert Places.of_user({}) == usual


@pytest.mark.skipif(os.name == "nt", reason="permissions as on Unix")
def test_nobody_else_may_look_into_what_is_kept(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path / "own")})
    places.data.mkdir(parents=True, mode=0o755)  # as an earlier version made it
    places.make()
    for folder in (places.config, places.data, places.cache, places.state):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_where_the_disk_refuses_others_say_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path / "file")}).make()


@pytest.mark.parametrize("arguments", [["status"], ["doctor"]])
def test_a_command_makes_them(arguments: list[str], tmp_path: Path, own_places: Path) -> None:
    run([*arguments, "--workspace", str(tmp_path)])
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in own_places.iterdir()} == {0o700}


def test_an_account_without_a_home_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody_s_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody_s_home)
    assert run(["status"]) == 1
    assert "set HOME to a folder" in capsys.readouterr().err


def test_two_workspaces_of_one_name_have_folders_of_their_own(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)})
    first, second = (tmp_path / "a" / "workspace", tmp_path / "b" / "workspace")
    assert places.of_workspace(first) != places.of_workspace(second)


def test_a_workspace_reached_through_a_link_is_the_same_one(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)})
    real = tmp_path / "记忆 workspace"
    real.mkdir()
    link = tmp_path / "link"
    link.symlink_to(real)
    assert places.of_workspace(link) == places.of_workspace(real)


def test_the_workspace_opened_last_comes_first_and_once(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)})
    for name in ("a", "b", "a"):
        (tmp_path / name).mkdir(exist_ok=True)
        recent.remember(places, tmp_path / name)
    assert [path.name for path in recent.load(places)] == ["a", "b"]


def test_a_damaged_list_of_recent_workspaces_counts_as_empty(tmp_path: Path) -> None:
    places = Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)})
    places.state.mkdir()
    (places.state / "recent.json").write_text("{", encoding="utf-8")
    assert recent.load(places) == []


def test_a_portable_copy_keeps_everything_beside_the_program(program: Path) -> None:
    (program / "portable").touch()
    places = Places.of_user({})
    folders = (places.config, places.data, places.cache, places.state)
    assert {folder.parent for folder in folders} == {program / "openclaw-desktop-data"}


def test_a_copy_without_the_mark_uses_the_folders_of_the_platform(program: Path) -> None:
    assert not Places.of_user({}).config.is_relative_to(program)


def test_the_mark_beside_a_python_that_is_no_frozen_program_means_nothing(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (program / "portable").touch()
    monkeypatch.delattr("sys.frozen")
    assert not Places.of_user({}).config.is_relative_to(program)


def test_a_variable_that_names_a_folder_goes_before_the_mark(program: Path, tmp_path: Path) -> None:
    (program / "portable").touch()
    assert Places.of_user({"OPENCLAW_DESKTOP_HOME": str(tmp_path)}).config == tmp_path / "config"
