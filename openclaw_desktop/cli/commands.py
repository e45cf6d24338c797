"""The commands, each a function of its options and an engine."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from openclaw_desktop import doctor, settings_file
from openclaw_desktop import engine as engine_module
from openclaw_desktop.agent_memory import LazyIndex
from openclaw_desktop.cli import (
    agent_index_command,
    agent_search_command,
    context_command,
    past_command,
    review_commands,
    search_command,
    sessions_command,
    timeline_command,
    workspaces,
)
from openclaw_desktop.cli.progress import Progress, everything_complete, keywords_complete
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, IndexBusyError, OpenClawConfigError, SettingsError
from openclaw_desktop.events import Event, IndexPhase, IndexState
from openclaw_desktop.index.status import Status
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings

HEADWAY_SECONDS = 30.0
"""So long another process may take for one step of indexing."""


WITHOUT_INDEX: dict[str, Callable[[argparse.Namespace, Engine], int]] = {
    "context": context_command.run,
    "sessions": sessions_command.run,
    "timeline": timeline_command.run,
    "agent-index": agent_index_command.run,
    "agent-search": agent_search_command.run,
    "past-searches": past_command.run,
    "propose": review_commands.propose,
    "proposals": review_commands.proposals,
    "verify": review_commands.verify,
    "report": review_commands.report,
}
"""Commands that neither start the index nor wait for it."""


def run(options: argparse.Namespace, places: Places) -> int:
    """Runs the command that `options` names; returns its exit code."""
    if options.command == "mcp":
        return _mcp(options, places)
    progress = Progress()
    with _opened(options, places, progress, role="command line") as engine:
        if options.command in WITHOUT_INDEX:
            return WITHOUT_INDEX[options.command](options, engine)
        if options.command == "status":
            return _status(options, engine)
        if options.command == "index":
            return _index(options, engine, progress)
        if options.command == "doctor":
            return _doctor(options, engine)
        return search_command.run(options, engine, progress)


@contextmanager
def _opened(
    options: argparse.Namespace, places: Places, report: Callable[[Event], None], *, role: str
) -> Generator[Engine]:
    engine = Engine(
        workspaces.choose(options.workspace or options.place, places),
        settings=_settings(options, places),
        places=places,
        report=report,
        role=role,
    )
    try:
        yield engine
    finally:
        engine.close()


def _mcp(options: argparse.Namespace, places: Places) -> int:
    from openclaw_desktop import mcp_server  # here, because the protocol takes half a second to load

    index = LazyIndex()
    with _opened(options, places, index, role="MCP server") as engine:
        mcp_server.run(engine, index)
    return 0


def _settings(options: argparse.Namespace, places: Places) -> Settings:
    """The person's settings; the doctor says what is wrong with them, and goes on without."""
    try:
        return settings_file.load(places.settings_file)
    except SettingsError:
        if options.command == "doctor":
            return Settings()
        raise


def _status(options: argparse.Namespace, engine: Engine) -> int:
    found = engine.status()
    agent = _agent_name(engine)
    if options.json:
        print(json.dumps({**asdict(found), "agent": agent}, ensure_ascii=False))
        return 0
    print(f"workspace  {engine.root}" + (f" · agent {agent}" if agent else ""))
    print(f"index      {found.sentence}")
    print(f"stored in  {engine.folder} · {found.bytes / 2**20:.1f} MB")
    for path, reason in sorted(found.skipped.items()):
        print(f"left out   {path}: {reason}")
    return 0


def _agent_name(engine: Engine) -> str | None:
    try:
        agent = engine_module.agent_of(engine_module.installation(), engine.root)
    except OpenClawConfigError:
        return None
    return agent.id if agent else None


def _index(options: argparse.Namespace, engine: Engine, progress: Progress) -> int:
    if options.force:
        engine.rebuild()
    engine.start(watch=False)
    wait = options.wait or options.force  # an index begun anew takes the old one's place when it is complete
    enough = everything_complete if wait else keywords_complete
    state = progress.wait(lambda state: _by_another(state) or enough(state))
    if options.force and _by_another(state):
        raise IndexBusyError(
            f"This workspace is {_writer(state)}, so its index cannot be made anew here meanwhile. Close that"
            " program first, or choose Index, Rebuild in its window."
        )
    if wait and _by_another(state):
        state = _waited_for(engine, progress)
    failed = state.phase is IndexPhase.STOPPED or (wait and state.keywords_only)
    if options.json:
        print(json.dumps(_as_json(state), ensure_ascii=False))
    elif failed:
        raise DesktopError(state.sentence)
    else:
        print(state.sentence)
    return DesktopError.exit_code if failed else 0


def _by_another(state: IndexState) -> bool:
    return state.phase is IndexPhase.ELSEWHERE


def _writer(state: IndexState) -> str:
    return (state.problem or "indexed by another process").rstrip(".")


def _waited_for(engine: Engine, progress: Progress) -> IndexState:
    """Waits until the process that writes this index is done, or this one took over and is.

    Raises IndexBusyError when the other makes no headway: it may be paused, or have no model.
    """
    before: Status | None = None
    since = time.monotonic()
    while True:
        state = progress.wait(lambda state: not _by_another(state) and everything_complete(state), 1.0)
        if not _by_another(state) and everything_complete(state):
            return state
        found = engine.status()
        if _by_another(state) and found.is_complete:
            return state
        if found != before:
            before, since = found, time.monotonic()
        elif _by_another(state) and time.monotonic() - since > HEADWAY_SECONDS:
            raise IndexBusyError(
                f"This workspace is {_writer(state)}, which makes no headway: it may be paused or have no"
                " model. Go on with it there, or close that program."
            )


def _as_json(state: IndexState) -> dict[str, Any]:
    return {**asdict(state), "phase": str(state.phase), "sentence": state.sentence}


def _doctor(options: argparse.Namespace, engine: Engine) -> int:
    checks = doctor.checks(engine)
    if options.json:
        print(json.dumps([asdict(check) for check in checks], ensure_ascii=False))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            print(f"{'ok ' if check.ok else 'NOT'}  {check.name:<{width}}  {check.sentence}")
    sys.stdout.flush()
    return 0 if all(check.ok for check in checks) else DesktopError.exit_code
