"""The index thread, as the engine meets it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from listener import PATIENCE, Listener

from openclaw_desktop.errors import (
    EmbedderError,
    EmbedderStoppedError,
    IndexDamagedError,
    IndexingError,
    QuestionUnreadableError,
)
from openclaw_desktop.events import Event, FilesIndexed, IndexPhase, IndexState, Problem
from openclaw_desktop.index import generations, schema
from openclaw_desktop.index.embed import Embedder, HashEmbedder, ModelInfo, Passage, Vector
from openclaw_desktop.index.jobs import Jobs
from openclaw_desktop.index.store import ChunkText
from openclaw_desktop.index.worker import IndexWorker
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.sqlite import Database


class Model(HashEmbedder):
    """A model that can be held up, can fail, and counts."""

    def __init__(self, key: str = "hash-64") -> None:
        self.key = key
        self.may_embed = threading.Event()
        self.may_embed.set()
        self.closed = threading.Event()
        self.embedding = threading.Event()
        self.failure: EmbedderError | None = None
        self.texts: list[str] = []

    def open(self) -> ModelInfo:
        if self.failure:
            raise self.failure
        return replace(super().open(), key=self.key)

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        self.embedding.set()
        while not self.may_embed.wait(0.02):
            if self.closed.is_set():
                raise EmbedderStoppedError("The model was closed.")
        if self.failure:
            raise self.failure
        self.texts += texts
        return super().embed_passages(texts)

    def close(self) -> None:
        self.closed.set()


class Desk:
    """A workspace with its workers."""

    def __init__(self, base: Path) -> None:
        self.root = base / "workspace"
        (self.root / "memory").mkdir(parents=True)
        self.folder = base / "index"
        self.cache = base / "cache"
        self.heard = Listener()
        self.model = Model()
        self.workers: list[IndexWorker] = []
        for number in range(12):
            self.write(f"memory/2026-03-{number + 1:02d}.md", f"# Day {number}\n\nWe met badger{number}.\n")

    def write(self, path: str, text: str) -> frozenset[str]:
        (self.root / path).write_text(text, encoding="utf-8")
        return frozenset({path})

    def worker(
        self,
        *,
        settings: IndexSettings | None = None,
        embedder: Callable[[], Embedder] | None = None,
        heard: Listener | None = None,
        role: str = "window",
    ) -> IndexWorker:
        worker = IndexWorker(
            self.root,
            self.folder,
            self.cache,
            settings or IndexSettings(),
            embedder or (lambda: self.model),
            heard or self.heard,
            role=role,
        )
        self.workers.append(worker)
        worker.start()
        return worker

    def ready(self, *, after: int = 0) -> IndexState:
        return self.heard.wait_for_phase(IndexPhase.READY, after=after)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with contextlib.closing(Desk(tmp_path)) as desk:
        yield desk
    assert not [thread for thread in threading.enumerate() if thread.name == "index"]


def paths(worker: IndexWorker, word: str) -> set[str]:
    """The documents that hold a word."""
    with contextlib.closing(worker.reader()) as store:
        hits = store.keyword_hits(f'"{word}"', 50)
        return {row.path for row in store.chunks(hit.chunk_id for hit in hits).values()}


def nearest(worker: IndexWorker, question: str) -> str:
    vector = worker.embed_query(question).result(PATIENCE)
    with contextlib.closing(worker.reader()) as store:
        [hit] = store.vector_hits(vector, 1)
        return store.chunks([hit.chunk_id])[hit.chunk_id].path


def indexed(path: str) -> Callable[[object], bool]:
    return lambda event: isinstance(event, FilesIndexed) and path in event.paths


def test_a_workspace_becomes_searchable_by_words_then_by_meaning(desk: Desk) -> None:
    desk.model.may_embed.clear()
    worker = desk.worker()
    assert desk.model.embedding.wait(PATIENCE)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    assert worker.freshness()["memory/2026-03-04.md"] == "keywords"
    desk.model.may_embed.set()
    state = desk.ready()
    assert (state.chunks, state.vectors_done, state.vectors_total) == (12, 12, 12)
    assert (state.problem, state.keywords_only) == (None, False)
    assert nearest(worker, "# Day 7\n\nWe met badger7.\n") == "memory/2026-03-08.md"
    assert set(worker.freshness().values()) == {"indexed"}
    phases = [event.phase for event in desk.heard.events if isinstance(event, IndexState)]
    order = list(dict.fromkeys(phases))
    assert (
        order.index(IndexPhase.KEYWORDS) < order.index(IndexPhase.EMBEDDING) < order.index(IndexPhase.READY)
    )
    keywords = desk.heard.wait_for_phase(IndexPhase.KEYWORDS)
    assert keywords.files_total == 12
    with contextlib.closing(worker.reader()) as store:
        assert store.floor() is not None


def test_the_newest_notes_get_their_vectors_first(desk: Desk) -> None:
    desk.write("SOUL.md", "the soul")
    desk.worker()
    desk.ready()
    assert desk.model.texts[0] == "the soul"
    notes = [text for text in desk.model.texts if "badger" in text]
    assert [text.split("badger")[1].split(".")[0] for text in notes] == [str(n) for n in range(11, -1, -1)]


def test_changed_created_and_deleted_files_follow(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    count = desk.heard.count
    worker.submit_paths(
        desk.write("memory/new.md", "an otter") | desk.write("memory/2026-03-01.md", "a heron")
    )
    (desk.root / "memory/2026-03-02.md").unlink()
    worker.submit_paths(frozenset({"memory/2026-03-02.md"}))
    desk.heard.wait_for(indexed("memory/new.md"), after=count)
    desk.heard.wait_for(indexed("memory/2026-03-02.md"), after=count)
    assert paths(worker, "otter") == {"memory/new.md"}
    assert paths(worker, "heron") == {"memory/2026-03-01.md"}
    assert paths(worker, "badger0") == paths(worker, "badger1") == set()


def test_a_renamed_folder_is_looked_at_again(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    (desk.root / "memory").rename(desk.root / "archive")
    count = desk.heard.count
    worker.submit_paths(frozenset({"memory", "archive"}))
    desk.heard.wait_for(indexed("archive/2026-03-01.md"), after=count)
    assert paths(worker, "badger0") == {"archive/2026-03-01.md"}


def test_a_question_goes_ahead_of_the_batches(desk: Desk) -> None:
    desk.write("MEMORY.md", "".join(f"- entry {n}\n" for n in range(500)))
    desk.model.may_embed.clear()
    worker = desk.worker()
    assert desk.model.embedding.wait(PATIENCE)
    future = worker.embed_query("We met badger7.")
    desk.model.may_embed.set()
    future.result(PATIENCE)
    assert len(desk.model.texts) < 100


def test_an_index_that_is_put_off_answers_at_once_with_the_words_it_has(desk: Desk) -> None:
    earlier = desk.worker()
    desk.ready()
    earlier.close()
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    worker.put_off()
    with pytest.raises(EmbedderError, match="is not started"):
        worker.embed_query("badger").result(0)
    assert paths(worker, "badger7") == {"memory/2026-03-08.md"}
    desk.workers.append(worker)
    worker.start()
    assert worker.embed_query("badger").result(PATIENCE).any()


def test_before_it_is_started_an_index_answers_with_what_it_has(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = desk.worker()
    desk.ready()
    earlier.close()
    monkeypatch.setattr("openclaw_desktop.index.worker.READER_SECONDS", 3600)
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    assert worker.has_index
    assert worker.freshness()["memory/2026-03-08.md"] == "indexed"
    assert paths(worker, "badger7") == {"memory/2026-03-08.md"}


@pytest.mark.parametrize("damaged", [False, True])
def test_whoever_asks_before_the_start_waits_where_there_is_nothing_to_answer_with(
    desk: Desk, damaged: bool
) -> None:
    if damaged:
        desk.folder.mkdir()
        (desk.folder / "index.db").write_bytes(b"no index at all" * 1000)
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    desk.workers.append(worker)
    with ThreadPoolExecutor(1) as reader:
        asked = reader.submit(worker.freshness)
        assert worker.has_index is damaged
        worker.start()
        assert isinstance(asked.result(PATIENCE), dict)


def test_one_that_is_put_off_and_was_never_made_says_so_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openclaw_desktop.index.worker.READER_SECONDS", 3600)
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    worker.put_off()
    with pytest.raises(IndexingError, match="There is no index yet"):
        worker.reader()


def test_a_part_of_the_program_that_is_missing_is_said_and_keeps_nobody_waiting(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openclaw_desktop.index.worker.READER_SECONDS", 3600)
    monkeypatch.setitem(sys.modules, "openclaw_desktop.index.jobs", None)
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    desk.workers.append(worker)
    early = worker.embed_query("asked before the start")
    worker.start()
    with pytest.raises(EmbedderError, match="install it again"):
        early.result(PATIENCE)
    desk.heard.wait_for_phase(IndexPhase.STOPPED)
    with pytest.raises(IndexingError, match="install it again"):
        worker.reader()
    with pytest.raises(EmbedderError):
        worker.embed_query("badger").result(0)


def test_pause_holds_vectors_but_not_words(desk: Desk) -> None:
    desk.model.may_embed.clear()
    worker = desk.worker()
    assert desk.model.embedding.wait(PATIENCE)
    worker.pause()
    desk.model.may_embed.set()
    state = desk.heard.wait_for_phase(IndexPhase.PAUSED)
    assert state.vectors_done < state.vectors_total
    worker.submit_paths(desk.write("memory/new.md", "an otter"))
    desk.heard.wait_for(indexed("memory/new.md"))
    assert paths(worker, "otter") == {"memory/new.md"}
    worker.embed_query("still answered").result(PATIENCE)
    worker.resume()
    desk.ready()


def test_a_model_that_is_given_up_leaves_words_and_a_reason_until_retried(desk: Desk) -> None:
    desk.model.failure = EmbedderStoppedError("the model stopped three times")
    worker = desk.worker()
    state = desk.ready()
    assert state.keywords_only
    assert state.sentence == "keywords only: the model stopped three times"
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    with pytest.raises(EmbedderStoppedError, match="three times"):
        worker.embed_query("anything").result(PATIENCE)
    count = desk.heard.count
    desk.model.failure = None
    worker.retry_embedder()
    desk.heard.wait_for(
        lambda e: isinstance(e, IndexState) and e.phase is IndexPhase.READY and not e.keywords_only,
        after=count,
    )
    assert nearest(worker, "# Day 7\n\nWe met badger7.\n") == "memory/2026-03-08.md"


def test_a_question_the_model_cannot_read_does_not_end_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = desk.worker()
    desk.ready()

    def refuse(text: str) -> Vector:
        raise QuestionUnreadableError("The model cannot read this question.")

    with monkeypatch.context() as patch:
        patch.setattr(desk.model, "embed_query", refuse)
        with pytest.raises(EmbedderError, match="cannot read"):
            worker.embed_query("\0").result(PATIENCE)
    assert worker.embed_query("fine").result(PATIENCE).shape == (64,)
    assert not worker.state.keywords_only


def test_a_second_process_reads_and_takes_over(desk: Desk) -> None:
    first = desk.worker(role="command line")
    desk.ready()
    heard = Listener()
    second = desk.worker(heard=heard, embedder=Model)
    state = heard.wait_for_phase(IndexPhase.ELSEWHERE)
    assert state.chunks == 12
    assert "command line" in (state.problem or "")
    assert paths(second, "badger3") == {"memory/2026-03-04.md"}
    assert nearest(second, "# Day 7\n\nWe met badger7.\n") == "memory/2026-03-08.md"
    desk.write("memory/new.md", "an otter")
    first.close()
    heard.wait_for(indexed("memory/new.md"))
    heard.wait_for_phase(IndexPhase.READY)
    assert paths(second, "otter") == {"memory/new.md"}


def test_a_rebuild_embeds_nothing_twice_and_swaps(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    asked = len(desk.model.texts)
    old = generations.current(desk.folder)
    assert old
    with contextlib.closing(worker.reader()) as reader:
        count = desk.heard.count
        worker.rebuild()
        desk.heard.wait_for_phase(IndexPhase.SCANNING, after=count)
        desk.ready(after=count)
        assert len(reader.keyword_hits('"badger3"', 5)) == 1  # an open reader keeps the old one
        assert not reader.is_current()
    assert generations.current(desk.folder) != old
    assert not old.exists()
    assert len(desk.model.texts) == asked
    assert nearest(worker, "# Day 7\n\nWe met badger7.\n") == "memory/2026-03-08.md"


def test_a_rebuild_asked_for_at_once_is_not_forgotten(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    desk.close()
    heard = Listener()
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, heard)
    desk.workers.append(worker)
    worker.rebuild()
    assert worker.state.phase is IndexPhase.SCANNING
    worker.start()
    heard.wait_for_phase(IndexPhase.READY)
    assert generations.current(desk.folder) == desk.folder / "index-2.db"


def test_another_chunking_is_built_beside_the_one_in_use(desk: Desk) -> None:
    desk.write("MEMORY.md", "- one\n- two\n- three\n")
    worker = desk.worker()
    desk.ready()
    count = desk.heard.count
    desk.model.may_embed.clear()
    desk.model.embedding.clear()
    worker.change_settings(IndexSettings(chunking="2026.2"))
    assert desk.model.embedding.wait(PATIENCE)
    with contextlib.closing(worker.reader()) as store:
        assert store.chunking == "2026.9"
        assert len(store.chunk_ids("MEMORY.md")) == 3
    worker.submit_paths(desk.write("memory/new.md", "an otter"))
    desk.model.may_embed.set()
    desk.ready(after=count)
    with contextlib.closing(worker.reader()) as store:
        assert store.chunking == "2026.2"
        assert len(store.chunk_ids("MEMORY.md")) == 1
    assert paths(worker, "otter") == {"memory/new.md"}


def test_another_model_is_built_beside_the_one_in_use(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    desk.close()
    other = Model("another")
    other.may_embed.clear()
    heard = Listener()
    worker = desk.worker(embedder=lambda: other, heard=heard)
    assert other.embedding.wait(PATIENCE)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    question = worker.embed_query("We met badger7.")
    other.may_embed.set()
    with pytest.raises(EmbedderError, match="another model"):
        question.result(PATIENCE)
    heard.wait_for_phase(IndexPhase.READY)
    assert len(other.texts) >= 12
    assert nearest(worker, "# Day 7\n\nWe met badger7.\n") == "memory/2026-03-08.md"
    with contextlib.closing(worker.reader()) as store:
        assert store.model_key == "another"


def test_a_new_model_that_fails_leaves_the_old_index_intact(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    desk.close()
    other, heard = Model("another"), Listener()
    other.may_embed.clear()
    worker = desk.worker(embedder=lambda: other, heard=heard)
    assert other.embedding.wait(PATIENCE)
    other.failure = EmbedderStoppedError("it died")
    other.may_embed.set()
    heard.wait_for(lambda e: isinstance(e, IndexState) and e.keywords_only)
    worker.close()
    again, heard = Listener(), Listener()
    worker = desk.worker(embedder=Model, heard=again)
    again.wait_for_phase(IndexPhase.READY)
    with contextlib.closing(worker.reader()) as store:
        assert store.model_key == "hash-64"
        assert store.stats().chunks_with_vectors == 12


def test_an_index_deleted_by_hand_is_made_again(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    asked = len(desk.model.texts)
    count = desk.heard.count
    (desk.folder / "index.db").unlink()
    desk.heard.wait_for_phase(IndexPhase.OPENING, after=count)
    desk.ready(after=count)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    assert len(desk.model.texts) == asked
    assert (desk.folder / "index.db").exists()


def test_a_damaged_index_is_kept_aside_made_again_and_said(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    desk.close()
    path = desk.folder / "index.db"
    path.write_bytes(b"garbage " * 10_000)
    heard = Listener()
    worker = desk.worker(heard=heard)
    heard.wait_for_phase(IndexPhase.READY)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    [problem] = heard.problems()
    [aside] = desk.folder.glob("index.db.damaged-*")
    assert aside.name in problem
    assert aside.read_bytes().startswith(b"garbage")


def test_of_damaged_indexes_only_the_latest_is_kept(tmp_path: Path) -> None:
    for day in (1, 2):
        for suffix in ("", "-wal"):
            (tmp_path / f"index.db{suffix}").write_text(f"damaged on day {day}", encoding="utf-8")
        aside = generations.set_aside(tmp_path / "index.db", datetime(2026, 3, day, tzinfo=UTC))
    assert {path.name for path in tmp_path.iterdir()} == {aside.name, f"{aside.name}-wal"}
    assert aside.read_text(encoding="utf-8") == "damaged on day 2"


def test_damage_a_reader_meets_is_repaired(desk: Desk) -> None:
    for number in range(300):
        desk.write(f"memory/more-{number}.md", f"about lynx{number} " * 50)
    worker = desk.worker()
    desk.ready()
    count = desk.heard.count
    with contextlib.closing(Database(desk.folder / "index.db")) as database:
        database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    with (desk.folder / "index.db").open("r+b") as file:
        size = file.seek(0, 2)
        for page in range(8192 * 3, size, 8192):
            file.seek(page)
            file.write(b"\xa5" * 200)
    with contextlib.closing(worker.reader()) as store, pytest.raises(IndexDamagedError):
        store.documents()
    desk.heard.wait_for(lambda _: any(desk.folder.glob("*.damaged-*")), after=count)
    desk.ready(after=count)
    assert paths(worker, "lynx5") == {"memory/more-5.md"}


def test_damage_of_a_successor_leaves_the_index_in_use_alone(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    before = generations.current(desk.folder)
    desk.model.may_embed.clear()
    desk.model.embedding.clear()
    worker.change_settings(IndexSettings(chunking="2026.2"))
    desk.write("memory/new.md", "an otter")  # its vector is not known, so the successor has to wait
    assert desk.model.embedding.wait(PATIENCE)
    assert worker._jobs is not None
    building = worker._jobs.keeper.building
    assert building
    mark = desk.heard.count

    def broken(limit: int) -> list[ChunkText]:
        raise IndexDamagedError("index.building.db is damaged.")

    building.store.chunks_without_vectors = broken
    desk.model.may_embed.set()
    desk.heard.wait_for(lambda e: isinstance(e, Problem) and "was given up" in e.sentence, after=mark)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    desk.ready(after=mark)
    assert not list(desk.folder.glob("*.damaged-*"))
    with contextlib.closing(worker.reader()) as store:
        assert store.chunking == "2026.2"
    assert generations.current(desk.folder) != before


def test_a_reader_of_an_index_that_was_replaced_accuses_nobody(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    with contextlib.closing(worker.reader()) as old:
        mark = desk.heard.count
        worker.rebuild()
        desk.heard.wait_for_phase(IndexPhase.SCANNING, after=mark)
        desk.ready(after=mark)
        assert old._on_damage
        old._on_damage(old)
        mark = desk.heard.count
        worker.submit_paths(desk.write("memory/new.md", "an otter"))
        desk.heard.wait_for(indexed("memory/new.md"), after=mark)
    assert desk.heard.problems() == []


def test_damage_met_beside_another_writer_is_that_writers_affair(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    heard = Listener()
    second = desk.worker(heard=heard, embedder=Model)
    heard.wait_for_phase(IndexPhase.ELSEWHERE)
    with contextlib.closing(second.reader()) as reader:
        assert reader._on_damage
        reader._on_damage(reader)
        second.embed_query("answered by the thread after that").result(PATIENCE)
        second.embed_query("and once more").result(PATIENCE)
    assert heard.problems() == []
    assert not list(desk.folder.glob("*.damaged-*"))


def test_a_wish_that_fails_does_not_lose_the_next(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    mark = desk.heard.count
    with contextlib.closing(worker.reader()) as reader, worker._wake:  # both at once
        assert reader._on_damage
        reader._on_damage(reader)
        worker.change_settings(IndexSettings(chunking="2026.2"))
    desk.heard.wait_for(lambda e: isinstance(e, Problem), after=mark)
    desk.ready(after=mark)
    with contextlib.closing(worker.reader()) as store:
        assert store.chunking == "2026.2"


def test_a_newer_index_stops_the_indexer_and_is_left_alone(desk: Desk) -> None:
    desk.worker()
    desk.ready()
    desk.close()
    path = desk.folder / "index.db"
    with contextlib.closing(Database(path)) as database:
        database.rows(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = path.read_bytes()
    heard = Listener()
    desk.worker(heard=heard)
    state = heard.wait_for_phase(IndexPhase.STOPPED)
    assert "newer version" in (state.problem or "")
    desk.close()
    assert path.read_bytes() == before


def test_a_full_disk_stops_with_a_sentence_and_goes_on_when_asked(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    assert worker._jobs is not None
    current = worker._jobs.keeper.current
    assert current
    database = current.store._database
    database.rows(f"PRAGMA max_page_count = {database.value('PRAGMA page_count') + 1}")
    count = desk.heard.count
    worker.submit_paths(
        desk.write("memory/long.md", "".join(f"otter{n} and " * 9 + "\n" for n in range(9000)))
    )
    state = desk.heard.wait_for_phase(IndexPhase.STOPPED, after=count)
    assert state.sentence.startswith("index stopped: The disk is full")
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    database.rows("PRAGMA max_page_count = 1000000")
    worker.rescan()
    desk.heard.wait_for(indexed("memory/long.md"), after=count)
    assert paths(worker, "otter77") == {"memory/long.md"}


def test_a_workspace_that_goes_away_keeps_its_index(desk: Desk) -> None:
    worker = desk.worker()
    desk.ready()
    desk.root.rename(desk.root.with_name("unplugged"))
    worker.rescan()
    desk.heard.wait_for_phase(IndexPhase.STOPPED)
    assert paths(worker, "badger3") == {"memory/2026-03-04.md"}
    desk.root.with_name("unplugged").rename(desk.root)
    count = desk.heard.count
    worker.rescan()
    desk.ready(after=count)
    assert len(worker.freshness()) == 12


def test_skipped_files_are_told(desk: Desk) -> None:
    (desk.root / "memory/bad.md").write_bytes(b"\xff\xfe")
    worker = desk.worker()
    desk.ready()
    assert list(worker.skipped()) == ["memory/bad.md"]


def test_closing_in_the_midst_of_a_batch_is_prompt(desk: Desk) -> None:
    desk.model.may_embed.clear()
    worker = desk.worker()
    assert desk.model.embedding.wait(PATIENCE)
    future = worker.embed_query("too late")
    worker.close()
    assert desk.model.closed.is_set()
    with pytest.raises(EmbedderError):
        future.result(PATIENCE)
    with pytest.raises(EmbedderError):
        worker.embed_query("later still").result(PATIENCE)
    assert not list(desk.folder.glob("*.json"))
    assert not [e for e in desk.heard.events if isinstance(e, IndexState) and e.problem]


def test_closing_before_starting_is_no_error(desk: Desk) -> None:
    IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard).close()


def test_closing_before_starting_keeps_nobody_waiting(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openclaw_desktop.index.worker.READER_SECONDS", 3600)
    worker = IndexWorker(desk.root, desk.folder, desk.cache, IndexSettings(), lambda: desk.model, desk.heard)
    future = worker.embed_query("the router")
    with ThreadPoolExecutor(1) as reader:
        asked = reader.submit(worker.reader)
        worker.close()
        with pytest.raises(IndexingError):
            asked.result(PATIENCE)
    with pytest.raises(EmbedderError, match="closing"):
        future.result(0)


def test_closing_before_the_index_is_open_keeps_nobody_waiting(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openclaw_desktop.index.worker.READER_SECONDS", 3600)
    opening, may_open = threading.Event(), threading.Event()

    def open_slowly(_jobs: Jobs) -> bool:
        opening.set()
        assert may_open.wait(PATIENCE)
        return True

    monkeypatch.setattr(Jobs, "work", open_slowly)
    worker = desk.worker()
    assert opening.wait(PATIENCE)
    with ThreadPoolExecutor(1) as reader:
        asked = reader.submit(worker.reader)
        may_open.set()
        worker.close()
        with pytest.raises(IndexingError):
            asked.result(PATIENCE)


KILLED = """
import sys, threading
from pathlib import Path
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.index.worker import IndexWorker
from openclaw_desktop.settings import IndexSettings
root, folder, cache = map(Path, sys.argv[1:4])
worker = IndexWorker(root, folder, cache, IndexSettings(), HashEmbedder, lambda event: print(1, flush=True))
worker.start()
threading.Event().wait()
"""


def test_killed_at_any_moment_it_opens_and_completes(desk: Desk) -> None:
    numbers = random.Random(3)
    for number in range(150):
        desk.write(f"memory/topic-{number}.md", f"about lynx{number}, " * 200)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(desk.root), str(desk.folder), str(desk.cache)],
            stdout=subprocess.PIPE,
        )
        with process:
            assert process.stdout
            process.stdout.readline()  # it has begun
            killer = threading.Timer(numbers.uniform(0, 0.4), process.kill)
            killer.start()
            process.stdout.read()
            killer.join()
        desk.write(f"memory/topic-{numbers.randrange(150)}.md", f"changed {numbers.random()} " * 300)
    worker = desk.worker()
    desk.ready()
    assert desk.heard.problems() == []
    freshness = worker.freshness()
    assert len(freshness) == 162
    assert set(freshness.values()) == {"indexed"}
    with contextlib.closing(worker.reader()) as store:
        store.check()
        documents = store.documents()
        for number in (0, 77, 149):
            text = (desk.root / f"memory/topic-{number}.md").read_text(encoding="utf-8")
            word = text.split()[1].strip(",") if text.startswith("about") else "changed"
            assert f"memory/topic-{number}.md" in paths(worker, word.replace(".", " "))
        stats = store.stats()
        assert stats.chunks == sum(row.chunks for row in documents.values()) == stats.chunks_with_vectors
        assert stats.passages == stats.chunks
        hits = store.vector_hits(np.eye(64, dtype=np.float32)[0], 4000)
        assert len(hits) == stats.chunks


def test_the_lock_says_who_holds_it(desk: Desk) -> None:
    desk.worker(role="command line")
    desk.ready()
    note = json.loads((desk.folder / "index.lock.json").read_text(encoding="utf-8"))
    assert note["role"] == "command line"


def test_a_listener_that_fails_stops_the_indexing_not_the_thread(desk: Desk) -> None:
    """Whoever waits for reports would wait for ever."""
    failing = [OSError(28, "No space left on device", "the terminal"), ValueError("a bug")]

    class Clumsy(Listener):
        def __call__(self, event: Event) -> None:
            if failing:
                raise failing.pop()
            super().__call__(event)

    heard = Clumsy()
    worker = desk.worker(heard=heard)
    worker.rescan()
    assert "the disk is full" in (heard.wait_for_phase(IndexPhase.STOPPED).problem or "")
    mark = heard.count
    worker.rescan()
    heard.wait_for_phase(IndexPhase.READY, after=mark)


def test_a_folder_that_one_may_not_look_into_stops_the_index_with_a_sentence(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.listdir

    def refusing(folder: Path) -> list[str]:
        if Path(folder) == desk.folder:
            raise PermissionError(13, "Permission denied", str(folder))
        return real(folder)

    monkeypatch.setattr(os, "listdir", refusing)
    worker = desk.worker()
    stopped = desk.heard.wait_for_phase(IndexPhase.STOPPED)
    assert stopped.problem == f"{desk.folder} cannot be used: there is no permission."
    assert not worker.has_index
    with pytest.raises(IndexingError, match="there is no permission"):
        worker.reader()
