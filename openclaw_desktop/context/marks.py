"""Pure: what happened along a session that a person looks for in its timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from openclaw_desktop.context.calls import shell, tool_arguments
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.counted import counted
from openclaw_desktop.context.sessions.content import RECALLS, tool_name
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.context.sessions.parts import Category, Label, Part
from openclaw_desktop.context.sessions.session_entry import RecordedFlush
from openclaw_desktop.context.transcript import object_of, record_of
from openclaw_desktop.context.window import boundaries
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES, source_of

SAME_FLUSH = timedelta(minutes=30)
"""A flush is noted when its turn ends; one that began longer before is another."""

SHOWN = 200
"""Characters of a question or an error that a sentence quotes."""

NOWHERE = AgentPaths("")
"""For a workspace nobody knows: paths stay as the agent names them."""


class MarkKind(StrEnum):
    """What a mark stands for."""

    FLUSH = "flush"
    COMPACTION = "compaction"
    PRUNING = "pruning"
    RESET = "reset"
    MODEL = "model change"
    SEARCH = "memory search"
    WRITE = "memory write"
    ERROR = "error"
    MISSED_FLUSH = "missed flush"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened at the entry at `index` of the chain.

    `recorded`: the transcript or OpenClaw's list says so; otherwise it follows from the rules. `paths` are
    the files of a memory write, as the workspace names them.
    """

    kind: MarkKind
    index: int
    turn: int
    at: datetime | None
    sentence: str
    recorded: bool = True
    paths: tuple[str, ...] = ()


def marks(
    chain: Sequence[Entry], *, flush: RecordedFlush | None = None, places: AgentPaths = NOWHERE
) -> tuple[Mark, ...]:
    """All that happened along the chain, in its order.

    `flush` is what OpenClaw's list has of the last one; `places` tells where the workspace is, so that
    paths in tool calls are understood.
    """
    found = [
        *_boundaries(chain),
        *_flushes(chain, flush),
        *_prunings(chain),
        *_models(chain),
        *_calls(chain, places),
        *_errors(chain),
    ]
    return tuple(sorted(found, key=lambda mark: mark.index))


def mark(
    kind: MarkKind, chain: Sequence[Entry], index: int, sentence: str, *, paths: tuple[str, ...] = ()
) -> Mark:
    """A recorded mark at that place of the chain."""
    return Mark(kind, index, chain[index].turn, chain[index].at, sentence, paths=paths)


def _boundaries(chain: Sequence[Entry]) -> Iterator[Mark]:
    before, summary = 0, 0
    for each in boundaries(chain):
        entry = chain[each.index]
        left = summary + sum(other.said for other in chain[before : each.kept] if not other.is_boundary)
        before, summary = each.kept, entry.said
        if entry.kind is EntryKind.RESET:
            kept = "some texts stay" if each.kept < each.index else "nothing stays"
            yield mark(MarkKind.RESET, chain, each.index, f"The session began anew; {kept}.")
            continue
        full = f" at {entry.tokens_before:,} tokens" if entry.tokens_before else ""
        sentence = f"Compaction{full}: a summary now stands for {counted(left, 'text')}."
        yield mark(MarkKind.COMPACTION, chain, each.index, sentence)


def _flushes(chain: Sequence[Entry], flush: RecordedFlush | None) -> Iterator[Mark]:
    seen: list[Entry] = []
    for index, entry in enumerate(chain):
        if any(part.label == Label.FLUSH for part in entry.parts):
            seen.append(entry)
            yield mark(MarkKind.FLUSH, chain, index, "A memory flush: the agent was told to store its notes.")
    if flush is None or not chain:
        return
    if flush.at is not None:
        if not any(entry.at and timedelta() <= flush.at - entry.at <= SAME_FLUSH for entry in seen):
            index = _place_of(chain, flush.at)
            yield Mark(MarkKind.FLUSH, index, chain[index].turn, flush.at, "OpenClaw noted a memory flush.")
    elif flush.cycle is not None and not seen:
        ends = [index for index, entry in enumerate(chain) if entry.kind is EntryKind.COMPACTION]
        index = ends[flush.cycle] if flush.cycle < len(ends) else len(chain) - 1
        sentence = "OpenClaw noted a memory flush before this point; it does not say when."
        yield Mark(MarkKind.FLUSH, index, chain[index].turn, None, sentence)


