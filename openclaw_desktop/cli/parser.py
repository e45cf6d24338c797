"""What can be typed after `openclaw-desktop`."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

from openclaw_desktop.cli.agent_options import add_agent_commands
from openclaw_desktop.context.model_window import window_of
from openclaw_desktop.context.rules.parameters import PARAMETERS
from openclaw_desktop.errors import UsageError
from openclaw_desktop.places import APP_NAME

COMMANDS = (
    "status",
    "index",
    "search",
    "doctor",
    "context",
    "sessions",
    "timeline",
    "past-searches",
    "agent-index",
    "agent-search",
    "propose",
    "proposals",
    "verify",
    "report",
    "mcp",
)

LONGEST_WAIT = 7 * 86_400


class Parser(argparse.ArgumentParser):
    """argparse, but what it does not understand is an error of our family."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage().strip()}")


def _named(text: str) -> Path:
    """A path; nothing is no path, though Python would take it for the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("a path is needed, and this one is empty")
    return Path(text)


def _seconds(text: str) -> float:
    """A time to wait: no less than nothing."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_WAIT:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to {LONGEST_WAIT:,}")
    return seconds


def _window(text: str) -> int:
    """The tokens a model takes."""
    tokens = window_of(text)
    if tokens is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of tokens like 200000, 128k or 1M")
    return tokens


def window_parser() -> Parser:
    """`openclaw-desktop [PATH …]`: the window."""
    parser = Parser(
        prog=APP_NAME,
        description="Read, edit, index and search the Markdown memory of an OpenClaw agent.",
        epilog="Commands without a window: "
        + ", ".join(COMMANDS)
        + ". Each has its own --help. A folder of that name is opened with ./NAME.",
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        type=_named,
        help="a workspace, or a file in one (else what was open last; at first one is asked)",
    )
    parser.add_argument(
        "--view",
        choices=("search", "today", "review"),
        default="",
        help="begin with the search, today's note, or what waits for review",
    )
    parser.add_argument(
        "--new-instance",
        action="store_true",
        help="open another window even where one of this workspace is open",
    )
    parser.add_argument(
        "--safe-mode",
        action="store_true",
        help="default settings, no tabs of last time, no guarding, and no indexing until asked",
    )
    parser.add_argument("--demo", action="store_true", help="open your own copy of the sample workspace")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="DIR",
        help="without a display: a picture of each view and page in both themes, then leave",
    )
    parser.add_argument(
        "--scale", type=float, default=1.0, metavar="N", help="pixels per unit of the pictures (default 1)"
    )
    parser.add_argument(
        "--version", action="store_true", help="versions and licences of the program and all it is made of"
    )
    parser.add_argument("--licences", action="store_true", help="the licences of all that in full")
    return parser


def command_parser() -> Parser:
    """`openclaw-desktop COMMAND`: everything that needs no window."""
    parser = Parser(prog=APP_NAME)
    parser.set_defaults(place=None)  # some commands take the workspace without --workspace, too
    commands = parser.add_subparsers(dest="command", required=True)

    where = Parser(add_help=False)
    where.add_argument(
        "--workspace", type=_named, metavar="PATH", help="which workspace (else the last one, or an agent's)"
    )
    common = Parser(add_help=False, parents=[where])
    common.add_argument("--json", action="store_true", help="for programs: JSON on standard output")

    add = partial(commands.add_parser, parents=[common])
    _add_index_commands(add)
    _add_context_commands(add)
    _add_session_commands(add)
    _add_past_command(add)
    add_agent_commands(add, named=_named)
    _add_review_commands(add)
    commands.add_parser(
        "mcp",
        parents=[where],
        help="serve an agent's tools over MCP on standard input and output",
        description="Serves memory_search, memory_get, propose_change, proposal_status and context_budget"
        " over the Model Context Protocol. An agent's program starts it; no tool approves anything.",
    )
    return parser


def _add_index_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    add(
        "status",
        help="which workspace this is and how far its index is",
        description="Says which workspace this is, how far its index is, and what is left out and why.",
    )

    index = add(
        "index",
        help="bring the index up to date",
        description="Brings the index up to date: keywords at once, vectors too with --wait.",
    )
    index.add_argument("--force", action="store_true", help="build it anew; known vectors are kept")
    index.add_argument("--wait", action="store_true", help="end only when keywords and vectors are complete")

    _add_search_arguments(
        add(
            "search",
            help="search, and see why each hit ranked",
            description="Searches the workspace and shows what each factor contributed to each hit.",
        )
    )

    add(
        "doctor",
        help="check everything this program needs",
        description="Checks all this program needs; each line is ok or says what to do.",
    )


def _add_context_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    context = add(
        "context",
        help="what the model is given of the files, and what is cut",
        description="Says for each file how much of it is injected into a session, what is cut and why, and"
        " how much of the model's window that takes. What nobody measured is unknown.",
    )
    context.add_argument(
        "--session-kind",
        choices=("main", "direct", "group", "channel", "subagent", "cron"),
        default="main",
        help="who is at the other end (default main)",
    )
    context.add_argument(
        "--profile",
        choices=("2026.2", "2026.9", "described"),
        help="another version's rules and limits, or those first described (default this OpenClaw's)",
    )
    context.add_argument(
        "--window", type=_window, metavar="N", help="the model's window in tokens: 200000, 128k, 1M"
    )
    context.add_argument(
        "--show", metavar="FILE", help="print what is injected of one file, and where it is cut"
    )


