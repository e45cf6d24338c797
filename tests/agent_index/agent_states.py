"""State directories of agents for tests: copies of what two versions of OpenClaw left."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from openclaw_desktop.agent_index.question_vector import Ask, nobody_to_ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings

DATA = Path(__file__).parent.parent / "data" / "openclaw"

HOME = "/home/sam/.openclaw"
"""Where the copied directories were made."""


class State:
    """A copy of one era's state directory, which may be spoiled."""

    def __init__(self, folder: Path, era: str) -> None:
        self.folder = folder
        self.era = era
        shutil.copytree(DATA / f"state-{era}", folder, copy_function=shutil.copyfile)
        for place in (folder, *folder.rglob("*")):
            place.chmod(0o755 if place.is_dir() else 0o644)
        config = self.config.read_text(encoding="utf-8")
        for home in (HOME, "~/.openclaw"):
            config = config.replace(home, folder.as_posix())
        self.config.write_text(config, encoding="utf-8")

    @property
    def config(self) -> Path:
        return self.folder / "openclaw.json"

    def workspace(self, agent: str = "main") -> Path:
        return self.folder / {"main": "workspace", "research": "projects/research-desk"}[agent]

    def database(self, agent: str = "main") -> Path:
        if self.era == "2026.2":
            return self.folder / "memory" / f"{agent}.sqlite"
        return self.folder / "agents" / agent / "agent" / "openclaw-agent.sqlite"

    def everything(self) -> dict[str, tuple[int, int, str]]:
        """Every file and folder with its time, mode and contents."""
        return {
            str(path): (
                path.lstat().st_mtime_ns,
                path.lstat().st_mode,
                hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            )
            for path in (self.folder, *sorted(self.folder.rglob("*")))
        }


NewState = Callable[[str], State]


@contextmanager
def engine_of(state: State, agent: str = "main", *, ask: Ask | None = nobody_to_ask) -> Generator[Engine]:
    """An engine that asks no model for questions to the agent's index; without `ask`, as a person's does."""
    made = Engine(
        state.workspace(agent),
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
        ask=ask,
    )
    try:
        yield made
    finally:
        made.close()
