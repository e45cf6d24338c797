"""From what is stored to what is on disk."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from openclaw_desktop.errors import IndexingError, NoWorkspaceError, QuestionUnreadableError
from openclaw_desktop.index import indexer as indexer_module
from openclaw_desktop.index import noise
from openclaw_desktop.index.embed import HashEmbedder, Passage, Vector
from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.workspace.files import TextFile

LONG_AGO = time.time_ns() - 3_600 * 10**9


class Counting(HashEmbedder):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.questions: list[str] = []

    def embed_passages(self, texts: Sequence[str]) -> list[list[Passage]]:
        self.texts += texts
        return super().embed_passages(texts)

    def embed_query(self, text: str) -> Vector:
        self.questions.append(text)
        return super().embed_query(text)


class Desk:
    """A workspace with its indexer."""

    def __init__(self, base: Path) -> None:
        self.root = base / "workspace"
        self.root.mkdir()
        self.embedder = Counting()
        self.cache = VectorCache(base / "cache")
        self.base = base
        self.settings = IndexSettings()
        self.store = Store.create(base / "index.db", chunking="2026.9", model=self.embedder.open())

    @property
    def indexer(self) -> Indexer:
        return Indexer(self.root, self.store, self.settings, self.cache)

    def write(self, path: str, text: str | bytes, *, mtime_ns: int | None = LONG_AGO) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        if mtime_ns:
            os.utime(file, ns=(mtime_ns, mtime_ns))
        return file

    def scan(self) -> set[str]:
        """The paths that were brought up to date."""
        return {path for step in self.indexer.scan() for path in step.paths}

    def embed(self) -> int:
        model = self.embedder.open()
        return sum(iter(lambda: self.indexer.embed(self.embedder, model), 0))

    def close(self) -> None:
        self.store.close()
        self.cache.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with contextlib.closing(Desk(tmp_path)) as desk:
        yield desk


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read."""
    names: list[str] = []

    def read(folder: Path, name: str, *, limit_bytes: int) -> TextFile:
        names.append(name)
        return original(folder, name, limit_bytes=limit_bytes)

    original = indexer_module.read
    monkeypatch.setattr(indexer_module, "read", read)
    return names


def test_a_workspace_is_indexed_by_source(desk: Desk) -> None:
    desk.write("MEMORY.md", "- curated\n")
    desk.write("memory.md", "old name\n")
    desk.write("USER.md", "- the person\n")
    desk.write("memory/deep/note.md", "a note\n")
    desk.write("docs/plan.md", "a plan\n")
    desk.write("docs/data.json", "{}")
    desk.write("node_modules/pkg/README.md", "package")
    desk.write(".git/x.md", "git")
    desk.write("memory/.#note.md", "an editor's lock")
    assert desk.scan() == {"MEMORY.md", "memory.md", "USER.md", "memory/deep/note.md", "docs/plan.md"}
    sources = {path: row.source for path, row in desk.store.documents().items()}
    assert sources.pop("docs/plan.md") == "workspace"
    assert set(sources.values()) == {"memory"}
    assert desk.store.skipped() == {}


def test_other_markdown_can_be_switched_off_and_on(desk: Desk) -> None:
    desk.write("memory/note.md", "note")
    desk.write("docs/plan.md", "plan")
    desk.scan()
    desk.settings = replace(desk.settings, other_markdown=False)
    assert desk.scan() == {"docs/plan.md"}
    assert set(desk.store.documents()) == {"memory/note.md"}
    desk.settings = IndexSettings()
    desk.scan()
    assert set(desk.store.documents()) == {"memory/note.md", "docs/plan.md"}


def test_a_file_that_did_not_change_is_not_read_again(desk: Desk, reads: list[str]) -> None:
    desk.write("memory/a.md", "one")
    desk.write("memory/b.md", "two")
    desk.scan()
    reads.clear()
    desk.write("memory/b.md", "changed", mtime_ns=None)
    assert desk.scan() == {"memory/b.md"}
    assert reads == ["memory/b.md"]


