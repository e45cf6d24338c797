"""Pure: what the usual programs do to the files they are given."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from openclaw_desktop.context.calls.shell_words import Simple

_WRITES_ALL = """
rm trash trash-put unlink touch truncate tee ed ex patch shred del erase
remove-item set-content add-content clear-content out-file new-item
"""
_COPIES = "cp install rsync copy copy-item"
_MOVES = "mv move ren move-item rename-item"
_REMOVES = "rm trash trash-put del erase remove-item"
_READS = """
} for case esac done fi in cd pushd popd set export source wait
cat bat less more head tail nl tac strings xxd od wc column grep egrep fgrep rg ag ack find fd locate ls dir
tree stat sort uniq cut tr paste comm diff cmp jq yq xmllint file du df sed gsed awk gawk
echo printf print pwd date cal seq sleep true false test [ [[ which type whoami id hostname uname uptime ps
kill top free lsof basename dirname realpath readlink printenv md5sum sha256sum shasum base64 mkdir
curl wget ping dig host ssh journalctl systemctl git gh
get-content select-string get-childitem write-output write-host findstr
"""
WRITES_ALL, COPIES, MOVES, READS = (
    frozenset(names.split()) for names in (_WRITES_ALL, _COPIES, _MOVES, _READS)
)
WITH_FOLDERS = COPIES | MOVES | frozenset(_REMOVES.split())
"""A folder given to these means all that is in it."""

SHELLS = frozenset({"sh", "bash", "zsh", "dash", "fish", "ksh"})
_IN_PLACE = frozenset({"sed", "gsed", "perl", "ruby", "awk", "gawk"})
_IN_PLACE_OPTION = re.compile(r"-[a-zA-Z0-9]*i|--in-place|inplace")
_INTERPRETER = re.compile(r"(?:python|node|deno|bun|ruby|perl|php)[0-9.]*|uv")
_SCRIPT_OPTION = re.compile(r"-[a-z]*[ce]|--eval|--command")
_GIT_NAMED = frozenset({"checkout", "restore", "mv", "rm"})
_GIT_OTHERS = frozenset({"pull", "merge", "rebase", "apply", "am", "stash", "reset", "revert", "cherry-pick"})

_CODE_WRITES = re.compile(
    r"""open\([^)]*,\s*(?:mode\s*=\s*)?["'](?:[wax][bt]?\+?|r[bt]?\+[bt]?)["']|write_text|write_bytes"""
    r"|\.write\(|writelines|writeFile|appendFile|createWriteStream|outputFile|file_put_contents|File\.write"
    r"|os\.(?:remove|unlink|rename|replace)|shutil\.|unlink|renameSync|rmSync|copyFile|fs\.rm"
)
_FILE_IN_CODE = re.compile(r"""(["'])([^"'\n]+\.[A-Za-z0-9]{1,8})\1""")


def is_code(command: Simple) -> bool:
    """Whether an interpreter runs a program text."""
    return _INTERPRETER.fullmatch(command.program) is not None and not _is_in_place(command)


def script_of(command: Simple) -> str:
    """The program text after -c, -e and the like."""
    for option, text in zip(command.arguments, command.arguments[1:], strict=False):
        if _SCRIPT_OPTION.fullmatch(option):
            return text
    return ""


def code_writes(code: str) -> bool:
    """Whether program text writes, moves or removes files."""
    return _CODE_WRITES.search(code) is not None


def files_in_code(code: str) -> list[str]:
    """The names of files that stand in program text."""
    return [match[2] for match in _FILE_IN_CODE.finditer(code)]


def operands(command: Simple) -> list[str]:
    """The arguments that are files the program writes."""
    name, plain = command.program, [each for each in command.arguments if not each.startswith("-")]
    if name in WRITES_ALL or _is_in_place(command):
        return plain
    if name in COPIES | MOVES:
        return _moved(plain, keeps=name in COPIES)
    if name == "git" and plain and plain[0] in _GIT_NAMED:
        return plain[1:]
    if name == "dd":
        return [each[3:] for each in plain if each.startswith("of=")]
    if name == "find" and not {"-delete", "-exec"}.isdisjoint(command.arguments):
        return plain[:1]
    return []


def only_reads(command: Simple) -> bool:
    """Whether the program is known to change no file."""
    changes = command.program == "git" and not _GIT_OTHERS.isdisjoint(command.arguments)
    return not command.program or (command.program in READS and not changes)


def _moved(plain: Sequence[str], *, keeps: bool) -> list[str]:
    """Where files go, as a name or into a folder, and where they are gone from."""
    if not plain:
        return []
    *sources, target = plain
    inside = [posixpath.join(target, posixpath.basename(source)) for source in sources]
    return [target, *inside, *([] if keeps else sources)]


def _is_in_place(command: Simple) -> bool:
    return command.program in _IN_PLACE and any(map(_IN_PLACE_OPTION.match, command.arguments))
