"""How fast the gate is: from a write on disk to the queue, putting back, listing, proposing, deciding.

Run by hand: `python tests/bench/review.py`. Figures to beat: 2,500 ms from write to queue (1,500 of them are
the quiet that is waited for), 300 ms to put the approved version back, 200 ms to list 500.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.engine import Engine
from openclaw_desktop.events import Event, ReviewChanged
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.review.gate.gate import Append
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.settings import Settings

MEMORY = "# Memory\n\n" + "".join(f"- Fact {n} about 网关 number {n * 37 % 1009}.\n" for n in range(2_000))
HELD = ("MEMORY.md", "SOUL.md", "USER.md", "AGENTS.md", "IDENTITY.md")
NOTES = 500
AGENT = Origin(Who.AGENT, "agent main")


def now() -> datetime:
    return datetime.now(UTC)


class Listener:
    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.at: dict[str, float] = {}
        self.arrived: list[float] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, ReviewChanged):
            with self.changed:
                self.at.update(dict.fromkeys(event.paths, time.perf_counter()))
                if event.arrived:
                    self.arrived.append(time.perf_counter())
                self.changed.notify_all()

    def wait(self, enough: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(enough, 60)


def workspace(root: Path) -> Path:
    (root / "memory").mkdir(parents=True)
    for name in HELD:
        (root / name).write_text(MEMORY, encoding="utf-8")
    for n in range(NOTES):
        day = f"20{20 + n // 330:02}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}"
        (root / "memory" / f"{day}.md").write_text(f"# {day}\n\n- One.\n- Two.\n", encoding="utf-8")
    return root


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def tell(what: str, values: list[float]) -> None:
    print(f"{what:<58} {statistics.median(values):9.1f} {max(values):9.1f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        root = workspace(base / "workspace")
        places = Places(base / "c", base / "d", base / "k", base / "s")
        listener = Listener()
        engine = Engine(
            root, settings=Settings(), places=places, report=listener, embedder=HashEmbedder, guards=True
        )
        print(f"{'milliseconds':<58} {'median':>9} {'most':>9}")
        begun = time.perf_counter()
        engine.start()
        listener.wait(lambda: "MEMORY.md" in listener.at)
        tell(f"first look at {NOTES + 1} files", [1000 * (time.perf_counter() - begun)])

        queue: list[float] = []
        back: list[float] = []
        for name in HELD:
            seen = len(listener.arrived)
            (root / name).write_text(MEMORY.replace("Fact 7 ", "Fact 7 was "), encoding="utf-8")
            begun = time.perf_counter()
            while (root / name).read_bytes() != MEMORY.encode():
                time.sleep(0.002)
            back.append(1000 * (time.perf_counter() - begun))
            listener.wait(lambda seen=seen: len(listener.arrived) > seen)
            queue.append(1000 * (listener.arrived[-1] - begun))
            time.sleep(0.3)
        tell("a write on disk to the queue, with 1,500 of quiet", queue)
        tell("a write on disk to the approved version put back, same", back)

        desk = engine.desk
        paths = [f"memory/{path.name}" for path in sorted((root / "memory").glob("*.md"))]
        each = [
            timed(lambda path=path: desk.propose(path, Append("Three."), reason="", origin=AGENT, now=now()))
            for path in paths
        ]
        tell("one proposal", each)
        tell(f"all {len(each)} of them", [sum(each)])
        tell(
            f"listing {len(desk.proposals(waiting=True))} that wait",
            [timed(lambda: desk.proposals(waiting=True)) for _ in range(9)],
        )
        numbers = [proposal.id for proposal in desk.proposals(waiting=True)]
        tell("one review with texts and budget", [timed(lambda n=n: desk.review(n)) for n in numbers[:50]])
        tell(
            "what to notice about one", [timed(lambda n=n: desk.findings(n, now=now())) for n in numbers[:20]]
        )
        tell("accepting 100 in one go", [timed(lambda: desk.approve_as_proposed(numbers[:100], now=now()))])
        tell("rejecting 100 in one go", [timed(lambda: desk.reject(numbers[100:200], now=now()))])
        tell("versions of one file", [timed(lambda: desk.versions("MEMORY.md")) for _ in range(5)])
        tell("blame of 2,000 lines", [timed(lambda: desk.blame("MEMORY.md")) for _ in range(5)])
        engine.close()
        size = sum(file.stat().st_size for file in (engine.folder / "review").rglob("*") if file.is_file())
        print(f"journal and history on disk: {size / 2**20:.1f} MB")


if __name__ == "__main__":
    main()
