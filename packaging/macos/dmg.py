"""The image that is downloaded: the program beside a link to the folder it is dragged into."""

from __future__ import annotations

import os
import platform
import shutil
from pathlib import Path

from macos import bundle
from project import NAME, TITLE, version
from shell import run

IDENTITY = "OPENCLAW_DESKTOP_IDENTITY"
"""Whose signature it gets: the name of a certificate in the keychain. The specification reads it too."""


def build(program: Path, work: Path, out: Path) -> Path:
    """Packs the bundle that lies beside `program`; returns the file in `out`."""
    stage = work / "dmg"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    app = bundle.of_program(program)
    shutil.copytree(app, stage / app.name, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    package = out / f"{NAME}-{version()}-macos-{platform.machine()}.dmg"
    package.unlink(missing_ok=True)
    run(
        "hdiutil", "create", "-volname", TITLE, "-srcfolder", stage, "-format", "ULFO", "-fs", "HFS+", package
    )
    if identity := os.environ.get(IDENTITY, ""):
        run("codesign", "--sign", identity, "--timestamp", package)
    else:
        print("not signed: there is no certificate", flush=True)
    return package
