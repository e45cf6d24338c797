"""The installer is compiled where NSIS is, and run where Wine is: by one person, and back again."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import drawing
import project
from windows import installer, looks, sign

WINE = Path("/usr/lib/wine")
SECONDS = 60

pytestmark = pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not installed")


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a stand-in for the program and its icon."""
    monkeypatch.setattr("platform.machine", lambda: "AMD64")
    monkeypatch.delenv(sign.CERTIFICATE, raising=False)
    picture = tmp_path / "look" / "32.png"
    drawing.paint(project.ICON, 32, picture)
    (tmp_path / "look" / "app.ico").write_bytes(looks.icon({32: picture.read_bytes()}))
    inside = tmp_path / "program" / "_internal" / "子 folder"
    inside.mkdir(parents=True)
    (inside / "data.txt").write_bytes(b"data")
    for name in looks.PROGRAMS:
        (tmp_path / "program" / f"{name}.exe").write_bytes(b"MZ" + bytes(100))
    return tmp_path


def test_the_installer_compiles_without_a_warning(work: Path) -> None:
    package = installer.build(work / "program", work, work)
    assert package.name == f"openclaw-desktop-{project.version()}-windows-x64-setup.exe"
    data = package.read_bytes()
    assert data.startswith(b"MZ")
    assert project.version().encode("utf-16-le") in data, "the version is what its properties show"


def test_where_there_is_a_certificate_the_uninstaller_is_signed_too(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sign.CERTIFICATE, "AB12")
    told = installer.defines(work / "program", work / "look" / "app.ico", work / "setup.exe")
    assert "sign.py" in told["SIGN"]
    monkeypatch.delenv(sign.CERTIFICATE)
    assert "SIGN" not in installer.defines(work / "program", work / "look" / "app.ico", work / "setup.exe")


class Wine:
    """A Windows of its own in a folder; 64 bits only, so the installer is compiled for them."""

    def __init__(self, work: Path) -> None:
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DISPLAY"},
            "WINEPREFIX": str(work / "wine"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }
        self.run("wineboot", "-i")
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
        users = work / "wine" / "drive_c" / "users"
        home = next(folder for folder in users.iterdir() if folder.name != "Public")
        self.local = home / "AppData" / "Local"
        self.menu = home / "AppData" / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs"

    def run(self, *command: str | Path) -> int:
        done = subprocess.run(
            [WINE / "wine64", *command],
            env=self.environment,
            check=False,
            capture_output=True,
            timeout=SECONDS,
        )
        return done.returncode

    @contextlib.contextmanager
    def running(self, program: Path) -> Iterator[None]:
        """Has something run as `program`, until it is told to leave."""
        shutil.copy(self.local.parents[3] / "windows" / "system32" / "cmd.exe", program)
        command = [WINE / "wine64", program]
        with subprocess.Popen(
            command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            yield
            process.communicate(b"exit\r\n", timeout=SECONDS)

    def has_key(self, key: str) -> bool:
        return self.run("reg", "query", rf"HKCU\Software\{key}") == 0

    def end(self) -> None:
        subprocess.run([WINE / "wineserver64", "-k"], env=self.environment, check=False, timeout=SECONDS)


@pytest.fixture
def wine(work: Path) -> Iterator[Wine]:
    if not (WINE / "wine64").is_file():
        pytest.skip("Wine is not installed")
    windows = Wine(work)
    yield windows
    windows.end()


@pytest.mark.timeout(600)
def test_a_person_installs_it_updates_it_and_removes_it_and_keeps_what_is_theirs(
    work: Path, wine: Wine
) -> None:
    setup = work / "openclaw-desktop-setup.exe"
    told = installer.defines(work / "program", work / "look" / "app.ico", setup)
    words = [f"-D{name}={value}" for name, value in {**told, "TARGET": "amd64-unicode"}.items()]
    script = installer.HERE / "installer.nsi"
    subprocess.run(["makensis", "-V1", "-WX", "-INPUTCHARSET", "UTF8", *words, script], check=True)
    assert wine.run(setup, "/S") == 0
    folder = wine.local / "Programs" / project.TITLE
    program, link = folder / "openclaw-desktop.exe", wine.menu / f"{project.TITLE}.lnk"
    assert (folder / "_internal" / "子 folder" / "data.txt").read_bytes() == b"data"
    assert link.is_file()
    uninstall = rf"Microsoft\Windows\CurrentVersion\Uninstall\{project.NAME}"
    assert wine.has_key(uninstall)
    assert not wine.has_key(r"Classes\Directory\shell"), "the folders' menu is offered, not taken"

    own = wine.local / project.NAME / "settings.toml"
    own.parent.mkdir()
    for file in (own, folder / "notes.txt", folder / "_internal" / "of the last version.dll"):
        file.write_bytes(b"mine")
    with wine.running(program):
        assert wine.run(setup, "/S") == 2, "it is open"
    assert wine.run(setup, "/S") == 0
    assert not (folder / "_internal" / "of the last version.dll").exists()

    assert wine.run(folder / "uninstall.exe", "/S") == 0
    deadline = time.monotonic() + SECONDS  # it goes on from a copy of itself
    while wine.has_key(uninstall) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [path.name for path in folder.rglob("*")] == ["notes.txt"]
    assert own.read_bytes() == b"mine"
    assert not link.exists()
    assert not wine.has_key(uninstall)
