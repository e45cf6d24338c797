"""How long sessions take to open, to list and to search, and what memory they need.

    python tests/bench/sessions.py [--turns 10000] [--sessions 500] [--megabytes 200]

Everything is made afresh in a temporary folder. Each measurement runs in a process of its own; printed are
seconds of processor time, which is all there is to wait for with the files in the system's memory, and what
memory it needs above a process that has only loaded the program.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from openclaw_desktop import tokens
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.ledger import ledger
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.catalogue import catalogue
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.session_search import search
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.context.window import in_window

TEXT = """
the station reports 6.1 degrees at 2026-02-24T00:10Z, node-1 lost 3 packets; see memory/2026-02-24.md wxctl
export --format csv | head -20 && echo done 气象站 的 观测 数据 很 好 データ gust_ms=28.6 dir_deg=187
"""
WORDS = TEXT.split()


class Talk:
    """A session as OpenClaw writes it: questions, thoughts, calls with results of all sizes, answers."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._number = 0
        self._time = datetime(2026, 3, 1, 9, tzinfo=UTC)

    def text(self, size: float) -> str:
        return " ".join(self._random.choices(WORDS, k=max(1, int(size / 8))))

    def header(self) -> dict[str, Any]:
        return {"type": "session", "version": 3, "id": "s", "cwd": "/home/sam/.openclaw/workspace"}

    def message(self, role: str, content: Any, **more: Any) -> dict[str, Any]:
        return self._record({"type": "message", "message": {"role": role, "content": content, **more}})

    def _record(self, record: dict[str, Any]) -> dict[str, Any]:
        parent = f"{self._number:08x}" if self._number else None
        self._number += 1
        self._time += timedelta(seconds=7)
        return {
            "id": f"{self._number:08x}",
            "parentId": parent,
            "timestamp": self._time.isoformat(),
            **record,
        }

    def answer(self, *blocks: dict[str, Any]) -> dict[str, Any]:
        usage = {"input": 900, "output": 40, "cacheRead": 30_000 + self._number, "cacheWrite": 0}
        return self.message(
            "assistant", list(blocks), usage=usage, provider="lab", model="m", stopReason="stop"
        )

    def turn(self, *, result: float = 1000.0, calls: int = 1) -> Iterator[dict[str, Any]]:
        yield self.message("user", [{"type": "text", "text": self.text(120)}])
        for _ in range(calls):
            call = f"call_{self._number}"
            arguments = {"command": self.text(60)}
            yield self.answer(
                {"type": "thinking", "thinking": self.text(200), "thinkingSignature": "c2ln" * 40},
                {"type": "toolCall", "id": call, "name": "exec", "arguments": arguments},
            )
            size = min(60_000, result * self._random.paretovariate(1.3) / 4)
            content = [{"type": "text", "text": self.text(size)}]
            yield self.message("toolResult", content, toolName="exec", toolCallId=call, isError=False)
        yield self.answer({"type": "text", "text": self.text(250)})
        if self._number % 900 < 4:
            kept = f"{max(1, self._number - 20):08x}"
            summary = {"summary": self.text(1500), "firstKeptEntryId": kept, "tokensBefore": 181_000}
            yield self._record({"type": "compaction", **summary})


def write(path: Path, talk: Talk, megabytes: float, *, turns: int = 10**9, **turn: Any) -> None:
    """A session of so many turns or megabytes, whichever comes first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(talk.header()) + "\n")
        for _ in range(turns):
            for record in talk.turn(**turn):
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
            if file.tell() > megabytes * 1e6:
                return


def opened(path: Path) -> str:
    """What opening the session for the timeline takes."""
    started = time.process_time()
    conversation = read_conversation(Lines(path))
    chain = conversation.chain()
    read = time.process_time()
    places = AgentPaths("/home/sam/.openclaw/workspace")
    result = ledger(chain, count=tokens.count, window=200_000, places=places)
    accounted = time.process_time()
    inside = in_window(chain, len(chain) - 1)
    shown = time.process_time()
    return (
        f"{len(result.points):,} entries, {chain[-1].turn:,} turns: read {read - started:.2f} s, ledger "
        f"{accounted - read:.2f} s, together {accounted - started:.2f} s; {len(inside):,} parts in the "
        f"window {1000 * (shown - accounted):.0f} ms; {' '.join(conversation.problems) or 'no problems'}"
    )


def listed(state: Path) -> str:
    """What listing the agent's sessions takes."""
    started = time.process_time()
    result = catalogue(state, "main", state / "cache")
    seconds = time.process_time() - started
    return f"{len(result.rows):,} sessions listed in {seconds:.2f} s {' '.join(result.problems)}"


def searched(state: Path) -> str:
    """What searching all of the agent's sessions takes."""
    started = time.process_time()
    hits = sum(1 for _ in search(sessions.of_agent(state, "main"), "观测 数据 很 好 NODE-1"))
    return f"searched in {time.process_time() - started:.2f} s, {hits:,} found"


def nothing(_: Path) -> str:
    return "nothing done"


MEASURED: dict[str, Callable[[Path], str]] = {
    each.__name__: each for each in (opened, listed, searched, nothing)
}


def most_megabytes() -> float:
    """The most memory this process ever held."""
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def measure(name: str, path: Path) -> tuple[str, float]:
    """What a measurement says, and its memory in MB, in a process of its own."""
    command = [sys.executable, __file__, "--measure", name, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    sentence, _, memory = done.stdout.strip().rpartition("\n")
    return sentence, float(memory)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--measure", nargs=2)
    arguments = parser.parse_args()
    if arguments.measure:
        name, path = arguments.measure
        tokens.count("loaded")
        print(MEASURED[name](Path(path)))
        print(most_megabytes())
        return
    with tempfile.TemporaryDirectory(prefix="openclaw-bench-") as folder:
        root = Path(folder)
        _, idle = measure("nothing", root)

        def show(title: str, name: str, path: Path) -> None:
            sentence, memory = measure(name, path)
            print(f"{title}: {sentence}; {memory - idle:.0f} MB above {idle:.0f}", flush=True)

        turns = root / "turns.jsonl"
        write(turns, Talk(1), 10**6, turns=arguments.turns, result=500.0)
        show(f"{turns.stat().st_size / 1e6:.0f} MB in short records", "opened", turns)
        large = root / "large.jsonl"
        write(large, Talk(2), 20, turns=10**6, result=6000.0, calls=2)
        show(f"{large.stat().st_size / 1e6:.0f} MB in long records", "opened", large)
        line = root / "line.jsonl"
        talk = Talk(3)
        records = [talk.header(), *talk.turn(), talk.message("user", talk.text(20e6)), *talk.turn()]
        line.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        show("A line of 20 MB", "opened", line)
        giant = root / "giant.jsonl"
        write(giant, Talk(4), arguments.megabytes, result=3000.0, calls=2)
        show(f"{giant.stat().st_size / 1e6:.0f} MB", "opened", giant)

        state = root / "state"
        for number in range(arguments.sessions):
            path = state / "agents" / "main" / "sessions" / f"s{number}.jsonl"
            write(path, Talk(number), 20 / (number + 1), result=2000.0)
        size = sum(path.stat().st_size for path in state.rglob("*.jsonl")) / 1e6
        show(f"{size:.0f} MB, first time", "listed", state)
        show(f"{size:.0f} MB, second time", "listed", state)
        show(f"{size:.0f} MB", "searched", state)


if __name__ == "__main__":
    main()
