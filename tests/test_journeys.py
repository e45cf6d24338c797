"""The stories of a workspace, told through the engine: no window, no model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Condition
from typing import Any

import pytest

from openclaw_desktop import demo
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import ConflictError, NoWorkspaceError, SettingsError, WriteFailedError
from openclaw_desktop.events import Event, FilesChanged, FilesIndexed, IndexPhase, IndexState
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import HOME_VARIABLE, Places
from openclaw_desktop.settings import Settings, changed
from openclaw_desktop.settings_file import load

NOW = datetime(2026, 11, 30, tzinfo=UTC)
PATIENCE = 30


class Listener:
    """Keeps what the engine reports and waits for what a story needs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait(self, seen: Callable[[Event], bool], *, since: int = 0) -> None:
        with self._changed:
            told = self._changed.wait_for(lambda: any(seen(e) for e in self.events[since:]), PATIENCE)
        assert told, f"not told within {PATIENCE} s; last: {self.events[-3:]}"


def ready(event: Event) -> bool:
    return isinstance(event, IndexState) and event.phase is IndexPhase.READY


def indexed(path: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, FilesIndexed) and path in event.paths


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(
        "# Memory\n\n- The database is on port 5432.\n- 网关服务在八号机\n", encoding="utf-8"
    )
    (root / "memory" / "2026-11-02.md").write_text(
        "# Monday\n\n- Bought clay for the kiln.\n", encoding="utf-8"
    )
    (root / "memory" / "2025-01-02.md").write_text(
        "# Long ago\n\n- The kiln was repaired.\n", encoding="utf-8"
    )
    return root


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def engine(workspace: Path, listener: Listener) -> Iterator[Engine]:
    made = Engine(
        workspace,
        settings=changed(Settings(), {"index.quiet_seconds": 0.1}),
        places=Places.of_user(),
        report=listener,
        embedder=HashEmbedder,
    )
    made.start()
    yield made
    made.close()


def paths(engine: Engine, text: str, **overrides: Any) -> list[str]:
    answer = engine.search(engine.question(text, now=NOW, **overrides))
    return [hit.candidate.path for hit in answer.hits]


def holding(engine: Engine, word: str) -> list[str]:
    """Where a word is found; what else is near in meaning is the ranking's affair."""
    answer = engine.search(engine.question(word, now=NOW))
    return [hit.candidate.path for hit in answer.hits if word in hit.candidate.text]


def test_a_workspace_is_searchable_once_it_is_indexed(engine: Engine, listener: Listener) -> None:
    listener.wait(ready)
    assert paths(engine, "database port")[0] == "MEMORY.md"
    assert paths(engine, "网关")[0] == "MEMORY.md"
    assert set(paths(engine, "kiln")[:2]) == {"memory/2026-11-02.md", "memory/2025-01-02.md"}


def test_what_a_person_saves_is_found_and_what_they_took_out_is_not(
    engine: Engine, listener: Listener, workspace: Path
) -> None:
    listener.wait(ready)
    before = engine.read("memory/2026-11-02.md")
    mark = len(listener.events)
    engine.save(before.path, before.text.replace("clay", "porcelain"), seen=before.sha256)
    listener.wait(indexed(before.path), since=mark)
    assert holding(engine, "porcelain") == [before.path]
    assert "clay" not in str(engine.search(engine.question("porcelain", now=NOW)).hits)


def test_a_file_changed_behind_our_back_is_indexed_and_a_stale_save_is_refused(
    engine: Engine, listener: Listener, workspace: Path
) -> None:
    listener.wait(ready)
    seen = engine.read("MEMORY.md")
    mark = len(listener.events)
    (workspace / "MEMORY.md").write_text("# Memory\n\n- The lighthouse is closed.\n", encoding="utf-8")
    listener.wait(indexed("MEMORY.md"), since=mark)
    assert holding(engine, "lighthouse") == ["MEMORY.md"]
    with pytest.raises(ConflictError) as refused:
        engine.save("MEMORY.md", seen.text + "mine\n", seen=seen.sha256)
    assert refused.value.disk is not None
    assert "lighthouse" in refused.value.disk.decode()
    assert "lighthouse" in (workspace / "MEMORY.md").read_text(encoding="utf-8")


def test_a_deleted_note_leaves_the_index_and_undo_brings_it_back(
    engine: Engine, listener: Listener, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "openclaw_desktop.workspace.operations.send2trash", lambda path: Path(path).unlink(), raising=True
    )
    listener.wait(ready)
    mark = len(listener.events)
    undo = engine.delete("memory/2026-11-02.md")
    listener.wait(indexed("memory/2026-11-02.md"), since=mark)
    assert holding(engine, "clay") == []
    mark = len(listener.events)
    engine.undo(undo)
    listener.wait(indexed("memory/2026-11-02.md"), since=mark)
    assert holding(engine, "clay") == ["memory/2026-11-02.md"]


