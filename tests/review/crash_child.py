"""Does things at a gate in processes of their own, which kill themselves at a checkpoint.

Reads lines of JSON (home, verb, checkpoint), forks for each, and answers with how the fork ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from gate_room import Room, sha

from openclaw_desktop.review.gate.gate import Gate


def approve(room: Room, gate: Gate) -> None:
    proposal = gate.proposals(waiting=True)[0]
    data = None if proposal.proposed is None else gate.bytes_of(proposal.proposed)
    gate.approve(proposal.id, result=data, seen=gate.approved(proposal.path), now=room.now)


def approve_edited(room: Room, gate: Gate) -> None:
    proposal = gate.proposals(waiting=True)[0]
    data = gate.bytes_of(proposal.proposed or "") + b"mine\n"
    gate.approve(proposal.id, result=data, seen=gate.approved(proposal.path), now=room.now)


def reject(room: Room, gate: Gate) -> None:
    gate.reject(gate.proposals(waiting=True)[0].id, now=room.now)


def take_back(room: Room, gate: Gate) -> None:
    gate.take_back(gate.decisions()[0], now=room.now)


def restore(room: Room, gate: Gate) -> None:
    first = gate.history.versions("MEMORY.md")[-1]
    gate.restore("MEMORY.md", b"Likes tea.\n", of=first.oid, now=room.now)


def save(room: Room, gate: Gate) -> None:
    gate.own_save("MEMORY.md", "saved\n", seen=sha("Likes tea.\n"), now=room.now)


def examine(room: Room, gate: Gate) -> None:
    gate.examine(["MEMORY.md", "USER.md", "SOUL.md", "memory/2026-03-01.md", "TOOLS.md"], now=room.now)


VERBS = {
    "approve": approve,
    "approve edited": approve_edited,
    "reject": reject,
    "take back": take_back,
    "restore": restore,
    "save": save,
    "examine": examine,
}


def do(job: dict[str, Any]) -> None:
    def die(name: str) -> None:
        if name == job["checkpoint"]:
            os.kill(os.getpid(), signal.SIGKILL)

    room = Room(Path(job["home"]), checkpoint=die)
    room.later(job["later"])
    VERBS[job["verb"]](room, room.gate)


def main() -> None:
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            do(json.loads(line))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
