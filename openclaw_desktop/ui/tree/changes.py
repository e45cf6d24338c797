"""File operations asked for in the tree: done off the main thread, told in a sentence, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tree.names import LONGEST_TOLD, count_of, name_of, shortened

if TYPE_CHECKING:
    from openclaw_desktop.workspace.operations import Undo

REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class _Step:
    """What one action did, to be taken back together."""

    sentence: str
    undos: tuple[Undo, ...]
    renamed: Mapping[str, str]


class FileChanges(QObject):
    """Creates, moves, duplicates and deletes, and takes it back."""

    done = Signal(str, bool)  # a sentence, and whether it can be taken back
    failed = Signal(str)
    changed = Signal(object)  # frozenset of paths
    renaming = Signal(object)  # dict of old to new paths, before it happens
    renamed = Signal(object)  # the same, once it happened
    created = Signal(object)  # the path of a new file or folder
    deleted = Signal(object)  # list of paths

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._steps: list[_Step] = []

    def can_undo(self) -> bool:
        """True when something can be taken back."""
        return bool(self._steps)

    def create(self, path: str) -> None:
        """Makes an empty file."""
        self._spawn(self._create(self._bridge.engine.create, path), "create a file")

    def create_folder(self, path: str) -> None:
        """Makes a folder."""
        self._spawn(self._create(self._bridge.engine.create_folder, path), "create a folder")

    def duplicate(self, path: str) -> None:
        """Copies a file to a name beside it."""
        self._spawn(self._duplicate(path), "duplicate a file")

    def move(self, renames: Mapping[str, str]) -> None:
        """Renames or moves each old path to its new one."""
        self._spawn(self._move(dict(renames)), "move files")

    def delete(self, paths: Sequence[str]) -> None:
        """Puts files and folders into the trash."""
        self._spawn(self._delete(list(paths)), "delete files")

    def undo(self) -> None:
        """Takes the last action back."""
        if self._steps:
            self._spawn(self._undo(self._steps.pop()), "undo")

    async def _create(self, verb: Callable[[str], Undo], path: str) -> None:
        undos = await self._each([(verb, (path,))])
        if undos:
            self._finish(f"Made {_brief(path)}.", undos)
            self.created.emit(path)

    async def _duplicate(self, path: str) -> None:
        undos = await self._each([(self._bridge.engine.duplicate, (path,))])
        if undos:
            new = next((p for p in undos[0].paths if p != path), path)
            self._finish(f"Made {_brief(new)}, a copy of {_brief(path)}.", undos)
            self.created.emit(new)

    async def _move(self, renames: dict[str, str]) -> None:
        self.renaming.emit(renames)
        undos = await self._each([(self._bridge.engine.move, pair) for pair in renames.items()])
        happened = dict(list(renames.items())[: len(undos)])
        if happened:
            self._finish(_moved_sentence(happened), undos, happened)
            self.renamed.emit(happened)

    async def _delete(self, paths: list[str]) -> None:
        undos = await self._each([(self._bridge.engine.delete, (path,)) for path in paths])
        gone = paths[: len(undos)]
        if gone:
            what = _brief(gone[0]) if len(gone) == 1 else count_of(len(gone), "file")
            self._finish(f"Moved {what} to the trash.", undos)
            self.deleted.emit(gone)

    async def _each(self, calls: Sequence[tuple[Callable[..., Undo], tuple[str, ...]]]) -> list[Undo]:
        """Runs these in order until one fails; what was done before it stays and can be taken back."""
        undos: list[Undo] = []
        try:
            for verb, arguments in calls:
                undos.append(await self._bridge.call(verb, *arguments))
        except DesktopError as error:
            self.failed.emit(str(error))
        return undos

    def _finish(self, sentence: str, undos: list[Undo], renamed: Mapping[str, str] | None = None) -> None:
        self._steps = [*self._steps[1 - REMEMBERED :], _Step(sentence, tuple(undos), renamed or {})]
        self.changed.emit(frozenset(path for undo in undos for path in undo.paths))
        self.done.emit(sentence, True)

    async def _undo(self, step: _Step) -> None:
        back = {new: old for old, new in reversed(list(step.renamed.items()))}
        self.renaming.emit(back)
        changed: set[str] = set()
        try:
            for undo in reversed(step.undos):
                changed.update(await self._bridge.call(self._bridge.engine.undo, undo))
        except DesktopError as error:
            self.failed.emit(str(error))
        else:
            if back:
                self.renamed.emit(back)
            self.done.emit(f"Taken back: {step.sentence}", False)
        self.changed.emit(frozenset(changed))

    def _spawn(self, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        self._bridge.spawn(coroutine, name=name)


def _moved_sentence(renames: Mapping[str, str]) -> str:
    (old, new), *others = renames.items()
    folder = new.rpartition("/")[0] or "the workspace's root"
    if others:
        return f"Moved {count_of(len(renames), 'file')} to {folder}."
    if old.rpartition("/")[0] == new.rpartition("/")[0]:
        return f"Renamed {_brief(old)} to {_brief(new)}."
    return f"Moved {_brief(old)} to {folder}."


def _brief(path: str) -> str:
    """A file's name, so short that what was done with it is said too in a narrow panel."""
    return shortened(name_of(path), LONGEST_TOLD)
