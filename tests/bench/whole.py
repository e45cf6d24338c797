"""A whole search at about 5,000 chunks, the way to a saved edit, and memory; with the bundled model.

    python tests/bench/whole.py [--files 128]

Questions are embedded by the model itself. Passages get stand-in vectors, four a chunk as the model makes of
a full one, because 5,000 real chunks take ten minutes and a search takes the same time over either.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scale import StandIn, Words, make_workspace

from openclaw_desktop import resources
from openclaw_desktop.engine import Engine
from openclaw_desktop.events import Event, FilesIndexed, IndexPhase, IndexState
from openclaw_desktop.index.embed import LlamaEmbedder, ModelInfo, Passage, Vector
from openclaw_desktop.places import Places
from openclaw_desktop.search.query import gather
from openclaw_desktop.search.ranking import rank
from openclaw_desktop.settings import Settings

PASSAGES = 4


class RealQuestions:
    """The bundled model for questions, stand-ins for passages."""

    def __init__(self) -> None:
        self._real, self._stand_in = LlamaEmbedder(resources.bundled_model()), StandIn()

    def open(self) -> ModelInfo:
        return self._real.open()

    def embed_query(self, text: str) -> Vector:
        return self._real.embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        return [[self._passage(text, part) for part in range(PASSAGES)] for text in texts]

    def _passage(self, text: str, part: int) -> Passage:
        begin, end = (len(text) * n // PASSAGES for n in (part, part + 1))
        return Passage(begin, end, self._stand_in.embed_query(text[begin:end]))

    def close(self) -> None:
        self._real.close()


def timed(label: str, action: Callable[[str], object], questions: Sequence[str]) -> None:
    action(questions[0])
    taken: list[float] = []
    for question in questions:
        begun = time.perf_counter()
        action(question)
        taken.append((time.perf_counter() - begun) * 1000)
    p95 = sorted(taken)[int(len(taken) * 0.95)]
    print(f"{label:38} median {statistics.median(taken):6.1f} ms  p95 {p95:6.1f} ms")


def resident() -> str:
    """Memory of this process's family, where /proc tells."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        fields = dict(line.split(":", 1) for line in status.read_text().split("\n") if ":" in line)
        own = Path("/proc/self/status").read_text().split("Pid:\t")[1].split("\n")[0]
        if own in (status.parent.name, fields["PPid"].strip()):
            total += int(fields.get("RssAnon", "0 kB").split()[0])
    return f"{total / 1024:.0f} MB of their own"


def main(files: int) -> None:
    words, changed, ready = Words(), threading.Event(), threading.Event()

    def listen(event: Event) -> None:
        if isinstance(event, IndexState) and event.phase is IndexPhase.READY:
            ready.set()
        if isinstance(event, FilesIndexed) and "memory/edited.md" in event.paths:
            changed.set()

    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "workspace"
        make_workspace(root, files, words)
        base = Path(name)
        places = Places(base / "config", base / "data", base / "cache", base / "state")
        engine = Engine(root, settings=Settings(), places=places, report=listen, embedder=RealQuestions)
        with closing(engine):
            engine.start()
            ready.wait()
            print(engine.status().sentence)
            questions = [q for kind in words.questions().values() for q in kind]
            now = datetime.now(UTC)

            def by_words(text: str) -> None:
                question = engine.question(text, now=now)
                with closing(engine._worker.reader()) as store:  # the engine always asks both
                    rank(gather(store, question, None), question.parameters)

            timed("keywords, ranked", by_words, questions)
            timed(
                "both, ranked, question embedded",
                lambda q: engine.search(engine.question(q, now=now)),
                questions,
            )
            begun = time.perf_counter()
            engine.save("memory/edited.md", "# Edited\n\n- A zyzzyva was seen.\n", seen=None)
            changed.wait()
            hits = engine.search(engine.question("zyzzyva", now=now)).hits
            print(f"a saved edit found after {time.perf_counter() - begun:.2f} s: {bool(hits)}")
            print(f"engine and model: {resident()}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=128)
    main(parser.parse_args().files)
