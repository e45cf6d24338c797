"""The package of Debian 12 and Ubuntu 24.04 and later: `apt install ./openclaw-desktop_*.deb`."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from linux import debian, elf, tree
from project import AUTHORS, DESCRIPTION, HOMEPAGE, NAME, SUMMARY, released, version
from shell import output, run

RECOMMENDED = ("fonts-noto-cjk", "libgtk-3-0", "xdg-desktop-portal")
"""Chinese, Japanese and Korean letters; the file dialogs of the desktop."""

AT_LEAST = {"libstdc++6": "12"}
"""Versions that count; of the rest any that a system with this libc6 has will do."""

_OVERRIDES = """\
# The program brings its own Python, Qt and libraries, as their makers publish them.
embedded-library
custom-library-search-path
hardening-no-pie
library-not-linked-against-libc
shared-library-lacks-prerequisites
unstripped-binary-or-object
# The copyright file is what the program itself prints, whole, on any system.
copyright-file-contains-full-apache-2-license
copyright-file-contains-full-gpl-license
"""


def build(program: Path, work: Path, out: Path) -> Path:
    """Makes the package of the program's folder; returns its file in `out`."""
    root = work / "deb"
    tree.lay(program, work, root)
    _documents(root)
    architecture = output("dpkg", "--print-architecture").strip()
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(_control(root, architecture), encoding="utf-8")
    (control / "md5sums").write_text(_sums(root), encoding="utf-8")
    package = out / f"{NAME}_{version()}_{architecture}.deb"
    run(
        *("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, package),
        env={"SOURCE_DATE_EPOCH": str(int(released().timestamp()))},
    )
    return package


def depends(root: Path) -> list[str]:
    """What apt must bring: the packages of all libraries asked for, and a libc6 no older than this system's.

    The programs inside are linked to this system's libc6, so an older one is refused, in apt's own words. The
    names are those of Debian 12. Debian 13 and Ubuntu 24.04 call two of them otherwise, libglib2.0-0t64 and
    libgtk-3-0t64, and these provide the old names.
    """
    packages = {debian.package_of(name) for name in elf.of_the_system(root)}
    versions = {**AT_LEAST, "libc6": elf.libc()}
    return [f"{name} (>= {versions[name]})" if name in versions else name for name in sorted(packages)]


def _control(root: Path, architecture: str) -> str:
    installed = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
    lines = [line for paragraph in DESCRIPTION for line in (" .", *folded(paragraph))][1:]
    return "\n".join(
        (
            f"Package: {NAME}",
            f"Version: {version()}",
            f"Architecture: {architecture}",
            f"Maintainer: {AUTHORS}",
            f"Installed-Size: {installed}",
            f"Depends: {', '.join(depends(root))}",
            f"Recommends: {', '.join(RECOMMENDED)}",
            "Section: utils",
            "Priority: optional",
            f"Homepage: {HOMEPAGE}",
            f"Description: {SUMMARY}",
            *lines,
            "",
        )
    )


def folded(text: str, width: int = 76) -> list[str]:
    """Lines of at most `width` characters, each with the blank that continues a field."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += f" {word}"
    return lines


def _documents(root: Path) -> None:
    share = root / "usr" / "share"
    news = (
        f"{NAME} ({version()}) unstable; urgency=medium\n\n  * See {HOMEPAGE}.\n\n -- {AUTHORS}  {_date()}\n"
    )
    (share / "doc" / NAME / "changelog.gz").write_bytes(gzip.compress(news.encode(), 9, mtime=0))
    overrides = share / "lintian" / "overrides" / NAME
    overrides.parent.mkdir(parents=True)
    tags = (line if line.startswith("#") else f"{NAME}: {line}" for line in _OVERRIDES.splitlines())
    overrides.write_text("\n".join(tags) + "\n", encoding="utf-8")


def _date() -> str:
    return f"{released():%a, %d %b %Y %H:%M:%S +0000}"


def _sums(root: Path) -> str:
    files = (path for path in sorted((root / "usr").rglob("*")) if path.is_file() and not path.is_symlink())
    return "".join(f"{_md5(path)}  {path.relative_to(root)}\n" for path in files)


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()
