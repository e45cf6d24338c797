"""Pure: what the agent's memory answered, in every form that versions and plugins leave it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, cast

from openclaw_desktop.context.recall import torn
from openclaw_desktop.context.transcript import Record, object_of

Kind = Literal["search", "get"]

KEPT = 700
"""Characters that are kept of a hit's text, as many as OpenClaw gives, and of an answer in words."""

_NOTHING = re.compile(r"(?:no|0|nothing)\b.{0,40}\b(?:found|memor|result|match|hit)", re.IGNORECASE)
_CITED = re.compile(r"(?P<path>[\w./\\~:-]+\.md)(?:#L(?P<first>\d+)(?:-L?(?P<last>\d+))?)?")
_SOURCE = re.compile(r"\s*\n\nSource: [^\n]*\Z")
"""What OpenClaw appends to a snippet where citations are on."""

_GO_ON = re.compile(r"\n\n\[[^\]\n]*\]\Z")
"""What OpenClaw 2026.9 appends where a file goes on behind what was read."""


class Outcome(StrEnum):
    """How a call ended."""

    FOUND = "found"
    NOTHING = "nothing found"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"
    IN_WORDS = "answered in words"
    UNANSWERED = "no answer"


@dataclass(frozen=True, slots=True)
class RecordedHit:
    """A hit as the agent was told it; None where it was not told. `snippet` ends where it was cut."""

    path: str
    start_line: int | None = None
    end_line: int | None = None
    score: float | None = None
    snippet: str = ""
    source: str = "memory"
    vector_score: float | None = None
    text_score: float | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer. `text` is the beginning of what was read, or of an answer in words.

    `cut`: OpenClaw stored only its beginning, so there may have been more hits. `error`, `warning` and
    `action` are the tool's own sentences.
    """

    outcome: Outcome
    hits: tuple[RecordedHit, ...] = ()
    text: str = ""
    cut: bool = False
    error: str = ""
    warning: str = ""
    action: str = ""
    provider: str = ""
    model: str = ""
    mode: str = ""


UNANSWERED = Recorded(Outcome.UNANSWERED)


def read_answer(kind: Kind, text: str, *, failed: bool = False) -> Recorded:
    """The answer that stands in a tool's result; `failed`: the transcript says the call did."""
    record, cut = torn.read(text.strip())
    if record is None:
        return _in_words(kind, text.strip(), failed=failed)
    if failed or record.get("status") in ("error", "failed"):
        return Recorded(
            Outcome.FAILED, error=_text(record, "error", "message") or text.strip()[:KEPT], cut=cut
        )
    return _search(record, cut=cut) if kind == "search" else _get(record, cut=cut)


def _search(record: Record, *, cut: bool) -> Recorded:
    listed: Any = record.get("results")
    if not isinstance(listed, list) and not _is_off(record):
        said = _text(record, "text", "message", "content", "error")
        return Recorded(Outcome.IN_WORDS, text=said[:KEPT], cut=cut)
    hits = tuple(_hits(cast("list[object]", listed) if isinstance(listed, list) else []))
    error = _text(record, "error")
    outcome = Outcome.FOUND if hits or cut else Outcome.NOTHING
    return Recorded(
        Outcome.UNAVAILABLE if _is_off(record) or (error and not hits) else outcome,
        hits=hits,
        cut=cut,
        error=error,
        warning=_text(record, "warning"),
        action=_text(record, "action"),
        provider=_text(record, "provider"),
        model=_text(record, "model"),
        mode=_text(record, "mode"),
    )


def _is_off(record: Record) -> bool:
    return record.get("disabled") is True or record.get("unavailable") is True


def _hits(listed: list[object]) -> Iterator[RecordedHit]:
    for row in map(object_of, listed):
        if path := _text(row, "path", "file"):
            yield RecordedHit(
                path=path.replace("\\", "/"),
                start_line=_whole(row, "startLine", "start_line"),
                end_line=_whole(row, "endLine", "end_line"),
                score=number(row, "score"),
                snippet=_SOURCE.sub("", _text(row, "snippet", "text"))[:KEPT],
                source=_text(row, "source", "corpus") or "memory",
                vector_score=number(row, "vectorScore"),
                text_score=number(row, "textScore"),
            )


def _get(record: Record, *, cut: bool) -> Recorded:
    """OpenClaw 2026.2 answers with an empty text for a file that is not there, 2026.9 with a status."""
    error, text = _text(record, "error"), _text(record, "text", "content")
    if error or _is_off(record):
        return Recorded(Outcome.FAILED, error=error, cut=cut)
    outcome = Outcome.FOUND if text and record.get("status") != "not_found" else Outcome.NOTHING
    said = _GO_ON.sub("", text) if record.get("truncated") is True else text
    return Recorded(outcome, text=said[:KEPT], cut=cut)


def _in_words(kind: Kind, text: str, *, failed: bool) -> Recorded:
    """An answer that is no JSON: of other plugins, or an error."""
    if failed:
        return Recorded(Outcome.FAILED, error=text[:KEPT])
    if kind == "get":
        return Recorded(Outcome.FOUND if text else Outcome.NOTHING, text=text[:KEPT])
    if not text or _NOTHING.match(text):
        return Recorded(Outcome.NOTHING, text=text[:KEPT])
    return Recorded(Outcome.IN_WORDS, hits=tuple(_cited(text)), text=text[:KEPT])


def _cited(text: str) -> Iterator[RecordedHit]:
    """The files an answer in words names, each place once."""
    named = dict.fromkeys(match.group("path", "first", "last") for match in _CITED.finditer(text))
    for path, first, last in named:
        start = int(first) if first else None
        yield RecordedHit(path.replace("\\", "/"), start, int(last) if last else start)


def _text(record: Mapping[str, Any], *names: str) -> str:
    return next((value for name in names if isinstance(value := record.get(name), str) and value), "")


def _whole(record: Mapping[str, Any], *names: str) -> int | None:
    value = number(record, *names)
    return None if value is None else int(value)


def number(record: Mapping[str, Any], *names: str) -> float | None:
    """The first of these values that is a number, or a text that stands for one."""
    for name in names:
        value = record.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            continue
        try:
            found = float(value)
        except (ValueError, OverflowError):
            continue
        if -1e9 < found < 1e9:
            return found
    return None
