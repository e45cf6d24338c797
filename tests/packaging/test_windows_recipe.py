"""What Windows shows of the program, what is signed, and what the portable archive holds."""

from __future__ import annotations

import struct
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

import drawing
import project
from windows import archive, looks, sign


def test_the_icon_has_a_picture_for_every_scale(tmp_path: Path) -> None:
    for size in looks.SIZES:
        drawing.paint(project.ICON, size, tmp_path / f"{size}.png")
    data = looks.icon({size: (tmp_path / f"{size}.png").read_bytes() for size in looks.SIZES})
    assert struct.unpack_from("<HHH", data) == (0, 1, len(looks.SIZES))
    found = list[int]()
    for number in range(len(looks.SIZES)):
        width, height, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        picture = QImage.fromData(data[offset : offset + length])
        assert picture.width() == picture.height() == (width or 256) == (height or 256)
        found.append(picture.width())
    assert found == sorted(looks.SIZES)
    assert {16, 32, 48, 256} <= set(found)


def test_the_versions_of_the_files_are_the_programs() -> None:
    class Part(list[Any]):
        def __init__(self, *values: Any, **named: Any) -> None:
            super().__init__([*values, *named.values()])
            self.named = named

    names = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "VarFileInfo", "VarStruct")
    words = dict.fromkeys(names, Part) | {"StringStruct": lambda key, value: (key, value)}
    told: Any = eval(looks.version_info("openclaw-desktop-cli", "What it is", "1.2.3"), dict(words))
    assert told.named["ffi"].named["filevers"] == (1, 2, 3, 0)
    strings = dict(told.named["kids"][0][0][0][1])
    assert strings["FileVersion"] == strings["ProductVersion"] == "1.2.3"
    assert strings["OriginalFilename"] == "openclaw-desktop-cli.exe"
    assert strings["ProductName"] == project.TITLE


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("0.1.0", (0, 1, 0, 0)), ("1.2", (1, 2, 0, 0)), ("1.2.3rc4", (1, 2, 3, 0)), ("1.2.3.4.5", (1, 2, 3, 4))],
)
def test_a_version_is_four_numbers_to_windows(version: str, numbers: tuple[int, ...]) -> None:
    assert looks.numbers(version) == numbers


def test_the_portable_archive_is_the_same_whenever_it_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "released", lambda: datetime(2026, 1, 2, tzinfo=UTC))
    monkeypatch.setattr("platform.machine", lambda: "AMD64")
    program = tmp_path / "program"
    (program / "_internal" / "子").mkdir(parents=True)
    (program / "openclaw-desktop.exe").write_bytes(b"MZ")
    (program / "_internal" / "子" / "a.txt").write_bytes(b"a")
    package = archive.build(program, tmp_path, tmp_path)
    first = package.read_bytes()
    assert archive.build(program, tmp_path, tmp_path).read_bytes() == first
    top = f"openclaw-desktop-{project.version()}-windows-x64"
    assert package.name == f"{top}.zip"
    with zipfile.ZipFile(package) as packed:
        assert set(packed.namelist()) == {
            f"{top}/openclaw-desktop.exe",
            f"{top}/_internal/子/a.txt",
            f"{top}/README.txt",
        }


class SignTool:
    """Notes what is signed; what is called `signed` has a signature already."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kits: Path) -> None:
        self.signed = list[list[str]]()
        self.path = kits / "Windows Kits" / "10" / "bin" / "10.0.26100.0" / "x64" / "signtool.exe"
        older = kits / "Windows Kits" / "10" / "bin" / "10.0.9600.0" / "x64" / "signtool.exe"
        for tool in (self.path, older):
            tool.parent.mkdir(parents=True)
            tool.touch()
        monkeypatch.setenv("PROGRAMFILES(X86)", str(kits))
        monkeypatch.setattr(subprocess, "run", self.run)

    def run(self, command: list[Any], **_: Any) -> subprocess.CompletedProcess[str]:
        assert command[0] == self.path, "the newest"
        if command[1] == "verify":
            return subprocess.CompletedProcess(command, int("signed" not in Path(command[-1]).name))
        self.signed.append([str(word) for word in command[2:]])
        return subprocess.CompletedProcess(command, 0)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    (folder / "_internal").mkdir(parents=True)
    for name in ("openclaw-desktop.exe", "_internal/vec0.dll", "_internal/a.pyd", "_internal/signed.dll"):
        (folder / name).touch()
    (folder / "_internal" / "model.gguf").touch()
    return folder


def test_every_program_and_library_is_signed_but_those_their_makers_signed(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = SignTool(monkeypatch, tmp_path / "kits")
    monkeypatch.setenv(sign.CERTIFICATE, "AB12")
    assert sign.signed(program) == program
    [words] = tool.signed
    assert words[words.index("/sha1") + 1] == "AB12"
    files = {Path(word).name for word in words if word.startswith(str(program))}
    assert files == {"openclaw-desktop.exe", "vec0.dll", "a.pyd"}


def test_without_a_certificate_nothing_is_signed_and_that_is_said(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = SignTool(monkeypatch, tmp_path / "kits")
    monkeypatch.delenv(sign.CERTIFICATE, raising=False)
    sign.signed(program)
    assert tool.signed == []
    assert "not signed" in capsys.readouterr().out
