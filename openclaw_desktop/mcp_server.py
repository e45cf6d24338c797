"""The tools an agent calls, over the Model Context Protocol. None of them approves anything.

Standard output belongs to the protocol alone; whatever else is printed or logged goes to standard error.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from openclaw_desktop import __version__, agent_memory, agent_proposals
from openclaw_desktop.agent_arguments import Arguments, Change, Get, Nothing, Number, Search
from openclaw_desktop.agent_memory import LazyIndex
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.places import APP_NAME
from openclaw_desktop.review.proposal import Origin

log = logging.getLogger("openclaw_desktop.mcp")

POLL_SECONDS = 0.3
"""How often a waiting `proposal_status` looks whether a person decided."""

LONGEST_WAIT = 600.0

INSTRUCTIONS = (
    "The memory of an OpenClaw agent: Markdown files that a person guards. Look things up with memory_search"
    " and memory_get. Change a file only with propose_change: a person sees the difference and accepts,"
    " edits or rejects it. Nothing here approves, and writing the file yourself ends in the same queue."
)

SIGNALS = [signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what a model reads about it, what it takes, and what it does."""

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Any, Origin], Awaitable[Any]]
    read_only: bool = True

    def listed(self) -> types.Tool:
        """How it is announced."""
        return types.Tool(
            name=self.name,
            description=self.description,
            input_schema=self.arguments.schema_for_models(),
            annotations=types.ToolAnnotations(
                read_only_hint=self.read_only, destructive_hint=False, open_world_hint=False
            ),
        )


class Tools:
    """The tools of one workspace."""

    def __init__(self, engine: Engine, index: LazyIndex) -> None:
        self._engine = engine
        self._index = index

    def all(self) -> tuple[Tool, ...]:
        """Every tool there is."""
        return (
            Tool(
                "memory_search",
                "Search MEMORY.md, USER.md and memory/ by meaning and words before answering about earlier"
                " work, decisions, dates, people, preferences or todos. Returns excerpts with path and lines;"
                " read more with memory_get.",
                Search,
                self._search,
            ),
            Tool(
                "memory_get",
                "Read one memory file, or the lines around a search result; also any other Markdown file of"
                " the workspace, as AGENTS.md, before proposing a change to it. Shows 120 lines at once;"
                " nextFrom says where to go on.",
                Get,
                self._get,
            ),
            Tool(
                "propose_change",
                "Propose a change to a Markdown file. It is NOT applied: a person sees the difference and"
                " accepts, edits or rejects it, maybe much later. Give exactly one of new_text, edits,"
                " append. Returns an id at once. Go on without the change meanwhile; do not propose it again"
                " and do not write the file by other means.",
                Change,
                self._propose,
                read_only=False,
            ),
            Tool(
                "proposal_status",
                "What became of a proposal: waiting, accepted, rejected or withdrawn; what was accepted, what"
                " the person changed in it, and their comment. Respect the comment before proposing anew.",
                Number,
                self._status,
            ),
            Tool(
                "context_budget",
                "How many tokens the files injected into the agent's context cost, and what is cut.",
                Nothing,
                self._budget,
            ),
        )

    async def _search(self, arguments: Search, _: Origin) -> Any:
        return await anyio.to_thread.run_sync(self._search_now, arguments)

    def _search_now(self, arguments: Search) -> Any:
        return agent_memory.search(
            self._engine,
            self._index.ready(self._engine),
            arguments.query,
            now=datetime.now(UTC),
            max_results=arguments.max_results,
            min_score=arguments.min_score,
            corpus=arguments.corpus or "memory",
        )

    async def _get(self, arguments: Get, _: Origin) -> Any:
        read = partial(
            agent_memory.get, self._engine, arguments.path, start=arguments.start, lines=arguments.lines
        )
        return await anyio.to_thread.run_sync(read)

    async def _propose(self, arguments: Change, origin: Origin) -> Any:
        edits = [(edit.old, edit.new) for edit in arguments.edits or ()]
        propose = partial(
            agent_proposals.propose,
            self._engine.desk,
            arguments.path,
            agent_proposals.change_of(arguments.new_text, edits, arguments.append),
            reason=arguments.reason,
            origin=origin,
            now=datetime.now(UTC),
        )
        return await anyio.to_thread.run_sync(propose)

    async def _status(self, arguments: Number, _: Origin) -> Any:
        number = str(arguments.id).strip().removeprefix("#")
        until = anyio.current_time() + min(arguments.wait_seconds, LONGEST_WAIT)
        while await anyio.to_thread.run_sync(agent_proposals.waits, self._engine.desk, number):
            left = until - anyio.current_time()
            if not left > 0:
                break
            await anyio.sleep(min(left, POLL_SECONDS))
        return await anyio.to_thread.run_sync(self._engine.desk.answer, number)

    async def _budget(self, _: Nothing, __: Origin) -> Any:
        return await anyio.to_thread.run_sync(agent_proposals.budget, self._engine.desk)


