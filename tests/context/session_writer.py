"""Writes sessions as OpenClaw does, for tests."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any


class SessionWriter:
    """One JSONL session, written record by record; its clock goes on by one second a record."""

    def __init__(self, state_dir: Path, start: datetime, *, agent: str = "main", name: str = "s1") -> None:
        self.path = state_dir / "agents" / agent / "sessions" / f"{name}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.time = start
        self.last: str | None = None
        self._number = 0
        self.raw({"type": "session", "version": 3, "id": name, "cwd": "/home/sam/.openclaw/workspace"})

    def raw(self, record: dict[str, Any]) -> None:
        self.time += timedelta(seconds=1)
        stamped = {"timestamp": self.time.isoformat().replace("+00:00", "Z"), **record}
        self.append(json.dumps(stamped, ensure_ascii=False).encode() + b"\n")

    def append(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)

    def entry(self, record: dict[str, Any], *, parent: str | None = None) -> str:
        self._number += 1
        name = f"{self._number:08x}"
        self.raw({"id": name, "parentId": parent or self.last, **record})
        self.last = name
        return name

    def message(self, role: str, content: Any, **more: Any) -> str:
        return self.entry({"type": "message", "message": {"role": role, "content": content, **more}})

    def user(self, text: str) -> str:
        return self.message("user", [{"type": "text", "text": text}])

    def call(self, tool: str, arguments: Any, *, result: bool | None = False) -> str:
        """A tool call; `result` is whether it failed, None for none yet."""
        identity = f"call_{self._number}"
        block = {"type": "toolCall", "id": identity, "name": tool, "arguments": arguments}
        self.message("assistant", [{"type": "text", "text": "ok"}, block])
        if result is not None:
            self.result(identity, failed=result)
        return identity

    def result(self, identity: str, *, failed: bool = False) -> None:
        self.message("toolResult", [{"type": "text", "text": "done"}], toolCallId=identity, isError=failed)
