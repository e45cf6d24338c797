"""What an agent may look up, and what it is told when it may not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import agent_memory
from openclaw_desktop.agent_memory import LazyIndex
from openclaw_desktop.engine import Engine
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings, changed

NOW = datetime(2026, 11, 30, tzinfo=UTC)
UNITS = agent_memory.CHARACTERS


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n\n- The database is on port 5432.\n", encoding="utf-8")
    (root / "memory" / "2026-11-02.md").write_text("# Monday\n\n- Clay for the kiln.\n", encoding="utf-8")
    (root / "AGENTS.md").write_text("# Rules\n\n- Never fire the kiln at night.\n", encoding="utf-8")
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "team.md").write_text("# Team\n\n- Ada likes porcelain.\n", encoding="utf-8")
    return root


@pytest.fixture
def index() -> LazyIndex:
    return LazyIndex()


@pytest.fixture
def engine(root: Path, index: LazyIndex) -> Iterator[Engine]:
    settings = changed(Settings(), {"index.extra_paths": ("../team",)})
    made = Engine(root, settings=settings, places=Places.of_user(), report=index, embedder=HashEmbedder)
    yield made
    made.close()


def search(engine: Engine, index: LazyIndex, query: str, **given: Any) -> dict[str, Any]:
    return agent_memory.search(engine, index.ready(engine), query, now=NOW, **given)


def test_a_search_answers_in_the_shape_of_openclaw(engine: Engine, index: LazyIndex) -> None:
    found = search(engine, index, "database port")
    row = found["results"][0]
    assert (row["path"], row["source"], row["corpus"]) == ("MEMORY.md", "memory", "memory")
    assert row["citation"] == f"MEMORY.md#L{row['startLine']}-L{row['endLine']}"
    assert row["snippet"].endswith(f"\n\nSource: {row['citation']}")
    assert {"provider", "model", "citations", "mode", "debug"} <= found.keys()
    assert found["debug"]["backend"] == "openclaw-desktop: Desktop"
    assert found["debug"]["hits"] == len(found["results"])


def test_the_memory_is_searched_and_the_rest_of_the_workspace_only_when_asked_for(
    engine: Engine, index: LazyIndex
) -> None:
    of_memory = {row["path"] for row in search(engine, index, "kiln")["results"]}
    assert "memory/2026-11-02.md" in of_memory
    assert "AGENTS.md" not in of_memory
    assert "AGENTS.md" in {row["path"] for row in search(engine, index, "kiln", corpus="all")["results"]}
    assert search(engine, index, "porcelain")["results"][0]["path"] == "../team/team.md"


def test_what_a_window_indexes_is_searched_without_writing_the_index(
    engine: Engine, index: LazyIndex, root: Path
) -> None:
    seen = LazyIndex()
    window = Engine(root, settings=engine.settings, places=engine.places, report=seen, embedder=HashEmbedder)
    try:
        seen.ready(window)
        assert search(engine, index, "kiln")["results"]
        assert index.ready(engine).phase is IndexPhase.ELSEWHERE
    finally:
        window.close()


def test_a_corpus_that_is_not_here_is_unavailable_and_not_empty(engine: Engine, index: LazyIndex) -> None:
    found = search(engine, index, "kiln", corpus="sessions")
    assert found["unavailable"]
    assert found["results"] == []
    assert '"memory"' in found["action"]


def test_a_search_where_no_index_can_be_made_is_unavailable_and_raises_nothing(
    engine: Engine, index: LazyIndex
) -> None:
    engine.folder.parent.mkdir(parents=True)
    engine.folder.write_text("a file where the index should be", encoding="utf-8")
    found = search(engine, index, "kiln")
    assert found["disabled"]
    assert found["error"]


@pytest.mark.parametrize(("most", "score"), [(0, -3.0), (10**9, 7.5), (-1, None)])
def test_numbers_out_of_range_are_taken_for_the_nearest(
    engine: Engine, index: LazyIndex, most: int, score: float | None
) -> None:
    assert "error" not in search(engine, index, "kiln", max_results=most, min_score=score)


def test_an_index_that_is_not_complete_is_said(engine: Engine, index: LazyIndex) -> None:
    index.ready(engine)
    filling = IndexState(IndexPhase.KEYWORDS, files_done=3, files_total=9)
    found = agent_memory.search(engine, filling, "kiln", now=NOW)
    assert found["stale"]
    assert "3 of 9 files" in found["warning"]
    embedding = IndexState(IndexPhase.EMBEDDING, vectors_done=1, vectors_total=5)
    assert "1 of 5" in agent_memory.search(engine, embedding, "kiln", now=NOW)["warning"]


def test_a_memory_file_is_read_in_windows(engine: Engine, root: Path) -> None:
    (root / "memory" / "long.md").write_text("".join(f"line {n}\n" for n in range(1, 301)), encoding="utf-8")
    first = agent_memory.get(engine, "memory/long.md")
    assert (first["status"], first["from"], first["lines"], first["nextFrom"]) == ("ok", 1, 120, 121)
    assert first["truncated"]
    assert "from=121" in first["text"]
    last = agent_memory.get(engine, "memory/long.md", start=241)
    assert last["text"].split("\n") == [f"line {n}" for n in range(241, 301)]
    assert not {"truncated", "nextFrom"} & last.keys()
    assert agent_memory.get(engine, "memory/long.md", start=299, lines=1)["nextFrom"] == 300
    behind = agent_memory.get(engine, "memory/long.md", start=999)
    assert (behind["status"], behind["text"], behind["lines"]) == ("ok", "", 0)


@given(
    text=st.text(alphabet=st.sampled_from("a窑😀\n\r"), max_size=300).map(lambda t: t * 90),
    lines=st.integers(1, 400),
)
def test_going_on_from_window_to_window_shows_every_line_once(text: str, lines: int) -> None:
    every, start = text.split("\n"), 1
    if every[-1] == "":
        every.pop()
    while True:
        shown = agent_memory.window(text, start, lines)
        assert len(shown["text"].encode("utf-16-le")) // 2 <= UNITS + 150
        rows = shown["text"].split("\n")[: shown["lines"]]
        for row, whole in zip(rows, every[start - 1 :], strict=False):
            assert row == whole or (shown["truncated"] and whole.startswith(row))
        if "nextFrom" not in shown:
            assert start + shown["lines"] == len(every) + 1
            return
        assert shown["nextFrom"] > start
        start = shown["nextFrom"]


@pytest.mark.parametrize(
    "path",
    [
        *("notes.txt", "memory/x.txt", "../outside.md", "memory/../AGENTS.md", "memory//x.md"),
        *(".git/notes.md", "skills/node_modules/x/README.md"),
        *("/etc/passwd.md", "MEMORY.md\0.md", "", ".", "memory", "../team/../outside.md", "memory/./x.md"),
    ],
)
def test_what_is_no_markdown_of_the_workspace_is_not_allowed(engine: Engine, path: str) -> None:
    refused = agent_memory.get(engine, path)
    assert (refused["status"], refused["code"], refused["text"]) == ("error", "MEMORY_PATH_NOT_ALLOWED", "")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_not_followed(engine: Engine, root: Path, tmp_path: Path) -> None:
    (root / "memory" / "link.md").symlink_to(root / "AGENTS.md")
    (root / "memory" / "folder").symlink_to(tmp_path / "team")
    (tmp_path / "team" / "link.md").symlink_to(root / "AGENTS.md")
    (root / "RULES.md").symlink_to(root / "AGENTS.md")
    for path in ("memory/link.md", "memory/folder/team.md", "../team/link.md", "RULES.md"):
        assert agent_memory.get(engine, path)["code"] == "MEMORY_PATH_NOT_ALLOWED"


def test_paths_may_be_written_in_full_and_extra_paths_as_a_search_names_them(
    engine: Engine, root: Path
) -> None:
    for path in (str(root / "MEMORY.md"), "./MEMORY.md", "MEMORY.md"):
        found = agent_memory.get(engine, path)
        assert (found["status"], found["path"]) == ("ok", "MEMORY.md")
    assert "porcelain" in agent_memory.get(engine, "../team/team.md")["text"]


def test_whatever_a_search_finds_and_a_change_may_be_proposed_of_can_be_read(
    engine: Engine, index: LazyIndex, root: Path
) -> None:
    (root / "projects").mkdir()
    (root / "projects" / "kiln.md").write_text("# Kiln\n\n- It fires at 1230 degrees.\n", encoding="utf-8")
    rows = search(engine, index, "kiln", corpus="all")["results"]
    assert {"AGENTS.md", "projects/kiln.md"} <= {row["path"] for row in rows}
    for row in rows:
        assert agent_memory.get(engine, row["path"])["status"] == "ok"
    assert "at night" in agent_memory.get(engine, "AGENTS.md")["text"]
    for path in ("HEARTBEAT.md", "projects/none.md", "no folder/none.md"):
        assert agent_memory.get(engine, path)["status"] == "not_found"


def test_a_note_that_is_not_there_is_not_found_and_a_binary_one_is_an_error(
    engine: Engine, root: Path
) -> None:
    assert agent_memory.get(engine, "memory/2026-11-30.md")["status"] == "not_found"
    (root / "memory" / "broken.md").write_bytes(b"\xff\xfe\x00a")
    assert agent_memory.get(engine, "memory/broken.md")["code"] == "MEMORY_FILE_NOT_TEXT"
