"""What an agent may look up: `memory_search` and `memory_get`, in the shapes of OpenClaw's own tools.

Nothing here raises for what an agent may ask: it gets an answer that says what is wrong and what to do.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path, PurePath
from threading import Condition, Lock
from typing import Any

from openclaw_desktop import resources, utf16
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, FileGoneError, NotTextError, OutsideWorkspaceError
from openclaw_desktop.events import Event, IndexPhase, IndexState
from openclaw_desktop.index.store import Where
from openclaw_desktop.paths import expanded, is_file
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS

MOST_RESULTS = 50
PATIENCE = 20.0
"""Seconds a first search waits until every file can be found by its words."""

LINES = 120
CHARACTERS = 12_000
"""How much `memory_get` shows at once; characters are UTF-16 code units. OpenClaw 2026.9: default window."""

CORPORA: Mapping[str, frozenset[str] | None] = {"memory": frozenset({"memory", "extra"}), "all": None}
"""What each corpus that is indexed here covers; OpenClaw counts extra paths to its memory."""

FINDABLE = (IndexPhase.EMBEDDING, IndexPhase.READY, IndexPhase.PAUSED, IndexPhase.ELSEWHERE)


class LazyIndex:
    """Starts an engine's index when it is first needed. It is the listener given to that engine."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._starting = Lock()
        self._state: IndexState | None = None
        self._started = False

    def __call__(self, event: Event) -> None:
        """Takes one report; called from the engine's threads."""
        if isinstance(event, IndexState):
            with self._changed:
                self._state = event
                self._changed.notify_all()

    def ready(self, engine: Engine) -> IndexState:
        """The state of the index as soon as its words can be found, or after a while whatever it is.

        Where no other process writes the index, this one does, and keeps it like the files.
        """
        with self._starting:
            if not self._started:
                self._started = True
                engine.start()
        with self._changed:
            self._changed.wait_for(self._settled, PATIENCE)
        return engine.index_state

    def _settled(self) -> bool:
        return self._state is not None and self._state.phase in (*FINDABLE, IndexPhase.STOPPED)


def search(
    engine: Engine,
    state: IndexState,
    query: str,
    *,
    now: datetime,
    max_results: int | None = None,
    min_score: float | None = None,
    corpus: str = "memory",
) -> dict[str, Any]:
    """`memory_search`: what the person's own ranking finds. OpenClaw 2026.9: result."""
    began = time.perf_counter()
    if corpus not in CORPORA:
        known = " or ".join(f'"{name}"' for name in CORPORA)
        return _unavailable(f'The corpus "{corpus}" is not indexed here.', f"Use corpus {known}.")
    given = {
        "limit": None if max_results is None else min(max(1, max_results), MOST_RESULTS),
        "min_score": None if min_score is None else min(max(0.0, min_score), 1.0),
    }
    overrides: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    try:
        question = engine.question(query, now=now, where=Where(sources=CORPORA[corpus]), **overrides)
        answer = engine.search(question)
    except DesktopError as error:
        return _unavailable(str(error), "Read MEMORY.md and the daily notes with memory_get meanwhile.")
    return _found(engine, state, answer, milliseconds=round((time.perf_counter() - began) * 1000))


def _unavailable(error: str, action: str) -> dict[str, Any]:
    """OpenClaw: unavailable payload."""
    return {
        "results": [],
        "disabled": True,
        "unavailable": True,
        "error": error,
        "warning": "Memory search did not run: this says nothing about what is remembered.",
        "action": action,
    }


def _found(engine: Engine, state: IndexState, answer: Answer, *, milliseconds: int) -> dict[str, Any]:
    mode = "fts-only" if answer.keywords_only else "hybrid"
    found: dict[str, Any] = {
        "results": [_row(hit) for hit in answer.hits],
        "provider": "local",
        "model": Path(engine.settings.index.model or resources.BUNDLED_MODEL).stem,
        "citations": "on",
        "mode": mode,
        **_warning(state, answer),
        "debug": {
            "backend": f"openclaw-desktop: {answer.question.parameters.preset}",
            "effectiveMode": mode,
            "searchMs": milliseconds,
            "hits": len(answer.hits),
            "candidateHits": len(answer.hits) + len(answer.below),
        },
    }
    if answer.nothing_relevant:
        found["note"] = answer.nothing_relevant
    return found


def _warning(state: IndexState, answer: Answer) -> dict[str, Any]:
    """What the results may lack, so that few of them are not taken for few memories."""
    if state.phase not in FINDABLE:
        return {
            "stale": True,
            "warning": f"Results may be missing: {state.sentence}.",
            "action": "Search again in a minute, or read the files with memory_get.",
        }
    if answer.keywords_only:
        return {"warning": f"Found by words alone: {answer.keywords_only}", "action": "Ask with exact words."}
    if state.vectors_done < state.vectors_total:
        done = f"{state.vectors_done:,} of {state.vectors_total:,}"
        return {
            "stale": True,
            "warning": f"Meaning is known of {done} passages so far; the rest is found by words.",
            "action": "Ask with exact words, or again later.",
        }
    return {}


