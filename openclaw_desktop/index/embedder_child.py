"""The process llama.cpp runs in: it aborts on some inputs, and a window being typed into must survive that.

`python -m openclaw_desktop.index.embedder_child MODEL THREADS CONTEXT POOLING`, or in a frozen build the
program itself with `--embedder-child` before these. Speaks frames over its standard input and output and
leaves when the input ends. The only file that imports llama_cpp.

    <- {"dimensions": 384}  or  {"unusable": "a sentence"}      once, when the model is loaded and warm
    -> {"texts": [...], "prefix": "passage: ", "whole": false}
    <- {"spans": [[[0, 812], [812, 1600]], ...]} and the vectors of all spans, float32, not normalised

A text too long for the model is cut into spans (`whole`: to its beginning); one it cannot embed has none.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import llama_cpp
import numpy as np
import numpy.typing as npt

from openclaw_desktop.index import back_ends
from openclaw_desktop.index.frames import read_frame, write_frame
from openclaw_desktop.index.passages import LONGEST_PASSAGE, passage_spans

NICENESS = 19
LONGEST_TOKEN = 16
"""No real text has more characters a token on average; longer ones are cut before tokens are counted."""

Vector = npt.NDArray[np.float32]


class UnusableError(Exception):
    """The model cannot be used; the text is the sentence for a person."""


class Model:
    """A loaded model; used by one thread."""

    def __init__(self, path: str, *, threads: int, context: int, pooling: int) -> None:
        api: Any = llama_cpp  # its own types are too loose to check against
        self._api = api
        self._limit = context
        api.llama_log_set(_silence, ctypes.c_void_p(0))
        api.llama_backend_init()
        back_ends.load(Path(llama_cpp.__file__).parent)
        loading = api.llama_model_default_params()
        loading.use_extra_bufts = not has_tiles()  # else weights are laid out for tiles
        self._model = api.llama_model_load_from_file(os.fsencode(path), loading)
        if not self._model:
            raise UnusableError(
                f"llama.cpp cannot load the model {path}: it is damaged or of an unknown kind."
            )
        self._context = api.llama_init_from_model(self._model, self._parameters(threads, context, pooling))
        if not self._context:
            raise UnusableError(f"There is not enough memory for the model {path}.")
        self._vocabulary = api.llama_model_get_vocab(self._model)
        self._memory = api.llama_get_memory(self._context)
        width = getattr(api, "llama_model_n_embd_out", api.llama_model_n_embd)
        self.dimensions: int = width(self._model)
        self._batch = api.llama_batch_init(context, 0, 1)

    def _parameters(self, threads: int, context: int, pooling: int) -> Any:
        """One text at a time: several in one batch are no faster on a processor, and not quite the same."""
        parameters = self._api.llama_context_default_params()
        parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = context
        parameters.n_seq_max = 1
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.embeddings = True
        parameters.pooling_type = pooling
        parameters.flash_attn_type = self._api.LLAMA_FLASH_ATTN_TYPE_ENABLED
        return parameters

    def tokens(self, text: str) -> Sequence[int]:
        """The tokens of `text` and those around it; the names of special tokens are plain text here."""
        data = text.encode("utf-8", "replace")
        size = len(data) + 8
        buffer = (self._api.llama_token * size)()
        count: int = self._api.llama_tokenize(self._vocabulary, data, len(data), buffer, size, True, False)
        if count < 0:
            size = -count
            buffer = (self._api.llama_token * size)()
            count = self._api.llama_tokenize(self._vocabulary, data, len(data), buffer, size, True, False)
        return buffer[: max(count, 0)]

    def fits(self, text: str) -> bool:
        """Whether `text` is short enough for one passage."""
        limit = min(self._limit, LONGEST_PASSAGE)
        return len(text) <= limit * LONGEST_TOKEN and len(self.tokens(text)) <= limit

    def embed(self, text: str) -> Vector | None:
        """The vector of the beginning of `text`, as much as the model reads at once; None when it fails."""
        tokens = self.tokens(text[: self._limit * LONGEST_TOKEN])
        if len(tokens) > self._limit:
            tokens = [*tokens[: self._limit - 1], tokens[-1]]
        return self._vector(tokens) if tokens else None

    def warm_up(self) -> bool:
        """Embeds a text as long as can be, so that all memory is there; False when that gives no vector."""
        before = resident_bytes()
        tokens = self.tokens("warm up")
        done = (
            bool(tokens) and self._vector([tokens[n % len(tokens)] for n in range(self._limit)]) is not None
        )
        self._give_back(resident_bytes() - before)
        return done

    def _vector(self, tokens: Sequence[int]) -> Vector | None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for place, token in enumerate(tokens):
            batch.token[place] = token
            batch.pos[place] = place
            batch.n_seq_id[place] = 1
            batch.seq_id[place][0] = 0
            batch.logits[place] = 1
        if self._memory:
            self._api.llama_memory_clear(self._memory, True)
        if self._api.llama_decode(self._context, batch) != 0:
            return None
        pointer = self._api.llama_get_embeddings_seq(self._context, 0)
        if not pointer:
            return None
        vector = np.ctypeslib.as_array(pointer, (self.dimensions,)).astype(np.float32)
        return vector if np.isfinite(vector).all() and vector.any() else None

    def _give_back(self, grown: int) -> None:
        """Lets the system have the memory of the logits back: 512 MB of zeros with this vocabulary.

        llama.cpp sets a number for every token and every word of the vocabulary to 0, and an embedding
        model never touches them again. Linux only, and only when memory grew by as much as they take.
        """
        address = ctypes.cast(self._api.llama_get_logits(self._context), ctypes.c_void_p).value
        size = 4 * self._limit * self._api.llama_vocab_n_tokens(self._vocabulary)
        if sys.platform != "linux" or not address or grown < 0.9 * size:
            return
        first = -(-address // mmap.PAGESIZE) * mmap.PAGESIZE
        last = (address + size) // mmap.PAGESIZE * mmap.PAGESIZE
        advise = ctypes.CDLL(None).madvise
        advise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), mmap.MADV_DONTNEED)


def has_tiles(processor: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether this processor multiplies tiles (Intel AMX).

    llama.cpp compiled by GCC 12 dies of an illegal instruction at the first of them: the compiler moves what
    describes the tiles behind the instruction that loads it. Only Linux tells, and only there is GCC used.
    """
    try:
        return "amx_int8" in processor.read_text()
    except OSError:
        return False


