"""The embedder of the index thread: opened on first need, given up with a reason, tried again on request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from openclaw_desktop.errors import EmbedderError, EmbedderStoppedError

if TYPE_CHECKING:
    from openclaw_desktop.index.embed import Embedder, ModelInfo


class Model:
    """Holds at most one embedder. `close` may be called from any thread, the rest from one."""

    def __init__(self, new: Callable[[], Embedder]) -> None:
        self.trouble: EmbedderError | None = None  # why there are no vectors until `retry`
        self._new = new
        self._lock = threading.Lock()
        self._embedder: Embedder | None = None
        self._info: ModelInfo | None = None
        self._closed = False

    def open(self) -> tuple[Embedder, ModelInfo]:
        """The embedder, ready. Raises EmbedderError, and the same again until `retry`."""
        if self.trouble:
            raise self.trouble
        with self._lock:
            if self._closed:
                raise EmbedderStoppedError("The program is closing.")
            embedder = self._embedder = self._embedder or self._new()
        if self._info is None:
            self._info = embedder.open()
        return embedder, self._info

    def give_up(self, error: EmbedderError) -> None:
        """No vectors from now on."""
        self.retry()
        self.trouble = error

    def retry(self) -> None:
        """Begins anew with a fresh embedder, when one is needed."""
        self.trouble = self._info = None
        with self._lock:
            embedder, self._embedder = self._embedder, None
        if embedder:
            embedder.close()

    def close(self) -> None:
        """Ends the model's process, also in the middle of a batch, which then fails."""
        with self._lock:
            self._closed = True
            embedder = self._embedder
        if embedder:
            embedder.close()