def _add_session_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    sessions = add(
        "sessions",
        help="the agent's sessions: how full, how long, at what cost",
        description="Lists the sessions of the agent whose workspace it is, the one that changed last first."
        " What nobody knows is unknown. Nothing of OpenClaw's is written or locked.",
    )
    sessions.add_argument("--find", metavar="TEXT", help="only those in which this was said, and where")

    timeline = add(
        "timeline",
        help="how a session filled its window, and what left it",
        description="Says turn by turn what was in the window, estimated and as the provider measured it;"
        " when notes were written, when a compaction or pruning came, what left by it, and which facts are"
        " lost. With --set: what other rules would have done.",
        epilog="Rules: " + ", ".join(each.key for each in PARAMETERS) + ".",
    )
    timeline.add_argument("session", metavar="SESSION", help="its id or the beginning of it, or its key")
    timeline.add_argument(
        "--window",
        type=_window,
        metavar="N",
        help="the model's window in tokens: 200000, 128k, 1M (default OpenClaw's note, or openclaw.json)",
    )
    timeline.add_argument(
        "--branch",
        metavar="N|ID",
        help="which way through a session that forks: its number, or how the id of its last entry begins",
    )
    timeline.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="try another rule, e.g. flush.soft=8000 or prune.enabled=on; may be repeated",
    )
    timeline.add_argument("--png", type=_named, metavar="FILE", help="draw it too; needs no display")


def _add_past_command(add: Callable[..., argparse.ArgumentParser]) -> None:
    past = add(
        "past-searches",
        help="what the agent asked its memory, and where that failed it",
        description="Lists every memory_search and memory_get of the agent's sessions, the newest first, with"
        " the answer, and says where the memory failed: nothing found, no file of it read, asked before,"
        " unavailable. With --again: the recorded hits beside today's, by the clock of then.",
    )
    past.add_argument("--failed", action="store_true", help="only those in which the memory failed, and why")
    past.add_argument("--query", metavar="TEXT", help="only those with this in question, answer or files")
    past.add_argument(
        "--again", metavar="N", help="ask the one of this number or id again, and say what differs and why"
    )


def _add_review_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    _add_propose_arguments(
        add(
            "propose",
            help="propose a change to a file; it waits for a person",
            description="Proposes a change to a Markdown file. It is not applied: it waits in the window for"
            " a person, who accepts, edits or rejects it.",
            epilog="Exit codes: 0 proposed, or with --wait accepted; 1 failed or refused; 2 not understood;"
            " with --wait also 3 rejected or withdrawn and 4 still waiting.",
        )
    )
    add(
        "proposals",
        help="what waits for a person",
        description="Lists the changes that wait for a person. They are decided in the window only.",
    )
    add(
        "verify",
        help="whether journal, history and files agree",
        description="Checks every recorded version's hash, and that journal, history and files agree."
        " Ends with 1 and a list when they do not.",
    )
    report = add(
        "report",
        help="a page for an auditor",
        description="Writes one self-contained page: files, policies, hashes, decisions and what disagrees.",
    )
    report.add_argument("--html", type=_named, metavar="FILE", required=True, help="where it is written")


def _add_propose_arguments(propose: argparse.ArgumentParser) -> None:
    propose.add_argument("path", help="the file, as the workspace names it: memory/2026-03-01.md")
    propose.add_argument(
        "--from",
        dest="source",
        default="-",
        metavar="FILE",
        help="the new text; - (as without it) is standard input",
    )
    propose.add_argument("--append", action="store_true", help="the text is added at the file's end")
    propose.add_argument("--reason", default="", metavar="TEXT", help="why, for the person who decides")
    propose.add_argument(
        "--wait", type=_seconds, metavar="S", help="wait so many seconds for the decision (see exit codes)"
    )


def _add_search_arguments(search: argparse.ArgumentParser) -> None:
    search.add_argument("query", nargs="?", help="the question")
    search.add_argument("--preset", metavar="NAME", help='"Desktop", "OpenClaw 2026.9" or "OpenClaw 2026.2"')
    search.add_argument("--limit", type=int, metavar="N", help="how many hits (default 6)")
    search.add_argument(
        "--min-score", type=float, metavar="X", help="hits under this are left out (default 0.35)"
    )
    search.add_argument("--now", metavar="DATE", help="the day it is asked, for the decay (default today)")
    search.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="another search setting, e.g. mmr_lambda=1; --set help names them all",
    )
    search.add_argument("--explain", action="store_true", help="say step by step how each score came about")
    search.add_argument(
        "--batch",
        metavar="FILE",
        help='questions, one a line: {"query": "…"}, and if wanted "now": "2026-03-01"; - is standard input;'
        " one answer a line, as JSON",
    )
