"""Signs files, where a certificate is: `python sign.py FILE ...`. Without one everything stays as it is.

OPENCLAW_DESKTOP_CERTIFICATE is the thumbprint of a certificate in the person's own store. Smart App Control
judges every program and library alone, so each is signed; what its makers signed keeps their signature.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CERTIFICATE = "OPENCLAW_DESKTOP_CERTIFICATE"
TIME = "http://timestamp.digicert.com"
"""Who attests when it was signed: the signature then outlives the certificate."""

SIGNED_KINDS = (".exe", ".dll", ".pyd")
AT_ONCE = 50


def certificate() -> str:
    """The thumbprint; "" where nothing is to be signed."""
    return os.environ.get(CERTIFICATE, "").strip()


def signed(program: Path) -> Path:
    """`program` with every program and library below it signed; returns it."""
    files = sorted(path for path in program.rglob("*") if path.suffix.lower() in SIGNED_KINDS)
    sign(files)
    return program


def sign(files: Sequence[Path]) -> None:
    """Signs those of the files that nobody signed; leaves with a sentence when one cannot be."""
    if not certificate():
        print("not signed: there is no certificate", flush=True)
        return
    tool = signtool()
    wanted = [file for file in files if not _is_signed(tool, file)]
    for start in range(0, len(wanted), AT_ONCE):
        batch = wanted[start : start + AT_ONCE]
        how = ("/sha1", certificate(), "/fd", "sha256", "/tr", TIME, "/td", "sha256")
        if subprocess.run([tool, "sign", "/q", *how, *batch], check=False).returncode != 0:
            raise SystemExit(f"{tool} did not sign {', '.join(file.name for file in batch)}")


def signtool() -> Path:
    """The newest signtool of the Windows SDK."""
    kits = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Windows Kits", "10", "bin")
    tools = sorted(kits.glob("10.*/x64/signtool.exe"), key=lambda tool: _numbers(tool.parents[1].name))
    if not tools:
        raise SystemExit(f"signtool of the Windows SDK is needed to sign, and not below {kits}")
    return tools[-1]


def _is_signed(tool: Path, file: Path) -> bool:
    return (
        subprocess.run([tool, "verify", "/pa", "/q", file], check=False, capture_output=True).returncode == 0
    )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


if __name__ == "__main__":
    sign([Path(word) for word in sys.argv[1:]])