def server(engine: Engine, index: LazyIndex) -> Server[dict[str, Any]]:
    """The protocol's side of the tools. `index` is the listener `engine` was given."""
    tools = {tool.name: tool for tool in Tools(engine, index).all()}

    async def listed(
        _: ServerRequestContext[dict[str, Any]], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.listed() for tool in tools.values()])

    async def called(
        context: ServerRequestContext[dict[str, Any]], call: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = tools.get(call.name)
        if tool is None:
            return _answer(f"There is no tool {call.name!r}; there are {', '.join(tools)}.", failed=True)
        return await _call(tool, call.arguments or {}, _origin(context))

    return Server(
        APP_NAME,
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
    )


def _origin(context: ServerRequestContext[dict[str, Any]]) -> Origin:
    params = context.session.client_params
    info = params.client_info if params else None
    return agent_proposals.client((info.title or info.name) if info else "")


async def _call(tool: Tool, given: dict[str, Any], origin: Origin) -> types.CallToolResult:
    """Runs a tool; whatever goes wrong becomes a sentence a model can act on."""
    try:
        result = await tool.run(tool.arguments.model_validate(given), origin)
    except ValidationError as error:
        return _answer(f"{tool.name} cannot take these arguments: {_problems(error)}.", failed=True)
    except DesktopError as error:
        return _answer(str(error), failed=True)
    except Exception:
        log.exception("%s failed", tool.name)
        return _answer(
            f"{tool.name} failed by a fault inside OpenClaw Desktop, and nothing was changed. Go on without"
            " it and tell the person; its cause is on the server's standard error.",
            failed=True,
        )
    return _answer(json.dumps(result, ensure_ascii=False))


def _problems(error: ValidationError) -> str:
    places = ((".".join(str(part) for part in one["loc"]), one["msg"]) for one in error.errors())
    return "; ".join(f"{place}: {message}" if place else message for place, message in places)


def _answer(text: str, *, failed: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)


def run(engine: Engine, index: LazyIndex) -> None:
    """Serves one client on standard input and output until it closes them.

    A signal ends the process at once, after `engine` is closed: the thread that reads standard input cannot
    be ended otherwise.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        anyio.run(_serve, engine, index)
    except* BrokenPipeError:
        log.info("the client is gone, and with it whoever waited for an answer")


async def _serve(engine: Engine, index: LazyIndex) -> None:
    served = server(engine, index)
    async with anyio.create_task_group() as tasks:
        if os.name == "posix":
            tasks.start_soon(_leave_on_signal, engine)
        async with stdio_server() as (reading, writing):
            with contextlib.redirect_stdout(sys.stderr):
                await served.run(reading, writing, served.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _leave_on_signal(engine: Engine) -> None:
    with anyio.open_signal_receiver(*SIGNALS) as signals:
        async for number in signals:
            await anyio.to_thread.run_sync(engine.close)
            os._exit(128 + number)
