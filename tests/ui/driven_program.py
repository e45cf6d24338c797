"""The real program in a process of its own, asked and moved by a test line by line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SCRIPT = """
import json, sys
from PySide6.QtCore import QSocketNotifier
from openclaw_desktop import engine
from openclaw_desktop.index.embed import HashEmbedder
engine.Engine._llama = lambda self: HashEmbedder()
from openclaw_desktop.ui.program import Program

made = Program.__init__

def make(self, *given, **named):
    made(self, *given, **named)
    scope = {"program": self}
    self.notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)

    def answer():
        line = sys.stdin.readline()
        if not line:
            self.notifier.setEnabled(False)
            return
        try:
            said = {"value": eval(line, scope, {"window": self._window})}
        except Exception as error:
            said = {"raised": repr(error)}
        print(json.dumps(said, default=str), flush=True)

    self.notifier.activated.connect(answer)

Program.__init__ = make
from openclaw_desktop.cli import run
sys.exit(run(sys.argv[1:]))
"""

SECONDS = 60.0
EDITOR = "window.workspace.editor"


class Driven:
    """`openclaw-desktop` with these arguments; `ask` evaluates one line in it."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, line: str) -> Any:
        """What `line` is there; `program` and its `window` are known to it."""
        said = self._say(line)
        assert "raised" not in said, (line, said)
        return said["value"]

    def _say(self, line: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said, self.process.communicate()[1]
        return json.loads(said)

    def until(self, line: str) -> None:
        """Asks again until it is so."""
        end = time.monotonic() + SECONDS
        said: dict[str, Any] = {}
        while said.get("value") is not True:
            assert time.monotonic() < end, (line, said, self._say("window.notice.sentence"))
            said = self._say(line)

    def shown(self) -> Driven:
        """This program once its window is to be seen."""
        self.until("window is not None and window.isVisible()")
        return self

    def type(self, path: str, text: str) -> None:
        """Opens a file and types at its beginning."""
        self.ask(f"window.open({path!r})")
        self.until(f"{EDITOR}.page is not None and {EDITOR}.page.file.is_loaded")
        self.ask(f"{EDITOR}.insert_text({text!r})")
        self.until(f"{EDITOR}.unsaved() == [{path!r}]")

    def tabs(self) -> list[str]:
        """The open files."""
        return self.ask(f"{EDITOR}.open_paths()")

    def ended(self) -> int:
        """Waits until it ends by itself; its exit code."""
        self.process.communicate(timeout=SECONDS)
        return self.process.returncode

    def terminate(self, how: int = signal.SIGTERM) -> int:
        """Ends it as the end of a session does."""
        self.process.send_signal(how)
        return self.ended()

    def kill(self) -> None:
        """Ends it without a farewell, if it lives."""
        self.process.kill()
        self.process.communicate()


def texts_kept(home: Path) -> list[str]:
    """The unsaved texts that lie in the state folder."""
    files = (home / "state" / "windows").rglob("*.json")
    return [json.loads(file.read_text(encoding="utf-8"))["text"] for file in files]
