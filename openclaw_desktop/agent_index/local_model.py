"""A model file on this machine that gives the vectors of an agent's index: found, and put to the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

import numpy as np

from openclaw_desktop.agent_index.question_vector import IndexModel
from openclaw_desktop.agent_index.vectors import cosine
from openclaw_desktop.errors import EmbedderStoppedError, ModelUnusableError
from openclaw_desktop.index.embed import Embedder, Vector
from openclaw_desktop.paths import is_file

AGREES = 0.995
"""So alike must the vectors be that a model and an index give the same texts, the worst of six.

Measured with multilingual-e5-small on two indexes: the same file gives 0.9995 and more; with the prefixes
that OpenClaw leaves out, the middle is 0.989 and the least alike 0.964.
"""

DOWNLOADED = ("hf:", "http:", "https:")

MODEL_FOLDER = Path(".node-llama-cpp", "models")
"""Where OpenClaw's llama.cpp keeps what it downloads, below the home directory."""


def model_files(named: str, folders: list[Path], home: Path) -> Iterator[Path]:
    """Where the model file may be that an agent's configuration or index names.

    OpenClaw: resolveModelFile. Of what was downloaded, the file's name ends as the address does.
    """
    if named.startswith(DOWNLOADED):
        ending = named.rpartition("/")[2].lower()
        for folder in folders if ending.endswith(".gguf") else []:
            files = sorted(folder.glob("*.gguf"))
            yield from (file for file in files if file.name.lower().endswith(ending))
    else:
        path = home / named[2:] if named.startswith(("~/", "~\\")) else Path(named)
        yield from filter(is_file, (path, *(folder / path for folder in folders)))


def same_name(named: str, name: str) -> bool:
    """Whether an index names this very model: whoever published it, and as a file or not."""
    return named.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".gguf") == name.lower()


class LocalModels:
    """Keeps the model loaded that was asked last. Any thread may ask; they take turns."""

    def __init__(self, new: Callable[[Path], Embedder]) -> None:
        """`new` makes an embedder that gives the model at a path its texts as they are."""
        self._new = new
        self._turn = Lock()
        self._keeping = Lock()  # around the next three
        self._closed = False
        self._path: Path | None = None
        self._embedder: Embedder | None = None
        self._proven: dict[tuple[Path, str], float] = {}

    def vector(self, path: Path, text: str, model: IndexModel, *, unproven: bool) -> Vector:
        """The question's vector by the model at `path`, if that gives the index's own vectors.

        `unproven`: it may answer also where the index has no text to prove it by. Raises EmbedderError.
        """
        with self._turn:
            embedder = self._loaded(path)
            dimensions = embedder.open().dimensions
            if model.dims and dimensions != model.dims:
                raise ModelUnusableError(
                    f"{path.name} gives vectors of {dimensions:,} numbers, and the index has {model.dims:,}"
                )
            if not model.samples and not unproven:
                raise ModelUnusableError(f"the index has no text that shows whether {path.name} made it")
            alike = self._alike(path, embedder, model)
            if alike < AGREES:
                raise ModelUnusableError(
                    f"{path.name} gives other vectors than the index has (alike by {alike:.3f})"
                )
            return embedder.embed_query(text)

    def close(self) -> None:
        """Ends the model's process, also amid a question; there is no other from now on."""
        with self._keeping:
            self._closed = True
            embedder = self._embedder
        if embedder:
            embedder.close()

    def _loaded(self, path: Path) -> Embedder:
        with self._keeping:
            if self._closed:
                raise EmbedderStoppedError("The program is closing.")
            if self._embedder is None or self._path != path:
                if self._embedder:
                    self._embedder.close()
                self._embedder, self._path = self._new(path), path
            return self._embedder

    def _alike(self, path: Path, embedder: Embedder, model: IndexModel) -> float:
        """How alike the vectors of the least alike sample are; 1 without samples."""
        key = path, model.mark
        if key not in self._proven:
            ours = [embedder.embed_query(sample.text).astype(np.float64) for sample in model.samples]
            pairs = zip(ours, model.samples, strict=True)
            self._proven[key] = min((cosine(one, sample.vector) for one, sample in pairs), default=1.0)
        return self._proven[key]
