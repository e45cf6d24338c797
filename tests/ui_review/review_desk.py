"""A desk of proposals in memory, and a bridge to it whose answers arrive when a test lets them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject
from review_values import proposal

from openclaw_desktop.context.budget import Budget
from openclaw_desktop.desk.review import Review
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import AlreadyDecidedError, BaseMovedError, DesktopError
from openclaw_desktop.review.diff.merge import merge
from openclaw_desktop.review.policy import Policy, Rule, Rules
from openclaw_desktop.review.proposal import Decision, Kind, Proposal, State
from openclaw_desktop.review.risk.finding import Finding, Subject
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge

MEMORY = "# Memory\n\n- The port is 8123.\n- 雨量計は屋根の上。\n\nThe database is PG-B.\n"


class Desk:
    """What the view asks an engine: files are texts, and decisions change them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings = Settings()
        self.desk = self.owner = self  # as the engine has them
        self.budget: Budget | None = None
        self.rules = Rules((Rule("MEMORY.md", Policy.HOLD),))
        self.files: dict[str, str | None] = {"MEMORY.md": MEMORY, "USER.md": MEMORY}
        self.found: dict[str, list[Finding]] = {}
        self.muted: list[tuple[str, Subject]] = []
        self.comments: list[str] = []
        self.hunks: list[tuple[int, int] | None] = []
        self.trouble: DesktopError | None = None
        self.unchecked: DesktopError | None = None
        self.unwritable: DesktopError | None = None
        self._proposals: dict[str, Proposal] = {}
        self._texts: dict[str, tuple[str | None, str | None]] = {}  # base and proposed

    def add(self, path: str, text: str | None, **values: Any) -> str:
        """A proposal that `path` becomes `text`; its id."""
        number = len(self._proposals) + 1
        old = self.files.get(path)
        kind = Kind.CREATE if old is None else Kind.DELETE if text is None else Kind.CHANGE
        self._proposals[str(number)] = proposal(
            number, path, **({"kind": kind, "base": old, "proposed": text} | values)
        )
        self._texts[str(number)] = (old, text)
        return str(number)

    def rewrite(self, number: str, text: str) -> None:
        """Its writer wrote again."""
        self._texts[number] = (self._texts[number][0], text)
        self._proposals[number] = replace(self._proposals[number], proposed=text)

    # The engine's verbs

    def proposals(self) -> list[Proposal]:
        if self.trouble is not None:
            raise self.trouble
        return list(self._proposals.values())

    def review(self, number: str) -> Review:
        chosen = self._proposals[number]
        base, proposed = self._texts[number]
        approved = self.files.get(chosen.path)
        merged = None
        if base != approved and base is not None and approved is not None and proposed is not None:
            merged = merge(base, approved, proposed)
        target = merged.text if merged else proposed
        is_text = not chosen.path.endswith(".png")
        return Review(
            proposal=chosen,
            base=base,
            approved=approved,
            proposed=proposed,
            seen=approved,
            merge=merged,
            target=target,
            is_text=is_text,
            bom=False,
            budget=self.budget,
        )

    def findings(self, number: str, *, now: datetime) -> list[Finding]:
        if self.unchecked is not None:
            raise self.unchecked
        return self.found.get(number, [])

    def approve(
        self,
        number: str,
        *,
        text: str | None,
        seen: str | None,
        comment: str = "",
        hunks: tuple[int, int] | None = None,
        now: datetime,
    ) -> Decision:
        path = self._proposals[number].path
        if self.files.get(path) != seen:
            raise BaseMovedError(f"{path} changed since you looked; nothing was written")
        if self.unwritable is not None:
            raise self.unwritable
        self.hunks.append(hunks)
        return replace(self._decide(number, text, comment, now), hunks=hunks)

    def approve_as_proposed(
        self, ids: Sequence[str], *, comment: str = "", now: datetime
    ) -> tuple[list[Decision], list[DesktopError]]:
        decisions: list[Decision] = []
        errors: list[DesktopError] = []
        for number in ids:
            review = self.review(number)
            if review.merge is not None and review.merge.conflicts:
                errors.append(BaseMovedError(f"{review.proposal.path} has conflicts"))
            else:
                decisions.append(self._decide(number, review.target, comment, now))
        return decisions, errors

    def reject(
        self, ids: Sequence[str], *, comment: str = "", now: datetime
    ) -> tuple[list[Decision], list[DesktopError]]:
        return [self._decide(number, None, comment, now, accepted=False) for number in ids], []

    def take_back(
        self, decisions: Sequence[Decision], *, now: datetime
    ) -> tuple[list[Proposal], list[DesktopError]]:
        for decision in decisions:
            waiting = replace(self._proposals[decision.proposal], state=State.WAITING, decision=None)
            self._proposals[decision.proposal] = waiting
            self.files[decision.path] = decision.before
        return [self._proposals[decision.proposal] for decision in decisions], []

    def mute(self, path: str, subject: Subject, *, now: datetime) -> None:
        self.muted.append((path, subject))

    def weigh(self, root: Path, path: str, before: str | None, after: str | None) -> Budget:
        return Budget(len(before or ""), len(after or ""), 0, 0, 100, True, len(after or "") <= 100, "x" * 7)

    def _decide(
        self, number: str, text: str | None, comment: str, now: datetime, *, accepted: bool = True
    ) -> Decision:
        chosen = self._proposals[number]
        if not chosen.waits:
            raise AlreadyDecidedError("this was decided in another window")
        before = self.files.get(chosen.path)
        after = text if accepted else before
        self.comments.append(comment)
        decision = Decision(1, number, chosen.path, accepted, "Maren", now, comment, before, after)
        self.files[chosen.path] = after
        state = State.ACCEPTED if accepted else State.REJECTED
        self._proposals[number] = replace(chosen, state=state, decision=decision)
        return decision


class Held:
    """One call to the desk that waits until a test lets it go."""

    def __init__(self, verb: Callable[[], Any]) -> None:
        self._verb = verb
        self.go: Callable[[], None] = lambda: None

    def __await__(self) -> Generator[Held, None, Any]:
        yield self
        return self._verb()


class HandBridge(Bridge):
    """Answers at once, or, while `holding`, when a test calls `held[n].go()`."""

    def __init__(self, desk: Desk) -> None:
        QObject.__init__(self)
        self.engine = cast(Engine, desk)
        self.holding = False
        self.held: list[Held] = []

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if not self.holding:
            return verb(*args, **kwargs)
        held = Held(lambda: verb(*args, **kwargs))
        self.held.append(held)
        return await held

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> Any:
        def step() -> None:
            try:
                held: Held = coroutine.send(None)
            except StopIteration:
                return
            except DesktopError as error:
                self.failed.emit(error)
                return
            held.go = step

        step()
