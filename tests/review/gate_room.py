"""A workspace with a gate, as the tests of the gate need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from openclaw_desktop.review.gate.gate import Gate, Noticed
from openclaw_desktop.review.policy import Rules, parse
from openclaw_desktop.review.proposal import Origin, Proposal, Who
from openclaw_desktop.settings import ReviewSettings
from openclaw_desktop.workspace.files import hash_of

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
AGENT = Origin(Who.AGENT, "agent main", session="57e864eb-1", turn=41)
GENERAL, _ = parse(ReviewSettings().policies)


class Room:
    """A workspace, its gate, and a clock that goes on by a second with every question."""

    def __init__(self, home: Path, *, checkpoint: Callable[[str], None] = lambda _: None) -> None:
        self.root = home / "workspace"
        self.folder = home / "review"
        self.root.mkdir(parents=True, exist_ok=True)
        self.rules = Rules(GENERAL)
        self.checkpoint = checkpoint
        self.time = MORNING
        self.gate = self.new_gate()

    def new_gate(self) -> Gate:
        return Gate(
            self.root,
            self.folder,
            rules=lambda: self.rules,
            reviewer=lambda: "Maren",
            count_tokens=lambda text: len(text.split()),
            checkpoint=self._reached,
        )

    def _reached(self, name: str) -> None:
        self.checkpoint(name)

    def restart(self) -> list[str]:
        self.gate.close()
        self.gate = self.new_gate()
        return self.gate.recover(now=self.now)

    @property
    def now(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time

    def later(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def write(self, path: str, text: str | bytes) -> None:
        """As any other program would."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def text(self, path: str) -> str | None:
        file = self.root / path
        return file.read_bytes().decode() if file.exists() else None

    def begin(self, **files: str) -> None:
        """Files that are there when the gate looks the first time."""
        for name, text in files.items():
            self.write(f"{name}.md", text)
        self.gate.examine_all(now=self.now)

    def examine(self, *paths: str) -> Noticed:
        return self.gate.examine(paths, now=self.now)

    def outside(self, path: str, text: str | bytes) -> Noticed:
        """Another program writes a file, and it is noticed."""
        self.write(path, text)
        return self.examine(path)

    def waiting(self) -> list[Proposal]:
        return self.gate.proposals(waiting=True)

    def only(self) -> Proposal:
        waiting = self.waiting()
        assert len(waiting) == 1, waiting
        return waiting[0]

    def hashes_of(self, proposal: Proposal) -> list[str | None]:
        """The hash of every text a proposal ever had, the first first."""
        rows = self.gate.journal.rows(proposal=proposal.id)
        return [row.body["proposed"] for row in rows if "proposed" in row.body]

    def proposed(self, proposal: Proposal) -> str | None:
        return None if proposal.proposed is None else self.gate.bytes_of(proposal.proposed).decode()

    def approved(self, path: str) -> str | None:
        data = self.gate.approved_bytes(path)
        return None if data is None else data.decode()

    def approve(self, proposal: Proposal, text: str | None = None) -> None:
        """Approves it as it is, or edited."""
        data = text.encode() if text is not None else None
        if text is None and proposal.proposed is not None:
            data = self.gate.bytes_of(proposal.proposed)
        seen = self.gate.approved(proposal.path)
        self.gate.approve(proposal.id, result=data, seen=seen, now=self.now)

    def strays(self) -> list[Path]:
        return list(self.root.rglob(".openclaw-desktop-*"))

    def history(self, path: str) -> list[str | None]:
        """The texts of a file in the history, the newest first."""
        return [
            None if (data := self.gate.history.bytes_at(version.oid, path)) is None else data.decode()
            for version in self.gate.history.versions(path)
        ]


def sha(text: str | bytes | None) -> str | None:
    return None if text is None else hash_of(text if isinstance(text, bytes) else text.encode())


def words(sentences: Iterable[str]) -> str:
    return " ".join(sentences)
