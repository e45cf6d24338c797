"""Lays out an installed system: the program below /usr/lib, and what desktops look for below /usr/share."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path
from xml.sax.saxutils import escape

from program import draw, licences
from project import AUTHORS, DESCRIPTION, HOMEPAGE, ICON, MAKER, NAME, SUMMARY, released, version

HERE = Path(__file__).parent
ID = f"{MAKER}.OpenClawDesktop"
METAINFO = f"{ID}.metainfo.xml"
SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 192, 256, 512)
"""Of the icon: those of the icon theme that every desktop has."""


def lay(program: Path, work: Path, root: Path) -> None:
    """Makes `root` hold what a package installs: /usr/lib/NAME, /usr/bin/NAME and /usr/share."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(program, root / "usr" / "lib" / NAME, symlinks=True)
    command = root / "usr" / "bin" / NAME
    command.parent.mkdir(parents=True)
    command.symlink_to(f"../lib/{NAME}/{NAME}")
    share = root / "usr" / "share"
    _desktop(share, work)
    _documents(share, program)
    _settle(root)


def metainfo() -> str:
    """What software centres show of the program."""
    paragraphs = "\n".join(f"    <p>{escape(each)}</p>" for each in DESCRIPTION)
    text = (HERE / "metainfo.xml.in").read_text(encoding="utf-8")
    for mark, value in {
        "@ID@": ID,
        "@MAKER@": MAKER,
        "@AUTHORS@": escape(AUTHORS.split(" <")[0]),
        "@SUMMARY@": escape(SUMMARY),
        "@DESCRIPTION@": paragraphs,
        "@HOMEPAGE@": HOMEPAGE,
        "@VERSION@": version(),
        "@DATE@": f"{released():%Y-%m-%d}",
    }.items():
        text = text.replace(mark, value)
    return text


def pictures(icons: Path) -> dict[Path, int]:
    """The files of the icon in the folder of a theme, and how wide they are."""
    return {icons / f"{size}x{size}" / "apps" / f"{NAME}.png": size for size in SIZES}


def _desktop(share: Path, work: Path) -> None:
    """The entry of the menu, the page of the software centre, and the icon in every size."""
    _write(share / "applications" / f"{NAME}.desktop", (HERE / f"{NAME}.desktop").read_text(encoding="utf-8"))
    _write(share / "metainfo" / METAINFO, metainfo())
    icons = share / "icons" / "hicolor"
    draw(work, pictures(icons))
    for source, target in (
        (ICON, icons / "scalable" / "apps" / f"{NAME}.svg"),
        (HERE / f"{NAME}-symbolic.svg", icons / "symbolic" / "apps" / f"{NAME}-symbolic.svg"),
    ):
        _write(target, source.read_text(encoding="utf-8"))


def _documents(share: Path, program: Path) -> None:
    """The manual page and the licences of everything inside, told by the program itself."""
    _pack(share / "man" / "man1" / f"{NAME}.1.gz", (HERE / f"{NAME}.1").read_text(encoding="utf-8"))
    _write(share / "doc" / NAME / "copyright", licences(program))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _pack(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _settle(root: Path) -> None:
    """Permissions and times that depend neither on who builds nor on when."""
    moment = released().timestamp()
    for path in sorted(root.rglob("*"), reverse=True):
        if not path.is_symlink():
            runs = path.is_dir() or path.parent.name == path.name == NAME
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)
