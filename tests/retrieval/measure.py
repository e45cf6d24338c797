"""Measures how well each ranking finds the right file, and how often it rightly finds nothing.

    .venv/bin/python tests/retrieval/measure.py [FOLDER ...]

A folder holds `workspace/` and `queries.jsonl` (`query`, `expect`: the files that hold the answer, where
given `now`). Without one: the set that ships with the tests, and those below $OPENCLAW_DESKTOP_LOCOMO.
Indexes and question vectors are kept below the system's temporary folder, so a second run takes seconds.

R@k is the share of the expected files among the first k distinct files; MRR the mean of 1 / rank of the
first expected file. "found none" is the share of questions that got no hit; for questions that the
workspace cannot answer that is what is wanted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from openclaw_desktop import resources
from openclaw_desktop.index.embed import Embedder, LlamaEmbedder, Vector
from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.terms import match_expression
from openclaw_desktop.search import presets
from openclaw_desktop.search.query import Question, gather
from openclaw_desktop.search.ranking import rank
from openclaw_desktop.settings import IndexSettings, SearchSettings

HERE = Path(__file__).parent
OWN_SET = HERE.parent / "data" / "cmrc-trial"
UNANSWERABLE = HERE / "unanswerable.json"
CACHE = Path(tempfile.gettempdir()) / "openclaw-desktop-measure"
LIMIT = 30
"""Hits asked for, so that five distinct files are among them."""


@dataclass(frozen=True, slots=True)
class Case:
    query: str
    expect: tuple[str, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class QuestionSet:
    name: str
    workspace: Path
    cases: tuple[Case, ...]


@dataclass(slots=True)
class Figures:
    """Sums over questions."""

    count: int = 0
    first: float = 0.0
    five: float = 0.0
    reciprocal: float = 0.0
    empty: int = 0

    def add(self, expect: Sequence[str], found: Iterable[str]) -> None:
        files = list(dict.fromkeys(found))
        self.count += 1
        self.first += sum(path in files[:1] for path in expect) / len(expect)
        self.five += sum(path in files[:5] for path in expect) / len(expect)
        ranks = [files.index(path) + 1 for path in expect if path in files]
        self.reciprocal += 1 / min(ranks) if ranks else 0.0
        self.empty += not files

    def row(self) -> str:
        n = max(1, self.count)
        return (
            f"R@1 {self.first / n:.3f}   R@5 {self.five / n:.3f}   MRR {self.reciprocal / n:.3f}"
            f"   found none {self.empty / n:.3f}"
        )

    def plus(self, other: Figures) -> Figures:
        return Figures(
            self.count + other.count,
            self.first + other.first,
            self.five + other.five,
            self.reciprocal + other.reciprocal,
            self.empty + other.empty,
        )


@dataclass(slots=True)
class Asker:
    """An index of a workspace, and a cache of question vectors."""

    store: Store
    embedder: Embedder
    vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])

    def vector(self, text: str) -> Vector:
        if text not in self.vectors:
            self.vectors[text] = self.embedder.embed_query(text)
        return self.vectors[text]

    def files(self, preset: str, query: str, now: datetime, **values: Any) -> list[str]:
        """The files of the hits, best first."""
        parameters = presets.parameters(preset, replace(SearchSettings(), **values))
        question = Question(query, parameters, now)
        answer = rank(gather(self.store, question, self.vector(query)), parameters)
        return [hit.candidate.path for hit in answer.hits]


def read_set(folder: Path) -> QuestionSet:
    rows = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    today = datetime.now(UTC)
    cases = tuple(
        Case(
            row["query"],
            tuple(row["expect"]),
            datetime.fromisoformat(row["now"]).replace(tzinfo=UTC) if "now" in row else today,
        )
        for row in rows
    )
    return QuestionSet(folder.name, folder / "workspace", cases)


def index(workspace: Path, embedder: Embedder) -> Store:
    """The workspace's index, made unless it is there already."""
    info = embedder.open()
    content = hashlib.sha256(info.key.encode())
    for file in sorted(workspace.rglob("*.md")):
        content.update(file.relative_to(workspace).as_posix().encode() + file.read_bytes())
    path = CACHE / f"{content.hexdigest()[:16]}.db"
    if not path.exists():
        begun = time.monotonic()
        making = path.with_suffix(".making")
        store = Store.create(making, chunking="2026.9", model=info)
        indexer = Indexer(workspace, store, IndexSettings(), None)
        for _ in indexer.scan():
            pass
        while indexer.embed(embedder, info):
            pass
        for _ in indexer.measure_floor(embedder, info):
            pass
        stats = store.stats()
        store.close()
        making.replace(path)
        seconds = time.monotonic() - begun
        print(f"{workspace}: {stats.chunks} chunks, {stats.passages} passages in {seconds:.0f} s")
    return Store.open_reader(path)


