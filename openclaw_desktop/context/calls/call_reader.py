"""Pure: follows one session record by record and keeps the calls that may have written a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from openclaw_desktop.context.calls import shell, tool_arguments
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.profiles import SessionKind
from openclaw_desktop.context.transcript import CALLS, Record, blocks_of, object_of, time_of


@dataclass(frozen=True, slots=True)
class WriteCall:
    """One call of an agent that may have written one file, or a shell command that may have written several.

    `path` is relative to the workspace, absolute when it is elsewhere, and empty for a shell command, which
    has `command` and what it writes in `written`. `turn` counts the user's messages of the session from 1.
    `failed` is None while there is no result.
    """

    agent: str
    session: str
    key: str | None
    kind: SessionKind | None
    turn: int
    at: datetime
    ended: datetime | None
    tool: str
    path: str
    texts: tuple[str, ...]
    removed: tuple[str, ...]
    whole: bool
    deletes: bool
    command: str
    written: shell.Written
    failed: bool | None


class CallReader:
    """The calls of one session. Records come in the order they were written."""

    def __init__(
        self, agent: str, session: str, *, key: str | None, kind: SessionKind | None, root: str
    ) -> None:
        self.calls: dict[tuple[str, int], WriteCall] = {}
        self._origin = agent, session, key, kind
        self._places = AgentPaths(root)
        self._turns: dict[str, int] = {}  # of every record, along its chain of parents
        self._turn = 0  # of the last record
        self._time = datetime.fromtimestamp(0, UTC)
        self._unnamed = 0

    def take(self, record: Record) -> None:
        """Follows one more record; what makes no sense is passed over."""
        message = object_of(record.get("message"))
        role = message.get("role") if record.get("type") == "message" else None
        self._time = time_of(record) or self._time
        self._count(record, is_user=role == "user")
        if record.get("type") == "session" and isinstance(cwd := record.get("cwd"), str):
            self._places = AgentPaths(self._places.root, cwd)
        elif role == "assistant":
            for block in blocks_of(message):
                self._call(block)
        elif role == "toolResult":
            self._result(message)
        elif role == "bashExecution":
            self._add("bash", {"command": message.get("command")}, failed=bool(message.get("exitCode")))

    def forget_before(self, time: datetime) -> None:
        """Lets go of calls that had ended by then."""
        self.calls = {key: call for key, call in self.calls.items() if (call.ended or call.at) >= time}

    def _count(self, record: Record, *, is_user: bool) -> None:
        parent = record.get("parentId")
        turn = self._turns.get(parent, self._turn) if isinstance(parent, str) else self._turn
        self._turn = turn + is_user
        if isinstance(identity := record.get("id"), str):
            self._turns[identity] = self._turn

    def _call(self, block: Record) -> None:
        kind, name = block.get("type"), block.get("name")
        if isinstance(kind, str) and kind in CALLS and isinstance(name, str):
            arguments = block.get("arguments", block.get("input", block.get("args")))
            self._add(name, arguments, identity=block.get("id"))

    def _add(
        self, tool: str, arguments: object, *, identity: object = None, failed: bool | None = None
    ) -> None:
        self._unnamed += 1
        call_id = identity if isinstance(identity, str) else f"#{self._unnamed}"
        agent, session, key, kind = self._origin
        for number, write in enumerate(tool_arguments.writes(tool, arguments)):
            written = self._written(write)
            if write.command and not written.anything:
                continue
            self.calls[call_id, number] = WriteCall(
                agent=agent,
                session=session,
                key=key,
                kind=kind,
                turn=self._turn,
                at=self._time,
                ended=None if failed is None else self._time,
                tool=tool,
                path=self._places.relative(write.path) if write.path else "",
                texts=write.texts,
                removed=write.removed,
                whole=write.whole,
                deletes=write.deletes,
                command=write.command,
                written=written,
                failed=failed,
            )

    def _written(self, write: tool_arguments.Write) -> shell.Written:
        """What a command writes, in the workspace's own paths."""
        if not write.command:
            return shell.Written()
        found = shell.written(write.command)
        paths, folders = (
            tuple(self._places.relative(name, write.folder) for name in names)
            for names in (found.paths, found.folders)
        )
        return replace(found, paths=paths, folders=folders)

    def _result(self, message: Record) -> None:
        identity = message.get("toolCallId")
        number = 0
        while isinstance(identity, str) and (call := self.calls.get((identity, number))):
            failed = message.get("isError") is True
            self.calls[identity, number] = replace(call, failed=failed, ended=self._time)
            number += 1
