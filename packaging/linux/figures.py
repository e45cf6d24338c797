"""How fast and how modest the installed program is. The figures mean something on a quiet machine only."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from linux.person import Person
from linux.room import Room, wait_for
from processor_time import processor_seconds
from project import NAME

IDLE_SECONDS = 30
SETTLE_SECONDS = 15
STARTS = ("cold", "warm", "warm", "warm")


def measure(person: Person) -> None:
    """Prints starts, memory and idle time, with the sample open and indexed."""
    with person.program("--demo"):
        _press(person, "ctrl+1", _is_file)
        _press(person, "ctrl+t", _is_today)
        _leave(person)
        time.sleep(SETTLE_SECONDS)
        _rest(person.room)
    _forget_files()
    for state in STARTS:
        with person.program("--demo") as begun:
            seen = time.monotonic() - begun
            _press(person, "ctrl+t", _is_today)
            usable = time.monotonic() - begun
            spent = sum(processor_seconds(each) for each in _processes(person.room) if not _is_model(each))
            _press(person, "ctrl+2", lambda title: title.startswith("Search"))
            searching = time.monotonic() - begun
            print(
                f"{state} start: seen after {seen:.2f} s, opens another file at a key after {usable:.2f} s"
                f" ({spent:.2f} s of a processor),"
                f" has the search open after {searching:.2f} s",
                flush=True,
            )
            _press(person, "ctrl+1", _is_file)
            _leave(person)


def _press(person: Person, key: str, is_answer: Callable[[str], bool]) -> None:
    """Presses a key, as an impatient person does, until the title of the window is the answer to it."""

    def pressed() -> bool:
        person.keys(key, pause=0)
        return is_answer(person.title())

    wait_for(f"an answer to {key}", pressed, 60, pause=0.02)


def _leave(person: Person) -> None:
    """Goes from today's note back to the file before, with which the next start begins."""
    person.keys("ctrl+Tab")
    wait_for("the other file", lambda: not _is_today(person.title()), 60)


def _is_file(title: str) -> bool:
    return title.split(" — ", maxsplit=1)[0].endswith(".md")


def _is_today(title: str) -> bool:
    return title.startswith(f"{datetime.now():%Y-%m-%d}")  # noqa: DTZ005 - the person's own day


def _rest(room: Room) -> None:
    """What the program needs while nobody does anything."""
    processes = _processes(room)
    before = sum(processor_seconds(process) for process in processes)
    time.sleep(IDLE_SECONDS)
    used = sum(processor_seconds(process) for process in processes) - before
    print(f"idle: {100 * used / IDLE_SECONDS:.2f} % of a processor")
    for process in processes:
        kind = "model" if _is_model(process) else "window"
        there, own = (_memory(process, what) for what in ("Rss", "Anonymous"))
        print(f"memory of the {kind}: {there:.0f} MB, of which {own:.0f} MB are no files", flush=True)


def _forget_files() -> None:
    """As after the machine was started: nothing of the disk is in memory."""
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3\n")


def _processes(room: Room) -> list[Path]:
    """The program's processes in the room: others of its name may run on this machine."""
    return [each for each in Path("/proc").glob("[0-9]*") if _is_ours(each, room)]


def _is_ours(process: Path, room: Room) -> bool:
    try:
        name = (process / "comm").read_text().strip()
        return name == NAME[:15] and (process / "root").readlink() == room.root
    except OSError:
        return False


def _is_model(process: Path) -> bool:
    return b"--embedder-child" in (process / "cmdline").read_bytes().split(b"\0")


def _memory(process: Path, what: str) -> float:
    found = re.search(rf"^{what}:\s+(\d+) kB", (process / "smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 / 1e6 if found else 0.0
