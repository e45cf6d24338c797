"""Pure: which files a tool call reads, as far as its arguments tell."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.calls.shell_words import simple_commands
from openclaw_desktop.context.sessions.content import tool_name
from openclaw_desktop.context.transcript import Record

_READER_NAMES = "read readfile view viewfile open openfile cat memoryget"
_SHELL_NAMES = "exec bash sh shell zsh terminal runcommand execcommand execute process"
_PROGRAM_NAMES = "cat bat less more head tail nl tac sed gsed awk gawk grep egrep rg type get-content"
_READERS, _SHELLS, _PROGRAMS = (
    frozenset(names.split()) for names in (_READER_NAMES, _SHELL_NAMES, _PROGRAM_NAMES)
)
_PATHS = ("path", "file_path", "filePath", "file", "filename", "filepath", "target_file")
_COMMANDS = ("command", "cmd", "script", "input")
_FOLDERS = ("workdir", "cwd", "workingDirectory")


def files_read(tool: str, arguments: Record, places: AgentPaths) -> Iterator[str]:
    """The files, as the workspace names them; of a shell command what its usual programs are given."""
    name = re.sub("[^a-z]", "", tool_name(tool).lower())
    folder = _first(arguments, _FOLDERS)
    if name in _READERS:
        if path := _first(arguments, _PATHS):
            yield places.relative(path, folder)
    elif name in _SHELLS and ".md" in (command := _first(arguments, _COMMANDS)):
        yield from _by_programs(command, folder, places)


def _by_programs(command: str, folder: str, places: AgentPaths) -> Iterator[str]:
    here = folder
    for simple in simple_commands(command):
        if simple.program == "cd" and simple.arguments:
            here = posixpath.join(here, simple.arguments[0])
        elif simple.program in _PROGRAMS:
            yield from (places.relative(each, here) for each in simple.arguments if each.endswith(".md"))


def _first(arguments: Record, names: tuple[str, ...]) -> str:
    return next((value for name in names if isinstance(value := arguments.get(name), str) and value), "")
