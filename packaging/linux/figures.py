"""How fast and how modest the installed program is. The figures mean something on a quiet machine only."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from linux.person import Person
from linux.room import wait_for
from project import NAME

IDLE_SECONDS = 30
SETTLE_SECONDS = 15
STARTS = ("cold", "warm", "warm", "warm")


def measure(person: Person) -> None:
    """Prints starts, memory and idle time, with the sample open and indexed."""
    with person.program("--demo"):
        _press(person, "ctrl+1", _is_workspace)  # which the next ones begin with, so that a key shows
        time.sleep(SETTLE_SECONDS)
        _rest()
    _forget_files()
    for state in STARTS:
        with person.program("--demo") as begun:
            seen = time.monotonic() - begun
            _press(person, "ctrl+2", lambda title: title.startswith("Search"))
            usable = time.monotonic() - begun
            print(f"{state} start: seen after {seen:.2f} s, answers a key after {usable:.2f} s", flush=True)
            _press(person, "ctrl+1", _is_workspace)


def _press(person: Person, key: str, is_answer: Callable[[str], bool]) -> None:
    """Presses a key, as an impatient person does, until the title of the window is the answer to it."""

    def pressed() -> bool:
        person.keys(key, pause=0)
        return is_answer(person.title())

    wait_for(f"an answer to {key}", pressed, 60, pause=0.02)


def _is_workspace(title: str) -> bool:
    return title.endswith(".md — OpenClaw sample workspace — OpenClaw Desktop")


def _rest() -> None:
    """What the program needs while nobody does anything."""
    processes = [each for each in Path("/proc").glob("[0-9]*") if _name(each) == NAME[:15]]
    before = sum(_ticks(process) for process in processes)
    time.sleep(IDLE_SECONDS)
    used = (sum(_ticks(process) for process in processes) - before) / os.sysconf("SC_CLK_TCK")
    print(f"idle: {100 * used / IDLE_SECONDS:.2f} % of a processor")
    for process in processes:
        words = (process / "cmdline").read_bytes().split(b"\0")
        kind = "model" if b"--embedder-child" in words else "window"
        there, own = (_memory(process, what) for what in ("Rss", "Anonymous"))
        print(f"memory of the {kind}: {there:.0f} MB, of which {own:.0f} MB are no files", flush=True)


def _forget_files() -> None:
    """As after the machine was started: nothing of the disk is in memory."""
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3\n")


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return ""


def _ticks(process: Path) -> int:
    fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def _memory(process: Path, what: str) -> float:
    found = re.search(rf"^{what}:\s+(\d+) kB", (process / "smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 / 1e6 if found else 0.0
