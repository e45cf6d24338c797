"""What to show where nobody has asked for anything yet: a first file, and a question worth asking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import FileError, OutsideWorkspaceError
from openclaw_desktop.index.stopwords import common_words
from openclaw_desktop.search.explain import bars
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.workspace import layout
from openclaw_desktop.workspace.layout import FileKind
from openclaw_desktop.workspace.outline import Node, NodeKind, walk

GREETING = ("MEMORY.md", "memory.md", *layout.BOOTSTRAP_NAMES, "README.md")
TRIED = 12
"""So many entries are tried as questions."""

MOST_WORDS = 5

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def first_file(root: Path) -> str:
    """The file that says most about a workspace: MEMORY.md, an identity file, the first Markdown, or ""."""
    for name in GREETING:
        try:
            if layout.resolve(root, name).is_file():
                return name
        except OutsideWorkspaceError:
            continue
    return next((e.path for e in layout.scan(root) if _can_be_read(e)), "")


def _can_be_read(entry: layout.Entry) -> bool:
    return not entry.is_folder and entry.kind is not FileKind.OTHER and entry.hidden_reason is None


def question(engine: Engine) -> str:
    """The question, made of an entry of the first file, whose answer shows most of what a score is made of.

    "" where there is no entry to ask about. Blocking; asks about a dozen questions.
    """
    path = first_file(engine.root)
    try:
        nodes = engine.outline(path) if path else ()
    except FileError:
        return ""
    now = datetime.now(UTC)
    asked = questions(nodes)
    told = {text: telling(engine.search(engine.question(text, now=now))) for text in asked}
    return max(asked, key=lambda text: told[text], default="")


def questions(nodes: Sequence[Node]) -> list[str]:
    """The main words of the longest entries, or of the sections where there are no entries."""
    for kind in (NodeKind.ENTRY, NodeKind.SECTION):
        titles = sorted((n.title for n in walk(nodes) if n.kind is kind), key=len, reverse=True)
        found = [main for title in titles if (main := main_words(title))]
        if found:
            return list(dict.fromkeys(found))[:TRIED]
    return []


def main_words(title: str) -> str:
    """The first words of a title that say something, without numbers."""
    parts = _WORD.findall(title)
    common = common_words(part.lower() for part in parts)
    return " ".join([part for part in parts if part.lower() not in common][:MOST_WORDS])


def telling(answer: Answer) -> tuple[int, int]:
    """How many kinds of factors an answer shows, and how many hits."""
    return len({part.name for hit in answer.hits for part in bars(hit)}), len(answer.hits)
