"""What is built is what the project says it is: one name, one version, and nothing left out that is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import openclaw_desktop
import project
from contents import LEFT_OUT_MODULES, belongs
from openclaw_desktop.places import APP_NAME

PACKAGING = project.ROOT / "packaging"


def test_the_version_has_one_source() -> None:
    assert project.version() == openclaw_desktop.__version__
    recipes = [
        path for path in PACKAGING.rglob("*") if path.suffix in (".py", ".spec", ".in", ".desktop", ".1")
    ]
    assert len(recipes) > 10
    for path in recipes:
        assert openclaw_desktop.__version__ not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("told", [project.HOMEPAGE, project.AUTHORS.split(" <")[0], project.MAKER])
def test_who_makes_it_and_where_it_lives_is_written_in_one_place(told: str) -> None:
    files = [path for room in (PACKAGING, Path(openclaw_desktop.__file__).parent) for path in room.rglob("*")]
    texts = [path for path in files if path.is_file() and path.suffix != ".pyc"]
    assert len([path for path in texts if told in path.read_text(encoding="utf-8", errors="replace")]) == 1


def test_the_program_has_one_name() -> None:
    assert project.NAME == APP_NAME


def test_the_specification_can_be_read() -> None:
    tree = ast.parse((PACKAGING / f"{project.NAME}.spec").read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {"Analysis", "PYZ", "EXE", "COLLECT"} <= called


def test_nothing_is_left_out_that_the_program_imports() -> None:
    for path in Path(openclaw_desktop.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not set(names) & set(LEFT_OUT_MODULES), path


@pytest.mark.parametrize(
    "name",
    [
        "openclaw_desktop/_resources/models/multilingual-e5-small-q4_0.gguf",
        "openclaw_desktop/_resources/icons/app.svg",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt6Widgets.dll",
        "llama_cpp/lib/libllama.so",
        "llama_cpp/lib/libggml.so.0",
        "llama_cpp/lib/libggml-base.so.0",
        "llama_cpp/lib/llama.dll",
        "llama_cpp/lib/libllama.dylib",
        "bin/libggml-cpu-sse42.so",
        "sqlite_vec/vec0.so",
        "libpython3.11.so.1.0",
        "libxcb-cursor.so.0",
        "libgomp.so.1",
        "libcrypto.so.3",
    ],
)
def test_what_the_program_needs_goes_in(name: str) -> None:
    assert belongs(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6/Qt/plugins/platforms/libqeglfs.so",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt6Quick.dll",
        "PySide6\\Qt6Qml.dll",
        "PySide6/Qt/translations/qt_de.qm",
        "llama_cpp/lib/libggml.so",  # a second list of back ends: see back_ends.py
        "llama_cpp/lib/libllama.so.0",
        "openclaw_desktop/_resources/screenshots/search-light.png",
        "libstdc++.so.6",
        "libfontconfig.so.1",
        "libxcb.so.1",
        "libxcb-randr.so.0",
        "libglib-2.0.so.0",
    ],
)
def test_what_is_the_systems_or_nobodys_stays_out(name: str) -> None:
    assert not belongs(name)


def test_every_tool_of_the_build_has_an_exact_version() -> None:
    pinned = (PACKAGING / "constraints.txt").read_text(encoding="utf-8").lower()
    for tool in ("pyinstaller", "pyinstaller-hooks-contrib", "hatchling"):
        assert re.search(rf"^{tool}==\d", pinned, re.MULTILINE)
