"""Runs the tools the recipes are made of."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> None:
    """Says what it runs and runs it, `env` added to the environment; leaves with a sentence on failure."""
    words = [str(word) for word in command]
    print("+", shlex.join(words), flush=True)
    done = _done(words, env, cwd, capture=False)
    if done.returncode != 0:
        raise SystemExit(f"{words[0]} failed with exit code {done.returncode}")


def output(*command: str | Path, env: Mapping[str, str] | None = None) -> str:
    """What a tool prints; leaves with a sentence, and what the tool said, on failure."""
    words = [str(word) for word in command]
    done = _done(words, env, None, capture=True)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(words)} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def _done(
    words: list[str], env: Mapping[str, str] | None, cwd: Path | None, *, capture: bool
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words,
            check=False,
            encoding="utf-8",  # as the program writes it on every platform
            errors="replace",
            capture_output=capture,
            env={**os.environ, **(env or {})},
            cwd=cwd,
        )
    except FileNotFoundError as error:
        raise SystemExit(f"{error.filename} is needed and not installed") from error