def test_a_file_changed_just_before_it_was_read_is_read_again(desk: Desk, reads: list[str]) -> None:
    now = time.time_ns()
    file = desk.write("memory/a.md", "one", mtime_ns=now)
    desk.scan()
    file.write_text("two", encoding="utf-8")
    os.utime(file, ns=(now, now))
    desk.scan()
    assert desk.store.chunks_without_vectors(5)[0].text == "two"
    assert reads == ["memory/a.md", "memory/a.md"]


def test_a_touched_file_keeps_its_chunks_and_vectors(desk: Desk, reads: list[str]) -> None:
    file = desk.write("memory/a.md", "one")
    desk.scan()
    desk.embed()
    [chunk] = desk.store.chunk_ids("memory/a.md")
    os.utime(file, ns=(LONG_AGO + 5, LONG_AGO + 5))
    desk.scan()
    assert desk.store.chunk_ids("memory/a.md") == [chunk]
    assert desk.store.stats().chunks_with_vectors == 1
    reads.clear()
    desk.scan()
    assert reads == []


def test_a_deleted_and_a_renamed_file_leave_nothing_and_embed_nothing(desk: Desk) -> None:
    desk.write("memory/a.md", "the same text")
    file = desk.write("memory/b.md", "other text")
    desk.scan()
    desk.embed()
    asked = list(desk.embedder.texts)
    file.rename(desk.root / "memory" / "renamed.md")
    (desk.root / "memory/a.md").unlink()
    desk.scan()
    desk.embed()
    assert set(desk.store.documents()) == {"memory/renamed.md"}
    assert desk.embedder.texts == asked
    assert desk.store.stats().passages == 1


def test_a_new_index_embeds_nothing_twice(desk: Desk) -> None:
    desk.write("MEMORY.md", "".join(f"- entry {n}\n" for n in range(100)))
    desk.scan()
    assert desk.embed() == 100
    asked = len(desk.embedder.texts)
    desk.store.close()
    desk.store = Store.create(desk.base / "index.db", chunking="2026.9", model=desk.embedder.open())
    desk.scan()
    assert desk.embed() == 100
    assert len(desk.embedder.texts) == asked


def test_equal_texts_are_embedded_once(desk: Desk) -> None:
    desk.write("memory/a.md", "boilerplate")
    desk.write("memory/b.md", "boilerplate")
    desk.scan()
    assert desk.embed() == 2
    assert desk.embedder.texts == ["boilerplate"]


def test_what_cannot_be_indexed_is_said(desk: Desk) -> None:
    desk.write("memory/utf16.md", "text".encode("utf-16"))
    desk.write("memory/broken.md", b"caf\xe9")
    desk.write("memory/large.md", "x" * (1024 * 1024 + 1))
    desk.write("memory/fine.md", "fine\0with a NUL")
    desk.settings = replace(desk.settings, largest_file_mb=1)
    desk.scan()
    assert set(desk.store.documents()) == {"memory/fine.md"}
    reasons = desk.store.skipped()
    assert "UTF-16" in reasons["memory/utf16.md"]
    assert "0xe9" in reasons["memory/broken.md"]
    assert "larger than 1 MB" in reasons["memory/large.md"]
    desk.write("memory/broken.md", "café", mtime_ns=None)
    assert desk.indexer.update("memory/broken.md")
    assert "memory/broken.md" not in desk.store.skipped()
    desk.write("memory/fine.md", b"\xff\xfe\xfd", mtime_ns=None)
    assert desk.indexer.update("memory/fine.md")
    assert "memory/fine.md" in desk.store.skipped()
    assert "memory/fine.md" not in desk.store.documents()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_a_link_inside_is_indexed_once_under_the_files_own_name(desk: Desk, tmp_path: Path) -> None:
    desk.write("agents/main/MEMORY.md", "- curated\n")
    outside = tmp_path / "outside.md"
    outside.write_text("private", encoding="utf-8")
    (desk.root / "MEMORY.md").symlink_to("agents/main/MEMORY.md")
    (desk.root / "out.md").symlink_to(outside)
    (desk.root / "dangling.md").symlink_to("nothing.md")
    (desk.root / "shared").symlink_to("agents")
    desk.scan()
    assert set(desk.store.documents()) == {"agents/main/MEMORY.md"}
    reasons = desk.store.skipped()
    assert "indexed as agents/main/MEMORY.md" in reasons["MEMORY.md"]
    assert "outside the workspace" in reasons["out.md"]
    assert set(reasons) == {"MEMORY.md", "out.md", "dangling.md", "shared"}
    assert all("OpenClaw itself skips links" in reason for reason in reasons.values())


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_a_link_to_a_file_that_is_not_indexed_itself_stands_for_it(desk: Desk) -> None:
    desk.write("agents/main/MEMORY.md", "- curated\n")
    (desk.root / "MEMORY.md").symlink_to("agents/main/MEMORY.md")
    (desk.root / "memory").mkdir()
    (desk.root / "memory/again.md").symlink_to("../agents/main/MEMORY.md")
    desk.settings = replace(desk.settings, other_markdown=False)
    desk.scan()
    assert desk.store.documents()["MEMORY.md"].source == "memory"
    assert set(desk.store.documents()) == {"MEMORY.md"}
    assert "indexed as MEMORY.md" in desk.store.skipped()["memory/again.md"]
    assert not desk.indexer.update("MEMORY.md")  # a link is judged by a scan


