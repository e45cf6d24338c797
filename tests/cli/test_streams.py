"""What stands around the command line: pipes that end, disks that are full, streams that are closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SECONDS = 60
PROGRAM = [sys.executable, "-m", "openclaw_desktop"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell lines of Unix")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work space"
    root.mkdir()
    (root / "MEMORY.md").write_text("# Memory\n\n- The kiln is blue.\n", encoding="utf-8")
    return root


def shell(line: str, workspace: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line in which `$run` is the program; output is buffered, as it is when nobody asks otherwise."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    run = " ".join(f"'{part}'" for part in PROGRAM)
    return subprocess.run(
        ["sh", "-c", line.replace("$run", run).replace("$workspace", f"'{workspace}'")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=SECONDS,
    )


def test_a_reader_that_leaves_ends_the_command_quietly(workspace: Path) -> None:
    for command in ("status --workspace $workspace", "--help"):
        done = shell(f"({{ sleep 0.1; $run {command}; }}; echo left with $? >&2) | true", workspace)
        assert done.stderr == "left with 0\n", command


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_output_that_finds_no_room_is_a_failure_with_a_sentence(workspace: Path) -> None:
    done = shell("$run status --workspace $workspace > /dev/full", workspace)
    assert done.returncode == 1
    assert done.stderr.startswith("openclaw-desktop: ")
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.model
def test_closed_streams_are_no_obstacle(workspace: Path) -> None:
    """A lock file or a pipe that got the number of standard error would be written into."""
    done = shell("$run search kiln --workspace $workspace <&- 2>&-", workspace)
    assert (done.returncode, "MEMORY.md" in done.stdout) == (0, True)
    assert shell("$run search kiln --workspace $workspace <&- >&- 2>&-", workspace).returncode == 0
    assert shell("$run status --workspace /no/such/folder 2>&-", workspace).returncode == 1


@pytest.mark.parametrize("module", ["openclaw_desktop.cli", "openclaw_desktop.doctor"])
def test_an_interrupt_leaves_no_trace_however_early_it_comes(
    module: str,
) -> None:
    script = (
        "import sys, runpy\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.argv = ['openclaw-desktop', 'status']\n"
        "runpy.run_module('openclaw_desktop', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
