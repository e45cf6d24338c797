"""Builds the installers of this platform: `python packaging/build.py [--only deb]`.

The packages are written to `dist`, everything in between to `build`, where llama.cpp stays compiled for the
next time. All packages of a platform are made of one and the same folder, or of a finished one that
`--program` names: on Linux a `.deb`, a portable `.tar.gz` and an `.rpm`, on Windows an installer and a
portable `.zip`, on macOS a `.dmg`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from linux import deb, rpm, tarball, trim
from macos import bundle, dmg
from program import freeze
from project import ROOT
from windows import archive, installer, looks, sign

Format = Callable[[Path, Path, Path], Path]
"""Makes one package of the program's folder; it is given one to work in and one for the result too."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one platform's packages are made."""

    prepare: Callable[[Path], None]  # what the specification needs, below the folder to work in
    finish: Callable[[Path], Path]  # the last hand on the frozen folder
    formats: Mapping[str, Format]


RECIPES = {
    "linux": Recipe(
        lambda _work: None,
        trim.trimmed,
        {"tar.gz": tarball.build, "deb": deb.build, "rpm": rpm.build},
    ),
    "win32": Recipe(looks.prepare, sign.signed, {"exe": installer.build, "zip": archive.build}),
    "darwin": Recipe(bundle.prepare, bundle.checked, {"dmg": dmg.build}),
}


def main() -> None:
    """Reads the options and builds."""
    recipe = RECIPES.get(sys.platform)
    if recipe is None:
        raise SystemExit(f"there is no recipe for {sys.platform}")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", metavar="DIR", help="where the packages go"
    )
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="DIR", help="all in between")
    parser.add_argument(
        "--only", choices=recipe.formats, action="append", help="this format; may be repeated"
    )
    parser.add_argument("--program", type=Path, metavar="DIR", help="pack this finished folder")
    options = parser.parse_args()
    out, work = options.out.resolve(), options.work.resolve()
    out.mkdir(parents=True, exist_ok=True)
    program = options.program.resolve() if options.program else recipe.finish(freeze(work, recipe.prepare))
    print(f"the program's folder: {megabytes(size(program))}")
    for name in options.only or recipe.formats:
        package = recipe.formats[name](program, work, out)
        print(f"{package}: {megabytes(package.stat().st_size)}", flush=True)


def size(folder: Path) -> int:
    """Bytes of all files below `folder`; links count nothing."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def megabytes(count: int) -> str:
    """A size as a person reads it."""
    return f"{count / 1e6:,.1f} MB"


if __name__ == "__main__":
    main()
