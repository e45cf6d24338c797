"""Checks everything this program needs; each check says it is well, or what to do."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from threading import Event

import zstandard

from openclaw_desktop import __version__, resources, settings_file, sqlite, tokens
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, reason_of, sentence_of
from openclaw_desktop.places import APP_NAME
from openclaw_desktop.review import policy
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.proposal import IMPORTED
from openclaw_desktop.workspace.watch import Watcher

LITTLE_SPACE = 500 * 2**20
WATCH_SECONDS = 5.0
ENCODINGS = ("o200k_base", "cl100k_base")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    name: str
    ok: bool
    sentence: str


def checks(engine: Engine) -> list[Check]:
    """Every check, in the order a person would look."""
    return [
        _check("program", _program),
        _check("libraries", _libraries),
        _check("workspace", lambda: _workspace(engine)),
        _check("settings", lambda: _settings(engine)),
        _check("protection", lambda: protection(engine)),
        _check("own folders", lambda: _own_folders(engine)),
        _check("disk space", lambda: _disk_space(engine)),
        _check("resources", _resources),
        _check("database", _database),
        _check("vectors", sqlite.check_vectors),
        _check("keywords", sqlite.check_keywords),
        _check("model", lambda: _model(engine)),
        _check("tokens", _tokens),
        _check("history", _history),
        _check("events", _events),
        _check("watcher", _watcher),
        _check("screen", _screen),
    ]


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except DesktopError as error:
        return Check(name, False, str(error))
    except OSError as error:
        return Check(name, False, sentence_of(error))


def _program() -> str:
    return f"{APP_NAME} {__version__} · Python {platform.python_version()} · {platform.platform()}"


def _libraries() -> str:
    try:
        return " · ".join(f"{name} {version(name)}" for name in libraries())
    except PackageNotFoundError as error:
        raise DesktopError(f"{error.name} is not installed: install {APP_NAME} again") from error


def libraries() -> list[str]:
    """What this program is declared to need, extras left out. PackageNotFoundError: it is not installed."""
    declared = [line for line in requires(APP_NAME) or [] if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in declared]


def _workspace(engine: Engine) -> str:
    if not os.access(engine.root, os.R_OK | os.X_OK):
        raise DesktopError(f"{engine.root} cannot be read: check its permissions")
    if not os.access(engine.root, os.W_OK):
        raise DesktopError(f"{engine.root} can be read but not written: files can be looked at, not saved")
    return f"{engine.root} can be read and written"


def _settings(engine: Engine) -> str:
    settings_file.load(engine.places.settings_file)
    return f"{engine.places.settings_file} can be used"


def protection(engine: Engine) -> str:
    """How files are protected; permissions that came back after they were taken away are no good sign."""
    general, problems = policy.parse(engine.settings.review.policies)
    if problems:
        raise DesktopError(" ".join(problems))
    wide = " ".join(each.sentence for each in engine.desk.deviations())
    if wide and engine.desk.is_hardened:
        raise DesktopError(f"{wide} Harden again in Review > Protection.")
    rules = f"{len(general)} rules" if engine.settings.review.protect else "off: changes are only recorded"
    return f"{rules} · {wide or 'permissions are tight'}"


def _own_folders(engine: Engine) -> str:
    places = engine.places
    for folder in (places.config, places.data, places.cache, places.state):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder):
                pass
        except OSError as error:
            sentence = f"{folder} cannot be written ({reason_of(error)}): check its permissions"
            raise DesktopError(sentence) from error
    return f"index {engine.folder} · cache {places.cache}"


def _disk_space(engine: Engine) -> str:
    engine.places.data.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(engine.places.data).free
    if free < LITTLE_SPACE:
        raise DesktopError(f"only {free / 2**20:,.0f} MB are free: the index may not find room")
    return f"{free / 2**30:,.1f} GB free"


def _resources() -> str:
    wanted = (
        resources.bundled_model(),
        resources.path("encodings/o200k_base.tiktoken"),
        resources.path("encodings/cl100k_base.tiktoken"),
        resources.path("sample-workspace"),
        resources.path("sample-proposals.json"),
    )
    missing = [str(path) for path in wanted if not path.exists()]
    if missing:
        raise DesktopError(f"missing, so install openclaw-desktop again: {', '.join(missing)}")
    return f"complete in {resources.root()}"


def _database() -> str:
    with tempfile.TemporaryDirectory() as folder:
        return sqlite.describe(Path(folder) / "check.db")


def _model(engine: Engine) -> str:
    embedder = engine.new_embedder()
    try:
        model = embedder.open()
        embedder.embed_query("hello")
    finally:
        embedder.close()
    return f"{model.name}: {model.dimensions} dimensions, {model.context} tokens, pooling {model.pooling}"


def _tokens() -> str:
    """Counts a text whose tokens are known, in both encodings."""
    counts = {name: tokens.count("hello world", name) for name in ENCODINGS}
    if set(counts.values()) != {2}:
        raise DesktopError(f"tokens are counted wrongly ({counts}): install {APP_NAME} again")
    return f"counted in {' and '.join(counts)}"


def _events() -> str:
    """Reads back what is compressed as OpenClaw 2026.9 compresses the events of its sessions."""
    events = b"an event of a session" * 20
    if zstandard.decompress(zstandard.compress(events)) != events:
        raise DesktopError(f"compressed events are read wrongly: install {APP_NAME} again")
    return "compressed events of sessions can be read"


def _history() -> str:
    """Keeps a version in a repository of its own and reads it back."""
    with tempfile.TemporaryDirectory() as folder:
        history = History(Path(folder) / "history.git")
        oid = history.record(
            {"note.md": b"hello"},
            author=IMPORTED,
            committer="doctor",
            at=datetime.now(UTC),
            proposal=None,
            source="check",
            reason="",
        )
        kept = history.bytes_at(oid, "note.md")
        history.close()
    if kept != b"hello":
        raise DesktopError("a version is not kept as it was: install openclaw-desktop again")
    return "versions are kept and read back"


def _watcher() -> str:
    """Starts a watcher on a folder of its own and sees whether a new file is noticed."""
    noticed = Event()
    with tempfile.TemporaryDirectory() as folder:
        watcher = Watcher(Path(folder), lambda _paths: noticed.set(), quiet_seconds=0.1)
        watcher.start()
        try:
            (Path(folder) / "note.md").write_text("hello", encoding="utf-8")
            seen = noticed.wait(WATCH_SECONDS)
        finally:
            watcher.stop()
        if watcher.trouble:
            raise DesktopError(watcher.trouble)
    if not seen:
        raise DesktopError("changed files are not noticed here: use Index > Look for changes")
    return "changed files are noticed"


def _screen() -> str:
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        return "no screen here: commands and --screenshot work, the window needs one"
    return "there is a screen"
