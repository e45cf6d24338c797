"""The ten hardest workspaces are opened, read, outlined, cut, indexed, searched and saved byte for byte.

They are small here; HARD_INPUTS_SCALE=1 makes them as large as they were met (that takes a while).
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from hard_inputs import NEEDLE, TWINS, make_twin, rewrite_past, versions

from openclaw_desktop.errors import NotTextError
from openclaw_desktop.index.chunk import chunk_document
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.search.presets import PRESETS, parameters
from openclaw_desktop.search.query import Question, gather, why_not
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.settings import IndexSettings, SearchSettings
from openclaw_desktop.tokens import count
from openclaw_desktop.workspace import files, layout
from openclaw_desktop.workspace.layout import Entry, FileKind, LinkKind
from openclaw_desktop.workspace.outline import Node, outline

SCALE = float(os.environ.get("HARD_INPUTS_SCALE", "0.02"))
NOW = datetime(2026, 8, 3, 12, 0, tzinfo=UTC)
OTHERS_SAVED = 20
SHORT_LINE = 120
"""Longer lines may be cut by a chunker; what is shorter is in one chunk as a whole."""


@pytest.fixture(params=TWINS)
def twin(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """One workspace after the other."""
    make_twin(request.param, tmp_path / "workspace", scale=SCALE)
    return tmp_path / "workspace"


def texts(root: Path) -> Iterator[tuple[Entry, files.TextFile]]:
    """Every file that can be read as text."""
    for entry in layout.scan(root):
        if not entry.is_folder and entry.hidden_reason is None:
            try:
                yield entry, files.read(root, entry.path)
            except NotTextError:
                continue


def on_disk(root: Path) -> set[str]:
    """Every name below `root`, found without this program."""
    found: set[str] = set()
    for folder, folders, names in os.walk(root):
        found.update((Path(folder) / name).relative_to(root).as_posix() for name in folders + names)
    return found


class Index:
    """An index of one workspace, filled without threads."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.embedder = HashEmbedder()
        self.model = self.embedder.open()
        self.store = Store.create(folder / "index.db", chunking="2026.9", model=self.model)
        self.cache = VectorCache(folder / "cache")
        self.indexer = Indexer(root, self.store, IndexSettings(), self.cache)

    def fill(self) -> None:
        for _ in self.indexer.scan():
            pass
        self.embed()
        for _ in self.indexer.measure_floor(self.embedder, self.model):
            pass

    def embed(self) -> None:
        while self.indexer.embed(self.embedder, self.model):
            pass

    def ask(self, text: str, preset: str = "Desktop") -> Answer:
        chosen = parameters(preset, SearchSettings())
        question = Question(text=text, parameters=chosen, now=NOW)
        return rank(gather(self.store, question, self.embedder.embed_query(text)), chosen)

    def holds(self) -> dict[str, tuple[str, int, int]]:
        return {p: (d.sha256, d.chunks, d.vectors) for p, d in self.store.documents().items()}

    def close(self) -> None:
        self.store.close()
        self.cache.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "index"
    made.mkdir()
    return made


def test_a_twin_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("giant_diaries", "hostile_names"):
        one, two = tmp_path / f"{name}-1", tmp_path / f"{name}-2"
        make_twin(name, one, scale=0.01)
        make_twin(name, two, scale=0.01)
        assert on_disk(one) == on_disk(two)
        for path in on_disk(one):
            if (one / path).is_file():
                assert (one / path).read_bytes() == (two / path).read_bytes()


# Opened


def test_every_file_is_listed_once_and_what_cannot_be_shown_says_why(twin: Path) -> None:
    entries = list(layout.scan(twin))
    assert len({entry.path for entry in entries}) == len(entries)
    assert {entry.path for entry in entries} == on_disk(twin)
    for entry in entries:
        reason = entry.hidden_reason
        assert reason is None or (reason[0].isupper() and reason.endswith("."))
        assert (entry.link in (LinkKind.OUTSIDE, LinkKind.DANGLING)) <= (reason is not None)


