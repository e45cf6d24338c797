"""The parent's side of the embedder's child process: how it is started, spoken to and ended."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import openclaw_desktop
from openclaw_desktop.index.frames import read_frame, write_frame
from openclaw_desktop.index.model_file import ModelFile

CHILD_OPTION = "--embedder-child"
_SECONDS_TO_DIE = 5.0


class ProcessDiedError(Exception):
    """The process is gone; the text is what it said last, for a person, or empty."""


def child_command(model: ModelFile, threads: int) -> list[str]:
    """How this installation starts the child: by module, or in a frozen build through the program itself."""
    if getattr(sys, "frozen", False):
        start = [sys.executable, CHILD_OPTION]
    else:
        # -P: a `numpy.py` in the folder a person happens to be in is not to be imported.
        start = [sys.executable, "-P", "-m", "openclaw_desktop.index.embedder_child"]
    return [*start, str(model.path), str(threads), str(model.context), str(model.pooling)]


class ModelProcess:
    """A running child. One thread asks; `end` may be called from any."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it; OSError when that is not possible."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._talking = threading.Lock()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=_environment(),
                creationflags=_modest_flags(),
            )
        except OSError:
            self._errors.close()
            raise

    def ask(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Sends a request and waits for the answer."""
        with self._talking, self._told():
            assert self._process.stdin is not None
            write_frame(cast("Any", self._process.stdin), request)
            return self._read()

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Waits for the next message."""
        with self._talking, self._told():
            return self._read()

    def end(self) -> None:
        """Kills the process if it lives and waits for it; a thread that is asking gets ProcessDiedError."""
        self._process.kill()
        with self._talking:
            for stream in (self._process.stdin, self._process.stdout, self._errors):
                with contextlib.suppress(OSError):
                    cast("Any", stream).close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_DIE)

    def _read(self) -> tuple[dict[str, Any], bytes]:
        return read_frame(cast("Any", self._process.stdout))

    @contextlib.contextmanager
    def _told(self) -> Any:
        """Turns what a dead process's pipes do into ProcessDiedError.

        Whatever else ends a conversation halfway ends the process, too: its answer would be taken for the
        next one's.
        """
        try:
            yield
        except (EOFError, OSError, ValueError) as error:
            raise ProcessDiedError(self._last_words()) from error
        except BaseException:
            self._process.kill()
            raise

    def _last_words(self) -> str:
        """The last line it wrote to its standard error."""
        with contextlib.suppress(OSError, ValueError):
            self._errors.seek(0)
            lines = self._errors.read().decode(errors="replace").split("\n")
            return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
        return ""


def _environment() -> dict[str, str]:
    """This process's; with the way to the package where it runs from a folder without being installed."""
    home = str(Path(openclaw_desktop.__file__).parents[1])
    if getattr(sys, "frozen", False) or home in (
        sysconfig.get_path("purelib"),
        sysconfig.get_path("platlib"),
    ):
        return dict(os.environ)
    more = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{more}" if more else home}


def _modest_flags() -> int:
    """Windows: no console window, and a low priority from the start."""
    if sys.platform != "win32":
        return 0
    return subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
