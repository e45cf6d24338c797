"""Builds chains of entries for tests, without a file."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from openclaw_desktop.context.sessions.conversation import Conversation, read_conversation

START = datetime.fromisoformat("2026-03-01T09:00:00+00:00")


class ConversationWriter:
    """Records of one session; the clock goes on by one minute a record, `count` counts words as tokens."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": "s", "cwd": "/w"}]

    def add(self, record: dict[str, Any]) -> str:
        number = len(self.records)
        at = (START + timedelta(minutes=number)).isoformat()
        previous = self.records[-1]["id"] if number > 1 else None
        self.records.append({"id": f"e{number}", "parentId": previous, "timestamp": at, **record})
        return f"e{number}"

    def say(self, role: str, content: Any, **more: Any) -> str:
        return self.add({"type": "message", "message": {"role": role, "content": content, **more}})

    def user(self, text: str) -> str:
        return self.say("user", text)

    def answer(self, text: str, prompt: int = 0, **more: Any) -> str:
        usage = {"input": prompt, "output": 1, "totalTokens": prompt + 1} if prompt else {"input": 0}
        return self.say("assistant", text, usage=usage, **more)

    def call(self, tool: str, arguments: Any, result: str = "ok", *, failed: bool = False) -> str:
        identity = f"call_{len(self.records)}"
        block = {"type": "toolCall", "id": identity, "name": tool, "arguments": arguments}
        self.say("assistant", [block])
        return self.say("toolResult", result, toolName=tool, toolCallId=identity, isError=failed)

    def compaction(self, summary: str, first_kept: str, **more: Any) -> str:
        return self.add({"type": "compaction", "summary": summary, "firstKeptEntryId": first_kept, **more})

    def read(self) -> Conversation:
        return read_conversation(self.records)


def words(text: str) -> int:
    return len(text.split())
