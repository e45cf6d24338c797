"""A bridge without threads: what is called happens at once, or when the test says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop import tokens
from openclaw_desktop.errors import DesktopError, FileExistsAlreadyError
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.settings import Settings
from openclaw_desktop.workspace import files, layout, outline
from openclaw_desktop.workspace.layout import Entry
from openclaw_desktop.workspace.outline import Node


@dataclass(frozen=True)
class FakeUndo:
    sentence: str
    paths: tuple[str, ...]
    back: Callable[[], None]


def _rename(old: Path, new: Path) -> None:
    old.rename(new)


class FakeEngine:
    """The verbs of an engine on a real folder, without index and history."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.desk = self
        self.settings = Settings()
        self.fresh: dict[str, str] = {}
        self.left_out: dict[str, str] = {}
        self.calls: list[str] = []
        self.trash = root.parent / "trash"
        self.trash.mkdir(exist_ok=True)

    def scan(self) -> list[Entry]:
        self.calls.append("scan")
        return list(layout.scan(self.root))

    def read(self, path: str) -> files.TextFile:
        self.calls.append(f"read {path}")
        return files.read(self.root, path)

    def outline(self, path: str) -> tuple[Node, ...]:
        self.calls.append(f"outline {path}")
        pseudo = self.settings.window.pseudo_headings
        return outline.outline(files.read(self.root, path).text, pseudo_headings=pseudo)

    def count_tokens(self, text: str, encoding: str) -> int:
        return tokens.count(text, encoding)

    def freshness(self) -> dict[str, str]:
        return dict(self.fresh)

    def skipped(self) -> dict[str, str]:
        return dict(self.left_out)

    def set_policy(self, path: str, policy: Policy | None, *, now: datetime) -> None:
        self.calls.append(f"set_policy {path} {policy}")

    def daily_note(self, now: datetime) -> str:
        return layout.daily_note(now.date())

    def create(self, path: str, text: str = "") -> FakeUndo:
        target = self._free(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return FakeUndo(f"Create {path}", (path,), target.unlink)

    def create_folder(self, path: str) -> FakeUndo:
        target = self._free(path)
        target.mkdir(parents=True)
        return FakeUndo(f"Create {path}", (path,), target.rmdir)

    def move(self, path: str, new_path: str) -> FakeUndo:
        old, new = self.root / path, self._free(new_path)
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)
        return FakeUndo(f"Move {path}", (path, new_path), lambda: _rename(new, old))

    def duplicate(self, path: str) -> FakeUndo:
        old = self.root / path
        new = self._free(f"{path.removesuffix('.md')} copy.md")
        shutil.copy(old, new)
        return FakeUndo(f"Duplicate {path}", (new.relative_to(self.root).as_posix(),), new.unlink)

    def delete(self, path: str) -> FakeUndo:
        old, kept = self.root / path, self.trash / Path(path).name
        old.rename(kept)
        return FakeUndo(f"Delete {path}", (path,), lambda: _rename(kept, old))

    def undo(self, undo: FakeUndo) -> tuple[str, ...]:
        undo.back()
        return undo.paths

    def _free(self, path: str) -> Path:
        target = self.root / path
        if target.exists():
            raise FileExistsAlreadyError(path, f"{path} is there already.")
        return target


class FakeBridge(QObject):
    """Runs verbs in place. While `held` is True they wait for `release`."""

    index_state_changed = Signal(object)
    files_changed = Signal(object)
    files_indexed = Signal(object)
    problem = Signal(str)
    settings_changed = Signal(object)
    failed = Signal(object)

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.engine = FakeEngine(root)
        self.held = False
        self.errors: list[DesktopError] = []
        self._waiting: list[Coroutine[Any, Any, None]] = []

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.held:
            await _Pause()
        return verb(*args, **kwargs)

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> None:
        self._step(coroutine)

    def release(self) -> None:
        """Lets everything that waits go on."""
        self.held = False
        waiting, self._waiting = self._waiting, []
        for coroutine in waiting:
            self._step(coroutine)

    def close(self) -> None:
        for coroutine in self._waiting:
            coroutine.close()

    def _step(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            coroutine.send(None)
        except StopIteration:
            return
        except DesktopError as error:
            self.errors.append(error)
            self.failed.emit(error)
        else:
            self._waiting.append(coroutine)


class _Pause:
    def __await__(self) -> Generator[None, None, None]:
        yield
