"""Which workspace a start without a path means."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop import recent
from openclaw_desktop.cli import workspaces
from openclaw_desktop.places import Places


@pytest.fixture
def agents_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The workspace of an OpenClaw that this person has."""
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "state" / "workspace"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    return folder


def test_at_the_first_start_one_is_asked_though_there_is_an_agent(agents_workspace: Path) -> None:
    places = Places.of_user()
    assert workspaces.of_last_time(places) == []
    assert workspaces.usual(places) == agents_workspace


def test_later_the_workspace_used_last_is_opened_while_it_is_there(
    agents_workspace: Path, tmp_path: Path
) -> None:
    places = Places.of_user()
    for name in ("earlier", "last"):
        (tmp_path / name).mkdir()
        recent.remember(places, tmp_path / name)
    assert workspaces.of_last_time(places) == [tmp_path / "last"]
    (tmp_path / "last").rmdir()
    assert workspaces.of_last_time(places) == [tmp_path / "earlier"]
