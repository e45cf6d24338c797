"""Opens, makes, replaces and repairs the index databases of one workspace; for the thread that writes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.errors import IndexDamagedError
from openclaw_desktop.index import generations
from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.sqlite import remove_database

CHECKED_BYTES = 64 * 2**20
"""Up to this size every page is read at opening (0.4 s); damage in a larger one shows when it is met."""


class Keeper:
    """`current` answers searches; `building`, if there is one, is its successor in the making."""

    def __init__(self, root: Path, folder: Path, settings: IndexSettings) -> None:
        self.settings = settings
        self.cache: VectorCache | None = None
        self.current: Indexer | None = None
        self.building: Indexer | None = None
        self.building_for_model = False
        self._root = root
        self._folder = folder

    @property
    def indexers(self) -> list[Indexer]:
        """Those that changed files concern."""
        return [indexer for indexer in (self.current, self.building) if indexer]

    def is_lost(self) -> bool:
        """Whether somebody deleted or replaced the file of the current index."""
        return self.current is not None and not self.current.store.is_current()

    def open(self) -> tuple[Indexer, str | None]:
        """Opens the current index, or makes an empty one, and says so when the old one was damaged.

        Raises IndexingError when a newer version wrote it or the disk is in the way.
        """
        self.close()
        problem = None
        store = None
        path = generations.current(self._folder)
        if path:
            try:
                store = _opened(path)
            except IndexDamagedError as error:
                problem = self._set_aside(path, error)
        if store is None:
            path = self._folder / generations.FIRST
            store = Store.create(path, chunking=self.settings.chunking, model=None)
        generations.remove_old(self._folder)
        self.current = self._indexer(store)
        return self.current, problem

    def repair(self, error: IndexDamagedError) -> str:
        """Puts what may be damaged out of the way; `open` then goes on. Returns the sentence that says so.

        A successor in the making is given up first and the current index left alone: if that is the damaged
        one, it shows again. Else the current index is moved aside.
        """
        path = self.current.store.path if self.current else generations.current(self._folder)
        if self.building:
            self.close()
            remove_database(self._folder / generations.BUILDING)
            return f"{error} What was being made anew was given up, and the index in use was kept."
        self.close()
        return self._set_aside(path or self._folder / generations.FIRST, error)

    def _set_aside(self, path: Path, error: IndexDamagedError) -> str:
        aside = generations.set_aside(path, datetime.now(UTC))
        return f"{error} It was kept as {aside.name}, and the index is being made anew."

    def build(self, *, for_model: bool = False) -> Indexer:
        """Begins a successor beside the current index, in place of one that was begun."""
        self.drop_building()
        path = self._folder / generations.BUILDING
        store = Store.create(path, chunking=self.settings.chunking, model=None)
        self.building = self._indexer(store)
        self.building_for_model = for_model
        return self.building

    def drop_building(self) -> None:
        """Forgets the successor; the current index is untouched."""
        if self.building:
            self.building.store.close()
        self.building, self.building_for_model = None, False
        remove_database(self._folder / generations.BUILDING)

    def swap(self) -> Indexer:
        """Puts the successor in place of the current index, at once; readers that are open keep the old."""
        assert self.building
        assert self.current
        self.building.store.close()
        self.building, self.building_for_model = None, False
        path = generations.publish(self._folder)
        self.current.store.close()
        self.current = self._indexer(Store.open_writer(path))
        generations.remove_old(self._folder)
        return self.current

    def _indexer(self, store: Store) -> Indexer:
        settings = replace(self.settings, chunking=store.chunking)
        return Indexer(self._root, store, settings, self.cache)

    def adopt(self, settings: IndexSettings) -> None:
        """Takes new settings; each index keeps the chunking it was made with."""
        self.settings = settings
        for indexer in self.indexers:
            indexer.settings = replace(settings, chunking=indexer.store.chunking)

    def interrupt(self) -> None:
        """From any thread: makes a write that is going on fail, undone."""
        for indexer in self.indexers:
            indexer.store.interrupt()

    def close(self) -> None:
        """Closes both."""
        for indexer in self.indexers:
            indexer.store.close()
        self.current = self.building = None
        self.building_for_model = False


def _opened(path: Path) -> Store:
    store = Store.open_writer(path)
    try:
        if path.stat().st_size <= CHECKED_BYTES:
            store.check()
    except BaseException:
        store.close()
        raise
    return store
