"""What a person must know about the index to judge an answer: pure sentences."""

from __future__ import annotations

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search.ranking import Answer


def quiet_line(state: IndexState, answer: Answer | None) -> str:
    """Why the answer may be less than it could be; empty when the index is complete."""
    if state.phase is IndexPhase.STOPPED:
        return f"The index stopped: {state.problem}"
    reason = (answer.keywords_only if answer else None) or (state.problem if state.keywords_only else None)
    if reason:
        return f"Keywords only: {reason}"
    if state.phase in (IndexPhase.OPENING, IndexPhase.SCANNING):
        return "The index is looking for changes; results may be from before them."
    if state.phase is IndexPhase.KEYWORDS:
        return f"Results from {state.files_done:,} of {state.files_total:,} files so far."
    if state.vectors_done < state.vectors_total:
        paused = ", and paused" if state.phase is IndexPhase.PAUSED else ""
        done = f"{state.vectors_done:,} of {state.vectors_total:,}"
        return f"By meaning: results from {done} passages so far{paused}. By words: from all of them."
    return ""


def nothing_found(answer: Answer, state: IndexState, *, filtered: bool) -> tuple[str, str]:
    """Title and sentences for an answer without hits; always with the state of the index."""
    narrowed = " The filters leave part of the workspace out." if filtered else ""
    return "No results", f"{answer.nothing_relevant}{narrowed}\n\nIndex: {state.sentence}."
