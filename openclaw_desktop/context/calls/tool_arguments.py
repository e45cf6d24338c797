"""Pure: what a tool call writes, whichever of the many spellings its arguments have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from openclaw_desktop.context.transcript import record_of

_WRITER_NAMES = "write writefile create createfile append appendfile savefile"
_EDITOR_NAMES = "edit editfile multiedit replace insert strreplace strreplaceeditor strreplacebasededittool"
_SHELL_NAMES = "exec bash sh shell zsh powershell process terminal runcommand execcommand execute"
_WRITERS, _EDITORS, _SHELLS = (
    frozenset(names.split()) for names in (_WRITER_NAMES, _EDITOR_NAMES, _SHELL_NAMES)
)
_PATCHERS = frozenset({"applypatch", "patch"})

_PATH = ("path", "file_path", "filePath", "file", "filename", "file_name", "filepath", "target_file")
_CONTENT = ("content", "contents", "text", "file_text", "new_text", "newText", "data", "insert_text")
_EDIT = (
    ("oldText", "newText"),
    ("old_string", "new_string"),
    ("oldString", "newString"),
    ("old_str", "new_str"),
    ("oldValue", "newValue"),
    ("old_text", "new_text"),
    ("old", "new"),
    ("search", "replace"),
)
_COMMAND = ("command", "cmd", "script", "data", "input", "code", "text", "args", "argv")
_FOLDER = ("workdir", "cwd", "workingDirectory", "working_directory", "dir")

_ENVELOPE = "*** Begin Patch"
_FILE_LINE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVE_LINE = re.compile(r"\*\*\* Move to: (.+)")


@dataclass(frozen=True, slots=True)
class Write:
    """One file a call writes, or the command of a shell call. `whole`: the text is all the file holds then.

    `texts` are what it puts there, `removed` what it takes away; `path` is as the call names it.
    """

    path: str = ""
    texts: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    whole: bool = False
    deletes: bool = False
    command: str = ""
    folder: str = ""  # the working folder of this call


def writes(tool: str, arguments: object) -> list[Write]:
    """What the call writes; nothing for a tool that only reads, or for arguments that make no sense."""
    values = _values(arguments)
    name = re.sub("[^a-z]", "", tool.lower().rpartition("__")[2].rpartition(".")[2])
    if name in _SHELLS:
        command = _command(values)
        if _ENVELOPE in command:
            return list(_patched(command))
        return [Write(command=command, folder=_first(values, _FOLDER))] if command.strip() else []
    if name in _PATCHERS:
        return list(_patched(_first(values, ("input", "patch", "patch_text", "content", "text", "diff"))))
    path = _first(values, _PATH)
    if not path or not (name in _WRITERS or name in _EDITORS):
        return []
    if edits := _edits(values):
        removed = tuple(old for old, _ in edits if old)
        return [Write(path, tuple(new for _, new in edits if new), removed)]
    content = _first(values, _CONTENT)
    return [Write(path, (content,) if content else (), whole=name in _WRITERS and "append" not in name)]


def _values(arguments: object) -> Mapping[str, Any]:
    """The arguments as an object; some providers leave them as JSON text."""
    if isinstance(arguments, str):
        return record_of(arguments) or {"input": arguments}
    return cast("Mapping[str, Any]", arguments) if isinstance(arguments, Mapping) else {}


def _first(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first of these arguments that is text."""
    return next((value for name in names if isinstance(value := values.get(name), str) and value), "")


def _command(values: Mapping[str, Any]) -> str:
    for name in _COMMAND:
        value = values.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list):
            return " ".join(str(part) for part in cast("list[Any]", value))
    return ""


def _edits(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Old and new text of every edit of the call."""
    listed: Any = values.get("edits")
    if isinstance(listed, str):
        parsed = record_of(f'{{"edits": {listed}}}')
        listed = parsed["edits"] if parsed else None
    many = cast("list[Any]", listed) if isinstance(listed, list) else [listed]
    objects = [cast("Mapping[str, Any]", each) for each in many if isinstance(each, Mapping)]
    pairs = [pair for each in (*objects, values) if (pair := _edit(each))]
    return [pair for pair in pairs if pair != ("", "")]


def _edit(values: Mapping[str, Any]) -> tuple[str, str] | None:
    for old, new in _EDIT:
        if isinstance(before := values.get(old), str):
            after = values.get(new)
            return before, after if isinstance(after, str) else ""
    return None


def _patched(patch: str) -> Iterator[Write]:
    """The files of an `*** Begin Patch` envelope."""
    lines = patch.replace("\r\n", "\n").split("\n")
    starts = [number for number, line in enumerate(lines) if _FILE_LINE.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        header = _FILE_LINE.match(lines[start])
        assert header is not None
        body = lines[start + 1 : end]
        added, removed = _blocks(body, "+"), _blocks(body, "-")
        moved = _MOVE_LINE.match(body[0]) if body else None
        name, verb = header[2].strip(), header[1]
        yield Write(name, added, removed, whole=verb == "Add", deletes=verb == "Delete" or moved is not None)
        if moved:
            yield Write(moved[1].strip(), added, removed)


def _blocks(lines: Sequence[str], sign: str) -> tuple[str, ...]:
    """Runs of lines that begin with `sign`, without it."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.startswith(sign):
            blocks[-1].append(line[1:])
        elif blocks[-1]:
            blocks.append([])
    return tuple("\n".join(block) for block in blocks if block)
