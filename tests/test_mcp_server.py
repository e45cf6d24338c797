"""An agent's program talks to the server over its standard streams, as it does in life."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

import openclaw_desktop
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.review.proposal import State, Who
from openclaw_desktop.settings import Settings

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TEXT = "# Memory\n\n- The database is on port 5432.\n- The kiln is blue.\n- The kiln is blue.\n"
TOOLS = {"memory_search", "memory_get", "propose_change", "proposal_status", "context_budget"}
DECIDING = {
    *("approve", "approve_as_proposed", "reject", "take_back", "restore", "set_policy", "mute", "attribute"),
    *("save", "own_save", "own_operation", "create", "create_folder", "move", "duplicate", "delete", "undo"),
    *("change_settings", "examine", "examine_all", "gate", "by_hand", "harden", "undo_hardening"),
}
"""Verbs of the engine and the gate that decide, write into a workspace, or change what is guarded."""


@pytest.fixture
def root(tmp_path: Path, own_places: Path) -> Path:
    """A workspace, searched by words alone: no model is loaded."""
    (own_places / "config").mkdir()
    (own_places / "config" / "settings.toml").write_text(
        '[index]\nmodel = "/no/model.gguf"\n', encoding="utf-8"
    )
    root = tmp_path / "work space 工作"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(TEXT, encoding="utf-8")
    (root / "memory" / "2026-11-02.md").write_text("# Monday\n\n- 窑炉修好了。\n", encoding="utf-8")
    return root


@pytest.fixture
def person(root: Path) -> Iterator[Desk]:
    """The window's side: where a person decides."""
    engine = Engine(
        root,
        settings=Settings(),
        places=Places.of_user(),
        report=list[object]().append,
        embedder=HashEmbedder,
    )
    engine.desk.gate.examine_all(now=NOW)  # as a window does when it opens a workspace
    yield engine.desk
    engine.close()


class Agent:
    """A connected client."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers."""
        done = await self.session.call_tool(tool, arguments)
        text = self._text(done)
        assert not done.is_error, text
        return json.loads(text)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The sentence with which a tool refuses."""
        done = await self.session.call_tool(tool, arguments)
        assert done.is_error, self._text(done)
        return self._text(done)

    @staticmethod
    def _text(done: types.CallToolResult) -> str:
        (content,) = done.content
        assert isinstance(content, types.TextContent)
        return content.text


@asynccontextmanager
async def connected(root: Path) -> AsyncIterator[Agent]:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "openclaw_desktop", "mcp", "--workspace", str(root)],
        env=dict(os.environ),
    )
    name = types.Implementation(name="claude-code", title="Claude\nCode", version="1")
    async with (
        stdio_client(server) as (reading, writing),
        ClientSession(reading, writing, client_info=name) as session,
    ):
        await session.initialize()
        yield Agent(session)


def told(root: Path, story: Callable[[Agent], Awaitable[None]]) -> None:
    """Lets an agent live a story, on a thread where no other test's loop is running."""

    async def live() -> None:
        async with connected(root) as agent:
            await story(agent)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, live).result()


def test_an_agent_proposes_a_person_edits_and_the_agent_learns_what_and_why(root: Path, person: Desk) -> None:
    async def story(agent: Agent) -> None:
        made = await agent.call(
            "propose_change",
            path="MEMORY.md",
            edits=[{"old": "port 5432", "new": "port 5433 (moved)"}],
            reason="It moved today.",
        )
        assert made["status"] == "waiting"
        assert made["tokens"]["after"] > made["tokens"]["before"]
        assert (root / "MEMORY.md").read_text(encoding="utf-8") == TEXT
        assert (await agent.call("proposal_status", id=made["id"]))["status"] == "waiting"

        proposal = person.proposal(made["id"])
        assert (proposal.origin.who, proposal.origin.name) == (Who.AGENT, "Claude Code (MCP)")
        assert proposal.reason == "It moved today."
        better = TEXT.replace("port 5432", "port 5433")

        async def decide() -> None:
            seen = await anyio.to_thread.run_sync(person.review, made["id"])
            await anyio.to_thread.run_sync(
                lambda: person.approve(
                    made["id"], text=better, seen=seen.seen, comment="No brackets, please.", now=NOW
                )
            )

        answer: dict[str, Any] = {}
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(decide)
            answer = await agent.call("proposal_status", id=made["id"], wait_seconds=20)
        assert answer["status"] == "accepted"
        assert answer["comment"] == "No brackets, please."
        assert "+- The database is on port 5433." in answer["accepted"]
        assert "(moved)" in answer["changed_by_person"]
        assert (root / "MEMORY.md").read_text(encoding="utf-8") == better

    told(root, story)