def test_extra_paths_have_a_source_of_their_own(desk: Desk, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "deep").mkdir(parents=True)
    (elsewhere / "deep" / "a.md").write_text("elsewhere", encoding="utf-8")
    (elsewhere / "b.txt").write_text("no markdown", encoding="utf-8")
    single = tmp_path / "single.md"
    single.write_text("single", encoding="utf-8")
    desk.write("memory/note.md", "note")
    desk.settings = replace(
        desk.settings, extra_paths=(str(elsewhere), "../single.md", "memory", "../missing")
    )
    desk.scan()
    documents = {path: row.source for path, row in desk.store.documents().items()}
    deep = f"{elsewhere.as_posix()}/deep/a.md"
    assert documents == {deep: "extra", "../single.md": "extra", "memory/note.md": "memory"}
    assert "not there" in desk.store.skipped()["../missing"]


def test_a_workspace_that_cannot_be_read_loses_nothing(desk: Desk) -> None:
    desk.write("memory/a.md", "one")
    desk.scan()
    desk.root.rename(desk.base / "unplugged")
    with pytest.raises(NoWorkspaceError):
        desk.scan()
    assert not desk.indexer.update("memory/a.md")  # the watcher calls every file gone; the walk knows better
    assert set(desk.store.documents()) == {"memory/a.md"}


def test_a_workspace_that_goes_while_it_is_scanned_loses_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("memory/a.md", "one")
    desk.scan()
    desk.write("memory/a.md", "another")
    read = indexer_module.read

    def unplugging(folder: Path, name: str, **limits: int) -> TextFile:
        desk.root.rename(desk.base / "unplugged")
        return read(folder, name, **limits)

    monkeypatch.setattr(indexer_module, "read", unplugging)
    with pytest.raises(NoWorkspaceError):
        desk.scan()
    assert set(desk.store.documents()) == {"memory/a.md"}


def test_a_changed_path_is_brought_up_to_date_alone(desk: Desk) -> None:
    desk.write("memory/a.md", "one")
    desk.write("memory/folder/b.md", "two")
    desk.write("memory/folder-c.md", "three")
    desk.scan()
    desk.write("memory/a.md", "changed", mtime_ns=None)
    assert desk.indexer.update("memory/a.md")
    assert len(desk.store.keyword_hits('"changed"', 5)) == 1
    (desk.root / "memory/folder/b.md").unlink()
    (desk.root / "memory/folder").rmdir()
    assert desk.indexer.update("memory/folder")
    assert set(desk.store.documents()) == {"memory/a.md", "memory/folder-c.md"}
    assert desk.indexer.update("memory/never-was.txt")
    assert desk.indexer.update(f"memory/{'n' * 300}.md")  # what cannot be looked at is not there
    assert not desk.indexer.update("memory")  # a folder is judged by a scan


