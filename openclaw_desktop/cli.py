"""The command line over the engine's verbs."""

from __future__ import annotations

from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code: 0 done, 1 failed, 2 not understood."""
    print("openclaw-desktop", *arguments)
    return 0
