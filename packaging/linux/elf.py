"""Which libraries of the system the files of a folder ask for."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from shell import output

OPTIONAL = re.compile(r"libqgtk3\.so|libvulkan-server\.so|libdrm-egl-server\.so")
"""Plugins that Qt does without where what they need is missing."""


def libraries(folder: Path) -> list[Path]:
    """Every program and shared library below `folder`; links left out."""
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and not path.is_symlink() and _is_elf(path)
    )


def of_the_system(folder: Path) -> set[str]:
    """The names (`libX11.so.6`) that something below `folder` asks for and nothing below it answers to."""
    own = {path.name for path in folder.rglob("*.so*")} | {_own_name(path) for path in libraries(folder)}
    asking = [path for path in libraries(folder) if not OPTIONAL.fullmatch(path.name)]
    return {name for path in asking for name in needed(path)} - own


def libc() -> str:
    """The version of this system's glibc, such as "2.36"; what is compiled here runs with no older one."""
    return platform.libc_ver()[1]


def needed(path: Path) -> list[str]:
    """The names of the libraries that `path` asks for."""
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.+)]", output("readelf", "-d", path))


def _own_name(path: Path) -> str:
    found = re.search(r"\(SONAME\)\s+Library soname: \[(.+)]", output("readelf", "-d", path))
    return found[1] if found else path.name


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"
