"""The installer, made by NSIS of installer.nsi."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from program import look
from project import AUTHORS, HOMEPAGE, NAME, ROOT, SUMMARY, TITLE, version
from shell import run
from windows import sign
from windows.archive import architecture
from windows.looks import COMMAND, numbers

HERE = Path(__file__).parent


def build(program: Path, work: Path, out: Path) -> Path:
    """Makes the installer of the program's folder; returns its file in `out`."""
    package = out / f"{NAME}-{version()}-windows-{architecture()}-setup.exe"
    run(
        *(makensis(), "-V2", "-WX", "-INPUTCHARSET", "UTF8"),
        *(f"-D{name}={value}" for name, value in defines(program, look(work) / "app.ico", package).items()),
        HERE / "installer.nsi",
    )
    sign.sign([package])
    return package


def makensis() -> str:
    """The compiler of NSIS: where its installer puts it, else by its name."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", ""), "NSIS", "makensis.exe")
    return str(usual) if usual.is_file() else "makensis"


def defines(program: Path, icon: Path, package: Path) -> dict[str, str]:
    """What the script is told."""
    told = {
        "NAME": NAME,
        "COMMAND": COMMAND,
        "TITLE": TITLE,
        "SUMMARY": SUMMARY,
        "PUBLISHER": AUTHORS.partition(" <")[0],
        "HOMEPAGE": HOMEPAGE,
        "VERSION": version(),
        "NUMBERS": ".".join(map(str, numbers(version()))),
        "PROGRAM": str(program),
        "ICON": str(icon),
        "LICENCE": str(ROOT / "LICENSE"),
        "PACKAGE": str(package),
        "KILOBYTES": str(sum(file.stat().st_size for file in program.rglob("*") if file.is_file()) // 1024),
    }
    if sign.certificate():  # the uninstaller is made within, so NSIS has it signed
        told["SIGN"] = f'"{sys.executable}" "{HERE / "sign.py"}"'
    return told
