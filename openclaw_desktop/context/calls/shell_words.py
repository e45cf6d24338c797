"""Pure: a shell command as its simple commands, each with its words and the files its output goes to."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

FILLED_IN = "\ufffc"
"""Stands for a variable or the output of another command."""

_HEREDOC = re.compile(
    r"<<-?[ \t]*(['\"]?)([A-Za-z_][\w-]*)\1(.*)\n(?:(?P<body>(?s:.*?))\n)?[ \t]*\2[ \t]*(?=\n|$)"
)
_SUBSTITUTION = re.compile(r"\$\([^()]*\)|`[^`]*`|\$\{[^}]*\}|\$[A-Za-z_]\w*")
_CHANNEL = re.compile(r"[0-9]*>&[0-9-]+|(?<=\s)[0-9](?=>)")
_WINDOWS_SEPARATOR = re.compile(r"(?<=[\w:.~])\\(?=[\w.])")
_OPERATOR = re.compile(r"[;&|()<>]+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")

_RUNNERS = "sudo env command nohup time exec xargs do then else if while ! {"
_RUNS_ANOTHER = frozenset(_RUNNERS.split())


@dataclass(frozen=True, slots=True)
class Simple:
    """One program with its arguments; `program` is its bare name in lower case, "" for none."""

    program: str
    arguments: tuple[str, ...]
    targets: tuple[str, ...]  # of > and >>, but for devices


def heredocs(command: str) -> list[str]:
    """The texts between `<<EOF` and `EOF`."""
    return [match["body"] or "" for match in _HEREDOC.finditer(command)]


def simple_commands(command: str) -> Iterator[Simple]:
    """The simple commands, without the texts given to them."""
    line = _HEREDOC.sub(lambda match: match[3] + "\n", command)
    line = _SUBSTITUTION.sub(FILLED_IN, _CHANNEL.sub("", _WINDOWS_SEPARATOR.sub("/", line)))
    words: list[str] = []
    targets: list[str] = []
    goes_to = comes_from = False
    for token in _tokens(line):
        if not _OPERATOR.fullmatch(token):
            if goes_to:
                targets.append(token)
            elif not comes_from:
                words.append(token)
            goes_to = comes_from = False
            continue
        begins = "(" in token or not {">", "<"} & set(token)
        goes_to, comes_from = not begins and ">" in token, not begins and ">" not in token
        if begins:
            yield _simple(words, targets)
            words, targets = [], []


def _tokens(line: str) -> Iterator[str]:
    """Words without their quotes, and operators; every line ends with ";"."""
    for part in line.replace("\\\n", " ").split("\n"):
        lexer = shlex.shlex(part, posix=True, punctuation_chars=";&|()<>")
        lexer.commenters = ""
        lexer.whitespace_split = True
        try:
            yield from list(lexer)
        except ValueError:  # a quotation that does not end on this line
            yield from re.findall(r"[;&|()<>]+|[^\s;&|()<>\"']+", part)
        yield ";"


def _simple(words: list[str], targets: list[str]) -> Simple:
    while words and (words[0] in _RUNS_ANOTHER or _ASSIGNMENT.match(words[0])):
        words = words[1:]
    files = tuple(target for target in targets if target != "-" and not target.startswith("/dev/"))
    program = posixpath.basename(words[0]).lower() if words else ""
    return Simple(program, tuple(words[1:]), files)
