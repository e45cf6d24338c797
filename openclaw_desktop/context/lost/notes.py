"""Pure: lost facts as lines for the day's note, each with where it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import tzinfo

from openclaw_desktop.context.lost.losses import LostFact
from openclaw_desktop.context.sessions.entries import Entry

LONGEST_NOTE = 300
LONGEST_NAME = 40
"""Characters of a sentence, and of a session's name, that a line holds."""

_HAN = re.compile("[\u4e00-\u9fff]")
_OTHER = re.compile("[A-Za-z\u3040-\u30ff\uac00-\ud7af]")


def notes(facts: Sequence[LostFact], chain: Sequence[Entry], *, session: str, zone: tzinfo | None) -> str:
    """One bullet of Markdown for each, in the order of the session; `session` is what people call it.

    "- The port is 8123. (2026-02-19, session Lark, turn 41)"; days are those of `zone`.
    """
    ordered = sorted(facts, key=lambda fact: (fact.entry, chain[fact.entry].text.find(fact.sentence)))
    return "".join(f"{_note(fact, chain[fact.entry], _name(session), zone)}\n" for fact in ordered)


def _note(fact: LostFact, entry: Entry, session: str, zone: tzinfo | None) -> str:
    """A very long sentence is cut around the value."""
    text = re.sub(r"\s+", " ", fact.sentence).strip()
    if len(text) > LONGEST_NOTE:
        middle = text.find(fact.value) + len(fact.value) // 2
        start = max(0, min(middle - LONGEST_NOTE // 2, len(text) - LONGEST_NOTE))
        start = text.rfind(" ", 0, start) + 1 if start else 0
        piece = text[start : start + LONGEST_NOTE]
        text = f"{'…' if start else ''}{piece}{'…' if start + LONGEST_NOTE < len(text) else ''}"
    day = entry.at.astimezone(zone).date().isoformat() if entry.at else ""
    if len(_HAN.findall(text)) > len(_OTHER.findall(text)):
        turn = f"第 {entry.turn} 轮" if entry.turn else ""
        return f"- {text}（{'，'.join(part for part in (day, f'会话 {session}', turn) if part)}）"
    turn = f"turn {entry.turn}" if entry.turn else ""
    return f"- {text} ({', '.join(part for part in (day, f'session {session}', turn) if part)})"


def _name(session: str) -> str:
    """A session's name as one short piece of a line."""
    name = " ".join(session.split())
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
