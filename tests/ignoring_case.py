"""A disk that ignores case, as those of Windows and macOS do, played by one that does not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest


def ignore_case(monkeypatch: pytest.MonkeyPatch, below: Path) -> None:
    """From now on the disk finds a file below `below` by any spelling of its name."""
    for name in ("stat", "lstat"):
        _forgive(monkeypatch, name, os.path.realpath(below))


def _forgive(monkeypatch: pytest.MonkeyPatch, name: str, below: str) -> None:
    strict = getattr(os, name)

    def look(path: Any, **options: Any) -> os.stat_result:
        try:
            return strict(path, **options)
        except FileNotFoundError:
            spelled = _spelled(os.fspath(path)) if str(path).startswith(below) else None
            if spelled is None:
                raise
            return strict(spelled, **options)

    monkeypatch.setattr(os, name, look)


def _spelled(path: str) -> str | None:
    name = Path(path).name.lower()
    try:
        return next((str(own) for own in Path(path).parent.iterdir() if own.name.lower() == name), None)
    except OSError:
        return None
