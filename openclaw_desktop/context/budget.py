"""Pure: what files cost a session, and what a change of one of them does to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from openclaw_desktop import tokens, utf16
from openclaw_desktop.context.bootstrap import Bootstrap, BootstrapFile, Cause, Injected, LeftOut, assemble
from openclaw_desktop.context.profiles import RULES, Limits, Profile, SessionKind

GAP = "\n…\n"
"""What stands between stretches that are cut out at several places of a file."""

Count = Callable[[str], int]
"""Tokens of a text."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a change costs. Characters are UTF-16 units without white space at the end; tokens are estimates.

    `limit` is None for a file that such a session is not given. `squeezed` are other files that lose text
    through the change, because all of them share one total.
    """

    chars_before: int
    chars_after: int
    tokens_before: int
    tokens_after: int
    limit: int | None
    injected_before: bool  # whole
    injected_after: bool  # whole
    cut: str  # the text that is not injected after the change
    squeezed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileBudget:
    """The cost of one file; `tokens` are those of what is injected.

    `limit` is the file's own, `room` the smaller of it and what the files before it left of the total.
    `refused` says why OpenClaw does not read the file; its `raw_tokens` are not known then.
    """

    name: str
    path: str
    raw_chars: int
    injected_chars: int
    dropped_chars: int
    raw_tokens: int | None
    tokens: int
    missing: bool
    truncated: bool
    near_limit: bool
    causes: tuple[Cause, ...]
    limit: int
    room: int
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ContextBudget:
    """The cost of all files in one kind of session. Tokens are estimates, characters UTF-16 units."""

    profile: Profile
    session_kind: SessionKind
    limits: Limits
    files: tuple[FileBudget, ...]
    left_out: tuple[LeftOut, ...]
    raw_chars: int
    injected_chars: int
    dropped_chars: int
    tokens: int
    near_limit: bool
    takes_effect: str


def weigh(
    path: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
    *,
    profile: Profile,
    session_kind: SessionKind = "main",
    limits: Limits | None = None,
    place: str = "",
    count: Count = tokens.count,
) -> Budget:
    """What the change of `path` from one state of the workspace to the other costs.

    Both states hold the texts of the files in the root that may be injected, and of `path`; what is not in
    them does not exist. Which other files there are matters, because all of them share one total; so does
    `place`, the workspace's absolute path, which the markers of missing files name.
    """
    old, new = (
        assemble(_files(texts, place, profile), profile=profile, session_kind=session_kind, limits=limits)
        for texts in (before, after)
    )
    old_text, new_text = (utf16.without_trailing_space(texts.get(path, "")) for texts in (before, after))
    was, is_now = old.file(path), new.file(path)
    known = is_now or was
    return Budget(
        chars_before=utf16.length(old_text),
        chars_after=utf16.length(new_text),
        tokens_before=count(old_text),
        tokens_after=count(new_text),
        limit=known.file_limit if known else None,
        injected_before=was is not None and was.is_whole,
        injected_after=is_now is not None and is_now.is_whole,
        cut=cut(new_text, is_now) if is_now else "",
        squeezed=tuple(name for name in _shortened(old, new) if name != path),
    )


def cut(text: str, injected: Injected) -> str:
    """What of a file's text does not reach the model."""
    return GAP.join(text[start:end] for start, end in injected.dropped)


def context_budget(
    files: Sequence[BootstrapFile],
    *,
    profile: Profile,
    session_kind: SessionKind = "main",
    limits: Limits | None = None,
    count: Count = tokens.count,
) -> ContextBudget:
    """What each file costs in a session of that kind, and when an edit of it reaches the model."""
    limits = limits or RULES[profile].limits
    bootstrap = assemble(files, profile=profile, session_kind=session_kind, limits=limits)
    texts = {file.path: file.text or "" for file in files}
    costs = tuple(_cost(file, texts[file.path], count) for file in bootstrap.files)
    return ContextBudget(
        profile=profile,
        session_kind=session_kind,
        limits=limits,
        files=costs,
        left_out=bootstrap.left_out,
        raw_chars=bootstrap.raw_chars,
        injected_chars=sum(cost.injected_chars for cost in costs),
        dropped_chars=sum(cost.dropped_chars for cost in costs),
        tokens=sum(cost.tokens for cost in costs),
        near_limit=bootstrap.near_limit,
        takes_effect=RULES[profile].takes_effect,
    )


def _cost(file: Injected, text: str, count: Count) -> FileBudget:
    return FileBudget(
        name=file.name,
        path=file.path,
        raw_chars=file.raw_chars,
        injected_chars=file.injected_chars,
        dropped_chars=file.raw_chars
        if file.refused
        else sum(utf16.length(text[start:end]) for start, end in file.dropped),
        raw_tokens=None if file.refused else count(utf16.without_trailing_space(text)),
        tokens=count(file.text),
        missing=file.missing,
        truncated=bool(file.dropped or file.refused),
        near_limit=file.near_limit,
        causes=file.causes,
        limit=file.file_limit,
        room=file.limit,
        refused=file.refused,
    )


def _files(texts: Mapping[str, str], place: str, profile: Profile) -> list[BootstrapFile]:
    return [BootstrapFile(name, f"{place}/{name}", texts.get(name)) for name in RULES[profile].order]


def _shortened(old: Bootstrap, new: Bootstrap) -> list[str]:
    """The files of which less is injected than before."""
    before = {file.name: _dropped(file) for file in old.files}
    return [file.name for file in new.files if _dropped(file) > before.get(file.name, 0)]


def _dropped(file: Injected) -> int:
    return sum(end - start for start, end in file.dropped)
