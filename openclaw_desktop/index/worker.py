"""The index thread: one thread that owns every write to the index, and the model."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from openclaw_desktop.errors import DesktopError, EmbedderError, IndexDamagedError, IndexingError, sentence_of
from openclaw_desktop.events import Event, IndexPhase, IndexState
from openclaw_desktop.index import generations
from openclaw_desktop.index.model import Model
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.traces import trace

if TYPE_CHECKING:
    from openclaw_desktop.index.embed import Embedder, Vector
    from openclaw_desktop.index.jobs import Jobs
    from openclaw_desktop.index.store import Store

log = logging.getLogger(__name__)

IDLE_SECONDS = 1.0
"""How often an idle thread looks whether its index is still there or another's lock is free."""

RETRY_SECONDS = 30.0
"""After so long a stopped indexer tries again by itself."""

REPORT_SECONDS = 0.1
CLOSE_SECONDS = 2.0
READER_SECONDS = 5.0

Freshness = Literal["indexed", "keywords", "waiting"]


class IndexWorker:
    """Keeps one workspace's index like its files. Every method may be called from any thread.

    The thread does one small job after another, the most urgent first: a question's vector, changed
    paths, the comparison of all files, a batch of vectors, the noise floor.
    """

    def __init__(
        self,
        root: Path,
        folder: Path,
        cache: Path,
        settings: IndexSettings,
        embedder: Callable[[], Embedder],
        report: Callable[[Event], None],
        *,
        role: str = "window",
    ) -> None:
        """`folder` holds the index, `cache` the vectors; `report` is called from the index thread.

        `role` names this process to others that want to write the same index.
        """
        self.state = IndexState(IndexPhase.OPENING)
        self._folder = folder
        self._report = report
        self._model = Model(embedder)

        def new_jobs() -> Jobs:
            from openclaw_desktop.index.jobs import Jobs  # NumPy and more, after the window is seen

            real = Path(os.path.realpath(root))
            return Jobs(real, folder, cache, settings, self._model, report, role=role)

        self._new_jobs = new_jobs
        self._jobs: Jobs | None = None  # the thread's own; made by it
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)
        self._opened = threading.Event()
        self._wake = threading.Condition()  # around the next four
        self._questions: deque[tuple[str, Future[Vector]]] = deque()
        self._paths: set[str] = set()
        self._wishes: deque[Callable[[Jobs], None]] = deque()
        self._closing = False
        self._put_off = False
        self._stopped_at = 0.0
        self._reported_at = 0.0

    def start(self) -> None:
        """Begins; the index is brought up to date by itself."""
        self._put_off = False
        self._thread.start()

    def put_off(self) -> None:
        """Until it is started whoever asks is answered with what there is, at once."""
        self._put_off = True

    def close(self) -> None:
        """Ends the thread and the model's process within two seconds, whatever they are doing."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._opened.set()
        self._model.close()
        if self._jobs is not None:
            self._jobs.keeper.interrupt()
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)
        self._refuse_questions("The program is closing.")  # before the start there is no thread to do it

    def submit_paths(self, paths: frozenset[str]) -> None:
        """These files changed, came or went."""
        with self._wake:
            self._paths |= paths
            self._wake.notify()

    def rescan(self) -> None:
        """Compares every file with the index; also what to do after a disk was full."""
        self._wish(lambda jobs: jobs.scan_all(), phase=IndexPhase.SCANNING)

    def rebuild(self) -> None:
        """Makes the index anew beside the one in use; vectors that are known are not made again."""
        self._wish(lambda jobs: jobs.build_anew(), phase=IndexPhase.SCANNING)

    def change_settings(self, settings: IndexSettings) -> None:
        """Acts upon new settings; for another chunking or model an index is built beside the one in use."""
        self._wish(lambda jobs: jobs.adopt(settings), phase=IndexPhase.SCANNING)

    def retry_embedder(self) -> None:
        """Tries the model again after it was given up."""
        self._wish(lambda jobs: jobs.retry_model())

    def pause(self) -> None:
        """No more vectors until `resume`; words of changed files go on."""
        self._wish(lambda jobs: jobs.pause(True))

    def resume(self) -> None:
        """Goes on with the vectors."""
        self._wish(lambda jobs: jobs.pause(False))

    def embed_query(self, text: str) -> Future[Vector]:
        """The question's vector; it goes ahead of everything but a batch that has begun.

        The future raises EmbedderError, with the reason, when there can be none.
        """
        future: Future[Vector] = Future()
        with self._wake:
            if self._closing:
                future.set_exception(EmbedderError("The program is closing."))
            elif self._put_off:
                future.set_exception(EmbedderError("The index is not started."))
            else:
                self._questions.append((text, future))
                self._wake.notify()
        return future

    @property
    def has_index(self) -> bool:
        """Whether there is one from an earlier time; one that may not be looked for is none."""
        try:
            return generations.current(self._folder) is not None
        except IndexingError:  # the start says why
            return False

    def reader(self) -> Store:
        """A new reader on the index as it is now, for one thread; opening it takes half a millisecond.

        Before the start it is one on the index of an earlier time; where there is none, or none that can be
        read, it waits. Raises IndexingError when there is no index yet.
        """
        if self._put_off:
            return self._new_reader()
        if not self._thread.is_alive():
            with contextlib.suppress(IndexingError):
                return self._new_reader()
        self._opened.wait(READER_SECONDS)  # no time at all where the thread has ended
        return self._new_reader()

    def _new_reader(self) -> Store:
        from openclaw_desktop.index.store import Store

        for _ in range(3):  # a swap may delete the file between looking and opening
            path = generations.current(self._folder)
            if path is None:
                break
            try:
                return Store.open_reader(path, on_damage=self._suspect)
            except IndexingError:
                if path.exists():
                    raise
        stopped = self._jobs.stopped if self._jobs is not None else self.state.problem
        raise IndexingError(stopped or "There is no index yet.")

    def freshness(self) -> dict[str, Freshness]:
        """How far the index is with each of its files."""
        with contextlib.closing(self.reader()) as store:
            documents = store.documents().values()
        with self._wake:
            waiting = set(self._paths)
            if self._jobs is not None:
                waiting |= self._jobs.paths
        known: dict[str, Freshness] = {}
        for document in documents:
            known[document.path] = "indexed" if document.vectors == document.chunks else "keywords"
        for path in waiting:
            known[path] = "waiting"
        return known

    def skipped(self) -> dict[str, str]:
        """The paths the index leaves out though one might expect them, each with a sentence."""
        with contextlib.closing(self.reader()) as store:
            return store.skipped()

    def _suspect(self, reader: Store) -> None:
        """A reader met damage."""
        self._wish(lambda jobs: jobs.suspect(reader))

    def _wish(self, act: Callable[[Jobs], None], *, phase: IndexPhase | None = None) -> None:
        """Has the thread do something; `phase` is the state from now on, so that nobody takes it for done."""
        with self._wake:
            self._wishes.append(act)
            self.state = replace(self.state, phase=phase or self.state.phase)
            self._wake.notify()

    # the thread

    def _run(self) -> None:
        try:
            jobs = self._jobs = self._new_jobs()
        except ImportError as error:
            self._be_unusable(error)
            return
        try:
            while not self._closing:
                busy = True
                with self._outliving(jobs):
                    busy = self._turn(jobs)
                if self._closing:  # what closing itself cut short is no trouble to be told of
                    return
                with self._outliving(jobs):
                    self._announce(jobs, at_once=not busy)
                if not busy:
                    self._rest()
        finally:
            self._leave(jobs)

    def _be_unusable(self, error: ImportError) -> None:
        """Nothing can be indexed: part of the program is missing or damaged. Nobody waits for it."""
        log.error("the index cannot be loaded\n%s", trace(error))
        missing = f"A part of the program cannot be loaded, so install it again: {error}"
        self.state = IndexState(IndexPhase.STOPPED, problem=missing)
        self.put_off()
        self._refuse_questions(missing)
        self._opened.set()
        self._report(self.state)

    def _turn(self, jobs: Jobs) -> bool:
        """One job; False when there was none."""
        if self._answer(jobs):
            return True
        self._take(jobs)
        busy = jobs.work()
        if jobs.keeper.current or not busy:
            self._opened.set()
        return busy

    @contextlib.contextmanager
    def _outliving(self, jobs: Jobs) -> Generator[None]:
        """What fails within stops the indexing with a sentence, never the thread: others wait for it."""
        try:
            try:
                yield
            except IndexDamagedError as error:
                jobs.repair(error)
        except DesktopError as error:
            self._stop(jobs, str(error))
        except OSError as error:
            self._stop(jobs, f"{sentence_of(error)}.")
        except Exception as error:  # noqa: BLE001 - the thread outlives a bug, and says so
            log.error("the index met an unexpected error\n%s", trace(error))
            self._stop(jobs, f"an unexpected error, please report it: {error!r}")

    def _stop(self, jobs: Jobs, sentence: str) -> None:
        jobs.stop(sentence)
        self._stopped_at = time.monotonic()
        self._opened.set()

    def _answer(self, jobs: Jobs) -> bool:
        with self._wake:
            if not self._questions:
                return False
            text, future = self._questions.popleft()
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(jobs.embed_query(text))
            except EmbedderError as error:
                future.set_exception(error)
            except Exception as error:  # noqa: BLE001 - whoever asked must not wait for ever
                future.set_exception(EmbedderError(f"The question could not be embedded: {error}"))
        return True

    def _take(self, jobs: Jobs) -> None:
        """Takes over what others asked for."""
        with self._wake:
            paths, self._paths = self._paths, set()
            jobs.paths |= paths
        if jobs.stopped and (paths or time.monotonic() - self._stopped_at > RETRY_SECONDS):
            jobs.scan_all()
        while wish := self._next_wish():
            wish(jobs)

    def _next_wish(self) -> Callable[[Jobs], None] | None:
        """One at a time: what fails of one does not lose the others."""
        with self._wake:
            return self._wishes.popleft() if self._wishes else None

    def _announce(self, jobs: Jobs, *, at_once: bool) -> None:
        """Reports the state if it changed; while busy in one phase, ten times a second."""
        now = time.monotonic()
        same_phase = self.state.phase is jobs.phase
        if same_phase and not at_once and now - self._reported_at < REPORT_SECONDS:
            return
        self._reported_at = now
        try:
            state = jobs.state()
        except IndexingError:
            state = replace(self.state, phase=jobs.phase, problem=jobs.stopped)
        with self._wake:
            if state == self.state or (at_once and self._wishes):
                return
            self.state = state
        self._report(state)

    def _rest(self) -> None:
        with self._wake:
            if not (self._closing or self._questions or self._paths or self._wishes):
                self._wake.wait(IDLE_SECONDS)

    def _leave(self, jobs: Jobs) -> None:
        self._refuse_questions("The program is closing.")
        with contextlib.suppress(DesktopError):
            jobs.close()

    def _refuse_questions(self, sentence: str) -> None:
        """Nobody will answer those that wait."""
        with self._wake:
            questions, self._questions = self._questions, deque()
        for _, future in questions:
            if future.set_running_or_notify_cancel():
                future.set_exception(EmbedderError(sentence))