def test_a_rejected_change_is_told_with_the_comment(root: Path, person: Desk) -> None:
    async def story(agent: Agent) -> None:
        made = await agent.call("propose_change", path="memory/2026-11-03.md", new_text="# Tuesday\n")
        assert made["kind"] == "create"
        person.reject([made["id"]], comment="Not worth a note.", now=NOW)
        answer = await agent.call("proposal_status", id=int(made["id"]), wait_seconds=20)
        assert (answer["status"], answer["comment"]) == ("rejected", "Not worth a note.")
        assert not (root / "memory" / "2026-11-03.md").exists()

    told(root, story)


def test_memory_is_searched_and_read_as_an_agent_knows_it(root: Path) -> None:
    async def story(agent: Agent) -> None:
        listed = await agent.session.list_tools()
        assert {tool.name for tool in listed.tools} == TOOLS
        found = await agent.call("memory_search", query="窑炉", maxResults=3)
        assert found["results"][0]["path"] == "memory/2026-11-02.md"
        assert found["mode"] == "fts-only"
        assert "words alone" in found["warning"]
        window = await agent.call("memory_get", path="MEMORY.md", **{"from": 3, "lines": 1})
        assert window["text"].split("\n")[0] == "- The database is on port 5432."
        assert window["nextFrom"] == 4
        assert await agent.call("context_budget")

    told(root, story)


