"""What the index thread does, one small job at a time, the most urgent first. No threads in here."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from openclaw_desktop.errors import (
    EmbedderError,
    IndexDamagedError,
    IndexingError,
    QuestionUnreadableError,
    sentence_of,
)
from openclaw_desktop.events import Event, FilesIndexed, IndexPhase, IndexState, Problem
from openclaw_desktop.index import generations, noise
from openclaw_desktop.index.embed import ModelInfo, Vector
from openclaw_desktop.index.indexer import SLICE_SECONDS, Indexer, Step
from openclaw_desktop.index.keeper import Keeper
from openclaw_desktop.index.model import Model
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.index.writer_lock import WriterLock
from openclaw_desktop.settings import IndexSettings

MOST_REPAIRS = 3
"""An index that is damaged more often than this in one session is left to a person."""

NOTHING_DONE = Step(0, 0, frozenset())


class Jobs:
    """The work on one workspace's index; everything in it belongs to the thread that calls."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        cache: Path,
        settings: IndexSettings,
        model: Model,
        report: Callable[[Event], None],
        *,
        role: str,
    ) -> None:
        self.phase = IndexPhase.OPENING
        self.paused = False
        self.paths: frozenset[str] = frozenset()  # changed, and not looked at yet
        self.stopped: str | None = None
        self.model = model
        self.keeper = Keeper(root, folder, settings)
        self._folder = folder
        self._cache_folder = cache
        self._report = report
        self._lock = WriterLock(folder, role)
        self._scans: deque[tuple[Indexer, Iterator[Step]]] = deque()
        self._step = NOTHING_DONE
        self._measuring: Iterator[None] | None = None
        self._pace = Pace()
        self._untidy = False
        self._anew = False  # asked for before there was an index to take the place of
        self._repairs = 0

    def work(self) -> bool:
        """Does the most urgent job; False when there is none."""
        if self.stopped:
            return self._rest(IndexPhase.STOPPED)
        if not self._may_write():
            self.paths = frozenset()  # taking over begins with a scan
            return self._rest(IndexPhase.ELSEWHERE)
        jobs = (self._open, self._update, self._scan, self._embed, self._measure, self._swap)
        if any(job() for job in jobs):
            return True
        waits = self.paused and self._is_waiting()
        return self._rest(IndexPhase.PAUSED if waits else IndexPhase.READY)

    def _rest(self, phase: IndexPhase) -> bool:
        self.phase = phase
        return False

    def _may_write(self) -> bool:
        self._folder.mkdir(parents=True, exist_ok=True)
        return self._lock.take()

    # questions

    def embed_query(self, text: str) -> Vector:
        """A question's vector, provided the index in use has vectors of the same model; EmbedderError."""
        try:
            embedder, info = self.model.open()
            if self._key_in_use() in (None, info.key):
                return embedder.embed_query(text)
        except QuestionUnreadableError:
            raise
        except EmbedderError as error:
            self._lost(error)
            raise
        raise EmbedderError("The index is being made anew for another model.")

    def _key_in_use(self) -> str | None:
        if self.keeper.current:
            return self.keeper.current.store.model_key
        path = generations.current(self._folder)
        if path is None:
            return None
        with contextlib.closing(Store.open_reader(path)) as store:
            return store.model_key

    def _lost(self, error: EmbedderError) -> None:
        """Gives the model up."""
        if self.model.trouble is None:
            self.model.give_up(error)

    # jobs, in order of urgency: each is True when it did something

    def _open(self) -> bool:
        if self.keeper.current and not self.keeper.is_lost():
            return False
        self.phase = IndexPhase.OPENING
        if self.keeper.cache is None:
            self._open_cache()
        _, problem = self.keeper.open()
        if problem:
            self._report(Problem(problem))
        self._settle_chunking()
        if self._anew:
            self.build_anew()
        return True

    def _open_cache(self) -> None:
        try:
            self.keeper.cache = VectorCache(self._cache_folder)
        except (IndexingError, OSError) as error:
            reason = f"{sentence_of(error)}." if isinstance(error, OSError) else str(error)
            self._report(Problem(f"Vectors are not kept for a later rebuild: {reason}"))

    def _update(self) -> bool:
        if not self.paths:
            return False
        done: set[str] = set()
        scan = False
        end = time.monotonic() + SLICE_SECONDS
        with contextlib.ExitStack() as transactions:
            for indexer in self.keeper.indexers:
                transactions.enter_context(indexer.store.together())
            for path in sorted(self.paths):
                clear = [indexer.update(path) for indexer in self.keeper.indexers]
                scan = scan or not all(clear)
                done.add(path)
                if time.monotonic() > end:
                    break
        self.paths -= done
        if scan:
            self.scan_all()
        self._report(FilesIndexed(frozenset(done)))
        return True

    def _scan(self) -> bool:
        if not self._scans:
            return False
        indexer, steps = self._scans[0]
        step = next(steps, None)
        if step is None:
            self._scans.popleft()
            self._step = NOTHING_DONE
            return True
        self._step = step
        reads = step.paths or step.done < step.total
        self.phase = IndexPhase.KEYWORDS if reads else IndexPhase.SCANNING
        if step.paths and indexer is self.keeper.current:
            self._report(FilesIndexed(step.paths))
        return True

    def _embed(self) -> bool:
        if self.paused or self.model.trouble:
            return False
        try:
            embedder, info = self.model.open()
            if self._begin_for(info):
                return True
            target, begun = self._target(), time.monotonic()
            count = target.embed(embedder, info)
        except EmbedderError as error:
            self._lost(error)
            return True
        self._pace.add(count, time.monotonic() - begun)
        self._tell_trouble(target)
        if count:
            self.phase = IndexPhase.EMBEDDING
            self._untidy = True
        elif self._untidy:
            target.store.tidy()
            self._untidy = False
        return count > 0

    def _tell_trouble(self, indexer: Indexer) -> None:
        if indexer.trouble:
            self._report(Problem(indexer.trouble))
            indexer.trouble = None

    def _begin_for(self, info: ModelInfo) -> bool:
        """Makes room for this model's vectors; True when that means another index."""
        current, target = self.keeper.current, self._target()
        if self.keeper.building_for_model and current and current.store.model_key == info.key:
            self.keeper.drop_building()  # the person chose the old model again
            return True
        if target.store.model_key is None:
            target.store.set_model(info)
        elif target.store.model_key != info.key:
            self._build(for_model=True)
            return True
        return False

    def _measure(self) -> bool:
        if self.paused or self.model.trouble or self._is_waiting():
            self._measuring = None
            return False
        store = self._target().store
        if self._measuring is None:
            passages = store.passages()
            if not passages or not noise.is_due(store.floor(), passages):
                return False
            self._measuring = self._target().measure_floor(*self.model.open())
        try:
            if next(self._measuring, self) is self:
                self._measuring = None
                store.tidy()
        except EmbedderError as error:
            self._measuring = None
            self._lost(error)
        return True

    def _swap(self) -> bool:
        if self.keeper.building is None or self.keeper.current is None:
            return False
        given_up = self.model.trouble is not None and not self.keeper.building_for_model
        if self._is_waiting() and not given_up:
            return False
        self.keeper.swap()
        self._measuring = None
        return True

    def _target(self) -> Indexer:
        """The index that vectors are made for."""
        target = self.keeper.building or self.keeper.current
        assert target is not None
        return target

    def _is_waiting(self) -> bool:
        return bool(self._target().store.chunks_without_vectors(1))

    # wishes

    def scan_all(self) -> None:
        """Compares every file with the index, from the beginning."""
        self.stopped = None
        self._scans.clear()
        self._scans.extend((indexer, indexer.scan()) for indexer in self.keeper.indexers)

    def build_anew(self) -> None:
        """Makes the index anew beside the one in use."""
        self.stopped = None
        self._anew = self.keeper.current is None
        if not self._anew:
            self._build()

    def _build(self, *, for_model: bool = False) -> None:
        self.keeper.build(for_model=for_model)
        self._measuring = None
        self.scan_all()

    def adopt(self, settings: IndexSettings) -> None:
        """Acts upon new settings."""
        before = self.keeper.settings
        self.keeper.adopt(settings)
        if (settings.model, settings.threads) != (before.model, before.threads):
            self.retry_model()
        if self.keeper.current:
            self._settle_chunking()

    def _settle_chunking(self) -> None:
        """Sees to it that the index in use, or its successor, has the chunks that are wanted."""
        wanted = self.keeper.settings.chunking
        if self.keeper.building and self.keeper.building.store.chunking != wanted:
            self.keeper.drop_building()
        if self._target().store.chunking != wanted:
            self._build()
        else:
            self.scan_all()

    def retry_model(self) -> None:
        """Tries the model again, or another one the settings name now."""
        self._measuring = None
        self.model.retry()
        if self.stopped:
            self.scan_all()

    def pause(self, paused: bool) -> None:
        """Makes no vectors while paused."""
        self.paused = paused
        if self.stopped:
            self.scan_all()

    # trouble

    def suspect(self, reader: Store) -> None:
        """Raises IndexDamagedError when the index a reader found damaged is the one this thread keeps.

        Another process mends its own, and one that was replaced meanwhile concerns nobody.
        """
        if self.keeper.current and reader.is_current():
            raise IndexDamagedError("The index is damaged.")

    def repair(self, error: IndexDamagedError) -> None:
        """Puts a damaged index out of the way; the next job makes a new one."""
        self._repairs += 1
        self.phase = IndexPhase.OPENING
        self._scans.clear()
        self._measuring = None
        if self._repairs > MOST_REPAIRS:
            self.stop(f"{error} It was made anew {MOST_REPAIRS} times; check the disk.")
        else:
            self._report(Problem(self.keeper.repair(error)))

    def stop(self, sentence: str) -> None:
        """Rests until somebody asks for a scan."""
        self.phase = IndexPhase.STOPPED
        self.stopped = sentence
        self._scans.clear()
        self._measuring = None

    def close(self) -> None:
        """Closes everything and lets the next process write."""
        self.model.close()
        self.keeper.close()
        if self.keeper.cache:
            self.keeper.cache.close()
        self._lock.release()

    # what is told

    def state(self) -> IndexState:
        """Where the work is."""
        trouble = self.model.trouble
        problem = self.stopped or (str(trouble) if trouble else None)
        if self.phase is IndexPhase.ELSEWHERE:
            problem = f"indexed by {self._lock.holder()}"
        chunks, done, total = self._counts()
        return IndexState(
            self.phase,
            files_done=self._step.done,
            files_total=self._step.total,
            chunks=chunks,
            vectors_done=done,
            vectors_total=total,
            seconds_left=self._pace.seconds_for(total - done) if self.phase is IndexPhase.EMBEDDING else None,
            problem=problem,
            keywords_only=trouble is not None,
        )

    def _counts(self) -> tuple[int, int, int]:
        """Chunks in the index in use; vectors and chunks of the one that vectors are made for."""
        if self.keeper.current:
            chunks, done = self.keeper.current.store.counts()
            total = chunks
            if self.keeper.building:
                total, done = self.keeper.building.store.counts()
            return chunks, done, total
        path = generations.current(self._folder)
        if path is None or self.stopped:
            return 0, 0, 0
        with contextlib.closing(Store.open_reader(path)) as store:
            chunks, done = store.counts()
        return chunks, done, chunks


class Pace:
    """How long the rest will take, by a moving average over about the last twenty batches."""

    _KEPT = 0.95
    _ENOUGH_SECONDS = 3.0

    def __init__(self) -> None:
        self._count = self._seconds = 0.0

    def add(self, count: int, seconds: float) -> None:
        """One batch."""
        if count:
            self._count = self._count * self._KEPT + count
            self._seconds = self._seconds * self._KEPT + seconds

    def seconds_for(self, count: int) -> float | None:
        """None before there is enough to judge by."""
        if self._seconds < self._ENOUGH_SECONDS:
            return None
        return count * self._seconds / self._count
