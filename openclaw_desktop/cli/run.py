"""Reads the command line, runs one command, turns its errors into a sentence and an exit code."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from openclaw_desktop import demo, recent, settings
from openclaw_desktop.cli import commands, workspaces
from openclaw_desktop.cli.parser import COMMANDS, command_parser, window_parser
from openclaw_desktop.errors import DesktopError, NoWorkspaceError
from openclaw_desktop.places import Places

INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code: 0 done, 1 failed, 2 not understood."""
    if arguments and arguments[0] == "--embedder-child":  # how a frozen build starts its model's process
        from openclaw_desktop.index import embedder_child

        return embedder_child.main(list(arguments[1:]))
    _speak_utf8()
    try:
        if arguments and arguments[0] in COMMANDS:
            return commands.run(command_parser().parse_args(arguments), Places.of_user())
        return _window(arguments, Places.of_user())
    except DesktopError as error:
        print(f"openclaw-desktop: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `head` does
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.close()
        return 0


def _window(arguments: Sequence[str], places: Places) -> int:
    options = window_parser().parse_args(arguments)
    root: Path | None = options.path
    if options.demo:
        root = demo.sample_workspace()
    elif root is not None and not root.is_dir():
        raise NoWorkspaceError(f"{root} is not a folder that can be opened")
    elif root is None:
        root = workspaces.usual(places)
    if root is not None:
        recent.remember(places, root)
    from openclaw_desktop.ui.app import run_window

    return run_window(
        root,
        places=places,
        settings=settings.load(places.settings_file),
        screenshots=options.screenshot,
        scale=options.scale,
    )


def _speak_utf8() -> None:
    """Consoles of other encodings get UTF-8, and file names that are none are shown escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
