"""How long processors worked for a process, which other busy programs change little. Linux."""

from __future__ import annotations

import os
from pathlib import Path


def processor_seconds(process: Path) -> float:
    """Until now; `process` is its folder in /proc."""
    fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
