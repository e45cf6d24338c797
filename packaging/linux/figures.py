"""How fast and how modest the installed program is. The figures mean something on a quiet machine only."""

from __future__ import annotations

import os
import time
from pathlib import Path

from linux.person import Person
from project import NAME

IDLE_SECONDS = 20
SETTLE_SECONDS = 15


def measure(person: Person) -> None:
    """Prints starts, memory and idle time, with the sample open and indexed."""
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3\n")
    for state in ("cold", "warm", "warm"):
        with person.program("--demo") as seconds:
            print(f"{state} start to a window: {seconds:.2f} s")
            if state == "cold":
                continue
            time.sleep(SETTLE_SECONDS)
            processes = _processes()
            before = sum(_ticks(process) for process in processes)
            time.sleep(IDLE_SECONDS)
            used = (sum(_ticks(process) for process in processes) - before) / os.sysconf("SC_CLK_TCK")
            print(f"idle: {100 * used / IDLE_SECONDS:.2f} % of a processor")
            for process in processes:
                words = (process / "cmdline").read_bytes().split(b"\0")
                kind = "model" if b"--embedder-child" in words else "window"
                print(f"memory of the {kind}: {_resident(process) / 1e6:.0f} MB")


def _processes() -> list[Path]:
    """The program's processes, by their folders in /proc."""
    return [each for each in Path("/proc").glob("[0-9]*") if _name(each) == NAME[:15]]


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return ""


def _ticks(process: Path) -> int:
    fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def _resident(process: Path) -> int:
    return int((process / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
