"""Mends what a crash or a damaged file left behind."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from openclaw_desktop.errors import HistoryDamagedError, HistoryError, JournalDamagedError
from openclaw_desktop.review.gate import rebuilding
from openclaw_desktop.review.gate.applying import settle
from openclaw_desktop.review.gate.disk import remove_stray
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.gate.standing import Standing


def recover(context: GateContext, now: datetime) -> list[str]:
    """Opens journal and history, in new files where the old ones are damaged, and finishes what was begun."""
    sentences: list[str] = []
    with context.locked():
        try:
            if context.journal.is_replaced():
                context.close()
            context.journal.refuse_damage()
            _ = context.standing
        except JournalDamagedError:
            sentences += rebuilding.journal(context, now)
        sentences += _history(context, now)
        sentences += rebuilding.missing_rows(context, now)
        with context.alone() as standing:
            remove_stray(_folders(context, standing))
            sentences += settle(context, now)
            sentences += rebuilding.catch_up(context)
    return sentences


def _history(context: GateContext, now: datetime) -> list[str]:
    """What is in the way of the history keeps nobody from guarding; it is caught up later."""
    try:
        if context.history.paths():
            return []
    except HistoryDamagedError:
        return rebuilding.history(context, now)
    except HistoryError:
        return []
    return rebuilding.empty_history(context)


def _folders(context: GateContext, standing: Standing) -> set[Path]:
    """Where this program writes files of its own accord."""
    paths = {path for path, approved in standing.approved.items() if approved.guarded}
    paths |= {row.path or "" for row in standing.open.values()}
    paths |= {proposal.path for proposal in standing.proposals.values()}
    root = Path(os.path.realpath(context.root))
    return {(root / path).parent for path in paths}
