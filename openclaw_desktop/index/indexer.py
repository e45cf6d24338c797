"""Brings an index from what is stored to what is on disk, in steps of a fraction of a second."""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from openclaw_desktop.errors import (
    FileGoneError,
    IndexingError,
    NotTextError,
    NoWorkspaceError,
    OutsideWorkspaceError,
    QuestionUnreadableError,
)
from openclaw_desktop.index import noise
from openclaw_desktop.index.chunk import chunk_document
from openclaw_desktop.index.embed import Embedder, ModelInfo, Passage, Vector
from openclaw_desktop.index.sources import Indexable, Survey, one, survey
from openclaw_desktop.index.store import DocumentRow, Store
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.paths import is_folder
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.workspace.files import TextFile, read

SLICE_SECONDS = 0.1
"""How long one transaction takes documents in."""

BATCH_SECONDS = 0.15
"""How long a batch of texts may occupy the model: a question waits that long."""

LARGEST_BATCH = 32
LOOKED_AHEAD = 64

RACY_NS = 2 * 10**9
"""A file changed so shortly before it was read may change again within the same tick of its file system's
clock (two seconds on FAT), so it is read again, as git does."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far a scan is, in files, and the paths that this step brought up to date."""

    done: int
    total: int
    paths: frozenset[str]


@dataclass(slots=True)
class _Work:
    """What a scan has left to do."""

    files: Survey
    gone: deque[str]
    changed: deque[Indexable]
    unreadable: dict[str, str] = field(default_factory=dict[str, str])


