"""The portable archive: unpack it anywhere and start the program that lies at its top."""

from __future__ import annotations

import platform
import zipfile
from pathlib import Path

from project import NAME, TITLE, released, version
from windows.looks import COMMAND

_README = """\
{title} {version}

Start {name}.exe in this folder. For terminals and agents there is {command}.exe, which takes
commands: {command} --help

The folder may lie anywhere and under any name. Settings and index are kept in %LOCALAPPDATA%\\{name}.
With an empty file called "portable" in this folder they are kept in {name}-data here instead.

It needs Windows 10 1809 or later, 64 bits. "{command} --licences" prints the licences of everything inside.
"""


def build(program: Path, _work: Path, out: Path) -> Path:
    """Packs the program's folder; returns the file in `out`."""
    top = f"{NAME}-{version()}-windows-{architecture()}"
    package = out / f"{top}.zip"
    readme = _README.format(title=TITLE, version=version(), name=NAME, command=COMMAND).replace("\n", "\r\n")
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(path for path in program.rglob("*") if path.is_file()):
            archive.writestr(_entry(f"{top}/{file.relative_to(program).as_posix()}"), file.read_bytes())
        archive.writestr(_entry(f"{top}/README.txt"), readme)
    return package


def architecture() -> str:
    """The processor that is built for, as Windows' users write it."""
    return {"AMD64": "x64", "x86_64": "x64", "ARM64": "arm64"}[platform.machine()]


def _entry(name: str) -> zipfile.ZipInfo:
    """The same whenever it is packed."""
    entry = zipfile.ZipInfo(name, released().timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
