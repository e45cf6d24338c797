"""Paths as Windows opens them, whatever their length and names; judged on every platform."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from openclaw_desktop import atomic, paths
from openclaw_desktop.errors import OutsideWorkspaceError, reason_of
from openclaw_desktop.workspace import files, layout
from openclaw_desktop.workspace.names import bad_name

LONG = "记忆" * 60


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_WINDOWS", True)


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("path", "opened"),
    [
        (r"C:\notes\MEMORY.md", r"C:\notes\MEMORY.md"),
        (r"\\server\share\notes\MEMORY.md", r"\\server\share\notes\MEMORY.md"),
        (rf"C:\{LONG}\{LONG}\a.md", rf"\\?\C:\{LONG}\{LONG}\a.md"),
        (rf"C:\{LONG}/{LONG}/a.md", rf"\\?\C:\{LONG}\{LONG}\a.md"),
        (rf"\\server\share\{LONG}\{LONG}\a.md", rf"\\?\UNC\server\share\{LONG}\{LONG}\a.md"),
        (r"C:\notes\CON.md", r"\\?\C:\notes\CON.md"),
        (r"C:\notes/memory/nul", r"\\?\C:\notes\memory\nul"),
        (r"C:\notes\aux\a.md", r"\\?\C:\notes\aux\a.md"),
        (r"C:\notes\MEMORY.md.", r"\\?\C:\notes\MEMORY.md."),
        ("C:\\notes\\MEMORY.md ", "\\\\?\\C:\\notes\\MEMORY.md "),
        (r"C:\notes\console.md", r"C:\notes\console.md"),
        (r"\\?\C:\notes\a.md", r"\\?\C:\notes\a.md"),
        (r"\\.\nul", r"\\.\nul"),
    ],
)
def test_what_windows_would_refuse_or_mistake_is_named_literally(path: str, opened: str) -> None:
    assert paths.reachable(path) == opened


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    "path", [rf"C:\{LONG}\{LONG}\a.md", rf"\\server\share\{LONG}\{LONG}\a.md", r"C:\a.md"]
)
def test_people_read_the_path_they_know(path: str) -> None:
    assert paths.plain(paths.reachable(path)) == path


@pytest.mark.skipif(os.name == "nt", reason="this is about the others")
def test_elsewhere_every_path_stays_as_it_is() -> None:
    path = f"/home/sam/{LONG}/{LONG}/nul."
    assert paths.reachable(path) == paths.plain(path) == path


@pytest.mark.parametrize("name", ["con", "NUL.md", "Com1.txt", "lpt9", "aux .md", "COM¹", "CONIN$"])
def test_names_of_devices_are_no_names_of_files(name: str) -> None:
    assert paths.is_reserved(name)
    assert bad_name(name) == "Windows reserves it"


@pytest.mark.parametrize("name", ["console.md", "com10.md", "null.md", "a.con", "lpt.md", "contact.md"])
def test_names_like_those_of_devices_are_free(name: str) -> None:
    assert not paths.is_reserved(name)


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no such files by itself")
def test_files_of_names_that_windows_mistakes_are_listed_and_read(tmp_path: Path) -> None:
    names = ["CON.md", "nul", "aux/com1.md", "note.md.", "note.md ", "note.md"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    assert set(names) <= {entry.path for entry in layout.scan(tmp_path)}
    assert [files.read(tmp_path, name).text for name in names] == names


def test_every_file_of_a_workspace_is_asked_for_in_the_form_windows_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def recorded(path: str) -> str:
        asked.append(path)
        return path

    (tmp_path / "memory").mkdir()
    monkeypatch.setattr(layout, "reachable", recorded)
    monkeypatch.setattr(atomic, "reachable", recorded)
    files.save(tmp_path, "memory/a.md", "x\n", seen=None)
    list(layout.scan(tmp_path))
    root = Path(os.path.realpath(tmp_path))
    assert {str(root), str(root / "memory"), str(root / "memory" / "a.md")} <= set(asked)
    assert any(atomic.TEMPORARY_PREFIX in path for path in asked), "the file beside has the longest name"


def test_a_second_content_of_a_file_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_WINDOWS", True)
    for path in ("MEMORY.md:x", "MEMORY.md::$DATA", "C:MEMORY.md"):
        with pytest.raises(OutsideWorkspaceError):
            layout.resolve(tmp_path, path)


class RefusalError(PermissionError):
    """As Python raises it on Windows, whose own number tells more than that of the error."""

    def __init__(self, winerror: int, *names: str) -> None:
        super().__init__(errno.EACCES, "Access is denied", names[0], None, *names[1:])
        self.winerror = winerror


class Busy:
    """A file that others hold open for a while, as Windows answers when it is to be replaced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
        self.times, self.slept = times, list[float]()
        self._replace = os.replace
        monkeypatch.setattr(os, "replace", self.replace)
        monkeypatch.setattr("time.sleep", self.slept.append)
        monkeypatch.setattr(atomic, "_WINDOWS", True)

    def replace(self, source: Path, target: Path) -> None:
        if self.times:
            self.times -= 1
            raise RefusalError(5, str(source), str(target))
        self._replace(source, target)


def test_a_file_that_a_scanner_has_open_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "note.md").write_bytes(b"old")
    busy = Busy(monkeypatch, times=3)
    atomic.write_atomically(tmp_path / "note.md", b"new")
    assert (tmp_path / "note.md").read_bytes() == b"new"
    assert busy.slept == list(atomic.PAUSES[:3])


def test_a_file_that_stays_open_elsewhere_is_left_alone_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "note.md").write_bytes(b"old")
    busy = Busy(monkeypatch, times=1000)
    with pytest.raises(PermissionError) as caught:
        atomic.write_atomically(tmp_path / "note.md", b"new")
    assert reason_of(caught.value) == "another program has it open"
    assert sum(busy.slept) < 2
    assert [path.name for path in tmp_path.iterdir()] == ["note.md"]
    assert (tmp_path / "note.md").read_bytes() == b"old"


def test_nobody_waits_for_a_file_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "note.md").write_bytes(b"old")
    busy = Busy(monkeypatch, times=1000)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        atomic.write_atomically(tmp_path / "note.md", b"new")
    assert not busy.slept


def test_a_file_that_cannot_be_read_while_it_is_open_elsewhere_says_so() -> None:
    assert reason_of(RefusalError(32, "note.md")) == "another program has it open"
    assert reason_of(RefusalError(5, "note.md")) == "there is no permission"
