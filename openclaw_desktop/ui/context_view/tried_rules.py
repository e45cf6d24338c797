"""Pure: rules that are tried in place of the agent's own, and both of them played over a session."""

from __future__ import annotations

from dataclasses import dataclass, field

from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules.parameters import parameter
from openclaw_desktop.context.rules.values import Value
from openclaw_desktop.desk.sessions_desk import Opened, Played, SessionsDesk


@dataclass(slots=True)
class TriedRules:
    """`own` are the agent's rules, None while the window is unknown; `values` what is tried, by its key."""

    own: Rules | None = None
    values: dict[str, Value] = field(default_factory=dict[str, Value])

    @property
    def rules(self) -> Rules | None:
        """The agent's rules with what is tried; None while the window is unknown."""
        rules = self.own
        for key, value in self.values.items():
            rules = rules and rules.changed(key, value)
        return rules

    @property
    def differ(self) -> bool:
        """Whether any rule is another than the agent's."""
        return self.own is not None and self.rules != self.own

    def put(self, own: Rules, key: str, value: Value) -> None:
        """Tries another value; the agent's own is none. Raises UsageError for an unknown rule."""
        self.values[key] = value
        if own.value(key) == parameter(key).within(value):
            del self.values[key]

    def leave_window(self) -> None:
        """Tries no other window any more; what is tried of the other rules stays."""
        self.values.pop("window", None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The agent's own rules and, if there are any, the tried ones, played over one session."""

    opened: Opened
    own: Played
    tried: Played | None


def compared(desk: SessionsDesk, opened: Opened, own: Played | Rules, tried: Rules | None) -> Comparison:
    """Plays the tried rules, and the agent's own where they were not played yet. Blocking."""
    played = own if isinstance(own, Played) else desk.play(opened, own)
    return Comparison(opened, played, desk.play(opened, tried) if tried else None)
