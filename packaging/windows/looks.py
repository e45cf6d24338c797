"""What Windows shows of the program's files: an icon in every size, and whose version they are."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path

from program import draw, look
from project import AUTHORS, NAME, SUMMARY, TITLE, version

SIZES = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256)
"""Those that Windows asks for at 100 to 400 %, from the title bar to the largest tile."""

COMMAND = f"{NAME}-cli"
"""The same program for terminals and agents: Windows gives a program with windows no terminal to write to."""

PROGRAMS = {NAME: SUMMARY, COMMAND: f"{SUMMARY}, from a terminal"}
"""The two programs and how Windows describes them."""


def prepare(work: Path) -> None:
    """Writes icon and version for the specification, which finds them in `look(work)`."""
    folder = look(work)
    pictures = {size: folder / f"{size}.png" for size in SIZES}
    draw(work, {file: size for size, file in pictures.items()})
    (folder / "app.ico").write_bytes(icon({size: file.read_bytes() for size, file in pictures.items()}))
    for name, description in PROGRAMS.items():
        text = version_info(name, description, version())
        (folder / f"{name}.version").write_text(text, encoding="utf-8")


def icon(pictures: Mapping[int, bytes]) -> bytes:
    """An .ico file of PNG pictures by their width; Windows reads PNG in icons since Vista."""
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    offset = len(head) + 16 * len(pictures)
    for size, data in sorted(pictures.items()):
        side = size % 256  # 0 stands for 256
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + body


def numbers(of_version: str) -> tuple[int, int, int, int]:
    """The four numbers Windows wants of "1.2" or "1.2.3rc1", which is the same to it as "1.2.3"."""
    beginnings = [re.match(r"\d+", part) for part in of_version.split(".")]
    parts = [int(found[0]) for found in beginnings if found]
    first, second, third, fourth, *_ = [*parts, 0, 0, 0, 0]
    return first, second, third, fourth


def version_info(name: str, description: str, of_version: str) -> str:
    """The VERSIONINFO of one program as PyInstaller reads it: scanners distrust programs without one."""
    strings = {
        "CompanyName": AUTHORS.partition(" <")[0],
        "FileDescription": description,
        "FileVersion": of_version,
        "InternalName": name,
        "LegalCopyright": "MIT License",
        "OriginalFilename": f"{name}.exe",
        "ProductName": TITLE,
        "ProductVersion": of_version,
    }
    table = ",\n".join(f"        StringStruct({key!r}, {value!r})" for key, value in strings.items())
    four = numbers(of_version)
    return f"""\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={four}, prodvers={four}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([StringTable('040904B0', [
{table}
    ])]),
    VarFileInfo([VarStruct('Translation', [0x0409, 1200])]),
  ],
)
"""
