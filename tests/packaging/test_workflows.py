"""The hosted builds: what they name is there, what they use is pinned, no secret is part of a command."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

import project

FOLDER = project.ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
SECRETS = {
    *("WINDOWS_CERTIFICATE", "WINDOWS_CERTIFICATE_PASSWORD"),
    *("MACOS_CERTIFICATE", "MACOS_CERTIFICATE_PASSWORD", "NOTARY_KEY", "NOTARY_KEY_ID", "NOTARY_ISSUER"),
}

pytestmark = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


def jobs(file: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"])


def steps(file: Path) -> Iterator[dict[str, Any]]:
    for job in jobs(file).values():
        yield from job["steps"]


def test_every_job_knows_where_it_runs_and_when_to_give_up(file: Path) -> None:
    assert jobs(file)
    for job in jobs(file).values():
        assert job["runs-on"]
        assert job["timeout-minutes"] <= 120


def test_every_action_of_others_is_pinned_to_a_commit(file: Path) -> None:
    used = [step["uses"] for step in steps(file) if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action), action


def test_every_script_that_is_run_is_there(file: Path) -> None:
    named = {word for step in steps(file) for word in re.findall(r"packaging/[\w./-]+", step.get("run", ""))}
    for word in named:
        assert (project.ROOT / word).is_file(), word
    text = file.read_text(encoding="utf-8")
    for option in set(re.findall(r"smoke\.py.*?(--\w+)|build\.py (--\w+)", text)):
        source = "".join((project.ROOT / "packaging" / name).read_text() for name in ("smoke.py", "build.py"))
        assert any(f'"{word}"' in source for word in option if word)


def test_a_shell_understands_every_step(file: Path, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    for number, step in enumerate(steps(file)):
        if "run" in step and step.get("shell") != "pwsh":
            script = tmp_path / f"{number}.sh"
            script.write_text(re.sub(r"\$\{\{.*?}}", "value", step["run"]), encoding="utf-8")
            subprocess.run(["bash", "-n", script], check=True)


def test_linux_gets_what_the_readme_names(file: Path) -> None:
    installing = [step["run"] for step in steps(file) if "apt-get install" in step.get("run", "")]
    assert installing
    readme = (project.ROOT / "README.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^sudo apt install (.+)$", readme, re.MULTILINE)
    named = wanted[0].split() if file.name == "test.yml" else " ".join(wanted).split()
    for package in set(named) - {"python3-venv", "python3-dev"}:
        assert package in " ".join(installing).split(), package


def test_secrets_are_those_the_file_tells_of_and_are_never_part_of_a_command(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    asked = set(re.findall(r"secrets\.(\w+)", text))
    assert asked <= SECRETS
    for name in asked:
        assert name in text.partition("\njobs:")[0], f"{name} is explained at the top"
    for step in steps(file):
        assert "secrets." not in step.get("run", "")


def test_nothing_may_be_written_to_the_repository(file: Path) -> None:
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
