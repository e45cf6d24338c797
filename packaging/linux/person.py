"""A person at the screen of a room: synthetic keys and mouse, and pictures of what is to be seen."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from linux.room import DISPLAY, HOME, Room, wait_for
from project import NAME

SCREEN = "1600x1000x24"
LOG = f"{HOME}/.local/state/{NAME}/{NAME}.log"
TOOLS = ("xvfb", "openbox", "xdotool", "x11-utils", "imagemagick", "fonts-noto-cjk", "fonts-dejavu-core")


@dataclass(frozen=True, slots=True)
class Person:
    """Sits in `room`, starts the program by `command`, and has the sample in the folder `workspace`.

    `pictures` is a folder outside of the room.
    """

    room: Room
    pictures: Path
    command: str
    workspace: str

    def keys(self, *names: str, pause: int = 60) -> None:
        """Presses keys, such as "ctrl+4", one after the other, with milliseconds between them."""
        self.room.ask("xdotool", "key", "--delay", str(pause), *names)

    def types(self, text: str) -> None:
        """Types a text; slowly enough for letters that are on no keyboard."""
        self.room.ask("xdotool", "type", "--delay", "150", text)

    def clicks(self, x: int, y: int) -> None:
        """Clicks at a point of the screen."""
        self.room.ask("xdotool", "mousemove", str(x), str(y), "click", "1")

    def window(self) -> str | None:
        """The number of the program's window, when there is one to be seen."""
        with contextlib.suppress(SystemExit):
            found = self.room.ask("xdotool", "search", "--onlyvisible", "--class", NAME).split()
            return found[-1] if found else None
        return None

    def title(self) -> str:
        """What the window calls itself."""
        window = self.window()
        return self.room.ask("xdotool", "getwindowname", window).strip() if window else ""

    def fills_screen(self) -> None:
        """Makes the window as large as the screen, less what its title takes."""
        self.room.ask("xdotool", "windowsize", "--sync", self.window() or "", "100%", "97%")

    def picture(self, name: str) -> None:
        """Keeps what is on the screen as `name`.png."""
        self.room.ask("import", "-window", "root", "/tmp/screen.png")
        (self.pictures / f"{name}.png").write_bytes(self.room.inside("/tmp/screen.png").read_bytes())

    @contextlib.contextmanager
    def program(self, *options: str) -> Generator[float]:
        """The program with its window; the value is when it was started. Ends with Ctrl+Q."""
        begun = time.monotonic()
        process = self.room.start(self.command, *options, log=self.pictures / "program.log")
        try:
            wait_for("a window", self.window, 120, pause=0.02)
            yield begun
            self.keys("ctrl+q")
            code = process.wait(60)
            if code != 0:
                raise SystemExit(f"the program ended with exit code {code}")
        except (SystemExit, subprocess.TimeoutExpired):
            with contextlib.suppress(SystemExit):  # without a screen the first reason is the one to be told
                self.picture("failed")
            if (said := self.room.inside(LOG)).exists():
                (self.pictures / "failed.log").write_bytes(said.read_bytes())
            raise
        finally:
            process.kill()


@contextlib.contextmanager
def screen(room: Room, pictures: Path) -> Generator[None]:
    """An X server and a window manager in the room."""
    server = room.start("Xvfb", DISPLAY, "-screen", "0", SCREEN, "-nolisten", "tcp", log=pictures / "x.log")
    manager: subprocess.Popen[bytes] | None = None
    try:
        wait_for("an X server", lambda: _answers(room), 30)
        manager = room.start("openbox", log=pictures / "openbox.log")
        wait_for("a window manager", lambda: _is_managed(room), 30)
        yield
    finally:
        for process in (manager, server):
            if process:
                process.terminate()
                process.wait(10)


def _is_managed(room: Room) -> bool:
    """Whether somebody gives windows the keyboard; one that was there before may never get it."""
    with contextlib.suppress(SystemExit):
        return "window id #" in room.ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
    return False


def _answers(room: Room) -> bool:
    """Whether the X server does; its socket is there a moment earlier, and a window manager gives up then."""
    with contextlib.suppress(SystemExit):
        return bool(room.ask("xdotool", "getdisplaygeometry"))
    return False