def by_cosine(asker: Asker, case: Case) -> list[str]:
    hits = asker.store.vector_hits(asker.vector(case.query), 1000)
    rows = asker.store.chunks(hit.chunk_id for hit in hits)
    return [rows[hit.chunk_id].path for hit in hits]


def by_keyword(asker: Asker, case: Case) -> list[str]:
    match = match_expression(case.query)
    hits = asker.store.keyword_hits(match.expression, 1000) if match else []
    rows = asker.store.chunks(hit.chunk_id for hit in hits)
    return [rows[hit.chunk_id].path for hit in hits]


def by_substring(asker: Asker, case: Case) -> list[str]:
    """Files by how many of the question's space-separated words they hold; of equals, by name."""
    words = set(case.query.lower().split())
    counts: dict[str, int] = {}
    for path in asker.store.documents():
        rows = asker.store.chunks(asker.store.chunk_ids(path))
        text = "\n".join(row.text for row in rows.values()).lower()
        counts[path] = sum(word in text for word in words)
    return [path for path in sorted(counts, key=lambda p: (-counts[p], p)) if counts[path]]


def of_preset(preset: str) -> Callable[[Asker, Case], list[str]]:
    return lambda asker, case: asker.files(preset, case.query, case.now, limit=LIMIT)


RANKINGS: dict[str, Callable[[Asker, Case], list[str]]] = {
    "Desktop": of_preset("Desktop"),
    "vectors alone": by_cosine,
    "keywords alone": by_keyword,
    "plain substrings": by_substring,
    "OpenClaw 2026.9": of_preset("OpenClaw 2026.9"),
    "OpenClaw 2026.2": of_preset("OpenClaw 2026.2"),
}


def measure(asker: Asker, cases: Iterable[Case], rankings: Iterable[str]) -> dict[str, Figures]:
    figures = {name: Figures() for name in rankings}
    for case in cases:
        for name, sums in figures.items():
            sums.add(case.expect, RANKINGS[name](asker, case))
    return figures


def show(title: str, figures: dict[str, Figures]) -> None:
    print(f"\n{title} ({next(iter(figures.values())).count} questions)")
    for name, sums in figures.items():
        print(f"  {name:18} {sums.row()}")


def show_unanswerable(askers: dict[str, tuple[QuestionSet, Asker]]) -> None:
    """How often the Desktop ranking, with its own limits, finds nothing where there is nothing."""
    lists: dict[str, list[str]] = json.loads(UNANSWERABLE.read_text(encoding="utf-8"))
    now = datetime.now(UTC)
    print("\nQuestions that cannot be answered: share for which Desktop found none")
    for name, (_, asker) in askers.items():
        shares = {
            kind: sum(not asker.files("Desktop", query, now) for query in queries) / len(queries)
            for kind, queries in lists.items()
        }
        for other, (questions, _) in askers.items():
            if other != name:
                queries = [case.query for case in questions.cases[:200]]
                shares[f"those of {other}"] = sum(
                    not asker.files("Desktop", query, now) for query in queries
                ) / len(queries)
        print(f"  {name:12} " + "   ".join(f"{kind} {share:.2f}" for kind, share in shares.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--only", action="append", choices=list(RANKINGS), help="only this ranking")
    arguments = parser.parse_args()
    folders: list[Path] = arguments.folders or [OWN_SET]
    more = os.environ.get("OPENCLAW_DESKTOP_LOCOMO")
    if more and not arguments.folders:
        folders += [Path(more) / name for name in ("locomo-0", "locomo-1")]
    CACHE.mkdir(parents=True, exist_ok=True)
    embedder = LlamaEmbedder(resources.bundled_model())
    kept = CACHE / f"questions-{hashlib.sha256(embedder.open().key.encode()).hexdigest()[:12]}.npz"
    vectors: dict[str, Vector] = dict(np.load(kept)) if kept.exists() else {}
    askers: dict[str, tuple[QuestionSet, Asker]] = {}
    together: dict[str, Figures] = {}
    try:
        for folder in folders:
            questions = read_set(folder)
            asker = Asker(index(questions.workspace, embedder), embedder, vectors)
            askers[questions.name] = questions, asker
            figures = measure(asker, questions.cases, arguments.only or RANKINGS)
            show(questions.name, figures)
            if questions.name.startswith("locomo-"):
                together = {n: f.plus(together.get(n, Figures())) for n, f in figures.items()}
        if together:
            show("locomo together", together)
        show_unanswerable(askers)
    finally:
        np.savez(kept, allow_pickle=False, **vectors)
        embedder.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
