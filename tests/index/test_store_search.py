"""Both legs of search against the plain truth."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from openclaw_desktop.index import keyword_leg
from openclaw_desktop.index.chunk import Chunk, chunk_document
from openclaw_desktop.index.embed import ModelInfo, Passage, Vector
from openclaw_desktop.index.store import Store, Where
from openclaw_desktop.index.terms import match_expression, openclaw_match

DIMENSIONS = 16
MODEL = ModelInfo("test", "test", DIMENSIONS, 512, "mean", Path())
FOLDERS = ("memory", "memory/2026", "memory/2026-other", "notes", "notes/deep")
FILTERS = (
    Where(),
    Where(sources=frozenset({"memory"})),
    Where(sources=frozenset({"memory", "extra"})),
    Where(sources=frozenset()),
    Where(folder="memory/2026"),
    Where(folder="notes/"),
    Where(since=date(2026, 2, 1)),
    Where(until=date(2026, 2, 1)),
    Where(sources=frozenset({"memory"}), folder="memory", since=date(2026, 1, 10), until=date(2026, 3, 1)),
)


def vector(numbers: random.Random) -> Vector:
    values = np.array([numbers.gauss(0.5, 1) for _ in range(DIMENSIONS)], np.float32)
    return values / np.float32(np.linalg.norm(values))


class Corpus:
    """Random documents, in the store and, as the truth, in a list."""

    def __init__(self, store: Store, count: int = 120) -> None:
        self.numbers = random.Random(7)
        self.store = store
        self.vectors: dict[int, list[Vector]] = {}
        self.paths: dict[int, str] = {}
        self.texts: dict[int, str] = {}
        self.sources: dict[str, str] = {
            folder: "memory" if folder.startswith("memory") else "workspace" for folder in FOLDERS
        }
        for number in range(count):
            self.add(number)

    def add(self, number: int) -> None:
        folder = self.numbers.choice(FOLDERS)
        day = f"2026-{self.numbers.randint(1, 4):02d}-{self.numbers.randint(1, 28):02d}"
        path = f"{folder}/{f'{day}-' if self.numbers.random() < 0.7 else ''}n{number}.md"
        texts = [self.words() for _ in range(self.numbers.randint(1, 4))]
        chunks = [Chunk(text, line, line, f"{number}-{line}") for line, text in enumerate(texts, 1)]
        self.store.replace_document(
            path, source=self.sources[folder], sha256="0", size=1, mtime_ns=1, chunks=chunks
        )
        for chunk, text in zip(self.store.chunk_ids(path), texts, strict=True):
            self.paths[chunk], self.texts[chunk] = path, text
            self.vectors[chunk] = [vector(self.numbers) for _ in range(self.numbers.randint(1, 5))]
            self.store.add_passages([(chunk, [Passage(0, 1, v) for v in self.vectors[chunk]])])

    def words(self) -> str:
        """The word wN stands in about one chunk of N."""
        return " ".join(f"w{n}" for n in range(1, 40) if self.numbers.random() < 1 / n)

    def passes(self, chunk: int, where: Where) -> bool:
        path = self.paths[chunk]
        name = path.rpartition("/")[2]
        day = date.fromisoformat(name[:10]) if name.startswith("2026") else None
        return (
            (where.sources is None or self.sources[path.rpartition("/")[0]] in where.sources)
            and (not where.folder or path.startswith(where.folder.rstrip("/") + "/"))
            and (where.since is None or (day is not None and day >= where.since))
            and (where.until is None or (day is not None and day <= where.until))
        )

    def nearest(self, question: Vector, where: Where) -> dict[int, float]:
        """Every chunk's best cosine, the best first."""
        cosines = {
            chunk: max(float(np.dot(v, question)) for v in vectors)
            for chunk, vectors in self.vectors.items()
            if self.passes(chunk, where)
        }
        return dict(sorted(cosines.items(), key=lambda item: -item[1]))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    path = tmp_path_factory.mktemp("search") / "index.db"
    with contextlib.closing(Store.create(path, chunking="2026.9", model=MODEL)) as store:
        yield Corpus(store)


@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_the_nearest_chunks_are_exact_under_every_filter(corpus: Corpus, where: Where) -> None:
    question = vector(corpus.numbers)
    truth = corpus.nearest(question, where)
    hits = corpus.store.vector_hits(question, 20, where)
    assert [hit.chunk_id for hit in hits] == list(truth)[:20]
    assert [hit.cosine for hit in hits] == pytest.approx(list(truth.values())[:20], abs=1e-5)
    assert {hit.chunk_id for hit in corpus.store.vector_hits(question, 10_000, where)} == truth.keys()


@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_words_find_all_and_only_what_the_filter_allows(corpus: Corpus, where: Where) -> None:
    truth = {
        chunk
        for chunk, text in corpus.texts.items()
        if corpus.passes(chunk, where) and {"w3", "w9"} & set(text.split())
    }
    hits = corpus.store.keyword_hits('"w3" OR "w9"', 10_000, where)
    assert {hit.chunk_id for hit in hits} == truth
    scores = [hit.bm25 for hit in hits]
    assert scores == sorted(scores)
    assert corpus.store.keyword_hits('"w3" OR "w9"', 5, where) == hits[:5]


