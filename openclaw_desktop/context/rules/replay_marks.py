"""Pure: what rules would have done along a session, as marks beside those of what happened."""

from __future__ import annotations

from collections.abc import Iterator

from openclaw_desktop.context.counted import counted
from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.rules.replay import Compaction, Flush, Pruning, Replayed


def replayed_marks(ledger: Ledger, replayed: Replayed) -> list[Mark]:
    """The flushes, compactions and prunings in the order of the chain; none of them is recorded."""
    found = [
        *_marks(ledger, MarkKind.FLUSH, ((each.index, flush_sentence(each)) for each in replayed.flushes)),
        *_marks(
            ledger,
            MarkKind.COMPACTION,
            ((each.index, compaction_sentence(ledger, each)) for each in replayed.compactions),
        ),
        *_marks(
            ledger, MarkKind.PRUNING, ((each.index, pruning_sentence(each)) for each in replayed.prunings)
        ),
    ]
    return sorted(found, key=lambda mark: mark.index)


def flush_sentence(flush: Flush) -> str:
    """That a flush would have come, and why."""
    if flush.reason == "size":
        return f"Notes would be written before this turn: the transcript had {flush.size:,} bytes."
    return f"Notes would be written before this turn: the window held {flush.tokens:,} tokens."


def compaction_sentence(ledger: Ledger, compaction: Compaction) -> str:
    """That a compaction would have come, when and of how much."""
    gone = ledger.points[compaction.start : compaction.first_kept]
    left = sum(point.entry.said for point in gone if not point.entry.is_boundary)
    when = "before this call, which did not fit" if compaction.reason == "overflow" else "here"
    texts = counted(left, "text")
    return f"A compaction would come {when}, at {compaction.tokens:,} tokens: a summary for {texts}."


def pruning_sentence(pruning: Pruning) -> str:
    """That results would have been cut in a call, and by how much."""
    gone = sum(each.before - each.after for each in pruning.items)
    results = counted(len(pruning.items), "tool result")
    return f"{results} would be sent trimmed or cleared: {counted(gone, 'character')} less."


def _marks(ledger: Ledger, kind: MarkKind, found: Iterator[tuple[int, str]]) -> Iterator[Mark]:
    for index, sentence in found:
        point = ledger.points[min(index, len(ledger.points) - 1)]  # one after the last entry stands at it
        yield Mark(kind, point.index, point.turn, point.at, sentence, recorded=False)
