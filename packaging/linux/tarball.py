"""The portable archive: unpack it anywhere and start the program that lies at its top."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from pathlib import Path

from linux import elf
from project import NAME, TITLE, released, version

_README = """\
{title} {version}

Start the program `{name}` in this folder; from a terminal, `./{name} --demo` opens a sample.
The folder may lie anywhere and under any name.

It keeps settings and index where your system keeps such things. With an empty file called `portable` in this
folder it keeps everything in `openclaw-desktop-data` here instead, and leaves nothing anywhere else.

It needs a desktop on a 64-bit Linux with glibc {libc} or later: Debian 12, Ubuntu 24.04, Fedora 37 and later.
If it says that a library is missing, it also says what to install.

`./{name} --licences` prints the licences of everything inside.
"""


def build(program: Path, _work: Path, out: Path) -> Path:
    """Packs the program's folder; returns the file in `out`."""
    machine = os.uname().machine
    top = f"{NAME}-{version()}-linux-{machine}"
    package = out / f"{top}.tar.gz"
    moment = int(released().timestamp())

    def settled(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        """The same whoever packs it, and when."""
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = moment
        return entry

    readme = _README.format(title=TITLE, name=NAME, version=version(), libc=elf.libc()).encode()
    word = tarfile.TarInfo(f"{top}/README.txt")
    word.size = len(readme)
    with (
        package.open("wb") as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=9, mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        archive.add(program, arcname=top, filter=settled)
        archive.addfile(settled(word), io.BytesIO(readme))
    return package
