"""Mends what a crash or a damaged file left behind."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from openclaw_desktop.errors import HistoryDamagedError, JournalDamagedError
from openclaw_desktop.review.gate import rebuilding
from openclaw_desktop.review.gate.applying import settle
from openclaw_desktop.review.gate.disk import remove_stray
from openclaw_desktop.review.gate.gate_context import Ground
from openclaw_desktop.review.gate.standing import Standing


def recover(ground: Ground, now: datetime) -> list[str]:
    """Opens journal and history, in new files where the old ones are damaged, and finishes what was begun."""
    sentences: list[str] = []
    with ground.locked():
        try:
            ground.journal.refuse_damage()
            _ = ground.standing
        except JournalDamagedError:
            sentences += rebuilding.journal(ground, now)
        sentences += _history(ground, now)
        with ground.alone() as standing:
            remove_stray(_folders(ground, standing))
            sentences += settle(ground, now)
            sentences += rebuilding.catch_up(ground)
    return sentences


def _history(ground: Ground, now: datetime) -> list[str]:
    try:
        ground.history.paths()
    except HistoryDamagedError:
        return rebuilding.history(ground, now)
    return []


def _folders(ground: Ground, standing: Standing) -> set[Path]:
    """Where this program writes files of its own accord."""
    paths = {path for path, approved in standing.approved.items() if approved.guarded}
    paths |= {row.path or "" for row in standing.open.values()}
    paths |= {proposal.path for proposal in standing.proposals.values()}
    root = Path(os.path.realpath(ground.root))
    return {(root / path).parent for path in paths}
