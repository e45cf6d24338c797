"""Pure: works on the nodes of an outline: prunes them, and finds many of them again at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from openclaw_desktop.workspace.outline import Node, NodeKind, find_again

Way = tuple[int, ...]


class NodeFinder:
    """Finds nodes of an older outline in a newer one, by the rule of `find_again`, but quickly.

    Most nodes are where they were or moved with their content untouched; only the rest is searched for.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._by_key: dict[tuple[NodeKind, str], Way] = {}
        self._by_content: defaultdict[tuple[NodeKind, str], list[tuple[Node, Way]]] = defaultdict(list)
        self._ways: dict[int, Way] = {}
        waiting: list[tuple[Way, Sequence[Node]]] = [((), nodes)]
        while waiting:
            home, level = waiting.pop()
            for row, node in enumerate(level):
                way = (*home, row)
                self._ways[id(node)] = way
                self._by_key[node.kind, node.key] = way
                self._by_content[node.kind, node.key.partition(":")[2]].append((node, way))
                if node.children:
                    waiting.append((way, node.children))

    def way(self, old: Node) -> Way | None:
        """The rows that lead to the node that `old` is now; None when it is gone."""
        if exact := self._by_key.get((old.kind, old.key)):
            return exact
        if alike := self._by_content.get((old.kind, old.key.partition(":")[2])):
            return min(alike, key=lambda item: abs(item[0].start_line - old.start_line))[1]
        found = find_again(old, self._nodes)
        return self._ways.get(id(found)) if found is not None else None


def pruned(nodes: Sequence[Node], *, entries: bool, words: str = "") -> tuple[Node, ...]:
    """The nodes that hold every word, or have one below that does; list entries only if wished."""
    wanted = words.casefold().split()
    kept: list[Node] = []
    for node in nodes:
        if node.kind is NodeKind.ENTRY and not entries:
            continue
        children = pruned(node.children, entries=entries, words=words)
        if children or all(word in node.title.casefold() for word in wanted):
            kept.append(node if children == node.children else replace(node, children=children))
    return tuple(kept)


def count(nodes: Sequence[Node]) -> int:
    """How many nodes there are, at any depth."""
    return len(nodes) + sum(count(node.children) for node in nodes)


def at_line(nodes: Sequence[Node], line: int) -> Way:
    """The rows that lead to the innermost node that holds `line`; empty when none does."""
    for row, node in enumerate(nodes):
        if node.start_line <= line <= node.end_line:
            return (row, *at_line(node.children, line))
    return ()
