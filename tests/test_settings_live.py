"""The settings of a running program, while their file is written by it, by hand and by other windows."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop import settings
from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Settings
from openclaw_desktop.settings_live import LiveSettings


class Program:
    """What it acts upon, and each time it was told to act upon something else."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.told: list[Settings] = []
        self.live = LiveSettings(file, used=lambda: self.settings, use=self.told.append)

    @property
    def settings(self) -> Settings:
        return self.told[-1] if self.told else Settings()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "settings.toml")


def test_a_change_is_kept_in_the_file_and_acted_upon(program: Program) -> None:
    assert program.live.change({"search.limit": 7}).search.limit == 7
    assert program.settings.search.limit == 7
    assert "limit = 7" in program.file.read_text()


def test_a_value_not_allowed_changes_nothing(program: Program) -> None:
    with pytest.raises(SettingsError):
        program.live.change({"search.limit": -1})
    assert not program.told
    assert not program.file.exists()


def test_what_was_written_here_is_nobody_elses_change(program: Program) -> None:
    program.live.change({"search.limit": 7})
    assert not program.live.read_again()


def test_what_was_written_by_hand_is_acted_upon_once(program: Program) -> None:
    program.live.read_again()
    program.file.write_text("[search]\nlimit = 9\n")
    assert program.live.read_again()
    assert program.settings.search.limit == 9
    assert not program.live.read_again()
    assert len(program.told) == 1


def test_what_was_written_between_the_start_and_the_first_look_counts(program: Program) -> None:
    program.file.write_text("[search]\nlimit = 9\n")
    assert program.live.read_again()
    assert program.settings.search.limit == 9
    assert not program.live.read_again()


def test_a_change_before_the_first_look_keeps_what_was_written_since_the_start(program: Program) -> None:
    program.file.write_text("[search]\nlimit = 9\n")
    program.live.change({"editor.wrap": False})
    assert (program.settings.search.limit, program.settings.editor.wrap) == (9, False)


def test_a_file_that_cannot_be_read_at_the_first_look_changes_nothing(program: Program) -> None:
    program.told.append(settings.changed(Settings(), {"search.limit": 9}))
    program.file.write_text("[search\nlim")
    assert not program.live.read_again()
    assert program.settings.search.limit == 9


def test_a_file_half_written_is_told_and_not_acted_upon(program: Program) -> None:
    program.live.change({"search.limit": 7})
    program.file.write_text("[search\nlim")
    assert program.live.read_again()
    assert program.settings.search.limit == 7


def test_a_change_here_keeps_what_another_window_wrote_just_before(program: Program) -> None:
    program.live.change({"search.limit": 7})
    Program(program.file).live.change({"editor.wrap": False})
    program.live.change({"search.limit": 8})
    assert (program.settings.search.limit, program.settings.editor.wrap) == (8, False)
