"""A report says what broke and never what is in the memory: no texts, no names of files, no home folder."""

from __future__ import annotations

from pathlib import Path

from openclaw_desktop.settings import Settings, changed
from openclaw_desktop.ui.last_resort import Trouble
from openclaw_desktop.ui.report import Hidden, compose, without_names

HOME = Path("/home/ada lovelace")
ROOT = HOME / ".openclaw" / "workspace"
HIDDEN = Hidden(HOME, ROOT, ["MEMORY.md", "memory/my divorce.md", "people/bob.png", "tools/ui/program.py"])

TRACE = f"""Traceback (most recent call last):
  File "{HOME}/app/openclaw_desktop/ui/program.py", line 7, in run
    raise ValueError
FileNotFoundError: [Errno 2] No such file: '{ROOT}/memory/my divorce.md'
"""


def report(settings: Settings | None = None, log: str = "") -> str:
    return compose(
        [Trouble(TRACE, 1), Trouble("ZeroDivisionError: division by zero", 1234)],
        versions="openclaw-desktop 1.0 (MIT)",
        system="Linux",
        settings=settings or Settings(),
        log=log,
        hidden=HIDDEN,
    )


def test_it_says_what_happened_how_often_and_where_in_the_program() -> None:
    text = report()
    assert 'File "~/app/openclaw_desktop/ui/program.py", line 7, in run' in text
    assert "1,234 times:\nZeroDivisionError: division by zero" in text
    assert "openclaw-desktop 1.0 (MIT)" in text


def test_home_workspace_and_names_of_files_are_not_in_it() -> None:
    text = report(log=f"WARNING {ROOT}/people/bob.png and memory/unknown-to-us.md cannot be read\n")
    for hidden in ("ada", "divorce", "bob", "unknown-to-us"):
        assert hidden not in text
    assert "No such file: '<workspace>/<file>'" in text


def test_a_number_is_named_and_a_text_only_that_it_is_changed() -> None:
    values = {"review.reviewer": "Ada", "editor.font_size": 17, "window.theme": "dark", "editor.wrap": False}
    text = report(changed(Settings(), values))
    for line in ("editor.font_size = 17", "window.theme = dark", "editor.wrap = False"):
        assert line in text
    assert "review.reviewer is changed" in text
    assert "Ada" not in text
    assert "index.model" not in text


def test_without_a_workspace_there_is_still_a_report() -> None:
    assert without_names(f"{HOME}/x/notes.md", Hidden(HOME)) == "<file>"
    assert without_names(f"{HOME}/x", Hidden(HOME)) == "~/x"


def test_two_names_are_cut_out_whole_even_where_one_is_part_of_the_other() -> None:
    hidden = Hidden(HOME, None, ["a/plan.odt", "plan.odt.bak"])
    assert without_names("a/plan.odt plan.odt.bak plan.odt", hidden) == "<file> <file> <file>"
