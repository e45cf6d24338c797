"""Tries a built program as a person would: `python packaging/smoke.py PROGRAM [--pictures DIR]`.

PROGRAM is the file that is started: on Windows the one for terminals. Everything it writes goes to a folder
that is removed afterwards; native libraries are called, not only loaded.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import project
from shell import output

QUESTIONS = ("which port does the stock database use", "冬茶的价格")
"""What the sample workspace answers, by meaning and by characters."""

SMALLEST_PICTURE = 10_000


def main() -> None:
    """Reads the options and tries everything; leaves with a sentence at the first thing that fails."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("program", type=Path)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep the pictures of its views here")
    parser.add_argument(
        "--window", type=Path, metavar="PROGRAM", help="what opens windows, if that is another"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "记忆 of a person")
        workspace = home / "工作 workspace"
        shutil.copytree(project.ROOT / "resources" / "sample-workspace", workspace)
        environment = {
            "OPENCLAW_DESKTOP_HOME": str(home / "own"),
            "OPENCLAW_STATE_DIR": str(home / "no agent"),
            "QT_QPA_PLATFORM": "offscreen",
        }
        program = str(options.program.resolve())
        commands(program, workspace, environment)
        window = str((options.window or options.program).resolve())
        pictures(window, workspace, options.pictures or home / "pictures", environment)
    print("everything that was tried works")


def commands(program: str, workspace: Path, environment: Mapping[str, str]) -> None:
    """Version, every check of the doctor, and searches by meaning and by words."""
    versions = output(program, "--version", env=environment)
    if project.version() not in versions:
        raise SystemExit(f"the program is of another version: {versions}")
    where = ("--workspace", workspace, "--json")
    checks: list[dict[str, Any]] = json.loads(output(program, "doctor", *where, env=environment))
    for check in checks:
        print(f"{check['name']}: {check['sentence']}")
        if not check["ok"]:
            raise SystemExit(f"the doctor is not content with {check['name']}")
    output(program, "index", "--wait", *where, env=environment)
    for question in QUESTIONS:
        answer = json.loads(output(program, "search", question, *where, env=environment))
        if not answer["results"]:
            raise SystemExit(f"nothing is found for: {question}")


def pictures(program: str, workspace: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """A picture of every view, none of them empty."""
    output(program, workspace, "--screenshot", folder, env=environment)
    made = sorted(folder.glob("*.png"))
    if not made or any(picture.stat().st_size < SMALLEST_PICTURE for picture in made):
        raise SystemExit(f"the pictures in {folder} are missing or empty")
    print(f"{len(made)} pictures of its views")


if __name__ == "__main__":
    main()
