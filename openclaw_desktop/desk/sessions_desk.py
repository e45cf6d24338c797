"""The verbs of the agent's sessions: which there are, how the window filled, what left it and is lost."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from openclaw_desktop import tokens
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.counting import CountCache
from openclaw_desktop.context.ledger import Ledger, ledger, part_tokens
from openclaw_desktop.context.lost import losses, notes
from openclaw_desktop.context.lost.losses import Left, LostFact
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.model_window import configured_window, window_of_model
from openclaw_desktop.context.policy import Rules, configured_rules
from openclaw_desktop.context.rules.missed import Rescue, missed_flushes, missed_marks, rescues
from openclaw_desktop.context.rules.replay import Replayed, replay
from openclaw_desktop.context.rules.replay_marks import replayed_marks
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.catalogue import Catalogue, Listed, catalogue
from openclaw_desktop.context.sessions.conversation import Conversation, read_placed
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.sessions.session_search import Found, Unread, search
from openclaw_desktop.context.transcript import Placed
from openclaw_desktop.context.window import InWindow, in_window
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.errors import FileError, OpenClawConfigError
from openclaw_desktop.review.gate.gate import Append
from openclaw_desktop.review.proposal import SESSION_SHOWN, Origin, Proposal, Who
from openclaw_desktop.workspace import agents, config, files, layout

LARGEST_MEMORY_FILE = 2 * 2**20

TOLD_EVERY = 256
"""Records between two words about how far reading is."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that was read: its conversation, the branch that is looked at, and the account of it."""

    listed: Listed
    conversation: Conversation
    chain: Sequence[Entry]
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class Window:
    """How many tokens a session's model takes, and who says so.

    "session": OpenClaw, of this session; "model": openclaw.json, of the model it used last; "agent":
    openclaw.json, of the agent's model, which need not be the session's.
    """

    tokens: int
    by: Literal["session", "model", "agent"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A part in the window with its estimated tokens."""

    held: InWindow
    tokens: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A compaction at `index` of the chain: what left, of about so many tokens, and what of it is lost."""

    index: int
    tokens: int
    left: Left
    lost: Sequence[LostFact]


@dataclass(frozen=True, slots=True)
class Played:
    """Rules and what they would have done: as values, as marks for a timeline, and which notes they save."""

    rules: Rules
    replayed: Replayed
    marks: tuple[Mark, ...]
    rescues: tuple[Rescue, ...]


class SessionsDesk:
    """The sessions of the agent one workspace belongs to; every verb blocks and only reads."""

    def __init__(self, root: Path, desk: Desk, *, cache: Path, encoding: Callable[[], str]) -> None:
        """`cache` is the folder for what may be forgotten."""
        self._root = root
        self._desk = desk
        self._cache = cache
        self._encoding = encoding
        self._counts: tuple[str, CountCache] | None = None

    @property
    def owner(self) -> Owner:
        """The OpenClaw and agent whose sessions these are."""
        return self._desk.owner

    @property
    def looked_in(self) -> Path:
        """The folder in which OpenClaw is looked for, whether it is there or not."""
        found = self.owner.installation
        return found.state_dir if found else agents.looked_in(os.environ, Path.home())

    def catalogue(self) -> Catalogue:
        """Every session with its figures; none where no agent is known. Nothing is raised."""
        owner = self.owner
        if owner.installation is None or owner.agent is None:
            return Catalogue((), ())
        return catalogue(owner.installation.state_dir, owner.agent.id, self._cache)

    def open(
        self,
        listed: Listed,
        *,
        leaf: str | None = None,
        window: int | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> Opened:
        """Reads one session along a branch (None: the one it is on). Raises TranscriptError.

        `window` is the person's own figure where OpenClaw tells none. `progress` is told now and then how
        many records were read; what it raises ends the reading.
        """
        conversation = read_placed(_told(sessions.placed(listed.session), progress))
        return self.along(listed, conversation, leaf=leaf, window=window)

    def along(
        self,
        listed: Listed,
        conversation: Conversation,
        *,
        leaf: str | None = None,
        window: int | None = None,
    ) -> Opened:
        """The account of another branch, or of another window, without reading again."""
        entry = listed.session.entry
        chain = conversation.chain(leaf)
        account = ledger(
            chain,
            count=self._count(),
            fixed=entry.fixed if entry else None,
            window=window or listed.window,
            flush=entry.flush if entry else None,
            places=AgentPaths(str(self._root), str(conversation.header.get("cwd") or "")),
        )
        return Opened(listed, conversation, chain, account)

    def weighed(self, opened: Opened, index: int) -> list[Weighed]:
        """What was in the window once the entry at `index` of the chain was there, in the model's order."""
        count = self._count()
        held = in_window(opened.chain, index)
        return [Weighed(each, part_tokens(each.part, count)) for each in held]

    def window(self, listed: Listed) -> Window | None:
        """The window of a session's model; None when neither OpenClaw's list nor openclaw.json has it."""
        if listed.window:
            return Window(listed.window, "session")
        owner, values = self.owner, self._configured()
        provider = listed.session.entry.provider if listed.session.entry else None
        if tokens := window_of_model(values, provider, listed.model):
            return Window(tokens, "model")
        tokens = configured_window(values, owner.agent.id if owner.agent else None)
        return Window(tokens, "agent") if tokens else None

    def rules(self, window: int) -> Rules:
        """The rules of this agent's openclaw.json for a window of so many tokens."""
        found = self.owner.installation
        return configured_rules(self._configured(), era=found.era if found else "2026.9", window=window)

    def replay(self, opened: Opened, rules: Rules) -> Replayed:
        """When flush, compaction and pruning would have come under these rules; may take seconds."""
        return replay(opened.ledger, rules)

    def missed(self, opened: Opened, rules: Rules) -> list[Mark]:
        """Flushes that should have come before a compaction that lost something, and did not."""
        entry = opened.listed.session.entry
        return missed_marks(opened.ledger, missed_flushes(opened.ledger, rules, noted=entry))

    def play(self, opened: Opened, rules: Rules) -> Played:
        """What these rules would have done, as marks, and what they would have saved; may take seconds."""
        replayed = self.replay(opened, rules)
        return Played(
            rules=rules,
            replayed=replayed,
            marks=tuple(replayed_marks(opened.ledger, replayed)),
            rescues=tuple(rescues(opened.ledger, replayed, rules, opened.listed.session.entry)),
        )

    def search(self, listed: Sequence[Listed], text: str) -> Iterator[Found | Unread]:
        """Every place where something was said. Raises TranscriptError."""
        return search((each.session for each in listed), text)

    def left_at(self, opened: Opened, index: int) -> Left:
        """The text that left at the compaction at `index` of the chain, and the summary that came for it."""
        return losses.left_at(opened.chain, index)

    def lost(self, opened: Opened, index: int) -> list[LostFact]:
        """What left there and is neither in the summary nor in any memory file, the most missed first."""
        return losses.lost(losses.left_at(opened.chain, index), losses.in_files(self._memory()))

    def departures(self, opened: Opened) -> list[Departure]:
        """Every compaction with what left and what is lost, the memory files read once; may take seconds."""
        elsewhere = losses.in_files(self._memory())
        points = opened.ledger.points
        found: list[Departure] = []
        for mark in opened.ledger.marks:
            if mark.kind is MarkKind.COMPACTION:
                left = losses.left_at(opened.chain, mark.index)
                point = points[mark.index]
                before = points[mark.index - 1].estimated if mark.index else 0
                tokens = max(0, before + point.tokens - point.estimated)
                found.append(Departure(mark.index, tokens, left, losses.lost(left, elsewhere)))
        return found

    def propose_note(self, opened: Opened, facts: Sequence[LostFact], *, now: datetime) -> Proposal:
        """Proposes what was lost in a session for today's note, a line each. Raises ProposalRefusedError.

        Today's, whenever it was said: OpenClaw 2026.9 quotes the notes of today and yesterday to a new
        session, and nobody looks into an older one unasked.
        """
        session = opened.listed.session
        turns = {opened.chain[fact.entry].turn for fact in facts} - {0}
        turn = turns.pop() if len(turns) == 1 else None
        author = Origin(Who.PERSON, self._desk.reviewer, session.id, turn)
        name = (session.entry.title if session.entry else None) or session.id[:SESSION_SHOWN]
        lines = notes.notes(facts, opened.chain, session=name, zone=now.tzinfo)
        they, are = ("It", "is") if len(facts) == 1 else ("They", "are")
        reason = f"{they} left the window at a compaction and {are} in no memory file."
        path = layout.daily_note(now.date())
        return self._desk.propose(path, Append(lines), reason=reason, origin=author, now=now)

    def _configured(self) -> Mapping[str, Any]:
        """What openclaw.json says; nothing where it cannot be read."""
        found = self.owner.installation
        if found is not None and found.config is not None:
            with contextlib.suppress(OpenClawConfigError):  # said where it is opened; here it sets no rule
                return config.read(found.config).values
        return {}

    def _count(self) -> CountCache:
        """Counts in the encoding of the settings, each text once."""
        encoding = self._encoding()
        if self._counts is None or self._counts[0] != encoding:
            self._counts = encoding, CountCache(partial(tokens.count, encoding=encoding))
        return self._counts[1]

    def _memory(self) -> dict[str, str]:
        """The texts of the memory files; what cannot be read holds nothing."""
        texts: dict[str, str] = {}
        for entry in layout.scan(self._root):
            if entry.is_folder or entry.hidden_reason or entry.path[-3:].lower() != ".md":
                continue
            if layout.source_of(entry.path) == "memory" or entry.path in layout.BOOTSTRAP_NAMES:
                try:
                    found = files.read(self._root, entry.path, limit_bytes=LARGEST_MEMORY_FILE)
                except FileError:
                    continue
                texts[entry.path] = found.text
        return texts


def _told(records: Iterator[Placed], progress: Callable[[int], None]) -> Iterator[Placed]:
    """The records, while `progress` hears of them."""
    for number, record in enumerate(records):
        if number % TOLD_EVERY == 0:
            progress(number)
        yield record
