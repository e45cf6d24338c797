"""Builds the installers of this platform: `python packaging/build.py [--only deb]`.

The packages are written to `dist`, everything in between to `build`, where llama.cpp stays compiled for the
next time. Linux: a `.deb`, a portable `.tar.gz` and an `.rpm`, all of one and the same folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from linux import deb, rpm, tarball, trim
from program import freeze
from project import ROOT

FORMATS: dict[str, Callable[[Path, Path, Path], Path]] = {
    "tar.gz": tarball.build,
    "deb": deb.build,
    "rpm": rpm.build,
}
"""Each makes one package of the program's folder; it is given one to work in and one for the result too."""


def main() -> None:
    """Reads the options and builds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", metavar="DIR", help="where the packages go"
    )
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="DIR", help="all in between")
    parser.add_argument("--only", choices=FORMATS, action="append", help="this format; may be repeated")
    parser.add_argument("--program", type=Path, metavar="DIR", help="package this finished folder again")
    options = parser.parse_args()
    if sys.platform != "linux":
        raise SystemExit("this recipe is Linux's")
    out, work = options.out.resolve(), options.work.resolve()
    out.mkdir(parents=True, exist_ok=True)
    program = options.program.resolve() if options.program else trim.trimmed(freeze(work))
    print(f"the program's folder: {megabytes(size(program))}")
    for name in options.only or FORMATS:
        package = FORMATS[name](program, work, out)
        print(f"{package}: {megabytes(package.stat().st_size)}", flush=True)


def size(folder: Path) -> int:
    """Bytes of all files below `folder`; links count nothing."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def megabytes(count: int) -> str:
    """A size as a person reads it."""
    return f"{count / 1e6:,.1f} MB"


if __name__ == "__main__":
    main()
