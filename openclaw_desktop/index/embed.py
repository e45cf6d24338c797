"""Texts to vectors: the protocol, the llama.cpp model in a process of its own, and a tiny one for tests."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from openclaw_desktop.errors import (
    EmbedderError,
    EmbedderStoppedError,
    ModelUnusableError,
    QuestionUnreadableError,
    reason_of,
)
from openclaw_desktop.index.cores import threads_beside_a_window
from openclaw_desktop.index.model_file import ModelFile, inspect
from openclaw_desktop.index.model_process import ModelProcess, ProcessDiedError, child_command

Vector = npt.NDArray[np.float32]
"""L2-normalised, so that a dot product is a cosine."""

MOST_DEATHS = 3
MOST_UNREADABLE = 3
BACK_OFF_SECONDS = (0.0, 0.5, 2.0)
"""How long to wait before a start, by the number of deaths in a row."""

_CONTROL = "A sentence any model can read."


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded model. `key` is what its vectors are cached under; `context` is in tokens."""

    key: str
    name: str
    dimensions: int
    context: int
    pooling: str
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A part of a text, by character offsets, and its vector."""

    start: int
    end: int
    vector: Vector


class Embedder(Protocol):
    """Turns texts into vectors. One thread uses it; `close` may be called from any other."""

    def open(self) -> ModelInfo:
        """Loads the model. ModelMissingError, ModelUnusableError, EmbedderStoppedError."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        """The passages of each text, which together are all of it; mostly one.

        A text the model cannot read at all has none, and asking again will not help.
        EmbedderStoppedError when the model's process cannot be kept alive.
        """
        ...

    def embed_query(self, text: str) -> Vector:
        """The vector of a question, of its beginning when it is longer than the model reads at once.

        EmbedderStoppedError as above; QuestionUnreadableError.
        """
        ...

    def close(self) -> None:
        """Ends the model's process, also amid a request, which then raises EmbedderStoppedError."""
        ...


class LlamaEmbedder:
    """A GGUF model in a child process, started on first need.

    When the process dies it is started again, after a while; three deaths without a success between them
    are the end, and every later call says so: to try again, make another. A text that kills it twice when
    it is alone is left out.
    """

    def __init__(
        self,
        model: Path,
        *,
        threads: int = 0,
        prefixed: bool = True,
        command: Callable[[ModelFile, int], Sequence[str]] = child_command,
        back_off: Sequence[float] = BACK_OFF_SECONDS,
    ) -> None:
        """`threads` 0: as many as leave a window responsive. `command` starts the process.

        `prefixed`: texts get the prefixes their model was trained with; else it reads them as they are.
        """
        self._path = model
        self._prefixed = prefixed
        self._threads = threads or threads_beside_a_window()
        self._command = command
        self._back_off = back_off
        self._file: ModelFile | None = None
        self._info: ModelInfo | None = None
        self._process: ModelProcess | None = None
        self._swap = threading.Lock()  # around _process and _closed, which close() changes from elsewhere
        self._closed = threading.Event()
        self._deaths = 0
        self._unreadable = 0
        self._failure: EmbedderError | None = None  # why it will not be tried again

    def open(self) -> ModelInfo:
        """See Embedder."""
        while self._info is None or self._process is None:
            with contextlib.suppress(ProcessDiedError):
                self._alive()
        return self._info

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        """See Embedder."""
        if len(texts) > 1:
            with contextlib.suppress(ProcessDiedError):
                return self._ask(texts)
        return [passages for text in texts for passages in self._alone(text)]

    def embed_query(self, text: str) -> Vector:
        """See Embedder."""
        for _ in range(2):
            with contextlib.suppress(ProcessDiedError):
                [passages] = self._ask([text], whole=True)
                if passages:
                    return passages[0].vector
                break
        raise QuestionUnreadableError("The model cannot read this question; only its words were searched.")

    def close(self) -> None:
        """See Embedder."""
        with self._swap:
            self._closed.set()
        self._drop()

    def _alone(self, text: str) -> list[list[Passage]]:
        """The passages of one text, as a list of one; a control text tells a bad text from a bad process."""
        for _ in range(2):
            with contextlib.suppress(ProcessDiedError):
                answer = self._ask([text])
                self._unreadable = 0
                return answer
            with contextlib.suppress(ProcessDiedError):
                self._ask([_CONTROL])
        self._unreadable += 1
        if self._unreadable >= MOST_UNREADABLE:
            raise self._failed(EmbedderStoppedError("the model stopped at one text after another"))
        return [[]]

    def _ask(self, texts: Sequence[str], *, whole: bool = False) -> list[list[Passage]]:
        """One request. ProcessDiedError when the process died of it and may be started again."""
        process = self._alive()
        assert self._file is not None
        prefix = self._file.query_prefix if whole else self._file.passage_prefix
        try:
            header, payload = process.ask({"texts": list(texts), "prefix": prefix, "whole": whole})
        except ProcessDiedError as death:
            self._bury(death)
            raise
        self._deaths = 0
        return _passages(header["spans"], payload)

    def _alive(self) -> ModelProcess:
        """The running process, started if need be. ProcessDiedError when it died while loading."""
        if self._closed.is_set():
            raise EmbedderStoppedError("The model was closed.")
        if self._failure:
            raise self._failure
        if self._process is not None:
            return self._process
        self._file = self._file or self._inspected()
        self._closed.wait(self._back_off[min(self._deaths, len(self._back_off) - 1)])
        process = self._started(self._file)
        self._greet(process, self._file)
        return process

    def _inspected(self) -> ModelFile:
        file = inspect(self._path)
        return file if self._prefixed else replace(file, query_prefix="", passage_prefix="")

    def _started(self, file: ModelFile) -> ModelProcess:
        """A new process, which `close` knows of from the first moment."""
        with self._swap:
            if self._closed.is_set():
                raise EmbedderStoppedError("The model was closed.")
            try:
                self._process = ModelProcess(self._command(file, self._threads))
            except OSError as error:
                raise EmbedderStoppedError(
                    f"The model's process cannot be started: {reason_of(error)}."
                ) from error
            return self._process

    def _greet(self, process: ModelProcess, file: ModelFile) -> None:
        """Waits until the model is loaded."""
        try:
            header, _ = process.receive()
        except ProcessDiedError as death:
            self._bury(death)
            raise
        if "unusable" in header:
            self._drop()
            raise self._failed(ModelUnusableError(header["unusable"]))
        if self._info is None:
            self._info = _info(file, header["dimensions"])

    def _bury(self, death: ProcessDiedError) -> None:
        """Counts a death; EmbedderStoppedError when it was one too many or the embedder was closed."""
        self._drop()
        if self._closed.is_set():
            raise EmbedderStoppedError("The model was closed.") from death
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            reason = f" ({death})" if str(death) else ""
            raise self._failed(EmbedderStoppedError(f"the model stopped three times{reason}")) from death

    def _drop(self) -> None:
        with self._swap:
            process, self._process = self._process, None
        if process:
            process.end()

    def _failed(self, failure: EmbedderError) -> EmbedderError:
        self._failure = failure
        return failure


