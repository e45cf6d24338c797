"""What the sessions page reads from the engine, as values. Blocking: it runs on a reader thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from openclaw_desktop.context.lost import losses
from openclaw_desktop.context.lost.losses import Left, LostFact
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.sessions.catalogue import Catalogue, Listed
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.sessions.fixed import Fixed, group_of
from openclaw_desktop.context.sessions.parts import Category, Label, Part
from openclaw_desktop.context.sessions.session_search import Found, Unread
from openclaw_desktop.desk.sessions_desk import Opened, SessionsDesk
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.ui.context_view import plot
from openclaw_desktop.ui.context_view.series import Band, Series, series
from openclaw_desktop.ui.elided import shown_path

if TYPE_CHECKING:
    from openclaw_desktop.engine import Engine

MOST_HITS = 500
"""So many places are listed; a search that finds more is to be made narrower."""


class StoppedError(TranscriptError):
    """Nobody waits for this any more."""


@dataclass(slots=True)
class Errand:
    """What a reader thread and the window share while one of them works: how far, and whether to go on.

    `closing` tells that the window goes, and nobody waits for anything.
    """

    closing: Callable[[], bool] = lambda: False
    done: int = 0
    stopped: bool = False
    found: list[Found] = field(default_factory=list[Found])
    unread: list[str] = field(default_factory=list[str])

    def progress(self, done: int) -> None:
        """So much is done. Raises StoppedError once it is not wanted any more."""
        self.done = done
        if self.stopped or self.closing():
            raise StoppedError("Stopped.")


@dataclass(frozen=True, slots=True)
class Place:
    """Whose sessions were looked for, and in which folder; `found`: there is an OpenClaw."""

    catalogue: Catalogue
    agent: str | None
    folder: str
    found: bool


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A session ready to be drawn. `rules` is None where the window is unknown."""

    opened: Opened
    rules: Rules | None
    series: Series
    leaf: str | None
    missed: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One text of the window. `index` is its entry's place in the chain, -1 for what is no entry's.

    `tokens` and `cost` are None where they are unknown; `says_cost`: the entry is an answer, which has one.
    """

    band: Band
    label: str
    text: str
    tokens: int | None
    index: int
    turn: int
    folded: bool = False
    cost: float | None = None
    says_cost: bool = False
    cut: bool = False


def listed(engine: Engine) -> Place:
    """All sessions, and whose they are."""
    desk: SessionsDesk = engine.sessions
    owner = desk.owner
    agent = owner.agent.id if owner.agent else None
    found = owner.installation is not None
    return Place(desk.catalogue(), agent, shown_path(desk.looked_in, Path.home()), found)


def opened(
    engine: Engine, row: Listed, errand: Errand, *, leaf: str | None = None, window: int | None = None
) -> Shown:
    """One session. Raises TranscriptError; a branch that is gone is not followed any more."""
    plot.load()
    desk: SessionsDesk = engine.sessions
    try:
        found = desk.open(row, leaf=leaf, window=window, progress=errand.progress)
    except KeyError:
        return opened(engine, row, errand, window=window)
    return _shown(desk, found, leaf)


def along(engine: Engine, shown: Shown, leaf: str | None, window: int | None) -> Shown:
    """The same session along another branch, or with another window."""
    desk: SessionsDesk = engine.sessions
    held = shown.opened
    return _shown(desk, desk.along(held.listed, held.conversation, leaf=leaf, window=window), leaf)


def _shown(desk: SessionsDesk, found: Opened, leaf: str | None) -> Shown:
    window = found.ledger.window
    rules = desk.rules(window) if window else None
    missed = desk.missed(found, rules) if rules else ()
    return Shown(found, rules, series(found.ledger), leaf, tuple(missed))


def leaf_with(shown: Shown, entry: str) -> str | None:
    """The branch an entry is on; None for none."""
    conversation = shown.opened.conversation
    for branch in conversation.branches:
        if any(each.id == entry for each in conversation.chain(branch.leaf_id)):
            return branch.leaf_id
    return None


def search(engine: Engine, rows: Sequence[Listed], text: str, errand: Errand) -> None:
    """Fills the errand with places where the text stands. Raises TranscriptError."""
    desk: SessionsDesk = engine.sessions
    readable = [row for row in rows if not row.missing]
    for hit in desk.search(readable, text):
        errand.progress(errand.done)
        if isinstance(hit, Unread):
            errand.unread.append(hit.problem)
        else:
            errand.found.append(hit)
        if len(errand.found) >= MOST_HITS:
            return


def inside(engine: Engine, shown: Shown, index: int) -> tuple[int, list[Row]]:
    """What was in the window at `index` of the chain: the fixed parts, then the texts in their order."""
    desk: SessionsDesk = engine.sessions
    rows = fixed_rows(shown.opened.ledger.fixed)
    last = -1
    for each in desk.weighed(shown.opened, index):
        held = each.held
        first = held.index != last  # the cost is that of the whole answer
        last = held.index
        usage = held.entry.usage
        rows.append(
            Row(
                held.part.category,
                label_of(held.part, held.entry),
                held.part.text,
                each.tokens,
                held.index,
                held.entry.turn,
                held.part.folded,
                usage.cost if usage and first else None,
                first and held.entry.role == "assistant",
                held.part.cut,
            )
        )
    return index, rows


def fixed_rows(fixed: Fixed | None) -> list[Row]:
    """What every call carries before anything is said; its texts are not in the transcript."""
    if fixed is None:
        said = "What the system prompt, the injected files and the tools take is unknown for this session."
        return [Row(Category.SYSTEM, "system prompt, files, tools", said, None, -1, 0)]
    text = "OpenClaw noted how much this took; the text is not in the transcript."
    parts = (
        ("system prompt", fixed.system_tokens),
        ("skills", fixed.skills),
        ("tool schemas", fixed.tools),
    )
    rows = [Row(Category.SYSTEM, name, text, tokens, -1, 0) for name, tokens in parts]
    files = fixed.bootstrap.items()
    return rows + [Row(group_of(name), name, text, tokens, -1, 0) for name, tokens in files]


def label_of(part: Part, entry: Entry) -> str:
    """What a part is called: the tool, or what it is within its category."""
    if part.category is Category.TOOL_CALL:
        return f"{part.label or 'tool'} called"
    if part.category is Category.TOOL_RESULT:
        return f"{entry.tool or part.label or 'tool'} result" + (" (failed)" if entry.is_error else "")
    if part.label == Label.IMAGE:
        return f"{part.category.value}: image"
    return part.label or part.category.value


def takes_away(mark: Mark) -> bool:
    """Whether something left the window at a mark, really and not by a rule alone."""
    return mark.recorded and mark.kind in (MarkKind.COMPACTION, MarkKind.RESET, MarkKind.PRUNING)


def left_at(engine: Engine, shown: Shown, mark: Mark) -> tuple[Mark, Left]:
    """What left the window at a compaction or reset, or was trimmed by a pruning."""
    desk: SessionsDesk = engine.sessions
    if mark.kind is MarkKind.PRUNING:
        return mark, losses.pruned_at(shown.opened.chain, mark.index)
    return mark, desk.left_at(shown.opened, mark.index)


def lost(engine: Engine, shown: Shown, mark: Mark) -> list[LostFact]:
    """What is nowhere any more since a compaction."""
    desk: SessionsDesk = engine.sessions
    return desk.lost(shown.opened, mark.index)
