"""Pure: which files a shell command writes, as far as its text tells.

It errs towards naming nothing: a command that only reads a file must not be taken for its writer.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from openclaw_desktop.context.calls import programs
from openclaw_desktop.context.calls.shell_words import Simple, heredocs, simple_commands


@dataclass(frozen=True, slots=True)
class Written:
    """What a command writes. Paths are as it names them, with FILLED_IN for what the shell fills in.

    `folders` are those it writes or removes with all that is in them.
    """

    paths: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    perhaps_more: bool = False  # a program in it may write what the command does not name

    @property
    def anything(self) -> bool:
        """Whether it may write at all."""
        return bool(self.paths) or self.perhaps_more


def written(command: str) -> Written:
    """What `command` writes."""
    bodies = heredocs(command)
    paths: list[str] = []
    folders: list[str] = []
    perhaps_more = False
    here = ""
    for simple in simple_commands(command):
        if simple.program == "cd" and simple.arguments:
            here = posixpath.join(here, simple.arguments[0])
        own = _of_program(simple, bodies)
        found = [posixpath.join(here, path) for path in (*simple.targets, *own.paths)]
        if simple.program in programs.WITH_FOLDERS:
            folders += [path.rstrip("/") for path in found]
        paths += found
        perhaps_more = perhaps_more or own.perhaps_more
    return Written(tuple(dict.fromkeys(paths)), tuple(dict.fromkeys(folders)), perhaps_more)


def _of_program(simple: Simple, bodies: list[str]) -> Written:
    """What one program writes by itself; `bodies` are texts given to a program of the whole command."""
    script = programs.script_of(simple)
    if simple.program in programs.SHELLS and script:
        return written(script)
    if programs.is_code(simple):
        code = "\n".join([script, *bodies])
        writes = programs.code_writes(code)
        names = programs.files_in_code(code) if writes else []
        return Written(tuple(names), perhaps_more=writes or not code.strip())
    operands = programs.operands(simple)
    return Written(tuple(operands), perhaps_more=not operands and not programs.only_reads(simple))