def _place_of(chain: Sequence[Entry], at: datetime) -> int:
    """The last entry that was written by then; the first when none was."""
    written = [index for index, entry in enumerate(chain) if entry.at and entry.at <= at]
    return written[-1] if written else 0


def _prunings(chain: Sequence[Entry]) -> Iterator[Mark]:
    known: set[str] = set()
    for index, entry in enumerate(chain):
        new = set(entry.pruned) - known
        known |= new
        if new:
            results = counted(len(new), "tool result is", "tool results are")
            sentence = f"Pruning: {results} sent trimmed or cleared from here on."
            yield mark(MarkKind.PRUNING, chain, index, sentence)


def _models(chain: Sequence[Entry]) -> Iterator[Mark]:
    current = ""
    for index, entry in enumerate(chain):
        model = entry.model_used
        if current and model and not _is_same_model(current, model):
            yield mark(MarkKind.MODEL, chain, index, f"The model changed from {current} to {model}.")
        current = model or current


def _is_same_model(one: str, other: str) -> bool:
    """Whether two names are one model's; some have the provider before them."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _calls(chain: Sequence[Entry], places: AgentPaths) -> Iterator[Mark]:
    failed = {entry.call_id for entry in chain if entry.is_error and entry.call_id}
    for index, entry in enumerate(chain):
        for part in entry.parts:
            if part.category is not Category.TOOL_CALL:
                continue
            if tool_name(part.label) in RECALLS:
                yield mark(MarkKind.SEARCH, chain, index, _question(part))
            elif paths := _memory_written(part, places):
                outcome = "; it failed" if part.call_id in failed else ""
                sentence = f"Writes {', '.join(paths)} ({part.label}){outcome}."
                yield mark(MarkKind.WRITE, chain, index, sentence, paths=paths)


def _question(part: Part) -> str:
    arguments = object_of(record_of(part.text))
    asked = next((value for value in arguments.values() if isinstance(value, str)), "")
    return f"{tool_name(part.label)}: {_quoted(asked)}" if asked else f"{tool_name(part.label)} was called."


def _memory_written(part: Part, places: AgentPaths) -> tuple[str, ...]:
    """The files of the agent's memory, or among the injected ones, that a call writes."""
    if "memory" not in part.text and ".md" not in part.text:  # taking a shell command apart is slow
        return ()
    paths: list[str] = []
    arguments = part.text + '"}' if part.cut else part.text  # as if its last text ended where it was cut
    for write in tool_arguments.writes(part.label, arguments):
        if write.command:
            named = shell.written(write.command).paths
            paths += [places.relative(name, write.folder) for name in named]
        else:
            paths.append(places.relative(write.path))
    own = (path for path in paths if source_of(path) == "memory" or path in BOOTSTRAP_NAMES)
    return tuple(dict.fromkeys(own))


def _errors(chain: Sequence[Entry]) -> Iterator[Mark]:
    for index, entry in enumerate(chain):
        if sentence := error_of(entry):
            yield mark(MarkKind.ERROR, chain, index, sentence)


def error_of(entry: Entry) -> str:
    if entry.stop_reason == "aborted":
        return "The answer was stopped."
    if entry.error or entry.stop_reason == "error":
        return f"The call of the model failed: {_quoted(entry.error or 'no reason is given')}"
    if entry.is_error:
        return f"{entry.tool or 'The command'} failed: {_quoted(entry.text)}"
    return ""


def _quoted(text: str) -> str:
    plain = " ".join(text[: 2 * SHOWN].split())
    return plain if len(plain) <= SHOWN else plain[:SHOWN] + "…"