def _row(hit: Hit) -> dict[str, Any]:
    found = hit.candidate
    lines = f"L{found.start_line}" + (f"-L{found.end_line}" if found.end_line != found.start_line else "")
    citation = f"{found.path}#{lines}"
    optional = {
        "vectorScore": None if found.cosine is None else round(found.cosine, 4),
        "textScore": _text_score(found.text_score, found.bm25),
        "importance": found.importance,
        "triggers": found.triggers,
        "projectKey": found.project,
    }
    return {
        "path": found.path,
        "startLine": found.start_line,
        "endLine": found.end_line,
        "score": round(hit.score, 4),
        "snippet": f"{found.snippet.rstrip()}\n\nSource: {citation}",
        "source": found.source,
        "corpus": "memory",
        "citation": citation,
        **{key: value for key, value in optional.items() if value is not None},
    }


def _text_score(text_score: float, bm25: float | None) -> float | None:
    """How well the words fit, from 0 to 1. OpenClaw 2026.9: rank to score."""
    if text_score or bm25 is None:
        return round(text_score, 4) or None
    return round(-bm25 / (1 - bm25), 4)


def get(engine: Engine, path: str, *, start: int | None = None, lines: int | None = None) -> dict[str, Any]:
    """`memory_get`: a window of one Markdown file. OpenClaw 2026.9: result.

    OpenClaw shows memory files alone; here it is whatever a search finds or a change may be proposed of.
    """
    path = _relative(engine.root, path)
    place = _allowed(engine, path)
    if place is None:
        sentence = "memory_get reads Markdown files (.md) of the workspace and of extra paths; no links."
        return _refused(path, "MEMORY_PATH_NOT_ALLOWED", sentence)
    try:
        text = files.read(*place).text
    except FileGoneError:
        return {"status": "not_found", "path": path, "text": ""}
    except OutsideWorkspaceError as error:
        return _refused(path, "MEMORY_PATH_NOT_ALLOWED", str(error))
    except NotTextError as error:
        return _refused(path, "MEMORY_FILE_NOT_TEXT", str(error))
    return {"status": "ok", "path": path, **window(text, max(1, start or 1), max(1, lines or LINES))}


def _refused(path: str, code: str, sentence: str) -> dict[str, Any]:
    return {"status": "error", "code": code, "path": path, "text": "", "error": sentence}


def _relative(root: Path, path: str) -> str:
    """`path` as the workspace names it, where it is written in full or begins with "./"."""
    pure = PurePath(path)
    if pure.is_absolute() and pure.is_relative_to(root):
        return pure.relative_to(root).as_posix()
    return path.removeprefix("./")


def _allowed(engine: Engine, path: str) -> tuple[Path, str] | None:
    """The folder and the name below it that `path` may be read from; None when it may not be."""
    if path[-3:].lower() != ".md" or "\0" in path:
        return None
    for extra in engine.settings.index.extra_paths:
        label = extra.replace(os.sep, "/").rstrip("/")
        place = Path(os.path.realpath(engine.root / expanded(extra)))
        if path == label and is_file(place):
            return _unless_linked(place.parent, place.name)
        if path.startswith(f"{label}/"):
            return _unless_linked(place, path[len(label) + 1 :])
    if not CLOSED_FOLDERS.isdisjoint(path.split("/")):
        return None
    return _unless_linked(engine.root, path)


def _unless_linked(folder: Path, name: str) -> tuple[Path, str] | None:
    real = os.path.realpath(folder / name)
    return (folder, name) if real == os.path.normpath(folder / name) else None


def window(text: str, start: int, lines: int) -> dict[str, Any]:
    """`lines` lines from line `start` on, as far as 12,000 characters reach, and where to go on."""
    every = text.split("\n")
    if every[-1] == "":
        every.pop()
    wanted = every[start - 1 : start - 1 + lines]
    shown: list[str] = []
    room = CHARACTERS
    for line in wanted:
        units = utf16.length(line) + 1
        if units > room:
            break
        shown.append(line)
        room -= units
    cut = not shown and bool(wanted)
    if cut:  # one line that is longer than all there is to show
        shown = [wanted[0][: utf16.fitting(wanted[0], CHARACTERS)]]
    result: dict[str, Any] = {"text": "\n".join(shown), "from": start, "lines": len(shown)}
    following = start + len(shown)
    if cut or following <= len(every):
        result["truncated"] = True
        result["text"] += f"\n\n{_continuation(start, following, len(every), cut=cut)}"
    if following <= len(every):
        result["nextFrom"] = following
    return result


def _continuation(start: int, following: int, total: int, *, cut: bool) -> str:
    parts = [f"Line {start} is longer and cut here."] if cut else []
    if following <= total:
        rest = f"Line {total} follows" if following == total else f"Lines {following}-{total} follow"
        parts.append(f"{rest}: go on with from={following}.")
    return f"[{' '.join(parts)}]"
