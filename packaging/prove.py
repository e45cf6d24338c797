"""Proves a `.deb` in a clean system: `python packaging/prove.py dist/openclaw-desktop_*.deb` (as root).

It is installed in a fresh Debian and used there by an ordinary person without a network, with keys, mouse and
pictures; then it is removed and must leave nothing but what is the person's own. Needs debootstrap.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from build import megabytes, size
from linux import elf, figures, journey
from linux.person import TOOLS, Person, screen
from linux.room import PERSON, Room
from project import NAME, ROOT
from shell import output

INSTALLED = f"/usr/lib/{NAME}"
ALONE = "--alone"


def main() -> None:
    """Reads the options and proves, in a process whose mounts vanish with it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("package", type=Path, help="the .deb")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "prove", metavar="DIR")
    parser.add_argument("--suite", default="bookworm", help="which Debian (default bookworm)")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian", metavar="URL")
    parser.add_argument(
        "--measure", action="store_true", help="start, memory and idle time too; be quiet then"
    )
    parser.add_argument(ALONE, action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.alone:
        own = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv, ALONE]
        os.execvp(own[0], own)
    work: Path = options.work.resolve()
    pictures = work / "pictures"
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    room = Room.make(work, suite=options.suite, mirror=options.mirror)
    _install(room, options.package)
    with screen(room, pictures):
        person = Person(room, pictures)
        with person.program("--demo") as seconds:
            print(f"first start to a window: {seconds:.1f} s")
            journey.walk(person)
        if options.measure:
            figures.measure(person)
    _look_inside(room)
    _remove(room)
    print(f"proven; the pictures are in {pictures}")


def _install(room: Room, package: Path) -> None:
    """By apt alone, in a system that has nothing of Qt's: whatever is not declared is missing now."""
    inside = f"/tmp/{package.name}"
    shutil.copy(package, room.inside(inside))
    room.sudo("apt-get", "-qq", "install", "--no-install-recommends", inside)
    print(
        f"download {megabytes(package.stat().st_size)}, installed {megabytes(size(room.inside(INSTALLED)))}"
    )
    for path in elf.libraries(room.inside(INSTALLED)):
        here = "/" + str(path.relative_to(room.root))
        found = room.ask("env", f"LD_LIBRARY_PATH={INSTALLED}/_internal", "ldd", here)
        if "not found" in found and not elf.OPTIONAL.fullmatch(path.name):
            raise SystemExit(f"{here} misses a library:\n{found}")
    room.sudo("apt-get", "-qq", "install", "--no-install-recommends", *TOOLS)


def _look_inside(room: Room) -> None:
    """Every native library is called, not only there."""
    print(room.ask(NAME, "doctor", "--workspace", journey.WORKSPACE).strip())
    print(room.ask(NAME, "--version").split("\n", 1)[0])


def _remove(room: Room) -> None:
    """What is left afterwards is below the person's home, and is theirs."""
    room.sudo("apt-get", "-qq", "purge", NAME)
    ignored = (
        "-path",
        "*/var/cache/*",
        "-o",
        "-path",
        "*/var/log/*",
        "-o",
        "-path",
        "/proc/*",
        "-o",
        "-path",
        "/tmp/*",
    )
    found = output(
        "chroot",
        room.root,
        "find",
        "/",
        "-xdev",
        "(",
        *ignored,
        ")",
        "-prune",
        "-o",
        "-iname",
        "*openclaw*",
        "-print",
    )
    left = found.split("\n")
    foreign = [path for path in left if path and not path.startswith(f"/home/{PERSON}/")]
    if foreign:
        raise SystemExit("left after the package was removed: " + ", ".join(foreign))
    print("removed; the person keeps:", *(path for path in left if path), sep="\n  ")


if __name__ == "__main__":
    main()
