"""Git's trees: where a path leads, and the folders on the way to a change written anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import pygit2
from pygit2.enums import FileMode

Node: TypeAlias = "bytes | dict[str, Node] | None"
"""What a name in a folder becomes: a file, a folder in which something changes, or nothing."""


@dataclass(slots=True)
class Stored:
    """A tree that is written and not yet committed."""

    tree: str = ""
    new: set[str] = field(default_factory=set[str])  # files that were not in the tree before
    displaced: list[str] = field(default_factory=list[str])  # files that made room: a folder became a file...


class Graft:
    """Writes a tree anew along the paths that change."""

    def __init__(self, git: pygit2.Repository) -> None:
        self._git = git
        self.stored = Stored()
        self.written: list[str] = []

    def root(self, old: pygit2.Tree | None, wanted: dict[str, Node]) -> None:
        tree = self._folder(old, wanted, "") or self._noted(self._git.TreeBuilder().write())
        self.stored.tree = str(tree)

    def _folder(self, old: pygit2.Tree | None, wanted: dict[str, Node], prefix: str) -> pygit2.Oid | None:
        """The tree of one folder; None when nothing is left in it."""
        builder = self._git.TreeBuilder() if old is None else self._git.TreeBuilder(old)
        for name, node in wanted.items():
            before = None if old is None or name not in old else old[name]
            oid = self._entry(before, node, prefix + name)
            if oid is not None:
                builder.insert(name, oid, FileMode.TREE if isinstance(node, dict) else FileMode.BLOB)
            elif before is not None:
                builder.remove(name)
        return self._noted(builder.write()) if len(builder) else None

    def _entry(self, before: pygit2.Object | None, node: Node, path: str) -> pygit2.Oid | None:
        if isinstance(node, dict):
            if isinstance(before, pygit2.Blob):
                self.stored.displaced.append(path)
            return self._folder(before if isinstance(before, pygit2.Tree) else None, node, path + "/")
        if node is None:
            return None
        if isinstance(before, pygit2.Tree):
            self.stored.displaced += _files_below(before, path + "/")
        if not isinstance(before, pygit2.Blob):
            self.stored.new.add(path)
        return self._noted(self._git.create_blob(node))

    def _noted(self, oid: pygit2.Oid) -> pygit2.Oid:
        self.written.append(str(oid))
        return oid


def nested(files: Mapping[str, bytes | None]) -> dict[str, Node]:
    """Files by their paths as folders in folders. What a new file displaces need not be deleted besides."""
    root: dict[str, Node] = {}
    for path, data in sorted(files.items(), key=lambda item: item[1] is None):  # new files first
        *folders, name = path.split("/")
        node: Node = root
        for folder in folders:
            if isinstance(node, dict):
                node = node.setdefault(folder, {})
        if isinstance(node, dict) and (name not in node or data is not None):
            node[name] = data
    return root


def find(tree: pygit2.Tree, path: str) -> pygit2.Object | None:
    """The entry at `path`; None when there is none. An entry that cannot be read raises."""
    found: pygit2.Object = tree
    for name in path.split("/"):
        if not isinstance(found, pygit2.Tree) or name not in found:
            return None
        found = found[name]
    return found


def _files_below(tree: pygit2.Tree, prefix: str) -> list[str]:
    found: list[str] = []
    for entry in tree:
        path = f"{prefix}{entry.name}"
        found += _files_below(entry, path + "/") if isinstance(entry, pygit2.Tree) else [path]
    return found
