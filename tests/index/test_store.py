"""The index database: what goes in comes out, and what is removed is gone."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openclaw_desktop.errors import IndexDamagedError, IndexingError
from openclaw_desktop.index import schema
from openclaw_desktop.index.chunk import Chunk, chunk_document
from openclaw_desktop.index.embed import HashEmbedder, Passage
from openclaw_desktop.index.rows import NoiseFloor
from openclaw_desktop.index.store import Store
from openclaw_desktop.sqlite import Database

EMBEDDER = HashEmbedder()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with contextlib.closing(
        Store.create(tmp_path / "index.db", chunking="2026.9", model=EMBEDDER.open())
    ) as store:
        yield store


def put(store: Store, path: str, text: str, *, source: str = "memory", mtime_ns: int = 1) -> None:
    chunks = chunk_document(path, text, version="2026.9")
    store.replace_document(
        path, source=source, sha256="0" * 64, size=len(text), mtime_ns=mtime_ns, chunks=chunks
    )


def embed(store: Store, limit: int = 1000) -> int:
    waiting = store.chunks_without_vectors(limit)
    passages = EMBEDDER.embed_passages([chunk.text for chunk in waiting])
    store.add_passages(zip((chunk.chunk_id for chunk in waiting), passages, strict=True))
    return len(waiting)


def count(path: Path, table: str) -> int:
    with contextlib.closing(Database(path, writable=False)) as database:
        return database.value(f"SELECT count(*) FROM {table}")


def found(store: Store, word: str) -> list[int]:
    return [hit.chunk_id for hit in store.keyword_hits(f'"{word}"', 10)]


def test_a_document_is_found_by_its_words_and_its_meaning(store: Store) -> None:
    put(store, "memory/cat.md", "The cat Luna sleeps.\n")
    put(store, "memory/car.md", "The car needs oil.\n")
    embed(store)
    [chunk] = store.chunk_ids("memory/cat.md")
    assert found(store, "luna") == [chunk]
    nearest = store.vector_hits(EMBEDDER.embed_query("the cat luna sleeps."), 2)
    assert nearest[0].chunk_id == chunk
    assert nearest[0].cosine > nearest[1].cosine
    row = store.chunks([chunk])[chunk]
    assert (row.path, row.start_line, row.source) == ("memory/cat.md", 1, "memory")
    assert row.text.startswith("The cat Luna")


def test_a_removed_document_leaves_no_row_word_or_vector(store: Store) -> None:
    put(store, "memory/stays.md", "Something that stays.\n")
    put(store, "memory/goes.md", "Something that goes, 网关服务.\n" * 200)
    embed(store)
    store.remove_document("memory/goes.md")
    assert found(store, "goes") == []
    assert store.keyword_hits('{cjk} : "网关"', 5) == []
    for table in ("documents", "chunks", "texts", "passages", "chunks_fts", "vectors", "vectors_rowids"):
        assert count(store.path, table) == 1, table
    store.remove_document("memory/stays.md")
    for table in ("documents", "chunks", "texts", "passages", "chunks_fts", "vectors", "vectors_rowids"):
        assert count(store.path, table) == 0, table


def test_a_chunk_that_stays_keeps_its_id_and_vectors(store: Store) -> None:
    put(store, "MEMORY.md", "# Things\n- one thing\n- another thing\n")
    embed(store)
    before = store.chunk_ids("MEMORY.md")
    put(store, "MEMORY.md", "# Things\n- a new first thing\n- one thing\n- another thing\n")
    after = store.chunk_ids("MEMORY.md")
    assert set(before) < set(after)
    assert [chunk.text for chunk in store.chunks_without_vectors(10)] == ["- a new first thing"]
    row = store.documents()["MEMORY.md"]
    assert (row.chunks, row.vectors) == (4, 3)
    assert store.chunks(before)[before[1]].start_line == 3


def test_equal_chunks_of_one_document_are_kept_apart(store: Store) -> None:
    put(store, "MEMORY.md", "- same\n- same\n- same\n")
    embed(store)
    put(store, "MEMORY.md", "- same\n- same\n")
    assert len(store.chunk_ids("MEMORY.md")) == 2
    assert store.stats().chunks_with_vectors == 2
    assert count(store.path, "vectors") == 2


def test_the_id_of_a_removed_chunk_is_never_given_again(store: Store) -> None:
    put(store, "a.md", "first\n")
    [old] = store.chunk_ids("a.md")
    store.remove_document("a.md")
    put(store, "b.md", "second\n")
    assert store.chunk_ids("b.md") != [old]


class Failing(Sequence[Chunk]):
    """Chunks that end in an error, as if the power failed in their midst."""

    def __init__(self, chunks: list[Chunk]) -> None:
        self._chunks = chunks

    def __len__(self) -> int:
        return len(self._chunks)

    def __getitem__(self, index: Any) -> Any:
        if index == len(self._chunks) - 1:
            raise RuntimeError("in the midst")
        return self._chunks[index]


def test_a_document_is_replaced_wholly_or_not_at_all(store: Store) -> None:
    put(store, "MEMORY.md", "- old one\n- old two\n")
    new = chunk_document("MEMORY.md", "- new one\n- new two\n", version="2026.9")
    with pytest.raises(RuntimeError):
        store.replace_document(
            "MEMORY.md", source="memory", sha256="1", size=1, mtime_ns=2, chunks=Failing(new)
        )
    assert found(store, "new") == []
    assert len(found(store, "old")) == 2


def test_bootstrap_files_get_vectors_first_then_the_newest_dates(store: Store) -> None:
    put(store, "memory/2026-01-05.md", "january")
    put(store, "memory/2026-03-05.md", "march")
    put(store, "memory/topic.md", "undated", mtime_ns=1_770_000_000 * 10**9)
    put(store, "SOUL.md", "soul", source="workspace")
    order = [chunk.text for chunk in store.chunks_without_vectors(10)]
    assert order == ["soul", "march", "undated", "january"]
    assert [chunk.text for chunk in store.chunks_without_vectors(2)] == order[:2]


def test_readers_see_the_state_before_a_transaction_and_are_not_blocked(store: Store) -> None:
    put(store, "a.md", "before\n")
    with contextlib.closing(Store.open_reader(store.path)) as reader:
        with store.together():
            put(store, "a.md", "after\n")
            assert len(found(reader, "before")) == 1
        assert found(reader, "before") == []
        assert len(found(reader, "after")) == 1


def test_the_skipped_are_remembered_with_their_reasons(store: Store) -> None:
    put(store, "a.md", "text")
    store.set_skipped({"b.md": "too large", "c.md": "a link"})
    store.skip("a.md", "no text")
    assert store.skipped() == {"a.md": "no text", "b.md": "too large", "c.md": "a link"}
    assert store.documents() == {}
    put(store, "a.md", "text again")
    assert "a.md" not in store.skipped()


def test_annotations_and_counts_come_back(store: Store) -> None:
    put(store, "MEMORY.md", "- keep this <!-- importance: 8 --> <!-- project: host/x -->\n")
    [row] = store.chunks(store.chunk_ids("MEMORY.md", 1)).values()
    assert (row.importance, row.project) == (8, "host/x")
    store.set_floor(NoiseFloor(0.7, 0.8, 38, 5))
    assert store.floor() == NoiseFloor(0.7, 0.8, 38, 5)
    stats = store.stats()
    assert (stats.documents, stats.chunks, stats.passages) == (1, 1, 0)
    assert stats.model_name == "character hashes"
    assert stats.chunking == "2026.9"
    assert stats.bytes > 0


def test_a_line_finds_the_chunks_that_hold_it(store: Store) -> None:
    put(store, "memory/long.md", "".join(f"line {n} with some words in it\n" for n in range(1, 400)))
    chunks = store.chunk_ids("memory/long.md")
    assert len(chunks) > 3
    rows = store.chunks(chunks)
    for chunk in store.chunk_ids("memory/long.md", 200):
        assert rows[chunk].start_line <= 200 <= rows[chunk].end_line
    assert store.chunk_ids("memory/long.md", 10_000) == []


def test_vectors_of_a_chunk_that_is_gone_are_let_go(store: Store) -> None:
    put(store, "a.md", "text")
    [chunk] = store.chunk_ids("a.md")
    store.remove_document("a.md")
    store.add_passages([(chunk, [Passage(0, 4, EMBEDDER.embed_query("text"))])])
    assert count(store.path, "vectors") == 0


def pages(number: int, count: int) -> str:
    """So many chunks, none like another."""
    return "".join(f"{f'{number * 7919 + n * 104729} ' * 200}\n" for n in range(count))


def test_tidying_moves_vectors_together_and_loses_none(store: Store) -> None:
    for number in range(4):
        put(store, f"{number}.md", pages(number, 1100))
    embed(store, 10_000)
    for number in range(4):
        put(store, f"{number}.md", pages(number, 100))
    blocks = count(store.path, "vectors_chunks")
    question = EMBEDDER.embed_query("7919 14729")
    before = {hit.chunk_id: round(hit.cosine, 5) for hit in store.vector_hits(question, 1000)}
    store.tidy()
    assert count(store.path, "vectors_chunks") < blocks
    after = {hit.chunk_id: round(hit.cosine, 5) for hit in store.vector_hits(question, 1000)}
    assert len(after) == store.stats().passages
    assert after == before


def test_a_text_without_passages_counts_as_done(store: Store) -> None:
    put(store, "a.md", "text")
    store.add_passages([(store.chunk_ids("a.md")[0], [])])
    assert store.chunks_without_vectors(5) == []
    assert store.cosines(EMBEDDER.embed_query("text"), store.chunk_ids("a.md")) == {}


def test_an_index_without_a_model_answers_by_words_alone(tmp_path: Path) -> None:
    with contextlib.closing(Store.create(tmp_path / "index.db", chunking="2026.9", model=None)) as store:
        put(store, "a.md", "some words")
        assert store.vector_hits(EMBEDDER.embed_query("words"), 5) == []
        assert len(found(store, "words")) == 1
        store.set_model(EMBEDDER.open())
        embed(store)
        assert len(store.vector_hits(EMBEDDER.embed_query("words"), 5)) == 1


def test_a_vector_of_another_model_finds_nothing(store: Store) -> None:
    put(store, "a.md", "words")
    embed(store)
    other = np.ones(32, np.float32)
    assert store.vector_hits(other, 5) == []
    assert store.cosines(other, [1]) == {}
    assert store.vector_rank(other, 1) is None


def test_a_newer_index_is_not_touched(store: Store) -> None:
    with contextlib.closing(Database(store.path)) as database:
        database.rows(f"PRAGMA user_version = {schema.VERSION + 1}")
    store.close()
    before = store.path.read_bytes()
    with pytest.raises(IndexingError, match="newer version") as caught:
        Store.open_writer(store.path)
    assert not isinstance(caught.value, IndexDamagedError)
    assert store.path.read_bytes() == before


def test_what_is_no_index_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    path.write_bytes(b"this was never a database, " * 1000)
    with pytest.raises(IndexDamagedError):
        Store.open_writer(path)
    with contextlib.closing(Database(tmp_path / "other.db")) as other:
        other.rows("CREATE TABLE t (x)")
    with pytest.raises(IndexDamagedError):
        Store.open_writer(tmp_path / "other.db")


@pytest.mark.skipif(os.name == "nt", reason="pipes as on Unix")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "index.db")
    for opened in (Store.open_reader, Store.open_writer):
        with pytest.raises(IndexingError, match="it is not a file"):
            opened(tmp_path / "index.db")


def test_a_broken_page_is_found_by_checking_and_told_when_it_is_met(store: Store) -> None:
    for number in range(200):
        put(store, f"memory/{number}.md", f"note {number} about something\n" * 30)
    store.close()
    data = bytearray(store.path.read_bytes())
    for page in range(8192 * 2, len(data), 8192):
        data[page : page + 4096] = b"\xa5" * 4096
    store.path.write_bytes(data)
    told: list[bool] = []
    with contextlib.closing(
        Store.open_reader(store.path, on_damage=lambda reader: told.append(reader.is_current()))
    ) as reader:
        with pytest.raises(IndexDamagedError):
            reader.check()
        told.clear()
        with pytest.raises(IndexDamagedError):
            reader.documents()
    assert told == [True]


def test_a_full_disk_is_a_sentence_and_nothing_is_lost(store: Store) -> None:
    put(store, "small.md", "a small note\n")
    pages = store._database.value("PRAGMA page_count")
    store._database.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(IndexingError, match="disk is full"):
        put(store, "large.md", "".join(f"word{n} " * 20 + "\n" for n in range(5000)))
    assert list(store.documents()) == ["small.md"]
    store._database.rows("PRAGMA max_page_count = 1000000")
    put(store, "large.md", "word " * 5000)
    assert set(store.documents()) == {"small.md", "large.md"}


def test_a_reader_of_a_deleted_index_leaves_its_successor_alone(store: Store) -> None:
    put(store, "a.md", "old words\n")
    reader = Store.open_reader(store.path)
    store.path.unlink()
    assert not store.is_current()
    store.close()
    with contextlib.closing(Store.create(store.path, chunking="2026.9", model=EMBEDDER.open())) as successor:
        put(successor, "a.md", "new words\n")
        assert len(found(reader, "old")) == 1
        assert not reader.is_current()
        reader.close()
        assert successor.is_current()
        with contextlib.closing(Store.open_reader(store.path)) as second:
            assert len(found(second, "new")) == 1
        successor.check()


@pytest.mark.parametrize("part", ["TABLE texts", "TABLE chunks_fts", "INDEX documents_waiting"])
def test_an_index_that_lacks_a_part_is_said_to_be_damaged(store: Store, part: str) -> None:
    with contextlib.closing(Database(store.path)) as database:
        database.rows(f"DROP {part}")
    for reopen in (Store.open_writer, Store.open_reader):
        with pytest.raises(IndexDamagedError, match="missing"):
            reopen(store.path)
