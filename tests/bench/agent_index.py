"""How fast an agent's own index of 5,000 chunks is opened, asked and compared with the disk, in either era.

    python tests/bench/agent_index.py [--chunks 5000] [--files 5000]

The databases are those of the tests, emptied and filled with invented text and random vectors; the question's
vector is random too, so no model is asked. What is printed is for a person to read and for the README.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scale import StandIn, Words

from openclaw_desktop.agent_index.form import NEW, OLD, Form
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.sqlite import Database

DATA = Path(__file__).parents[1] / "data" / "openclaw"
DATABASES = {
    OLD: ("state-2026.2/memory/main.sqlite", "memory/main.sqlite"),
    NEW: (
        "state-2026.9/agents/main/agent/openclaw-agent.sqlite",
        "agents/main/agent/openclaw-agent.sqlite",
    ),
}
CHUNK_BYTES = 1_500
MODEL = "multilingual-e5-small"


@dataclass(frozen=True, slots=True)
class Made:
    """A state directory with one agent."""

    folder: Path
    form: Form

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    @property
    def database(self) -> Path:
        return self.folder / DATABASES[self.form][1]


def make(made: Made, words: Words, *, chunks: int, files: int) -> None:
    made.database.parent.mkdir(parents=True)
    (made.workspace / "memory").mkdir(parents=True)
    shutil.copyfile(DATA / DATABASES[made.form][0], made.database)
    key = "list" if made.form is OLD else "entries"
    agent: dict[str, Any] = {"workspace": str(made.workspace)}
    config = {"agents": {key: [{"id": "main", **agent}] if made.form is OLD else {"main": agent}}}
    (made.folder / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    texts = [" ".join(words.text(CHUNK_BYTES, chinese=n % 4 == 0).split()) for n in range(chunks)]
    database = Database(made.database)
    with contextlib.closing(database), database.transaction():
        for table in (made.form.documents, made.form.chunks, made.form.vectors, made.form.cache):
            database.rows(f"DELETE FROM {table}")
        if made.form is OLD:
            database.rows(f"DELETE FROM {made.form.words}")
        for number in range(files):
            file_chunks = texts[number::files]
            add(database, made, f"memory/{number:05}.md", file_chunks)


def add(database: Database, made: Made, path: str, texts: list[str]) -> None:
    form, file = made.form, made.workspace / path
    file.write_text("\n".join(texts), encoding="utf-8")
    status = file.stat()
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    database.rows(
        f"INSERT INTO {form.documents} (path, source, hash, mtime, size) VALUES (?, 'memory', ?, ?, ?)",
        (path, digest, status.st_mtime_ns / 1_000_000, status.st_size),
    )
    for line, text in enumerate(texts, 1):
        vector = StandIn().embed_query(text)
        stored = json.dumps(vector.astype(float).tolist()) if form is OLD else vector.astype("<f8").tobytes()
        hashed = hashlib.sha256(text.encode()).hexdigest()
        chunk = hashlib.sha256(f"{path}:{line}".encode()).hexdigest()
        database.rows(
            f"INSERT INTO {form.chunks} (id, path, source, start_line, end_line, hash, model, text,"
            " embedding, updated_at) VALUES (?, ?, 'memory', ?, ?, ?, ?, ?, ?, 0)",
            (chunk, path, line, line, hashed, MODEL, text, stored),
        )
        database.rows(f"INSERT INTO {form.vectors} VALUES (?, ?)", (chunk, vector.tobytes()))
        if form is OLD:  # 2026.9 has triggers
            database.rows(
                f"INSERT INTO {form.words} VALUES (?, ?, ?, 'memory', ?, ?, ?)",
                (text, chunk, path, MODEL, line, line),
            )


def times(action: Callable[[], object], count: int) -> Iterator[tuple[float, float]]:
    """How long each took, and how long the processor worked on it: less where others want it, too."""
    for _ in range(count):
        began, worked = time.perf_counter(), time.process_time()
        action()
        yield (time.perf_counter() - began) * 1_000, (time.process_time() - worked) * 1_000


def report(label: str, taken: list[tuple[float, float]]) -> None:
    clock, processor = ([each[n] for each in taken] for n in (0, 1))
    worst = statistics.quantiles(clock, n=20)[-1] if len(taken) > 1 else clock[0]
    by_clock = f"{statistics.median(clock):8.1f} / {worst:8.1f} ms"
    print(f"  {label:<44} {by_clock}, {statistics.median(processor):8.1f} ms of the processor")


def measure(made: Made, words: Words) -> None:
    os.environ["OPENCLAW_STATE_DIR"] = str(made.folder)
    engine = Engine(
        made.workspace,
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
        ask=lambda text, *_: QuestionVector(StandIn().embed_query(text), by="a stand-in"),
    )
    questions = itertools.cycle(question for kind in words.questions().values() for question in kind)
    with contextlib.closing(engine):

        def reopened() -> None:
            engine.agent.close()
            with engine.agent.opened():
                pass

        def asked() -> None:
            engine.agent.search(engine.agent.question(next(questions), now=datetime.now(UTC)))

        report("a snapshot made and opened", [*times(reopened, 10)])
        report("the first search in it", [*times(asked, 1)])
        report("a search", [*times(asked, 100)])
        report("identity, drift, mismatches and problems", [*times(engine.agent.state, 5)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=5_000)
    parser.add_argument("--files", type=int, default=5_000)
    options = parser.parse_args()
    words = Words()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OPENCLAW_DESKTOP_HOME"] = folder
        for form in DATABASES:
            made = Made(Path(folder, form.version), form)
            make(made, words, chunks=options.chunks, files=options.files)
            size = made.database.stat().st_size / 2**20
            print(
                f"OpenClaw {form.version}: {options.chunks:,} chunks, {options.files:,} files, {size:.0f} MB"
            )
            measure(made, words)


if __name__ == "__main__":
    main()
