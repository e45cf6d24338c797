"""How fast search is in workspaces of 100, 1,000 and 10,000 files (5, 50 and 500 MB).

    python tests/bench/scale.py 100 1000 10000 [--folder /tmp/scale] [--limit 24]

Text is made of invented English and Chinese words, as frequent as real ones are (Zipf); vectors of 384
dimensions stand in for a model's. What is printed is for a person to read and for the README.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import random
import resource
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import numpy as np

from openclaw_desktop.events import Event, IndexPhase, IndexState
from openclaw_desktop.index.embed import ModelInfo, Passage, Vector
from openclaw_desktop.index.store import Store, Where
from openclaw_desktop.index.terms import match_expression
from openclaw_desktop.index.worker import IndexWorker
from openclaw_desktop.settings import IndexSettings

FILE_BYTES = 50_000
DIMENSIONS = 384
SYLLABLES = [first + second for first in (*"bcdfghlmnprstv", "pr", "st", "tr", "ch") for second in "aeiou"]
COMMON, MIDDLE, RARE = slice(5, 60), slice(300, 3_000), slice(20_000, 40_000)


class StandIn:
    """Random vectors squeezed together like e5's, the same for the same text."""

    def __init__(self) -> None:
        self._middle = np.random.default_rng(0).standard_normal(DIMENSIONS).astype(np.float32)

    def open(self) -> ModelInfo:
        return ModelInfo("stand-in", "stand-in", DIMENSIONS, 512, "mean", Path())

    def embed_query(self, text: str) -> Vector:
        seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
        noise = np.random.default_rng(seed).standard_normal(DIMENSIONS, np.float32)
        vector = 2 * self._middle + noise
        return vector / np.float32(np.linalg.norm(vector))

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        return [[Passage(0, len(text), self.embed_query(text))] for text in texts]

    def close(self) -> None: ...


