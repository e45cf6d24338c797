"""What a row says in words: its title, and on hover everything that is known. Pure and without Qt."""

from __future__ import annotations

import html
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum

from openclaw_desktop.ui import standing
from openclaw_desktop.ui.tree import names
from openclaw_desktop.ui.tree.facts import Facts, Freshness, stamp_of
from openclaw_desktop.ui.tree.grouping import Branch, BranchKind
from openclaw_desktop.ui.tree.names import Label
from openclaw_desktop.workspace.layout import Entry, LinkKind
from openclaw_desktop.workspace.outline import Node, NodeKind

FRESHNESS: dict[Freshness, str] = {
    "indexed": "Found by words and by meaning.",
    "keywords": "Found by words; not yet, or not, by meaning.",
    "waiting": "Waiting to be indexed.",
}


def label(item: object, holder: BranchKind | None) -> Label:
    """What a row shows. `holder` is the kind of the branch it lies in."""
    match item:
        case Branch():
            return Label("", names.shown(item.title))
        case Entry() if holder in (BranchKind.MONTH, BranchKind.DAY):
            return names.dated(item, with_day=holder is BranchKind.MONTH)
        case Entry():
            return names.plain(item)
        case Node():
            return Label("", names.shown(item.title) or "(no title)")
        case Enum():
            return Label("", str(item.value))
        case _:
            return Label("", "")


def title(item: object, holder: BranchKind | None) -> str:
    """The same as one text, for screen readers and for finding a row by typing."""
    said = label(item, holder)
    return " ".join(part for part in (said.lead, said.text) if part)


def tooltip(item: object, entry: Entry | None, facts: Facts, now: datetime) -> str | None:
    """What hovering tells, as rich text that keeps names as they are; None for a row without more."""
    match item:
        case Branch() if item.entry is None:
            lines = [names.count_of(item.files, "file"), *_within(item, facts)]
        case Branch() if entry is not None:
            count = names.count_of(item.files, "file")
            lines = [*_place(entry), count, *_within(item, facts), *_reason(entry, facts)]
        case Entry():
            lines = list(_file(item, facts, now))
        case Node():
            return node_tooltip(item)
        case _:
            return None
    return _rich(lines)


def node_tooltip(node: Node) -> str:
    """What hovering over a heading or entry tells."""
    return _rich([node.title, _lines(node)])


def _rich(lines: list[str]) -> str:
    return "".join(f"<div>{html.escape(names.shown(line))}</div>" for line in lines if line)


def _file(entry: Entry, facts: Facts, now: datetime) -> Iterator[str]:
    yield from _place(entry)
    yield from _reason(entry, facts)
    if entry.path in facts.unsaved:
        yield "Not saved yet."
    yield from standing.sentences(facts.standing, entry.path)
    changed = datetime.fromtimestamp(entry.mtime_ns / 1e9, tz=UTC).astimezone(now.tzinfo)
    size = names.size(entry.size)
    known = facts.tokens.get(entry.path)
    if known and known.stamp == stamp_of(entry):
        size = f"{'about ' if known.estimated else ''}{known.count:,} tokens · {size}"
    yield f"{size} · {names.ago(changed, now)} ({changed:%Y-%m-%d %H:%M})"
    if freshness := facts.freshness.get(entry.path):
        yield FRESHNESS[freshness]
    elif (reason := facts.not_indexed.get(entry.path)) and reason != facts.reason(entry):
        yield f"Not indexed. {reason}"


def _within(branch: Branch, facts: Facts) -> Iterator[str]:
    if waiting := facts.waiting_within.get(branch.key):
        verb = "waits" if waiting == 1 else "wait"
        yield f"{names.count_of(waiting, 'change')} in it {verb} for your review."


def _place(entry: Entry) -> Iterator[str]:
    yield entry.path
    if entry.link is LinkKind.INSIDE:
        yield f"A link to {entry.target}."


def _reason(entry: Entry, facts: Facts) -> Iterator[str]:
    if reason := facts.reason(entry):
        yield reason


def _lines(node: Node) -> str:
    kind = "List entry" if node.kind is NodeKind.ENTRY else "Section"
    if node.start_line == node.end_line:
        return f"{kind}, line {node.start_line:,}"
    return f"{kind}, lines {node.start_line:,} to {node.end_line:,}"
