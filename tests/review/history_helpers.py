"""What the tests of the history share: a repository, approvals, and the git program itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.proposal import Origin, Who

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
AGENT = Origin(Who.AGENT, "agent main", "57e864eb-1111", 41, "write")
PERSON = Origin(Who.PERSON, "Maren")
OUTSIDE = Origin(Who.OUTSIDE, "outside program")

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git program here")


def record(
    history: History,
    changes: Mapping[str, bytes | None],
    minute: int = 0,
    *,
    author: Origin = AGENT,
    committer: str = "Maren",
    proposal: str | None = None,
    source: str = "disk",
    reason: str = "",
) -> str:
    """One approval, `minute` minutes after the start."""
    return history.record(
        changes,
        author=author,
        committer=committer,
        at=START + timedelta(minutes=minute),
        proposal=proposal,
        source=source,
        reason=reason,
    )


def git(folder: Path, *arguments: str) -> str:
    """What the git program says about a repository, knowing nothing of this machine's configuration."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        capture_output=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def texts_of(history: History, path: str) -> list[bytes | None]:
    """The texts of every version, the newest first."""
    return [history.bytes_at(version.oid, path) for version in history.versions(path)]