class Words:
    """Two invented languages; the n-th word is about 1/n as frequent as the first."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.english = self._invent(
            50_000, lambda: "".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4)))
        )
        self.chinese = self._invent(
            30_000,
            lambda: "".join(
                chr(0x4E00 + min(int(self.random.paretovariate(0.7) * 30), 20_000)) for _ in range(2)
            ),
        )
        self._numbers = np.random.default_rng(seed)
        self._steps = {len(w): self._frequencies(len(w)) for w in (self.english, self.chinese)}

    def _invent(self, count: int, word: Callable[[], str]) -> list[str]:
        words: dict[str, None] = {}
        while len(words) < count:
            words[word()] = None
        return list(words)

    @staticmethod
    def _frequencies(count: int) -> np.ndarray:
        shares = 1 / (np.arange(count) + 2.7)
        return np.cumsum(shares / shares.sum())

    def text(self, size: int, *, chinese: bool) -> str:
        """Paragraphs under headings, of about `size` bytes."""
        words = self.chinese if chinese else self.english
        parts: list[str] = []
        left = size
        while left > 0:
            picked = np.searchsorted(self._steps[len(words)], self._numbers.random(60)).tolist()
            line = ("" if chinese else " ").join(words[min(i, len(words) - 1)] for i in picked)
            heading = f"## {words[picked[0] % 5_000]} {len(parts)}\n\n" if len(parts) % 5 == 0 else ""
            parts.append(f"{heading}{line}{'。' if chinese else '.'}\n")
            left -= len(parts[-1].encode())
        return "\n".join(parts)

    def questions(self) -> dict[str, list[str]]:
        """Twenty questions of each kind."""
        kinds: dict[str, list[str]] = {}
        for language, words, joint in (("English", self.english, " "), ("Chinese", self.chinese, "")):
            for kind, ranks in (
                ("common", [COMMON] * 4),
                ("mixed", [COMMON, COMMON, MIDDLE, RARE]),
                ("rare", [RARE] * 3),
            ):
                kinds[f"{language}, {kind} words"] = [
                    joint.join(self.random.choice(words[rank]) for rank in ranks) for _ in range(20)
                ]
        kinds["one common word"] = self.english[3:23]
        return kinds


def make_workspace(root: Path, files: int, words: Words) -> None:
    """Dated notes and topics, one in four Chinese."""
    for number in range(files):
        day = date(2020, 1, 1) + timedelta(days=number % 2_000)
        folder = root / "memory" / ("" if number % 2 else f"topics/{number % 40}")
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{day}-n{number}.md" if number % 2 else f"topic-{number}.md"
        (folder / name).write_text(words.text(FILE_BYTES, chinese=number % 4 == 0), encoding="utf-8")


@contextlib.contextmanager
def indexed(root: Path, base: Path) -> Iterator[tuple[IndexWorker, float, float]]:
    """A worker whose index is complete, with the seconds until keywords and until vectors were."""
    ready, begun, keywords = threading.Event(), time.perf_counter(), [0.0]

    def listen(event: Event) -> None:
        if isinstance(event, IndexState):
            if event.phase is IndexPhase.EMBEDDING and not keywords[0]:
                keywords[0] = time.perf_counter() - begun
            if event.phase in (IndexPhase.READY, IndexPhase.STOPPED):
                print(f"  {event.sentence}")
                ready.set()

    worker = IndexWorker(root, base / "index", base / "cache", IndexSettings(), StandIn, listen)
    worker.start()
    try:
        ready.wait()
        yield worker, keywords[0], time.perf_counter() - begun
    finally:
        worker.close()


def keyword(store: Store, limit: int, where: Where, question: str) -> list[int]:
    match = match_expression(question)
    assert match
    hits = store.keyword_hits(match.expression, limit, where)
    store.chunks(hit.chunk_id for hit in hits)
    return [hit.chunk_id for hit in hits]


def hybrid(worker: IndexWorker, store: Store, limit: int, where: Where, question: str) -> None:
    vector = worker.embed_query(question).result()
    found = keyword(store, limit, where, question)
    nearest = store.vector_hits(vector, limit, where)
    store.chunks({*found, *(hit.chunk_id for hit in nearest)})


def timed(label: str, action: Callable[[str], object], questions: Sequence[str]) -> None:
    """Prints what a person waits, and what the processor works (less, when others use the machine too)."""
    waited: list[float] = []
    worked: list[float] = []
    for question in questions:
        begun, begun_work = time.perf_counter(), time.process_time()
        action(question)
        waited.append((time.perf_counter() - begun) * 1000)
        worked.append((time.process_time() - begun_work) * 1000)
    p95, work95 = (statistics.quantiles(times, n=20)[-1] for times in (waited, worked))
    print(
        f"  {label:32} median {statistics.median(waited):7.1f} ms  p95 {p95:7.1f} ms"
        f"   (processor {statistics.median(worked):7.1f} and {work95:7.1f} ms)"
    )


def memory() -> str:
    """Of this process: the most it ever had, and what of it is its own rather than mapped files."""
    status = Path("/proc/self/status")
    if not status.exists():
        return f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:,.0f} MB"
    values = dict(line.split(":", 1) for line in status.read_text().splitlines())
    peak, own = (int(values[key].split()[0]) / 1024 for key in ("VmHWM", "RssAnon"))
    return f"peak {peak:,.0f} MB with mapped files, now {own:,.0f} MB its own"


def measure(files: int, base: Path, limit: int) -> None:
    words = Words()
    begun = time.perf_counter()
    make_workspace(base / "workspace", files, words)
    print(f"{files:,} files, made in {time.perf_counter() - begun:.0f} s")
    with indexed(base / "workspace", base) as (worker, keywords, complete):
        print(f"  keywords after {keywords:.1f} s, complete after {complete:.1f} s; {memory()}")
        with contextlib.closing(worker.reader()) as store:
            stats = store.stats()
            print(f"  {stats.chunks:,} chunks, index {stats.bytes / 2**20:,.0f} MB")
            kinds = words.questions()
            every = [question for questions in zip(*kinds.values(), strict=True) for question in questions]
            for where, note in (
                (Where(), ""),
                (Where(folder="memory/topics/8"), ", one folder"),
                (Where(folder="memory/topics"), ", half by folder"),
                (Where(since=date(2021, 1, 1), until=date(2023, 1, 1)), ", two years"),
            ):
                hybrid(worker, store, limit, where, every[0])
                by_words = partial(keyword, store, limit, where)
                if where.is_open:
                    for kind, questions in kinds.items():
                        timed(f"keyword, {kind}", by_words, questions)
                timed(f"keyword, all{note}", by_words, every)
                timed(f"hybrid, all{note}", partial(hybrid, worker, store, limit, where), every)
        print(f"  {memory()}")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=int, nargs="*", default=[100, 1_000])
    parser.add_argument("--folder", type=Path, help="where to work; a temporary folder otherwise")
    parser.add_argument("--limit", type=int, default=24, help="candidates of each leg")
    given = parser.parse_args(arguments)
    for files in given.files:
        base = Path(tempfile.mkdtemp(prefix="scale-", dir=given.folder))
        try:
            measure(files, base, given.limit)
        finally:
            shutil.rmtree(base)


if __name__ == "__main__":
    main(sys.argv[1:])
