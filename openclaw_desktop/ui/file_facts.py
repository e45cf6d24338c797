"""Pure: what is said about the open file, in the status bar and in the panel."""

from __future__ import annotations

from datetime import datetime

from openclaw_desktop.review.history.version import Version
from openclaw_desktop.review.proposal import Who
from openclaw_desktop.ui.editor import cut as cut_module
from openclaw_desktop.ui.editor.cut import Cut
from openclaw_desktop.ui.editor.document_info import DocumentInfo
from openclaw_desktop.ui.tree.names import ago, shown

Fact = tuple[str, str]
"""A name and its value, both in words."""

PASSED = "passed: "
"""Stands before the policy, where a name would be, of what nobody had to approve."""

NEWLINES = {"LF": "LF", "CRLF": "CRLF", "mixed": "LF and CRLF", "none": ""}


def of_panel(info: DocumentInfo, cut: Cut | None = None) -> list[Fact]:
    """Everything that is known, name by name; `cut` is what of it the agent is given."""
    facts = [
        ("Tokens", f"{info.tokens:,}"),
        ("Characters", f"{info.characters:,}"),
        ("Agent reads", cut_module.read_in_words(cut) if cut else ""),
        ("Lines", f"{info.lines:,}"),
        ("Encoding", encoding(info)),
        ("Line ends", NEWLINES[info.newline] or "none"),
        ("Read only", info.read_only),
    ]
    return [fact for fact in facts if fact[1]]


def of_status(info: DocumentInfo | None, line: int, column: int) -> list[str]:
    """The short form, from the cursor to the tokens."""
    if info is None:
        return []
    parts = [
        f"Ln {line:,}, Col {column:,}",
        encoding(info),
        NEWLINES[info.newline],
        f"{info.tokens:,} tokens",
    ]
    return [part for part in parts if part]


def of_count(cut: Cut | None) -> tuple[str, str, bool]:
    """How much of it the agent is given, the explanation, and whether it is near the limit or over it."""
    if cut is None:
        return "", "", False
    return cut_module.count_in_words(cut), cut_module.explained(cut), bool(cut.is_near or cut.dropped)


def approved(newest: Version, now: datetime) -> str:
    """Who let in the text that counts, and when: "by Maren, 2 h ago"."""
    if newest.who is Who.IMPORT:
        return f"as found {ago(newest.at, now)}"
    if newest.committer.startswith(PASSED):
        return f"not needed ({newest.committer.removeprefix(PASSED)}), {ago(newest.at, now)}"
    return f"by {shown(newest.committer)}, {ago(newest.at, now)}"


def encoding(info: DocumentInfo) -> str:
    """How the text's letters are stored."""
    if info.lossy:
        return "not UTF-8"
    return "UTF-8 with BOM" if info.bom else "UTF-8"
