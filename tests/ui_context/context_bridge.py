"""The files of a small workspace, and a bridge whose answers a test may hold back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any

from PySide6.QtCore import QObject

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge

MEMORY = "# Memory\n\n" + "".join(f"- fact {number:04} 事实\n" for number in range(1_600))
FILES = {
    "AGENTS.md": "# Agents\n\nRead the notes before you answer.\n",
    "SOUL.md": "Quiet.\n",
    "TOOLS.md": "# Tools\n",
    "MEMORY.md": MEMORY,
}


class Held:
    """One call to the engine that waits until a test lets it go."""

    def __init__(self, verb: Callable[[], Any]) -> None:
        self._verb = verb
        self.go: Callable[[], None] = lambda: None

    def __await__(self) -> Generator[Held, None, Any]:
        yield self
        return self._verb()


class HandBridge(Bridge):
    """Answers at once, or, while `holding`, when a test calls `held[n].go()`."""

    def __init__(self, engine: Engine) -> None:
        QObject.__init__(self)
        self.engine = engine
        self.holding = False
        self.held: list[Held] = []
        self.trouble: DesktopError | None = None

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.trouble:
            raise self.trouble
        if not self.holding:
            return verb(*args, **kwargs)
        held = Held(lambda: verb(*args, **kwargs))
        self.held.append(held)
        return await held

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> Any:
        def step() -> None:
            try:
                held: Held = coroutine.send(None)
            except StopIteration:
                return
            held.go = step

        step()
