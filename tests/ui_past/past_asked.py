"""An agent that asks its memory, what the program really answered, and a bridge a test holds in its hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge

TOLD = datetime(2026, 10, 1, 8, tzinfo=UTC)
DATA = Path(__file__).parents[1] / "data" / "openclaw"


def answered(era: str = "2026.9") -> dict[str, dict[str, Any]]:
    """Searches of OpenClaw by their query: when they were asked, their vector and their answer."""
    run = json.loads((DATA / f"search-{era}.json").read_text(encoding="utf-8"))
    return {search["query"]: search for search in run["searches"]}


class Asked:
    """One session; its clock goes on by a minute a record."""

    def __init__(self, state: Path, name: str, at: datetime) -> None:
        self.name = name
        self._path = state / "agents" / "main" / "sessions" / f"{name}.jsonl"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._at = at
        self._number = 0
        self._write({"type": "session", "version": 3, "id": name, "cwd": str(state / "workspace")})

    def search(self, query: str, answer: object, **arguments: object) -> None:
        """A turn in which it searches, and is answered so."""
        self._turn("memory_search", {"query": query, **arguments}, answer)

    def get(self, path: str, text: str, **arguments: object) -> None:
        """A turn in which it reads a file of its memory."""
        self._turn("memory_get", {"path": path, **arguments}, {"path": path, "text": text})

    def read(self, path: str) -> None:
        """It reads a file in the same turn."""
        self._call("read", {"path": path}, "…")

    def _turn(self, tool: str, arguments: dict[str, object], answer: object) -> None:
        self._say({"role": "user", "content": f"Tell me about {next(iter(arguments.values()))}"})
        self._call(tool, arguments, answer if isinstance(answer, str) else json.dumps(answer))

    def _call(self, tool: str, arguments: dict[str, object], answer: str) -> None:
        call = f"{self.name}-call{self._number}"
        block = {"type": "toolCall", "id": call, "name": tool, "arguments": arguments}
        self._say({"role": "assistant", "content": [block]})
        text = [{"type": "text", "text": answer}]
        self._say({"role": "toolResult", "toolCallId": call, "toolName": tool, "content": text})

    def _say(self, message: dict[str, Any]) -> None:
        self._number += 1
        self._at += timedelta(minutes=1)
        parent = f"{self.name}-{self._number - 1}" if self._number > 1 else None
        at = self._at.isoformat().replace("+00:00", "Z")
        entry = {"id": f"{self.name}-{self._number}", "parentId": parent, "timestamp": at}
        self._write({"type": "message", **entry, "message": message})

    def _write(self, record: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


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

    @property
    def closing(self) -> bool:
        return False

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
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
            except DesktopError as error:
                self.failed.emit(error)
                return
            held.go = step

        step()
