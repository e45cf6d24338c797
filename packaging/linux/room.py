"""A clean Debian in a folder, in which a package is installed and used as an ordinary person would."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from shell import output, run

PERSON = "person"
HOME = f"/home/{PERSON}"
DISPLAY = ":99"
PATIENCE_SECONDS = 900.0

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Room:
    """A root file system; root's commands have the network, the person's have none."""

    root: Path

    @classmethod
    def make(cls, work: Path, *, suite: str, mirror: str) -> Room:
        """A fresh copy of a minimal Debian below `work`; that itself is fetched only once."""
        base, root = work / f"base-{suite}", work / "room"
        if not (base / "etc" / "debian_version").is_file():
            run("debootstrap", "--variant=minbase", suite, base, mirror)
        run("rm", "-rf", "--one-file-system", root)
        run("cp", "-a", base, root)
        room = cls(root)
        run("cp", "--dereference", "/etc/resolv.conf", root / "etc" / "resolv.conf")
        for kind, where in (("proc", "proc"), ("tmpfs", "tmp"), ("tmpfs", "run")):
            run("mount", "-t", kind, kind, root / where)
        run("mount", "--rbind", "/dev", root / "dev")
        run("chmod", "1777", root / "tmp")
        room.inside("/tmp/.X11-unix").mkdir()
        run("chmod", "1777", room.inside("/tmp/.X11-unix"))
        room.sudo("useradd", "--create-home", PERSON)
        room.sudo("apt-get", "-qq", "update")
        return room

    def sudo(self, *command: str) -> None:
        """Runs a command as root."""
        run("chroot", self.root, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *command)

    def install(self, *packages: str) -> None:
        """Has apt bring packages, by name or file, and what they depend on; not what they recommend."""
        self.sudo("apt-get", "-qq", "install", "--no-install-recommends", *packages)

    def ask(self, *command: str) -> str:
        """What a command of the person's prints."""
        return output(*self.words(*command))

    def start(self, *command: str, log: Path) -> subprocess.Popen[bytes]:
        """Starts a program of the person's, with what it says in `log`."""
        with log.open("wb") as file:
            return subprocess.Popen(self.words(*command), stdout=file, stderr=subprocess.STDOUT)

    def words(self, *command: str) -> list[str]:
        """The command that runs `command` in here as the person, without a network."""
        environment = [f"DISPLAY={DISPLAY}", f"HOME={HOME}", "LANG=C.UTF-8", f"USER={PERSON}"]
        path = "PATH=/usr/local/bin:/usr/bin:/bin"
        inside = ["chroot", f"--userspec={PERSON}", str(self.root), "env", "-i", path, *environment]
        return ["unshare", "--net", *inside, *command]

    def inside(self, path: str) -> Path:
        """Where `path` of the room lies outside."""
        return self.root / path.lstrip("/")


def wait_for(
    what: str, look: Callable[[], Found | None], seconds: float = PATIENCE_SECONDS, *, pause: float = 0.05
) -> Found:
    """What `look` finds as soon as it finds something; leaves with a sentence when that takes too long.

    It looks every `pause` seconds.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(pause)
    raise SystemExit(f"waited {seconds:.0f} seconds in vain: {what}")
