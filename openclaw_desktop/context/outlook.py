"""Pure: how much of the window the workspace's files take, in each kind of session, under any terms.

Characters are UTF-16 units; tokens are estimates. What nobody knows is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from openclaw_desktop import tokens, utf16
from openclaw_desktop.context.bootstrap import BootstrapFile, assemble
from openclaw_desktop.context.budget import ContextBudget, Count, FileBudget, context_budget
from openclaw_desktop.context.profiles import SESSION_KINDS, Limits, Profile, SessionKind
from openclaw_desktop.context.sessions.fixed import FixedChars, tokens_of

Encoding = Literal["o200k_base", "cl100k_base", "characters ÷ 4"]
"""How tokens are estimated: with a tokenizer, or as OpenClaw does."""

ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)

SliceKind = Literal["system", "bootstrap", "skills", "tools", "history", "reserve"]

Basis = Literal["measured", "counted", "remainder", "rule", "unknown"]
"""Where a slice's size is from: characters OpenClaw measured in a session, the file's own text, what is left
of the tokens a provider counted, a rule of OpenClaw, or nowhere."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the files are looked at under: a version, a session, limits, a model's window, an encoding."""

    profile: Profile
    session_kind: SessionKind
    limits: Limits
    window: int | None
    encoding: Encoding


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of one session: its `systemPromptReport`, and what its provider counted last."""

    id: str
    name: str
    chars: FixedChars
    tokens: int | None = None
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the window."""

    name: str
    kind: SliceKind
    chars: int | None
    tokens: int | None
    basis: Basis


@dataclass(frozen=True, slots=True)
class Given:
    """What one kind of session is given of a file."""

    injected_chars: int
    tokens: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """Text that does not reach the model. `start` and `end` are characters of the file, lines count from 1;
    `start_unit`, and from 1 `column`, are where it begins in the UTF-16 units that OpenClaw counts."""

    start: int
    end: int
    start_unit: int
    chars: int
    first_line: int
    column: int
    last_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One file. `cost` is None, and `reason` says why, for one that such a session is not given.

    `share` is that of its tokens in the window; `in_session` the characters that the chosen session was
    really given. `refused` says why OpenClaw does not read it; `raw_chars` is 0 then if nobody knows.
    """

    name: str
    path: str
    raw_chars: int
    raw_tokens: int | None
    missing: bool
    cost: FileBudget | None
    reason: str
    cuts: tuple[Cut, ...]
    given: Mapping[SessionKind, Given | None]
    share: float | None
    leaks: bool
    in_session: int | None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Every file, in the order of injection, and what fills the window.

    `known` are the tokens of all slices whose size is known; `rest` what they leave of the window, negative
    when it is too small. `dropped_chars` are characters of the files, not of what their markers take.
    """

    terms: Terms
    session: str | None
    rows: tuple[Row, ...]
    slices: tuple[Slice, ...]
    raw_chars: int
    injected_chars: int
    dropped_chars: int
    tokens: int
    near_limit: bool
    known: int
    rest: int | None
    takes_effect: str

    def row(self, name: str) -> Row | None:
        """The file of that name."""
        return next((row for row in self.rows if row.name == name), None)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The parts of the window whose size nobody knows."""
        return tuple(each.name for each in self.slices if each.tokens is None)


def counter(encoding: Encoding) -> Count:
    """Estimates the tokens of a text."""
    if encoding == "characters ÷ 4":
        return lambda text: tokens_of(utf16.length(text)) or 0
    return lambda text: tokens.count(text, encoding)


def outlook(
    files: Sequence[BootstrapFile],
    terms: Terms,
    *,
    count: Count,
    reserve: int | None = None,
    session: Session | None = None,
) -> Outlook:
    """What these files cost; `reserve` are the tokens OpenClaw keeps free of the window."""
    budgets: dict[SessionKind, ContextBudget] = {
        kind: context_budget(
            files, profile=terms.profile, session_kind=kind, limits=terms.limits, count=count
        )
        for kind in SESSION_KINDS
    }
    budget = budgets[terms.session_kind]
    rows = tuple(_rows(files, terms, budgets, count=count, session=session))
    slices = tuple(_slices(budget, reserve, session))
    known = sum(each.tokens or 0 for each in slices)
    return Outlook(
        terms=terms,
        session=session.name if session else None,
        rows=rows,
        slices=slices,
        raw_chars=budget.raw_chars,
        injected_chars=budget.injected_chars,
        dropped_chars=budget.dropped_chars,
        tokens=budget.tokens,
        near_limit=budget.near_limit,
        known=known,
        rest=None if terms.window is None else terms.window - known,
        takes_effect=budget.takes_effect,
    )


def _rows(
    files: Sequence[BootstrapFile],
    terms: Terms,
    budgets: Mapping[SessionKind, ContextBudget],
    *,
    count: Count,
    session: Session | None,
) -> Iterator[Row]:
    """The files given to this kind of session in OpenClaw's order, then those that are there and are not."""
    budget = budgets[terms.session_kind]
    by_name = {file.name: file for file in files}
    costs = {kind: {cost.name: cost for cost in each.files} for kind, each in budgets.items()}
    dropped = _dropped(files, terms)
    reasons = {left.name: left.reason for left in budget.left_out}
    for name in (*(cost.name for cost in budget.files), *reasons):
        file, cost = by_name[name], costs[terms.session_kind].get(name)
        text = utf16.without_trailing_space(file.text or "")
        given: dict[SessionKind, Given | None] = {
            kind: _given(costs[kind].get(name)) for kind in SESSION_KINDS
        }
        yield Row(
            name=name,
            path=file.path,
            raw_chars=file.unread_chars if file.refused else utf16.length(text),
            raw_tokens=None if file.refused else count(text),
            missing=file.text is None and not file.refused,
            cost=cost,
            reason=reasons.get(name, ""),
            cuts=tuple(_cut(text, start, end) for start, end in dropped.get(name, ())),
            given=given,
            share=cost.tokens / terms.window if cost and terms.window else None,
            leaks=name.lower() == "memory.md" and file.text is not None and given["group"] is not None,
            in_session=session.chars.files.get(name) if session else None,
            refused=file.refused,
        )


