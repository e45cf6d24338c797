"""How each kind of package gets into a room and out of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from linux import debian, elf
from linux.room import HOME, Room
from project import NAME
from shell import output

INSTALLED = f"/usr/lib/{NAME}"
SAMPLE = "OpenClaw sample workspace"
UNPACKED = f"{HOME}/Programs and 程序/{NAME} (portable)"
OWN_DATA = f"{UNPACKED}/{NAME}-data"

FOREIGN = "--force-debian"
"""What Debian's rpm wants to be told before it installs anything in a Debian."""

_REQUIRED = re.compile(r"^(lib\S+?\.so[.\d]*)\(\)\(64bit\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Kind:
    """`folder`: where the program lies once it is installed; `command`: what starts it there.

    `sample`: where it puts the sample workspace. `is_portable`: nothing at all is left when it is removed.
    """

    folder: str
    command: str
    sample: str
    is_portable: bool
    install: Callable[[Room, Path], None]
    remove: Callable[[Room], None]


def kind_of(package: Path) -> Kind:
    """What is to be done with this package; leaves with a sentence when nothing is known of it."""
    for suffix, kind in _KINDS.items():
        if package.name.endswith(suffix):
            return kind
    raise SystemExit(f"{package} is none of {', '.join(_KINDS)}")


def _apt_install(room: Room, package: Path) -> None:
    """By apt alone: what the package does not declare is missing."""
    room.install(_carried(room, package))


def _apt_remove(room: Room) -> None:
    room.sudo("apt-get", "-qq", "purge", NAME)


def _rpm_install(room: Room, package: Path) -> None:
    """Only the libraries that the package asks for come with it; rpm itself knows none of Debian's."""
    room.install("rpm", *_packages(_REQUIRED.findall(output("rpm", "--query", "--requires", package))))
    room.sudo("rpm", FOREIGN, "--install", "--nodeps", _carried(room, package))
    room.sudo("rpm", "--verify", "--nodeps", NAME)
    if scripts := room.ask("rpm", "--query", "--package", "--scripts", _carried(room, package)).strip():
        raise SystemExit(f"the package runs scripts when it is installed:\n{scripts}")


def _rpm_remove(room: Room) -> None:
    room.sudo("rpm", FOREIGN, "--erase", NAME)


def _unpack(room: Room, package: Path) -> None:
    """Into a folder with blanks and Chinese in its name, as the person, who keeps everything there."""
    archive = _carried(room, package)
    room.ask("mkdir", "--parents", UNPACKED)
    room.ask("tar", "--extract", "--strip-components=1", "--directory", UNPACKED, "--file", archive)
    room.ask("touch", f"{UNPACKED}/portable")
    room.install(*_packages(elf.of_the_system(room.inside(UNPACKED))))


def _throw_away(room: Room) -> None:
    room.ask("rm", "--recursive", "--force", UNPACKED)


def _packages(libraries: Iterable[str]) -> list[str]:
    return sorted({debian.package_of(library) for library in libraries})


def _carried(room: Room, package: Path) -> str:
    """Where the package lies in the room."""
    inside = f"/tmp/{package.name}"
    shutil.copy(package, room.inside(inside))
    return inside


_KINDS = {
    ".deb": Kind(INSTALLED, NAME, f"{HOME}/Documents/{SAMPLE}", False, _apt_install, _apt_remove),
    ".rpm": Kind(INSTALLED, NAME, f"{HOME}/Documents/{SAMPLE}", False, _rpm_install, _rpm_remove),
    ".tar.gz": Kind(UNPACKED, f"{UNPACKED}/{NAME}", f"{OWN_DATA}/{SAMPLE}", True, _unpack, _throw_away),
}
