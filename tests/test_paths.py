"""Paths as people write them: none of them makes a trace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from openclaw_desktop.paths import expanded, is_file, is_folder, is_there
from openclaw_desktop.places import HOME_VARIABLE, Places

TOO_LONG = Path("/" + "x" * 5000)


def test_the_home_of_a_user_nobody_knows_is_a_path_that_names_nothing() -> None:
    path = expanded("~no-such-user-here/notes")
    assert path == Path("~no-such-user-here/notes")
    assert not is_there(path)
    assert Places.of_user({HOME_VARIABLE: "~no-such-user-here"}).data.name == "data"


def test_a_tilde_is_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert expanded("~/notes") == tmp_path / "notes"


def test_what_cannot_be_looked_at_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for look in (is_folder, is_file, is_there):
        assert not look(TOO_LONG)
        assert not look(Path("a\0b"))

    def refusing(path: object, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", path)

    assert is_folder(tmp_path)
    with monkeypatch.context() as shut:
        shut.setattr(os, "stat", refusing)
        assert not is_file(tmp_path / "a")
        assert not is_there(tmp_path)