def _info(file: ModelFile, dimensions: int) -> ModelInfo:
    try:
        key = file.key()
    except OSError as error:
        raise ModelUnusableError(f"The model {file.path} cannot be read: {reason_of(error)}.") from error
    return ModelInfo(key, file.name, dimensions, file.context, file.pooling_name, file.path)


def _passages(spans: Sequence[Sequence[Sequence[int]]], payload: bytes) -> list[list[Passage]]:
    count = sum(map(len, spans))
    if not count:
        return [[] for _ in spans]
    vectors = np.frombuffer(payload, np.float32).reshape(count, -1)
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = iter(vectors)
    return [[Passage(start, end, next(rows)) for start, end in text] for text in spans]


class HashEmbedder:
    """Alike texts get alike vectors, by their runs of three characters: for tests and measuring."""

    dimensions = 64

    def open(self) -> ModelInfo:
        """See Embedder."""
        return ModelInfo("hash-64", "character hashes", self.dimensions, 512, "sum", Path())

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        """See Embedder; one passage a text."""
        return [[Passage(0, len(text), self.embed_query(text))] for text in texts]

    def embed_query(self, text: str) -> Vector:
        """See Embedder."""
        padded = f"  {text.lower()}  ".encode("utf-32-le", "surrogatepass")
        codes = np.frombuffer(padded, np.uint32).astype(np.uint64)
        runs = codes[:-2] * np.uint64(0x9E3779B1) + codes[1:-1] * np.uint64(0x85EBCA77) + codes[2:]
        mixed = (runs * np.uint64(0xC2B2AE3D27D4EB4F)) >> np.uint64(40)
        signs = np.where(mixed & np.uint64(64), 1.0, -1.0)
        places = (mixed % np.uint64(self.dimensions)).astype(np.intp)
        vector = np.bincount(places, signs, self.dimensions).astype(np.float32)
        norm = float(np.linalg.norm(vector))
        if norm == 0:
            vector[0] = norm = 1.0
        return vector / np.float32(norm)

    def close(self) -> None:
        """See Embedder."""
