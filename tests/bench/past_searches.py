"""How long past searches take to list: 500 sessions with eight searches each.

    python tests/bench/past_searches.py [--sessions 500]

Everything is made afresh in a temporary folder; printed are seconds of processor time,
which is all there is to wait for with the files in the system's memory.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from openclaw_desktop.context.recall.past import matching
from openclaw_desktop.context.recall.past_list import past_calls

ROOT = Path("/home/sam/.openclaw/workspace")
WORDS = [f"word{number}" for number in range(400)]
TURNS, HITS = 40, 6
SEARCH_EVERY = 5
"""Turns."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=500)
    options = parser.parse_args()
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        state, cache = Path(folder) / "state", Path(folder) / "cache"
        size = sum(_written(state, number, chance) for number in range(options.sessions))
        print(f"{options.sessions:,} sessions, {size / 1e6:.0f} MB")
        for name in ("the first time", "again", "again"):
            began = time.process_time()
            pasts = past_calls(state, "main", ROOT, cache).pasts
            print(f"{len(pasts):,} calls listed {name}: {time.process_time() - began:.2f} s")
        began = time.process_time()
        found = len(matching(pasts, "word17"))
        print(f"{found:,} found by a word: {time.process_time() - began:.3f} s")


def _written(state: Path, number: int, chance: random.Random) -> int:
    """One session; its size in bytes."""
    path = state / "agents" / "main" / "sessions" / f"s{number}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    records: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": f"s{number}"}]
    for place, message in enumerate(_talk(chance)):
        stamp = (at + timedelta(seconds=place)).isoformat()
        records.append({"type": "message", "id": f"{place:08x}", "timestamp": stamp, "message": message})
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path.stat().st_size


def _talk(chance: random.Random) -> Iterator[dict[str, Any]]:
    for turn in range(TURNS):
        yield {"role": "user", "content": _text(chance, 40)}
        if turn % SEARCH_EVERY == 0:
            arguments = {"query": _text(chance, 4)}
            block = {"type": "toolCall", "id": f"c{turn}", "name": "memory_search", "arguments": arguments}
            yield {"role": "assistant", "content": [block]}
            answer = json.dumps({"results": [_hit(chance) for _ in range(HITS)]}, indent=2)
            text = [{"type": "text", "text": answer}]
            yield {
                "role": "toolResult",
                "toolCallId": f"c{turn}",
                "toolName": "memory_search",
                "content": text,
            }
        yield {"role": "assistant", "content": [{"type": "text", "text": _text(chance, 80)}]}


def _hit(chance: random.Random) -> dict[str, Any]:
    path = f"memory/{chance.randint(1, 300)}.md"
    return {"path": path, "startLine": 1, "endLine": 20, "score": 0.5, "snippet": _text(chance, 110)[:700]}


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words))


if __name__ == "__main__":
    main()
