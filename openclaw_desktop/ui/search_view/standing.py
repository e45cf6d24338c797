"""What a person must know about the index to judge an answer: pure sentences."""

from __future__ import annotations

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.ui.search_view.model_words import Asked


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


def agent_line(answer: Answer | None, asked: Asked | None) -> str:
    """Why the agent's own answer may be less here than it would be for the agent, or who gave its vector."""
    reason = answer.keywords_only if answer else None
    if reason:
        return f"Keywords only: {reason}"
    return asked.sentence if answer and asked else ""


def nothing_found(answer: Answer, state: IndexState | None, *, filtered: bool) -> tuple[str, str]:
    """Title and sentences for an answer without hits; `state` is this program's index, if it was asked."""
    if state is not None and state.phase is IndexPhase.READY and not state.chunks:
        return "Nothing to search yet", "Write a note in the workspace, and it is found a moment later."
    narrowed = " The filters leave part of the workspace out." if filtered else ""
    index = f"\n\nIndex: {state.sentence}." if state else ""
    return "No results", f"{answer.nothing_relevant}{narrowed}{index}"
