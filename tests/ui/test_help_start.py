"""The page of first steps says what the program does."""

from __future__ import annotations

from openclaw_desktop import resources
from openclaw_desktop.ui.commands import COMMANDS
from openclaw_desktop.ui.editor.preview import render
from openclaw_desktop.ui.tour import STEPS
from openclaw_desktop.ui.welcome import STATES

TEXT = resources.path("help/start.md").read_text(encoding="utf-8")


def test_every_odd_state_of_an_agent_is_explained() -> None:
    for said in filter(None, STATES.values()):
        assert f"**{said.split(':')[0]}**" in TEXT


def test_every_step_of_the_tour_is_named() -> None:
    for step in STEPS:
        assert step.title.lower() in TEXT


def test_the_menu_entries_it_names_are_there() -> None:
    entries = {f"*{command.menu} > {command.title}*" for command in COMMANDS}
    named = {part for part in (f"*{text}*" for text in TEXT.replace("\n", " ").split("*")) if " > " in part}
    assert named
    assert named <= entries


def test_it_can_be_shown() -> None:
    assert "First steps" in render(TEXT).html
