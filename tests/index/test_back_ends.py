"""llama.cpp is told of its back ends where there are some, and by the right library."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from openclaw_desktop.index import back_ends


def recorded(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[bytes]]:
    """The names of the libraries that are loaded, and the folders they are told of."""
    loaded, folders = list[str](), list[bytes]()

    class Function:
        argtypes: object
        restype: object

        def __call__(self, folder: bytes) -> None:
            folders.append(folder)

    class Loaded:
        def __init__(self, name: str) -> None:
            loaded.append(name)
            self.ggml_backend_load_all_from_path = Function()

    monkeypatch.setattr(ctypes, "CDLL", Loaded)
    return loaded, folders


def test_a_build_for_this_very_processor_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, _ = recorded(monkeypatch)
    back_ends.load(tmp_path / "llama_cpp")
    assert loaded == []


@pytest.mark.parametrize(
    ("platform", "variant", "registry"),
    [
        ("linux", "libggml-cpu-haswell.so", "libggml.so.0"),
        ("win32", "ggml-cpu-haswell.dll", "ggml.dll"),
        ("darwin", "libggml-cpu-apple_m1.so", "libggml.0.dylib"),
    ],
)
def test_they_are_named_to_the_library_that_llama_itself_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variant: str, registry: str
) -> None:
    loaded, folders = recorded(monkeypatch)
    folder = tmp_path / "程序 folder" / "bin"
    folder.mkdir(parents=True)
    (folder / variant).touch()
    back_ends.load(folder.parent / "llama_cpp", platform)
    assert loaded == [str(folder.parent / "llama_cpp" / "lib" / registry)]
    assert folders == [str(folder).encode()]