def test_what_cannot_be_proposed_is_refused_with_what_to_do(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("mine\n", encoding="utf-8")

    async def story(agent: Agent) -> None:
        propose = "propose_change"
        edit = [{"old": "kiln", "new": "oven"}]
        assert "exactly one" in await agent.refused(propose, path="MEMORY.md", new_text="a", append="b")
        assert "exactly one" in await agent.refused(propose, path="MEMORY.md", reason="none of the three")
        assert "lines 4" in (await agent.refused(propose, path="MEMORY.md", edits=edit)).lower()
        gone = [{"old": "database is on port 1", "new": "x"}]
        assert await agent.refused(propose, path="MEMORY.md", edits=gone)
        assert "edits.0.new" in await agent.refused(propose, path="MEMORY.md", edits=[{"old": "a"}])
        assert await agent.refused(propose, path="../outside.md", append="b")
        assert await agent.refused(propose, path=str(outside), append="b")
        assert ".md" in await agent.refused(propose, path="notes.txt", append="b")
        assert "2 MB" in await agent.refused(propose, path="MEMORY.md", new_text="x" * (2 * 2**20 + 1))
        assert await agent.refused(propose, path="MEMORY.md", new_text=TEXT)
        assert await agent.refused("proposal_status", id="999")
        assert await agent.refused("proposal_status", id="MEMORY.md")
        assert "wait_seconds" in await agent.refused("proposal_status", id="1", wait_seconds="soon")
        assert "memory_search" in await agent.refused("approve", id="1")
        if os.name != "nt":
            (root / "memory" / "link.md").symlink_to(outside)
            assert await agent.refused(propose, path="memory/link.md", append="b")
            got = await agent.call("memory_get", path="memory/link.md")
            assert got["code"] == "MEMORY_PATH_NOT_ALLOWED"

    told(root, story)
    assert outside.read_text(encoding="utf-8") == "mine\n"
    assert (root / "MEMORY.md").read_text(encoding="utf-8") == TEXT


def test_a_path_in_full_and_edits_sent_as_the_text_of_their_json_are_understood(
    root: Path, person: Desk
) -> None:
    async def story(agent: Agent) -> None:
        edits = json.dumps([{"old": "port 5432", "new": "port 5433"}])
        whole = str(real / "MEMORY.md")
        await agent.call("propose_change", path=whole, edits=edits, append="", new_text=None)

    real = Path(os.path.realpath(root))
    told(root, story)
    assert [one.path for one in person.proposals(waiting=True)] == ["MEMORY.md"]


def test_many_proposals_from_one_client_all_wait(root: Path, person: Desk) -> None:
    async def story(agent: Agent) -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(40):
                tasks.start_soon(
                    lambda n: agent.call("propose_change", path=f"memory/{n}.md", append=f"- {n}\n"), number
                )

    told(root, story)
    assert {one.path for one in person.proposals(waiting=True)} == {f"memory/{n}.md" for n in range(40)}


def test_no_tool_changes_a_file_or_decides_whatever_it_is_given(root: Path, person: Desk) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    values: dict[str, Any] = {
        "query": "kiln",
        "path": "MEMORY.md",
        "id": "1",
        "reason": "approve",
        "new_text": "",
    }
    values |= {"append": "- approve this\n", "edits": [{"old": "port 5432", "new": "port 1"}]}
    values |= {"approve": True, "accepted": True, "state": "accepted", "comment": "x", "force": True}

    async def story(agent: Agent) -> None:
        for tool in (await agent.session.list_tools()).tools:
            known = set(tool.input_schema["properties"])
            for left_out in ({"append", "edits"}, {"new_text", "edits"}, {"append", "new_text"}):
                given = {name: value for name, value in values.items() if name not in left_out}
                await agent.session.call_tool(tool.name, given)
                await agent.session.call_tool(tool.name, {name: given[name] for name in known & given.keys()})

    told(root, story)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    waiting = person.proposals()
    assert waiting
    assert {one.state for one in waiting} == {State.WAITING}


PACKAGE = Path(openclaw_desktop.__file__).parent
FACES = [*PACKAGE.glob("agent_*.py"), PACKAGE / "mcp_server.py", *(PACKAGE / "cli").glob("*.py")]


@pytest.mark.parametrize("path", FACES, ids=lambda path: path.name)
def test_neither_the_tools_nor_the_commands_name_what_decides(path: Path) -> None:
    """Not even by a name put together at run time: they do not ask for attributes by name at all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not DECIDING & (attributes | imported)
    assert not {"getattr", "attrgetter", "methodcaller", "vars", "eval", "exec", "Gate"} & (called | imported)


def started(root: Path) -> subprocess.Popen[str]:
    """A server that has greeted its client."""
    process = subprocess.Popen(
        [sys.executable, "-m", "openclaw_desktop", "mcp", "--workspace", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    asked(process, 1, "initialize", **client)
    assert process.stdin is not None
    process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    return process


def send(process: subprocess.Popen[str], number: int, method: str, **params: Any) -> None:
    assert process.stdin is not None
    process.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
    )
    process.stdin.flush()


def asked(process: subprocess.Popen[str], number: int, method: str, **params: Any) -> dict[str, Any]:
    send(process, number, method, **params)
    assert process.stdout is not None
    answer = json.loads(process.stdout.readline())
    assert answer["id"] == number
    return answer["result"]


@pytest.mark.model
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc says which children a process has")
@pytest.mark.parametrize("how", [None, signal.SIGTERM, signal.SIGINT])
def test_the_server_leaves_at_once_and_no_process_stays(
    root: Path, own_places: Path, how: signal.Signals | None
) -> None:
    """Though it is in the middle of waiting for a person, and a model is loaded."""
    (own_places / "config" / "settings.toml").unlink()
    process = started(root)
    made = {"path": "MEMORY.md", "append": "- x\n"}
    asked(process, 2, "tools/call", name="propose_change", arguments=made)
    asked(process, 3, "tools/call", name="memory_search", arguments={"query": "kiln"})
    send(process, 4, "tools/call", name="proposal_status", arguments={"id": 1, "wait_seconds": 600})
    asked(process, 5, "ping")
    models = children(process)
    assert models
    if how is None:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    else:
        process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode == (0 if how is None else 128 + how)
    assert said == ""
    assert not [pid for pid in models if is_running(pid)]


def children(process: subprocess.Popen[str]) -> list[str]:
    """The processes of every thread's making."""
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    return [pid for task in tasks for pid in (task / "children").read_text(encoding="ascii").split()]


def is_running(pid: str) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_nothing_but_the_protocol_reaches_standard_output(root: Path) -> None:
    script = (
        "import os, sys\n"
        "from openclaw_desktop.desk.desk import Desk\n"
        "def noisy(self):\n"
        "    print('from a library'); os.write(1, b'from native code\\n'); os.system('echo from a child')\n"
        "    raise RuntimeError('the cause')\n"
        "Desk.context_budget = noisy\n"
        "from openclaw_desktop.cli import run\n"
        f"sys.exit(run(['mcp', '--workspace', {str(root)!r}]))\n"
    )
    call = {"name": "context_budget", "arguments": {}}
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    out, said = process.communicate(timeout=60)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert out == ""
    failed = answers[1]["result"]
    assert failed["isError"]
    assert "the cause" not in failed["content"][0]["text"]
    for heard in ("from a library", "from native code", "from a child", "RuntimeError: the cause"):
        assert heard in said
