"""All that a timeline shows of one session, gathered at once."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openclaw_desktop.cli.session_names import Names, catalogue
from openclaw_desktop.context.counted import counted
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.model_window import window_of
from openclaw_desktop.context.outlook import Encoding
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules.parameters import parameter
from openclaw_desktop.context.sessions.conversation import Branch
from openclaw_desktop.desk.sessions_desk import Departure, Opened, Played
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import UsageError

TYPED, UNKNOWN = "from the command line", "unknown"

WINDOWS: Mapping[str, str] = {
    "session": "as OpenClaw noted for this session",
    "model": "as openclaw.json has it for this model",
    "agent": "as openclaw.json has it for the agent's model; nothing has it for this session's",
}
"""Where the size of a window is from."""


@dataclass(frozen=True, slots=True)
class Account:
    """A session with all that is known of it.

    `leaf` is the end of the branch that is told, None for a session without entries. `own` are the agent's
    rules, None for an unknown window; `tried` those with what was set besides, None when nothing was.
    `missed` are flushes that the agent's own rules ask for and nobody recorded.
    """

    name: str
    opened: Opened
    leaf: str | None
    encoding: Encoding
    window_from: str
    own: Played | None
    tried: Played | None
    missed: Sequence[Mark]
    departures: Sequence[Departure]

    @property
    def in_force(self) -> Played | None:
        """The rules that the person wants to see at work."""
        return self.tried or self.own

    @property
    def marks(self) -> list[Mark]:
        """What happened, what should have, and what would have under the tried rules, in order."""
        tried = self.tried.marks if self.tried else ()
        return sorted([*self.opened.ledger.marks, *self.missed, *tried], key=lambda mark: mark.index)


def account(options: argparse.Namespace, engine: Engine) -> Account:
    """The account of the session that the options name. Raises UsageError and TranscriptError."""
    found = catalogue(engine)
    names = Names(found.rows, found.problems)
    listed = names.find(options.session)
    known = None if options.window else engine.sessions.window(listed)
    window: int | None = known.tokens if known else options.window
    own = engine.sessions.rules(window) if window else None
    tried = _changed(engine, own, options.set)
    opened = engine.sessions.open(listed, window=window)
    branches = opened.conversation.branches
    leaf = branches[0].leaf_id if branches else None
    if options.branch is not None:
        leaf = _leaf(branches, options.branch)
        opened = engine.sessions.along(listed, opened.conversation, leaf=leaf, window=window)
    return Account(
        name=names.of(listed.session),
        opened=opened,
        leaf=leaf,
        encoding=engine.settings.editor.encoding,
        window_from=WINDOWS[known.by] if known else TYPED if window else UNKNOWN,
        own=own and engine.sessions.play(opened, own),
        tried=tried and engine.sessions.play(opened, tried),
        missed=engine.sessions.missed(opened, own) if own else (),
        departures=engine.sessions.departures(opened),
    )


def _leaf(branches: Sequence[Branch], text: str) -> str:
    """The end of the branch that is named by its number, or by its last entry's id or a beginning of that.

    Raises UsageError.
    """
    ids = [branch.leaf_id for branch in branches]
    if text in ids:
        return text
    if text.isdecimal() and 1 <= int(text) <= len(ids):
        return ids[int(text) - 1]
    found = [each for each in ids if text and each.startswith(text)]
    if len(found) == 1:
        return found[0]
    there = f"it has {counted(len(ids), 'branch', 'branches')}" if ids else "nothing was said in it"
    why = f"{text!r} could be any of {', '.join(found)}" if found else f"there is no branch {text!r}: {there}"
    raise UsageError(f"{why} (--json lists them)" if ids else why)


def _changed(engine: Engine, own: Rules | None, pairs: Sequence[str]) -> Rules | None:
    """The rules with what `--set` asks for; None when it asks for nothing. Raises UsageError."""
    tried = own
    for key, value in sorted(map(_pair, pairs), key=lambda pair: pair[0] != "window"):
        known = parameter(key)
        if tried is None:
            size = known.read(value) if key == "window" else None
            if size is None:
                raise UsageError(
                    f"how large the window of this session is, is not known: --window N goes with --set {key}"
                )
            tried = engine.sessions.rules(int(known.within(size)))
        tried = tried.changed(key, value)
    return tried if pairs else None


def _pair(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise UsageError(f"--set takes KEY=VALUE, not {text!r}")
    key, value = key.strip(), value.strip()
    return key, str(window_of(value) or value) if key == "window" else value
