"""Pure: the records of a session, one by one, as entries: what was said, by whom, at what cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from openclaw_desktop.context.sessions.content import parts_of, text_of
from openclaw_desktop.context.sessions.parts import Category, Label, Part, part
from openclaw_desktop.context.sessions.usage import Usage, usage_of
from openclaw_desktop.context.transcript import Record, object_of, time_of

KEPT_CHARS = 32 * 2**20
"""So much text of one session is kept whole; of later long texts only the beginning."""

KEPT_OF_LONG = 400
KEPT_OF_CALL = 2_000
"""Characters that are kept of a long text, or of a call's arguments, once the session has used that up."""


class EntryKind(StrEnum):
    """What a record is. Only the first three, and custom messages, reach the model."""

    MESSAGE = "message"
    COMPACTION = "compaction"
    BRANCH_SUMMARY = "branch summary"
    CUSTOM_MESSAGE = "custom message"
    RESET = "reset"
    MODEL_CHANGE = "model change"
    THINKING_LEVEL = "thinking level"
    CUSTOM = "custom"
    LABEL = "label"
    INFO = "info"
    LEAF = "leaf"
    HEADER = "header"
    UNKNOWN = "unknown"


_KINDS = {
    "message": EntryKind.MESSAGE,
    "compaction": EntryKind.COMPACTION,
    "branch_summary": EntryKind.BRANCH_SUMMARY,
    "custom_message": EntryKind.CUSTOM_MESSAGE,
    "reset": EntryKind.RESET,
    "model_change": EntryKind.MODEL_CHANGE,
    "thinking_level_change": EntryKind.THINKING_LEVEL,
    "custom": EntryKind.CUSTOM,
    "label": EntryKind.LABEL,
    "session_info": EntryKind.INFO,
    "leaf": EntryKind.LEAF,
    "session": EntryKind.HEADER,
}
_DETAIL = {
    EntryKind.CUSTOM: "customType",
    EntryKind.CUSTOM_MESSAGE: "customType",
    EntryKind.LABEL: "label",
    EntryKind.INFO: "name",
    EntryKind.THINKING_LEVEL: "thinkingLevel",
    EntryKind.BRANCH_SUMMARY: "fromId",
    EntryKind.LEAF: "targetId",
    EntryKind.RESET: "reason",
    EntryKind.UNKNOWN: "type",
}
_NOT_SENT = frozenset({"error", "aborted"})  # such answers are left out when the model is called again


@dataclass(frozen=True, slots=True)
class Entry:
    """One record. `parent` is the entry before it on its branch; `number` its place among all records from 0.

    `offset` is how many bytes of the transcript come before it, None where nobody knows.
    `turn` counts the user's messages up to here along the branch, from 1; 0 before the first. `detail` is
    what else its kind has to say: custom type, label, name, level, reason or target. `in_context`: the model
    is given its parts. Of a compaction or reset, `first_kept` is the entry from which on older ones stay.
    `pruned` are the calls whose results OpenClaw 2026.9 notes as trimmed or cleared, letters and digits only.
    """

    id: str
    parent: str | None
    number: int
    at: datetime | None
    kind: EntryKind
    role: str | None = None
    parts: tuple[Part, ...] = ()
    turn: int = 0
    offset: int | None = None
    usage: Usage | None = None
    model: str | None = None
    provider: str | None = None
    stop_reason: str | None = None
    error: str | None = None
    tool: str | None = None
    call_id: str | None = None
    is_error: bool = False
    in_context: bool = False
    detail: str = ""
    first_kept: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    from_hook: bool = False
    pruned: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its parts as one text."""
        return "".join(each.text for each in self.parts)

    @property
    def summary(self) -> str:
        """The text that stands for the entries it replaced; empty for what is no summary."""
        return "".join(each.text for each in self.parts if each.category is Category.SUMMARY)

    @property
    def said(self) -> int:
        """How many texts that somebody said the model is given of it."""
        return sum(each.is_said for each in self.parts) if self.in_context else 0

    @property
    def model_used(self) -> str | None:
        """Its model; None for the messages that OpenClaw writes itself under a model's name."""
        return None if self.provider == "openclaw" else self.model

    @property
    def is_boundary(self) -> bool:
        """Whether entries before it leave the window here."""
        return self.kind in (EntryKind.COMPACTION, EntryKind.RESET)


