"""The last hand on the frozen folder: debug symbols go, licences of what came from this system come in."""

from __future__ import annotations

import re
from pathlib import Path

from linux import debian, elf
from shell import run

_STRIPPED = re.compile(
    r"libpython.*|.*/lib-dynload/.*|llama_cpp/lib/.*|bin/.*|lib[^/]+"  # compiled on this machine
    r"|(?:cryptography|regex|rpds|tiktoken|yaml|zstandard)/.*"  # one file each, as its compiler wrote it
)
"""Of the other libraries not all survive it: in wheels they are patched after they were linked."""


def trimmed(program: Path) -> Path:
    """`program` without the symbols of most of its libraries, and with all licences; returns it."""
    inside = program / "_internal"
    found = [path for path in elf.libraries(inside) if _STRIPPED.fullmatch(str(path.relative_to(inside)))]
    run("strip", "--strip-unneeded", *found)
    licences = inside / "openclaw_desktop" / "_resources" / "licences"
    (licences / "system-libraries.txt").write_text(_system_licences(inside), encoding="utf-8")
    return program


def _system_licences(inside: Path) -> str:
    """The licences of the libraries that PyInstaller copied from this Debian; and of what it added itself."""
    texts = list[str]()
    own = (path for path in inside.glob("lib*.so*") if not path.is_symlink())
    packages = {debian.package_of(path.name) for path in own if not path.name.startswith("libpython")}
    for package in sorted(packages):
        text = Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8")
        texts.append(f"{package}, as Debian ships it\n\n{text.strip()}\n")
    return "\n\n".join(texts)
