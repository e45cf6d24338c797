"""Who may import whom: arrows go down only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import openclaw_desktop

PACKAGE = Path(openclaw_desktop.__file__).parent

LEAVES = {
    *("events", "settings", "errors", "paths", "places", "resources", "atomic", "sqlite", "utf16"),
    *("recent", "demo", "weights", "snapshot", "private_folder", "about", "frozen", "keys", "settings_file"),
    *("settings_live", "traces", "small_file"),
    *("made_once", "freed_memory", "web", "updates"),
    "",
}
"""Modules that import nothing of ours but each other; "" is the package itself."""

ALLOWED = {
    "workspace": set[str](),
    "tokens": set[str](),
    "kept_counts": {"tokens"},
    "index": {"workspace"},
    "search": {"index", "workspace"},
    "agent_index": {"search", "index", "workspace"},
    "review": {"workspace"},
    "context": {"workspace", "tokens"},
    "desk": {"agent_index", "search", "index", "review", "context", "workspace", "tokens"},
    "engine": {
        *("desk", "agent_index", "search", "index", "review", "context", "workspace", "tokens"),
        "kept_counts",
    },
    "doctor": {"engine", "index", "review", "tokens", "workspace"},
    "agent_arguments": set[str](),
    "agent_memory": {"engine", "search", "index", "workspace"},
    "agent_proposals": {"desk", "review"},
    "mcp_server": {"agent_arguments", "agent_memory", "agent_proposals", "engine", "review"},
    "cli": {
        *("doctor", "desk", "engine", "search", "index", "review", "context", "workspace", "tokens"),
        *("agent_index", "ui", "mcp_server", "agent_memory", "agent_proposals"),
    },
    "ui": {
        *("doctor", "desk", "engine", "search", "index", "review", "context", "workspace", "tokens"),
        "agent_index",
    },
    "__main__": {"cli"},
}
"""Which rooms a room may import besides the leaves and itself. cli starts the window: see below."""

ONLY_IN = {
    "PySide6": ("ui/",),
    "qasync": ("ui/",),
    "pyqtgraph": ("ui/",),
    "asyncio": ("ui/", "mcp_server.py"),
    "anyio": ("mcp_server.py",),
    "mcp": ("mcp_server.py",),
    "pydantic": ("agent_arguments.py", "mcp_server.py"),
    "pygit2": ("review/history/repository.py", "review/history/trees.py"),
    "detect_secrets": ("review/risk/secrets.py",),
    "zstandard": ("context/sessions/session_store.py", "doctor.py"),
    "llama_cpp": ("index/embedder_child.py",),
    "tiktoken": ("tokens.py",),
    "watchdog": ("workspace/watch.py",),
    "apsw": ("sqlite.py", "index/store.py", "index/schema.py", "index/vector_cache.py"),
    "sqlite_vec": ("sqlite.py",),
    "sqlite3": (),
    "keyring": ("keys.py",),
    "urllib.request": ("web.py",),
    "urllib.error": ("web.py",),
    "http": ("web.py",),
    "ssl": ("web.py", "frozen.py"),
    "truststore": ("web.py",),
    "socket": (),
}
"""Where a dangerous thing may be named; everything else asks its owner."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imports(path: Path, *, top_level_only: bool = False) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.iter_child_nodes(tree) if top_level_only else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def name_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE).with_suffix("")
    return ".".join(("openclaw_desktop", *(p for p in relative.parts if p != "__init__")))


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    own = room(name_of(path))
    allowed = LEAVES | {own} | ALLOWED.get(own, set())
    for imported in imports(path):
        if imported.split(".")[0] == "openclaw_desktop":
            other = room(imported)
            is_module = (PACKAGE / other).is_dir() or (PACKAGE / f"{other}.py").is_file()
            assert other in allowed or not is_module, f"{own} may not import {other}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_dangerous_libraries_have_one_owner(path: Path) -> None:
    relative = path.relative_to(PACKAGE).as_posix()
    for imported in imports(path):
        owners = ONLY_IN.get(imported, ONLY_IN.get(imported.split(".")[0]))
        if owners is not None:
            assert relative.startswith(owners), f"{relative} may not import {imported}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "cli").glob("*.py")), ids=lambda p: p.name)
def test_the_command_line_reaches_the_window_only_when_it_opens_one(path: Path) -> None:
    assert not [m for m in imports(path, top_level_only=True) if m.startswith("openclaw_desktop.ui")]


def test_everything_outside_the_window_works_without_qt() -> None:
    names = [name_of(p) for p in modules() if "ui" not in p.relative_to(PACKAGE).parts]
    names = [n for n in names if n != "openclaw_desktop.index.embedder_child"]
    script = (
        "import sys, importlib\n"
        "sys.modules['PySide6'] = None\n"
        "sys.modules['qasync'] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_two_files_of_tests_have_one_name() -> None:
    names = Counter(path.name for path in Path(__file__).parent.rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