class EntryReader:
    """Turns records into entries, in the order they were written. `unknown` counts what nobody knows.

    An entry follows the one its `parentId` names, if that was written before it; else the record before it,
    as in sessions without ids. So a lost record cuts nothing off, and no circle can arise; `parents_missing`
    counts such entries, and `shortened` the texts that were too much to keep.
    """

    def __init__(self, kept_chars: int = KEPT_CHARS) -> None:
        self.unknown: Counter[str] = Counter()
        self.parents_missing = 0
        self.shortened = 0
        self._left = kept_chars
        self._number = 0
        self._known: dict[str, tuple[str, int]] = {}  # by id: the id, kept once, and its turn
        self._last: str | None = None

    def take(self, record: Record, offset: int | None = None) -> Entry:
        """The entry of one more record, before which the transcript has `offset` bytes."""
        kind = _KINDS.get(text_of(record.get("type")), EntryKind.UNKNOWN)
        message = object_of(record.get("message")) if kind is EntryKind.MESSAGE else {}
        parent = self._parent(record)
        identity = text_of(record.get("id")) or f"#{self._number}"
        turn = (self._known[parent][1] if parent else 0) + (message.get("role") == "user")
        entry = Entry(
            id=identity,
            parent=parent,
            number=self._number,
            at=time_of(record),
            kind=kind,
            turn=turn,
            offset=offset,
            detail=text_of(record.get(_DETAIL.get(kind, ""))),
            **self._said(kind, record, message),
        )
        self._known[identity] = identity, turn
        self._last = parent if kind is EntryKind.LEAF else identity
        self._number += 1
        return self._shortened(entry)

    def skip(self) -> None:
        """Passes over a record that is no entry, such as the header."""
        self._number += 1

    def _parent(self, record: Record) -> str | None:
        named: object = record.get("parentId", self._last)
        if named is None:
            return None
        if isinstance(named, str) and (known := self._known.get(named)):
            return known[0]
        self.parents_missing += 1
        return self._last

    def _said(self, kind: EntryKind, record: Record, message: Record) -> dict[str, Any]:
        """What an entry holds beyond its place."""
        if kind is EntryKind.MESSAGE:
            return self._message(message)
        if kind is EntryKind.UNKNOWN:
            self.unknown[text_of(record.get("type")) or "no type"] += 1
        if kind in (EntryKind.COMPACTION, EntryKind.RESET):
            return _boundary(record)
        if kind is EntryKind.BRANCH_SUMMARY:
            summary = part(Category.SUMMARY, text_of(record.get("summary")), Label.BRANCH)
            return {"parts": (summary,), "in_context": True}
        if kind is EntryKind.CUSTOM_MESSAGE:
            parts = parts_of({**record, "role": "custom"}, self.unknown)
            return {"role": "custom", "parts": parts, "in_context": True}
        if kind is EntryKind.MODEL_CHANGE:
            return {"model": _text(record, "modelId"), "provider": _text(record, "provider")}
        return _noted(object_of(record.get("data"))) if kind is EntryKind.CUSTOM else {}

    def _message(self, message: Record) -> dict[str, Any]:
        stop = _text(message, "stopReason")
        return {
            "role": _text(message, "role"),
            "parts": parts_of(message, self.unknown),
            "usage": usage_of(message.get("usage")),
            "model": _text(message, "model"),
            "provider": _text(message, "provider"),
            "stop_reason": stop,
            "error": _text(message, "errorMessage"),
            "tool": _text(message, "toolName"),
            "call_id": _text(message, "toolCallId"),
            "is_error": message.get("isError") is True or bool(message.get("exitCode")),
            "in_context": stop not in _NOT_SENT and message.get("excludeFromContext") is not True,
        }

    def _shortened(self, entry: Entry) -> Entry:
        """The entry with what is kept of its texts."""
        self._left -= sum(len(each.text) for each in entry.parts)
        if self._left >= 0 or not any(map(_is_long, entry.parts)):
            return entry
        parts = tuple(_beginning(each) if _is_long(each) else each for each in entry.parts)
        self.shortened += sum(each.cut for each in parts)
        return replace(entry, parts=parts)


def _kept(each: Part) -> int:
    return KEPT_OF_CALL if each.category is Category.TOOL_CALL else KEPT_OF_LONG


def _is_long(each: Part) -> bool:
    return len(each.text) > _kept(each)


def _beginning(each: Part) -> Part:
    return replace(each, text=each.text[: _kept(each)], cut=True)


def _boundary(record: Record) -> dict[str, Any]:
    summary = text_of(record.get("summary"))
    return {
        "parts": (part(Category.SUMMARY, summary),) if summary else (),
        "in_context": bool(summary),
        "first_kept": _text(record, "firstKeptEntryId"),
        "tokens_before": _number(record.get("tokensBefore")),
        "tokens_after": _number(record.get("tokensAfter")),
        "from_hook": record.get("fromHook") is True,
    }


def _noted(data: Record) -> dict[str, Any]:
    """What OpenClaw's own custom entries say that matters here: errors, and results that were pruned."""
    listed: Any = data.get("prunedToolResults")
    pruned = cast("list[object]", listed) if isinstance(listed, list) else []
    keys = [text_of(object_of(each).get("key")) for each in pruned]
    calls = (key.removeprefix("tool:").rpartition(":")[0] or key for key in keys if key)
    return {"error": _text(data, "error"), "pruned": tuple(plain_id(call) for call in calls)}


def plain_id(call: str) -> str:
    """A call's id as providers may rewrite it: letters and digits only."""
    return "".join(filter(str.isalnum, call))


def _text(record: Record, key: str) -> str | None:
    return text_of(record.get(key)) or None


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e15 else None
