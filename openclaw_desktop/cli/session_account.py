"""All that a timeline shows of one session, gathered at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.cli.session_names import Names, catalogue
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.model_window import window_of
from openclaw_desktop.context.outlook import Encoding
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules.parameters import parameter
from openclaw_desktop.desk.sessions_desk import Departure, Opened, Played
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import UsageError

LISTED, TYPED, UNKNOWN = "as OpenClaw noted for this session", "from the command line", "unknown"


@dataclass(frozen=True, slots=True)
class Account:
    """A session with all that is known of it.

    `own` are the agent's rules, None for an unknown window; `tried` those with what was set besides, None
    when nothing was. `missed` are flushes that the agent's own rules ask for and nobody recorded.
    """

    name: str
    opened: Opened
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
    window: int | None = options.window or listed.window
    own = engine.sessions.rules(window) if window else None
    tried = _changed(engine, own, options.set)
    opened = engine.sessions.open(listed, window=window)
    return Account(
        name=names.of(listed.session),
        opened=opened,
        encoding=engine.settings.editor.encoding,
        window_from=TYPED if options.window else LISTED if window else UNKNOWN,
        own=own and engine.sessions.play(opened, own),
        tried=tried and engine.sessions.play(opened, tried),
        missed=engine.sessions.missed(opened, own) if own else (),
        departures=engine.sessions.departures(opened),
    )


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