def test_scores_and_places_agree_with_the_list_of_hits(corpus: Corpus) -> None:
    question = vector(corpus.numbers)
    where = Where(sources=frozenset({"memory"}))
    hits = corpus.store.vector_hits(question, 50, where)
    cosines = corpus.store.cosines(question, [hit.chunk_id for hit in hits])
    assert cosines == pytest.approx({hit.chunk_id: hit.cosine for hit in hits}, abs=1e-6)
    assert corpus.store.vector_rank(question, hits[17].chunk_id, where) == 18
    words = corpus.store.keyword_hits('"w2" OR "w20"', 50, where)
    scores = corpus.store.keyword_scores('"w2" OR "w20"', [hit.chunk_id for hit in words] + [10**9])
    assert scores == pytest.approx({hit.chunk_id: hit.bm25 for hit in words})
    assert corpus.store.keyword_rank('"w2" OR "w20"', words[0].chunk_id, where) == 1
    place = corpus.store.keyword_rank('"w2" OR "w20"', words[9].chunk_id, where)
    assert place is not None
    assert words[place - 1].bm25 == pytest.approx(words[9].bm25)
    assert corpus.store.keyword_rank('"nowhere"', words[0].chunk_id, where) is None


@pytest.mark.parametrize("where", [Where(), Where(folder="memory")], ids=str)
@pytest.mark.parametrize(
    "expression",
    ['"w1" OR "w2" OR "w30"', '"w1" OR "w25" OR "w35" OR "w38"', '"w1"', '{text} : ("w2" OR "w30")'],
)
def test_bounded_work_finds_the_same_best_hits(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, where: Where, expression: str
) -> None:
    exact = {hit.chunk_id: hit.bm25 for hit in corpus.store.keyword_hits(expression, 10_000, where)}
    monkeypatch.setattr(keyword_leg, "MOST_RANKED", 30)
    monkeypatch.setattr(keyword_leg, "MOST_NOMINATED", 30)
    monkeypatch.setattr(keyword_leg, "SAMPLED_SHARE", 1)
    bounded = corpus.store.keyword_hits(expression, 8, where)
    assert len(bounded) == 8
    for hit in bounded:
        assert hit.bm25 == pytest.approx(exact[hit.chunk_id], abs=1e-4)
    if " OR " in expression:
        assert [hit.bm25 for hit in bounded[:2]] == pytest.approx(list(exact.values())[:2], abs=1e-4)


def test_a_weight_counts_words_of_the_path_more(tmp_path: Path) -> None:
    with contextlib.closing(Store.create(tmp_path / "index.db", chunking="2026.9", model=None)) as store:
        for path, text in (("zebra.md", "striped animals"), ("notes.md", "a zebra, striped")):
            store.replace_document(
                path,
                source="workspace",
                sha256="0",
                size=1,
                mtime_ns=1,
                chunks=chunk_document(path, text, version="2026.9"),
            )
        [by_path], [by_text] = store.chunk_ids("zebra.md"), store.chunk_ids("notes.md")
        first = [store.keyword_hits('"zebra"', 2, weights=(1, 1, w))[0].chunk_id for w in (10.0, 0.1)]
        assert first == [by_path, by_text]


TEXTS = {
    "zh.md": "今天部署了新的网关服务，猫很高兴。",
    "ja.md": "データベースの設定を変更した。東京タワー",
    "ko.md": "데이터베이스 서버를 다시 시작했다",
    "es.md": "La reunión en São Paulo fue útil",
    "ids.md": "POSTGRES_URL for gpt-4o at 10.0.0.12, see #1234 of 2026-03-01",
}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("猫", "zh.md"),
        ("网关", "zh.md"),
        ("网关服", "zh.md"),
        ("服务", "zh.md"),
        ("塔", None),
        ("タ", "ja.md"),
        ("設定", "ja.md"),
        ("ベース", "ja.md"),
        ("東京タワー", "ja.md"),
        ("서버", "ko.md"),
        ("데이터", "ko.md"),
        ("reunion", "es.md"),
        ("REUNIÓN", "es.md"),
        ("sao paulo", "es.md"),
        ("POSTGRES_URL", "ids.md"),
        ("gpt-4o", "ids.md"),
        ("10.0.0.12", "ids.md"),
        ("#1234", "ids.md"),
        ("2026-03-01", "ids.md"),
    ],
)
def test_words_of_every_language_are_found(tmp_path: Path, question: str, path: str | None) -> None:
    with contextlib.closing(Store.create(tmp_path / "index.db", chunking="2026.9", model=None)) as store:
        for name, text in TEXTS.items():
            store.replace_document(
                name,
                source="workspace",
                sha256="0",
                size=1,
                mtime_ns=1,
                chunks=chunk_document(name, text, version="2026.9"),
            )
        match = match_expression(question)
        assert match
        hits = store.keyword_hits(match.expression, 5)
        assert [store.chunks([hit.chunk_id])[hit.chunk_id].path for hit in hits] == ([path] if path else [])


@pytest.mark.parametrize("question", ['"', "*", "NEAR(", "a AND", "'; DROP", "x" * 100_000, "a\0b", "（）"])
def test_no_question_is_an_error(corpus: Corpus, question: str) -> None:
    match = match_expression(question)
    if match:
        corpus.store.keyword_hits(match.expression, 5)
    if expression := openclaw_match(question):
        corpus.store.keyword_hits(f"{{text}} : ({expression})", 5)