def resident_bytes() -> int:
    """Memory of this process that is no file's; 0 where the system does not tell."""
    try:
        resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
    except OSError:
        return 0
    return (int(resident) - int(shared)) * mmap.PAGESIZE


def answer(model: Model, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Embeds the texts of one request."""
    prefix: str = request["prefix"]
    spans: list[list[tuple[int, int]]] = []
    vectors: list[Vector] = []
    for text in request["texts"]:
        found = list(_embedded(model, prefix, text, whole=request["whole"]))
        spans.append([span for span, _ in found])
        vectors.extend(vector for _, vector in found)
    return {"spans": spans}, b"".join(vector.tobytes() for vector in vectors)


def _embedded(
    model: Model, prefix: str, text: str, *, whole: bool
) -> Iterator[tuple[tuple[int, int], Vector]]:
    spans = [(0, len(text))] if whole else passage_spans(text, lambda part: model.fits(prefix + part))
    for start, end in spans:
        vector = model.embed(prefix + text[start:end])
        if vector is not None:
            yield (start, end), vector


def main(arguments: Sequence[str]) -> int:
    """Runs until the input ends; 1 when the model cannot be used."""
    output = _own_output()
    requests = _requests(sys.stdin.buffer)
    _be_modest()
    path, threads, context, pooling = arguments
    try:
        model = Model(path, threads=int(threads), context=int(context), pooling=int(pooling))
        if not model.warm_up():
            raise UnusableError(f"The model {path} gives no vectors; it is no embedding model.")
    except UnusableError as error:
        write_frame(output, {"unusable": str(error)})
        return 1
    except MemoryError:
        write_frame(output, {"unusable": f"There is not enough memory for the model {path}."})
        return 1
    write_frame(output, {"dimensions": model.dimensions})
    while True:
        write_frame(output, *answer(model, requests()))


def _own_output() -> BinaryIO:
    """The real standard output, for frames alone: whatever else is printed goes to standard error."""
    if sys.stdout is not None:  # a windowed build on Windows may have none
        sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(own, os.O_BINARY)
    return os.fdopen(own, "wb")


def _requests(stream: BinaryIO) -> Callable[[], dict[str, Any]]:
    """Where requests come from. They are read by a thread, which ends the process at once with its parent."""
    waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def read() -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                waiting.put(read_frame(stream)[0])
        os._exit(0)

    threading.Thread(target=read, name="requests", daemon=True).start()
    return waiting.get


def _be_modest() -> None:
    """Gives way to everything a person is doing; Ctrl+C in a terminal is the parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(max(0, NICENESS - os.nice(0)))


@llama_cpp.llama_log_callback
def _silence(_level: int, _text: bytes, _data: ctypes.c_void_p) -> None:
    """llama.cpp prints a page about every model; what matters of it comes back as a result."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