def _dropped(files: Sequence[BootstrapFile], terms: Terms) -> dict[str, tuple[tuple[int, int], ...]]:
    """The stretches of each file's text that are cut out."""
    found = assemble(files, profile=terms.profile, session_kind=terms.session_kind, limits=terms.limits)
    return {file.name: file.dropped for file in found.files}


def _given(cost: FileBudget | None) -> Given | None:
    return cost and Given(cost.injected_chars, cost.tokens, not cost.truncated)


def _cut(text: str, start: int, end: int) -> Cut:
    first = text.count("\n", 0, start) + 1
    cut = text[start:end]
    before = utf16.length(text[:start])
    column = utf16.length(text[text.rfind("\n", 0, start) + 1 : start]) + 1
    last = first + cut.removesuffix("\n").count("\n")
    return Cut(start, end, before, utf16.length(cut), first, column, last, cut)


def _slices(budget: ContextBudget, reserve: int | None, session: Session | None) -> Iterator[Slice]:
    """The window from its beginning on, as a call to the model is made up."""
    chars = session.chars if session else FixedChars()
    yield from (
        _measured("system prompt", "system", chars.system, chars),
        *(
            Slice(cost.name, "bootstrap", cost.injected_chars, cost.tokens, "counted")
            for cost in budget.files
            if cost.injected_chars
        ),
        _measured("skills", "skills", chars.skills, chars),
        _measured("tool schemas", "tools", chars.tools, chars),
    )
    yield _history(session)
    if reserve is not None:
        yield Slice("reserve", "reserve", None, reserve, "rule")


def _measured(name: str, kind: SliceKind, chars: int | None, found: FixedChars) -> Slice:
    """A part that OpenClaw measured in a real run; what it only estimated is not known."""
    known = chars if found.measured else None
    return Slice(name, kind, known, tokens_of(known), "unknown" if known is None else "measured")


def _history(session: Session | None) -> Slice:
    """What the provider counted of the session beyond what OpenClaw measured of the other parts then.

    Other terms are tried with the same history: what files free is free. Unknown where a part is unknown.
    """
    known = _beyond(session.tokens, session.chars) if session else None
    return Slice("history", "history", None, known, "unknown" if known is None else "remainder")


def _beyond(total: int | None, chars: FixedChars) -> int | None:
    fixed = (chars.system, chars.tools, chars.skills)
    if total is None or not chars.measured or None in fixed:
        return None
    rest = total - sum(tokens_of(part) or 0 for part in (*fixed, *chars.files.values()))
    return rest if rest >= 0 else None