def test_every_file_is_read_exactly_or_says_why_not(twin: Path) -> None:
    for entry in layout.scan(twin):
        if entry.is_folder or entry.hidden_reason is not None:
            continue
        raw = (twin / entry.path).read_bytes()
        refused, text = read_or_reason(twin, entry.path)
        if text is None:
            assert refused.startswith(entry.path)
            assert not files.read_lossy(twin, entry.path).writable
            continue
        assert (b"\xef\xbb\xbf" if text.bom else b"") + text.text.encode() == raw
        assert text.sha256 == hashlib.sha256(raw).hexdigest()


def read_or_reason(root: Path, path: str) -> tuple[str, files.TextFile | None]:
    try:
        return "", files.read(root, path)
    except NotTextError as error:
        return str(error), None


# Outlined, cut, counted


def assert_nested(nodes: Sequence[Node], first: int, last: int) -> None:
    """Nodes lie inside what they are in, one after the other."""
    for node in nodes:
        assert first <= node.start_line <= node.end_line <= last
        assert_nested(node.children, node.start_line, node.end_line)
        first = node.end_line + 1


@pytest.mark.parametrize("pseudo", [False, True])
def test_outlines_nest(twin: Path, pseudo: bool) -> None:
    for entry, text in texts(twin):
        if entry.kind is not FileKind.OTHER:
            assert_nested(outline(text.text, pseudo_headings=pseudo), 1, text.text.count("\n") + 1)


@pytest.mark.parametrize("version", ["2026.9", "2026.2"])
def test_chunks_leave_nothing_out_and_know_their_lines(twin: Path, version: str) -> None:
    for entry, text in texts(twin):
        if entry.kind is FileKind.OTHER:
            continue
        lines = text.text.split("\n")
        chunks = chunk_document(entry.path, text.text, version=version)  # pyright: ignore[reportArgumentType]
        held: set[str] = set()
        for chunk in chunks:
            assert 1 <= chunk.start_line <= chunk.end_line <= len(lines)
            assert chunk.text.strip()
            held.update(chunk.text.split("\n"))
        if entry.path not in ("MEMORY.md", "USER.md"):  # of these, annotations are taken out
            missing = {line for line in lines if line.strip() and len(line) < SHORT_LINE} - held
            assert not missing, (entry.path, sorted(missing)[:3])


def test_tokens_are_counted(twin: Path) -> None:
    for _, text in texts(twin):
        assert (count(text.text) > 0) == bool(text.text)


# Indexed and searched


def test_everything_readable_is_indexed_and_the_needle_found(twin: Path, folder: Path) -> None:
    index = Index(twin, folder)
    index.fill()
    holds, skipped = index.holds(), index.store.skipped()
    for entry, _ in texts(twin):
        if entry.kind is not FileKind.OTHER:
            assert entry.path in holds or entry.path in skipped, entry.path
    for path, reason in skipped.items():
        assert reason.endswith("."), (path, reason)
    assert all(vectors == chunks for _, chunks, vectors in holds.values())
    for preset in PRESETS:
        answer = index.ask(NEEDLE, preset)
        found = (*answer.hits, *(below.hit for below in answer.below))
        assert any(NEEDLE in hit.candidate.text for hit in found), preset
        for hit in answer.hits:
            assert [step.before for step in hit.steps] == [0.0, *(step.after for step in hit.steps[:-1])]
            assert hit.steps[-1].after == hit.score
    index.close()


def test_the_one_text_that_holds_a_word_is_the_first_hit(twin: Path, folder: Path) -> None:
    index = Index(twin, folder)
    index.fill()
    hits = index.ask(NEEDLE).hits
    index.close()
    assert hits
    assert NEEDLE in hits[0].candidate.text


@pytest.mark.parametrize(
    "query",
    ["caf\udce9", "", '"', "*", "NEAR(", "AND OR NOT", "'; DROP TABLE chunks; --", "茶", "x" * 100_000],
)
def test_no_question_is_too_strange(folder: Path, tmp_path: Path, query: str) -> None:
    make_twin("hostile_names", tmp_path / "workspace", scale=SCALE)
    index = Index(tmp_path / "workspace", folder)
    index.fill()
    for preset in PRESETS:
        index.ask(query, preset)
    index.close()


