"""Pure: a message as OpenClaw's rules about the context window look at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openclaw_desktop import utf16
from openclaw_desktop.weights import weighted_length
from openclaw_desktop.workspace.agents import Era

Length = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Message:
    """What an entry of a session puts into the window.

    `role` is OpenClaw's: "user", "assistant", "toolResult" or another. `blocks` are its texts in order, with
    None for an image; `arguments` is the JSON of its `calls` tool calls and `call_names` their names, `tool`
    is the name of the tool a result is of.
    """

    role: str
    blocks: tuple[str | None, ...] = ()
    thinking: str = ""
    arguments: str = ""
    call_names: str = ""
    calls: int = 0
    tool: str = ""

    @property
    def texts(self) -> list[str]:
        """Its texts."""
        return [block for block in self.blocks if block is not None]

    @property
    def images(self) -> int:
        """How many images it holds."""
        return self.blocks.count(None)


def length_of(era: Era) -> Length:
    """How that version measures a text: 2026.2 in UTF-16 units, 2026.9 weighs East Asian characters."""
    return utf16.length if era == "2026.2" else weighted_length
