"""Reads the command line, runs one command, turns its errors into a sentence and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from openclaw_desktop import demo, recent, settings_file
from openclaw_desktop.cli import workspaces
from openclaw_desktop.cli.parser import COMMANDS, command_parser, window_parser
from openclaw_desktop.errors import DesktopError, NoWorkspaceError, sentence_of
from openclaw_desktop.index.model_process import CHILD_OPTION
from openclaw_desktop.places import Places, require_home
from openclaw_desktop.settings import Settings


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code: 0 done, 1 failed, 2 not understood."""
    if arguments and arguments[0] == CHILD_OPTION:  # how a frozen build starts its model's process
        from openclaw_desktop.index import embedder_child

        return embedder_child.main(list(arguments[1:]))
    _open_streams()
    try:
        try:
            require_home()
            return _command(arguments)
        finally:
            sys.stdout.flush()
    except DesktopError as error:
        _complain(str(error))
        return error.exit_code
    except BrokenPipeError:  # the reader of our output left, as `head` does
        _let_go(sys.stdout)
        return 0
    except OSError as error:
        _let_go(sys.stdout)
        _complain(sentence_of(error))
        return DesktopError.exit_code


def _command(arguments: Sequence[str]) -> int:
    places = Places.of_user()
    if arguments and arguments[0] in COMMANDS:
        from openclaw_desktop.cli import commands  # a window that is open already is to hear of it at once

        options = command_parser().parse_args(arguments)
        places.make()
        return commands.run(options, places)
    return _window(arguments, places)


def _window(arguments: Sequence[str], places: Places) -> int:
    gc.disable()  # a tenth of the start was a search for garbage; the window has a collector of its own
    options = window_parser().parse_args(arguments)
    if options.version or options.licences:
        from openclaw_desktop import about

        print(about.licences() if options.licences else about.versions())
        return 0
    places.make()
    trouble = ""
    try:
        wanted = _wanted(options, places)
    except NoWorkspaceError as error:
        if options.screenshot is not None or not _is_from_desktop():
            raise
        wanted, trouble = dict[Path, tuple[str, ...]](), str(error)
    for root in reversed(wanted):
        with contextlib.suppress(OSError):  # it is opened all the same
            recent.remember(places, root)
    from openclaw_desktop.ui import app

    settings = Settings() if options.safe_mode else settings_file.read(places.settings_file).settings
    if options.screenshot is not None:
        root = next(iter(wanted), None)
        return app.take_pictures(root, options.screenshot, options.scale, places=places, settings=settings)
    return app.run_windows(
        wanted,
        options.view,
        places=places,
        settings=settings,
        alone=options.new_instance,
        safe=options.safe_mode,
        trouble=trouble,
    )


def _is_from_desktop() -> bool:
    """Whether a file manager or menu started this, where nobody reads standard error."""
    named = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID", "GIO_LAUNCHED_DESKTOP_FILE")
    return not sys.stderr.isatty() and any(name in os.environ for name in named)


def _wanted(options: argparse.Namespace, places: Places) -> dict[Path, tuple[str, ...]]:
    """The workspaces to open, each with the files to show; none: the list of agents and workspaces."""
    if options.demo:
        return {demo.sample_workspace(): ()}
    if options.paths:
        return workspaces.of_paths(options.paths, places)
    if options.screenshot is not None or options.safe_mode:
        root = workspaces.usual(places)
        return {root: ()} if root is not None else {}
    return dict.fromkeys(workspaces.of_last_time(places), ())


def _open_streams() -> None:
    """Output is UTF-8 on consoles of other encodings too; file names that are none are shown escaped.

    A stream that is closed is led nowhere, before a file or pipe of ours gets its number.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.__stdout__ is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the process ends
    if sys.__stderr__ is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _complain(sentence: str) -> None:
    try:
        print(f"openclaw-desktop: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # nobody can be told
        _let_go(sys.stderr)


def _let_go(stream: TextIO) -> None:
    """Forgets what cannot be written, so that Python does not try again when it ends."""
    with contextlib.suppress(OSError):
        stream.close()