def test_why_not_has_a_sentence_for_every_path(folder: Path, tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    make_twin("hostile_names", root, scale=SCALE)
    index = Index(root, folder)
    index.fill()
    question = Question(text=NEEDLE, parameters=parameters("Desktop", SearchSettings()), now=NOW)
    vector = index.embedder.embed_query(NEEDLE)
    for entry in layout.scan(root):
        assert why_not(index.store, question, vector, entry.path, None).sentence
    index.close()


# Saved


def test_saving_keeps_every_byte(twin: Path) -> None:
    others = 0
    for entry, text in texts(twin):
        others += entry.kind is FileKind.OTHER
        if entry.kind is FileKind.OTHER and others > OTHERS_SAVED:
            continue  # every save waits for the disk
        real = twin / entry.path
        raw, before = real.read_bytes(), real.stat().st_mtime_ns
        files.save(twin, entry.path, text.text, seen=text.sha256, bom=text.bom)
        assert real.stat().st_mtime_ns == before, "nothing is written when nothing changed"
        longer = files.save(twin, entry.path, text.text + "x", seen=text.sha256, bom=text.bom)
        assert real.read_bytes() == raw + b"x"
        files.save(twin, entry.path, text.text, seen=longer.sha256, bom=text.bom)
        assert real.read_bytes() == raw


def test_a_link_is_saved_through_and_stays_a_link(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    make_twin("linked_root", root, scale=SCALE)
    text = files.read(root, "SOUL.md")
    files.save(root, "SOUL.md", text.text + "\nmore\n", seen=text.sha256, bom=text.bom)
    assert (root / "SOUL.md").is_symlink()
    assert (root / "agents/main/SOUL.md").read_text(encoding="utf-8").endswith("\nmore\n")


# Changed


def test_an_index_that_followed_every_rewrite_equals_a_new_one(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    make_twin("saw_tooth", root, scale=SCALE)
    index = Index(root, tmp_path / "followed")
    index.fill()
    seen = files.read(root, "MEMORY.md").sha256
    for text in versions(Random(1)):
        seen = files.save(root, "MEMORY.md", text, seen=seen, bom=False).sha256
        index.indexer.update("MEMORY.md")
        index.embed()
    new = Index(root, tmp_path / "new")
    new.fill()
    assert index.holds() == new.holds()
    for question in ("gauge harbour", "Week 79", NEEDLE):
        assert paths(index.ask(question)) == paths(new.ask(question))
    index.close()
    new.close()


def paths(answer: Answer) -> list[tuple[str, int]]:
    return [(hit.candidate.path, hit.candidate.start_line) for hit in answer.hits]


@pytest.mark.parametrize("by_path", [False, True])
def test_a_past_that_was_rewritten_leaves_nothing_behind(tmp_path: Path, by_path: bool) -> None:
    root = tmp_path / "workspace"
    make_twin("rewritten_past", root, scale=0.2)
    index = Index(root, tmp_path / "followed")
    index.fill()
    changed = rewrite_past(root, Random(1))
    if by_path:
        for path in changed:
            if not index.indexer.update(path):
                index.fill()
    index.fill()
    new = Index(root, tmp_path / "new")
    new.fill()
    assert index.holds() == new.holds()
    assert not {path for path, text in changed.items() if text is None} & index.holds().keys()
    index.close()
    new.close()


@pytest.mark.skipif(sys.platform == "win32", reason="names with such bytes are Linux's and macOS's")
def test_a_name_that_is_no_utf8_is_listed_and_left_alone(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    make_twin("hostile_names", root, scale=SCALE)
    strange = [entry for entry in layout.scan(root) if "\udce9" in entry.path]
    if not strange:
        pytest.skip("this file system refuses such a name")
    assert "not valid UTF-8" in str(strange[0].hidden_reason)
    index = Index(root, tmp_path / "index")
    index.fill()
    assert strange[0].path not in index.holds()
    (root / strange[0].path).unlink()
    assert index.indexer.update(strange[0].path)
    index.close()
