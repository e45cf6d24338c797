"""What is shown where nobody has asked for anything yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import examples
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.workspace.outline import outline


@pytest.mark.parametrize(
    ("paths", "first"),
    [
        (["AGENTS.md", "MEMORY.md", "memory/2026-01-01.md"], "MEMORY.md"),
        (["SOUL.md", "AGENTS.md"], "AGENTS.md"),
        (["b/z.md", "b/a.png", "c.md"], "b/z.md"),
        (["a.png"], ""),
        ([], ""),
    ],
)
def test_the_first_file_says_most_about_a_workspace(tmp_path: Path, paths: list[str], first: str) -> None:
    for path in paths:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("text")
    assert examples.first_file(tmp_path) == first


def test_a_link_that_leaves_the_workspace_is_no_first_file(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("# Elsewhere")
    root = tmp_path / "root"
    root.mkdir()
    (root / "MEMORY.md").symlink_to(tmp_path / "elsewhere.md")
    (root / "notes.md").write_text("# Notes")
    assert examples.first_file(root) == "notes.md"


def test_questions_are_the_main_words_of_the_longest_entries() -> None:
    text = "# Memory\n\n- The port of the till bridge is 7443 since November.\n- Tea.\n- 12:30\n"
    assert examples.questions(outline(text)) == ["port till bridge since November", "Tea"]
    assert examples.questions(outline("# Where the rain gauge is\n\nWords.\n")) == ["rain gauge"]
    assert examples.questions(()) == []


def test_the_example_is_the_question_whose_answer_shows_most(indexed_bridge: Bridge, qtbot: QtBot) -> None:
    root = indexed_bridge.engine.root
    asked = examples.question(indexed_bridge.engine)
    assert asked in examples.questions(indexed_bridge.engine.outline(examples.first_file(root)))