def test_nothing_is_written_into_the_workspace_by_looking(
    engine: Engine, listener: Listener, workspace: Path
) -> None:
    before = {p: p.stat().st_mtime_ns for p in workspace.rglob("*")}
    listener.wait(ready)
    engine.scan()
    paths(engine, "kiln")
    engine.daily_note(NOW)
    assert {p: p.stat().st_mtime_ns for p in workspace.rglob("*")} == before


def test_an_empty_workspace_answers_with_nothing(tmp_path: Path, listener: Listener) -> None:
    engine = Engine(
        tmp_path, settings=Settings(), places=Places.of_user(), report=listener, embedder=HashEmbedder
    )
    engine.start()
    try:
        listener.wait(ready)
        assert paths(engine, "anything") == []
    finally:
        engine.close()


def test_a_folder_that_is_not_there_cannot_be_opened(tmp_path: Path, listener: Listener) -> None:
    with pytest.raises(NoWorkspaceError, match="not a folder"):
        Engine(tmp_path / "gone", settings=Settings(), places=Places.of_user(), report=listener)


def test_queries_are_remembered_newest_first_and_once(engine: Engine) -> None:
    for text in ("kiln", "窑", "kiln"):
        engine.remember_query(text)
    assert engine.history() == ["kiln", "窑"]
    engine.remember_query("half a character: \ud83d")
    assert engine.history()[0] == "half a character: \ud83d"


def test_a_query_that_cannot_be_kept_is_told(engine: Engine, listener: Listener) -> None:
    listener.wait(ready)
    (engine.folder / "queries.json").mkdir()
    with pytest.raises(WriteFailedError, match="it is a folder"):
        engine.remember_query("kiln")
    assert engine.history() == []


@pytest.mark.parametrize(
    "text", ["", "   ", "\"'*()^:-", "NEAR AND OR NOT", "a" * 100_000, "\x00", "字" * 50_000, "😀"]
)
def test_no_question_is_a_bad_one(engine: Engine, listener: Listener, text: str) -> None:
    listener.wait(ready)
    for preset in ("Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"):
        engine.search(engine.question(text, now=NOW, preset=preset))


def test_the_sample_is_copied_once_and_kept_as_the_person_left_it(tmp_path: Path) -> None:
    copy = demo.sample_workspace(tmp_path)
    assert (copy / "MEMORY.md").is_file()
    (copy / "MEMORY.md").write_text("mine", encoding="utf-8")
    assert demo.sample_workspace(tmp_path) == copy
    assert (copy / "MEMORY.md").read_text(encoding="utf-8") == "mine"


def test_settings_changed_in_the_window_are_there_next_time(engine: Engine) -> None:
    engine.change_settings({"search.limit": 3})
    text = engine.places.settings_file.read_text(encoding="utf-8")
    assert "limit = 3" in text
    assert engine.settings.search.limit == 3


def test_settings_that_cannot_be_saved_are_not_taken(engine: Engine) -> None:
    before = engine.settings
    engine.places.settings_file.mkdir(parents=True)
    with pytest.raises(SettingsError, match="it is a folder"):
        engine.change_settings({"search.limit": 3})
    assert engine.settings == before


def test_settings_changed_at_the_same_time_are_both_kept(engine: Engine) -> None:
    values = [{"search.limit": 3}, {"editor.wrap": False}, {"window.theme": "dark"}, {"editor.font_size": 20}]
    with ThreadPoolExecutor(len(values)) as threads:
        list(threads.map(engine.change_settings, values))
    for one in values:
        assert changed(engine.settings, one) == engine.settings
    every = {key: value for one in values for key, value in one.items()}
    assert load(engine.places.settings_file) == changed(Settings(), every)


def test_how_long_a_file_must_be_quiet_can_be_changed_while_it_is_watched(
    workspace: Path, tmp_path: Path, listener: Listener
) -> None:
    settings = changed(Settings(), {"index.quiet_seconds": 60})
    places = Places.of_user({HOME_VARIABLE: str(tmp_path / "own")})
    engine = Engine(workspace, settings=settings, places=places, report=listener, embedder=HashEmbedder)
    engine.start()
    try:
        listener.wait(ready)
        (workspace / "memory" / "new.md").write_text("an otter\n", encoding="utf-8")
        engine.change_settings({"index.quiet_seconds": 0.1})
        listener.wait(lambda event: isinstance(event, FilesChanged) and "memory/new.md" in event.paths)
    finally:
        engine.close()
