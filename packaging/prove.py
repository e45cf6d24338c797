"""Proves packages in a clean system: `python packaging/prove.py dist/openclaw-desktop*` (as root).

Each is installed in a fresh Debian and used there by an ordinary person without a network, with keys, mouse
and pictures; then it is removed and must leave nothing but what is the person's own. Needs debootstrap.
"""

from __future__ import annotations

import argparse
import shutil
from functools import partial
from pathlib import Path

from build import megabytes, size
from linux import elf, figures, journey, kinds, secret
from linux.alone import alone
from linux.kinds import Kind
from linux.person import TOOLS, Person, screen
from linux.room import HOME, Room
from project import ROOT
from shell import output


def main() -> None:
    """Reads the options and proves each package, in a process whose mounts are its own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("packages", type=Path, nargs="+", metavar="PACKAGE", help=".deb, .rpm or .tar.gz")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "prove", metavar="DIR")
    parser.add_argument("--suite", default="bookworm", help="which Debian (default bookworm)")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian", metavar="URL")
    parser.add_argument(
        "--measure", action="store_true", help="start, memory and idle time too; be quiet then"
    )
    options = parser.parse_args()
    for package in options.packages:
        alone(partial(prove, package, options))


def prove(package: Path, options: argparse.Namespace) -> None:
    """Everything with one package; leaves with a sentence at the first thing that is not as it should be."""
    kind = kinds.kind_of(package)
    work: Path = options.work.resolve()
    pictures = work / "pictures" / package.name
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    room = Room.make(work, suite=options.suite, mirror=options.mirror)
    _install(room, package, kind)
    with screen(room, pictures):
        person = Person(room, pictures, kind.command, kind.sample)
        with person.program("--demo"):
            person.fills_screen()
            journey.walk(person)
        if options.measure:
            figures.measure(person)
    _look_inside(person)
    _remove(room, kind)
    print(f"{package.name} is proven; the pictures are in {pictures}", flush=True)


def _install(room: Room, package: Path, kind: Kind) -> None:
    """In a system that has nothing of Qt's: whatever the package does not ask for is missing now."""
    kind.install(room, package)
    folder = room.inside(kind.folder)
    print(f"download {megabytes(package.stat().st_size)}, installed {megabytes(size(folder))}")
    for path in elf.libraries(folder):
        here = "/" + str(path.relative_to(room.root))
        found = room.ask("env", f"LD_LIBRARY_PATH={kind.folder}/_internal", "ldd", here)
        if "not found" in found and not elf.OPTIONAL.fullmatch(path.name):
            raise SystemExit(f"{here} misses a library:\n{found}")
    if foreign := room.ask("find", kind.folder, "-perm", "/7022", "-not", "-type", "l").strip():
        raise SystemExit(f"others may write these, or they run as somebody else:\n{foreign}")
    room.install(*TOOLS)


def _look_inside(person: Person) -> None:
    """Every native library is called, not only there; and a key gets into the keyring of a desktop."""
    print(person.room.ask(person.command, "doctor", "--workspace", person.workspace).strip())
    print(person.room.ask(person.command, "--version").split("\n", 1)[0])
    secret.keep(person)


def _remove(room: Room, kind: Kind) -> None:
    """What is left afterwards is below the person's home, and is theirs; of a portable copy nothing is."""
    kind.remove(room)
    ignored = ("-path", "*/var/cache/*", "-o", "-path", "*/var/log/*")
    found = output(
        *("chroot", room.root, "find", "/", "-xdev", "(", *ignored, ")", "-prune"),
        *("-o", "-iname", "*openclaw*", "-print"),
    )
    left = [path for path in found.split("\n") if path]
    if foreign := [path for path in left if kind.is_portable or not path.startswith(f"{HOME}/")]:
        raise SystemExit("left after the package was removed: " + ", ".join(foreign))
    print("removed; the person keeps:", *left or ["nothing"], sep="\n  ")


if __name__ == "__main__":
    main()