class Indexer:
    """Keeps one store like the disk. No threads: whoever calls decides when."""

    def __init__(self, root: Path, store: Store, settings: IndexSettings, cache: VectorCache | None) -> None:
        """`cache` may be None: vectors are then made again when the index is."""
        self.root = Path(os.path.realpath(root))
        self.store = store
        self.settings = settings
        self.cache = cache
        self.trouble: str | None = None  # what is wrong with the cache
        self._batch = 2

    # words

    def scan(self) -> Iterator[Step]:
        """Compares every file with what is stored; each step is a transaction of about `SLICE_SECONDS`.

        Raises NoWorkspaceError with nothing removed when the workspace cannot be read.
        """
        found = Survey()
        for _ in survey(found, self.root, self.settings):
            yield Step(0, 0, frozenset())
        stored = self.store.documents()
        work = _Work(
            found,
            deque(stored.keys() - found.files.keys()),
            deque(f for f in found.files.values() if not is_same(f, stored.get(f.path))),
        )
        total = len(found.files)
        yield Step(total - len(work.changed), total, frozenset())
        while work.gone or work.changed:
            paths = self._some(work)
            yield Step(total - len(work.changed), total, paths)
        self.store.set_skipped(found.skipped | work.unreadable)
        yield Step(total, total, frozenset())

    def _some(self, work: _Work) -> frozenset[str]:
        paths: set[str] = set()
        end = time.monotonic() + SLICE_SECONDS
        with self.store.together():
            while work.gone or work.changed:
                if work.gone:
                    path = work.gone.popleft()
                    self.store.remove_document(path)
                else:
                    file = work.changed.popleft()
                    path = file.path
                    if reason := self._bring(file):
                        work.unreadable[path] = reason
                paths.add(path)
                if time.monotonic() > end:
                    break
        return frozenset(paths)

    def update(self, path: str) -> bool:
        """Brings one changed path up to date; False when that needs a scan."""
        found = one(self.root, path, self.settings)
        if found == "ask the walk":
            return False
        if isinstance(found, Indexable):
            if reason := self._bring(found):
                self.store.skip(path, reason)
            return True
        with self.store.together():
            for document in (path, *self.store.paths_below(path)):
                self.store.remove_document(document)
        return True

    def _bring(self, file: Indexable) -> str | None:
        """Reads one file and stores it if its content is new; returns why it cannot be indexed."""
        read_ns = time.time_ns()
        try:
            text = read(file.folder, file.name, limit_bytes=self.settings.largest_file_mb * 2**20)
        except FileGoneError:
            if not is_folder(self.root):
                raise NoWorkspaceError(f"The folder {self.root} is gone.") from None
            self.store.remove_document(file.path)
            return None
        except (NotTextError, OutsideWorkspaceError) as error:
            self.store.remove_document(file.path)
            return str(error)
        stored = self.store.document(file.path)
        if stored and (stored.sha256, stored.source) == (text.sha256, file.source):
            self.store.touch(file.path, size=text.size, mtime_ns=text.mtime_ns, read_ns=read_ns)
        else:
            self._replace(file, text, read_ns)
        return None

    def _replace(self, file: Indexable, text: TextFile, read_ns: int) -> None:
        self.store.replace_document(
            file.path,
            source=file.source,
            sha256=text.sha256,
            size=text.size,
            mtime_ns=text.mtime_ns,
            chunks=chunk_document(file.path, text.text, version=self.settings.chunking),
            read_ns=read_ns,
        )

    # vectors

    def embed(self, embedder: Embedder, model: ModelInfo) -> int:
        """Gives the next chunks their vectors, known ones or a batch from the model; returns how many.

        0 means that none is waiting. Raises EmbedderError.
        """
        waiting = self.store.chunks_without_vectors(LOOKED_AHEAD)
        known = self._recall(model, (chunk.hash for chunk in waiting))
        if not known and waiting:
            texts = {chunk.hash: chunk.text for chunk in waiting[: self._batch]}
            known = self._embed_texts(embedder, model, texts)
        items = [(chunk.chunk_id, known[chunk.hash]) for chunk in waiting if chunk.hash in known]
        self.store.add_passages(items)
        return len(items)

    def _embed_texts(
        self, embedder: Embedder, model: ModelInfo, texts: Mapping[str, str]
    ) -> dict[str, list[Passage]]:
        begun = time.monotonic()
        made = dict(zip(texts, embedder.embed_passages(list(texts.values())), strict=True))
        seconds = max(time.monotonic() - begun, 1e-6)
        fitting = round(len(texts) * BATCH_SECONDS / seconds)
        self._batch = max(1, min(LARGEST_BATCH, fitting, self._batch * 2))
        self._keep(model, made)
        return made

    def measure_floor(self, embedder: Embedder, model: ModelInfo) -> Iterator[None]:
        """Measures the noise floor in steps of one probe each, and stores it.

        A probe that this model cannot read is left out. Raises EmbedderError.
        """
        questions: dict[str, Vector] = {}
        for probe in noise.PROBES:
            with contextlib.suppress(QuestionUnreadableError):
                questions[probe] = self._question(embedder, model, probe)
            yield
        stats = self.store.stats()
        if stats.chunks_with_vectors < noise.FEW_CHUNKS:
            texts: list[list[Passage]] = []
            for probe in questions:
                texts.append(self._passages(embedder, model, probe))
                yield
            floor = noise.among_probes(list(questions.values()), texts, stats.passages)
        else:
            cosines: list[float] = []
            for question in questions.values():
                cosines.append(self._best(question))
                yield
            floor = noise.of_cosines(cosines, stats.passages)
        self.store.set_floor(floor)

    def _best(self, question: Vector) -> float:
        return max((hit.cosine for hit in self.store.vector_hits(question, 1)), default=0.0)

    def _passages(self, embedder: Embedder, model: ModelInfo, probe: str) -> list[Passage]:
        hash_ = noise.hash_of(probe)
        known = self._recall(model, [hash_]) or self._embed_texts(embedder, model, {hash_: probe})
        return known[hash_]

    def _question(self, embedder: Embedder, model: ModelInfo, probe: str) -> Vector:
        hash_ = noise.hash_of(f"question\n{probe}")
        known = self._recall(model, [hash_])
        if not known:
            known = {hash_: [Passage(0, len(probe), embedder.embed_query(probe))]}
            self._keep(model, known)
        return known[hash_][0].vector

    def _recall(self, model: ModelInfo, hashes: Iterable[str]) -> dict[str, list[Passage]]:
        try:
            return self.cache.get(model.key, hashes) if self.cache else {}
        except IndexingError as error:
            self._do_without_cache(error)
            return {}

    def _keep(self, model: ModelInfo, made: Mapping[str, Sequence[Passage]]) -> None:
        try:
            if self.cache:
                self.cache.put(model.key, made)
        except IndexingError as error:
            self._do_without_cache(error)

    def _do_without_cache(self, error: IndexingError) -> None:
        """A cache that fails costs time later, never the index."""
        self.cache = None
        self.trouble = f"Vectors are not kept for a later rebuild: {error}"


def is_same(file: Indexable, stored: DocumentRow | None) -> bool:
    """Whether a file need not be read: same size and time, and changed well before it was read."""
    return (
        stored is not None
        and (file.size, file.mtime_ns, file.source) == (stored.size, stored.mtime_ns, stored.source)
        and file.mtime_ns < stored.read_ns - RACY_NS
    )
