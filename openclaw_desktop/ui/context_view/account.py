"""Pure: the account of a session that a timeline shows, and where one gets to in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.desk.sessions_desk import Played
from openclaw_desktop.ui.context_view.series import Axis, Floats, Series, places

SMALL_SHARE = 0.25
"""A session that fills less of its window than this is shown on a scale of its own at first."""


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What happened, by which rules; None: the window is unknown.

    `missed` are flushes that by the rules should have been and were not. `played` are other rules, drawn over
    what happened.
    """

    ledger: Ledger
    series: Series
    rules: Rules | None
    missed: Sequence[Mark] = ()
    played: Played | None = None

    def __len__(self) -> int:
        return len(self.series)

    def fits(self, played: Played | None) -> bool:
        """Whether other rules were played over just these entries."""
        return played is not None and len(played.replayed.filled) == len(self)

    @property
    def drawn_rules(self) -> Rules | None:
        """Whose limits are drawn."""
        return self.played.rules if self.played else self.rules

    @property
    def marks(self) -> list[Mark]:
        """All marks, replayed ones too, in the order of the session."""
        replayed = self.played.marks if self.played else ()
        return sorted([*self.ledger.marks, *self.missed, *replayed], key=lambda mark: mark.index)

    @property
    def replayed(self) -> Floats | None:
        """How full the window would have been after each entry under the other rules; None without any."""
        return np.array(self.played.replayed.filled, dtype=np.float64) if self.played else None

    def replayed_at(self, index: int) -> int | None:
        """The same at one entry, in whole tokens."""
        filled = self.played.replayed.filled if self.played else ()
        return round(filled[index]) if 0 <= index < len(filled) else None

    @property
    def fills_window(self) -> bool:
        """Whether so much of the window is filled that its limit belongs into the picture."""
        limit = self.rules.window if self.rules else 0
        return bool(limit) and self.series.highest >= SMALL_SHARE * limit

    def highest(self, *, whole_window: bool) -> int:
        """The most tokens that are to be seen: of all that is drawn, and of the window where it is wanted."""
        rules = self.drawn_rules
        limit = rules.window if rules and whole_window else 0
        replayed = self.replayed
        return max(self.series.highest, limit, int(replayed.max(initial=0)) if replayed is not None else 0)

    def place(self, index: int, axis: Axis) -> float:
        """Where an entry stands on the axis."""
        return float(places(self.series, axis, [index])[0])

    def start_of_turn(self, at: int, turns: int) -> int:
        """The entry that begins another turn than the one at `at`, so many on; back goes to its own first."""
        turn = self.ledger.points[at].turn
        start = self.series.start_of_turn(turn)
        back_to_own = turns < 0 and at > start
        return start if back_to_own else self.series.start_of_turn(max(turn + turns, 0))

    def mark_beyond(self, at: int, step: int) -> Mark | None:
        """The next mark after an entry, or with a negative step the one before; None when there is none."""
        marks = self.marks if step > 0 else self.marks[::-1]
        return next((mark for mark in marks if (mark.index - at) * step > 0), None)