def test_a_file_that_vanishes_while_it_is_scanned_is_gone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("memory/a.md", "one")
    desk.write("memory/b.md", "two")
    original = indexer_module.read

    def read(folder: Path, name: str, *, limit_bytes: int) -> TextFile:
        (desk.root / "memory/b.md").unlink(missing_ok=True)
        return original(folder, name, limit_bytes=limit_bytes)

    monkeypatch.setattr(indexer_module, "read", read)
    desk.scan()
    assert set(desk.store.documents()) == {"memory/a.md"}
    assert desk.store.skipped() == {}


def test_many_files_are_taken_in_small_transactions(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer_module, "SLICE_SECONDS", 0.0)
    for number in range(5):
        desk.write(f"memory/{number}.md", f"note {number}")
    steps = list(desk.indexer.scan())
    assert [len(step.paths) for step in steps if step.paths] == [1] * 5
    assert [step.done for step in steps if step.total][-1] == 5


def test_a_failing_cache_costs_nothing_but_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise IndexingError("The disk is full.")

    desk.write("memory/a.md", "one")
    desk.scan()
    indexer = desk.indexer
    monkeypatch.setattr(VectorCache, "put", fail)
    assert indexer.embed(desk.embedder, desk.embedder.open()) == 1
    assert indexer.cache is None
    assert indexer.trouble == "Vectors are not kept for a later rebuild: The disk is full."


def measured(desk: Desk) -> None:
    for _ in desk.indexer.measure_floor(desk.embedder, desk.embedder.open()):
        pass


def test_the_noise_floor_is_what_unrelated_questions_reach(desk: Desk) -> None:
    desk.write("MEMORY.md", "".join(f"- entry {n} about tea and kettles\n" for n in range(60)))
    desk.scan()
    desk.embed()
    measured(desk)
    floor = desk.store.floor()
    assert floor
    questions = [desk.embedder.embed_query(probe) for probe in noise.PROBES]
    best = [desk.store.vector_hits(question, 1)[0].cosine for question in questions]
    assert floor.vector_mean == pytest.approx(sum(best) / len(best), abs=1e-5)
    assert floor.vector_mean < floor.vector_p95 <= max(best)
    assert (floor.probes, floor.passages) == (len(noise.PROBES), 60)
    assert not noise.is_due(floor, 80)
    assert noise.is_due(floor, 91)


def test_a_small_index_has_the_models_own_floor(desk: Desk) -> None:
    desk.write("memory/a.md", noise.PROBES[0])
    desk.scan()
    desk.embed()
    measured(desk)
    floor = desk.store.floor()
    assert floor
    assert 0 < floor.vector_mean < 0.9
    asked = len(desk.embedder.questions)
    measured(desk)
    assert [q for q in desk.embedder.questions[asked:] if q not in desk.embedder.texts] == []


@pytest.mark.parametrize("entries", [1, 60])
@pytest.mark.parametrize("unreadable", [1, len(noise.PROBES)])
def test_probes_the_model_cannot_read_are_left_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, entries: int, unreadable: int
) -> None:
    def refuse(text: str) -> Vector:
        if text in noise.PROBES[:unreadable]:
            raise QuestionUnreadableError("It cannot be read.")
        return original(text)

    original = desk.embedder.embed_query
    desk.write("MEMORY.md", "".join(f"- entry {n} about tea and kettles\n" for n in range(entries)))
    desk.scan()
    desk.embed()
    monkeypatch.setattr(desk.embedder, "embed_query", refuse)
    monkeypatch.setattr(desk.embedder, "embed_passages", lambda texts: [[] for _ in texts])
    measured(desk)
    floor = desk.store.floor()
    assert floor
    assert floor.probes == len(noise.PROBES) - unreadable
    assert not noise.is_due(floor, entries)
