"""The gate: the only road from somebody else's text to a protected file.

Journal first, then the disk, then the history. Blocking; any thread may call it, several processes may
have one each for the same workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from openclaw_desktop.errors import JournalError, ProposalGoneError
from openclaw_desktop.review.audit.permissions import Permissions
from openclaw_desktop.review.gate import (
    deciding,
    examining,
    hardening,
    own_changes,
    own_save,
    proposing,
    recovery,
)
from openclaw_desktop.review.gate.disk import Checkpoint
from openclaw_desktop.review.gate.edits import Append, Change, Edit, Edits, NewText
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.gate.journal import Entry, Journal
from openclaw_desktop.review.gate.scan import Noticed, OriginOf, Scan, nobody_known
from openclaw_desktop.review.gate.standing import as_body
from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import Decision, Origin, Proposal
from openclaw_desktop.workspace.files import TextFile

if TYPE_CHECKING:
    from openclaw_desktop.review.history.history import History

__all__ = ["Append", "Change", "Edit", "Edits", "Gate", "NewText", "Noticed", "nobody_known"]


class Gate:
    """The gate of one workspace; `folder` holds its journal, its history and its lock."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        *,
        rules: Callable[[], Rules],
        reviewer: Callable[[], str],
        count_tokens: Callable[[str], int],
        hardened: Callable[[], Mapping[str, Permissions]] = dict,
        checkpoint: Checkpoint = lambda _: None,
    ) -> None:
        """Opens and writes nothing yet.

        `rules` gives those of the settings, `reviewer` the name of the person who decides here, `hardened`
        what this program itself made read-only, by real path. `checkpoint` is told how far a write is, so
        that a test can end the process there.
        """
        self._context = GateContext(
            root,
            folder,
            rules=rules,
            reviewer=reviewer,
            count_tokens=count_tokens,
            hardened=hardened,
            checkpoint=checkpoint,
        )

    @property
    def journal(self) -> Journal:
        """The journal, for checks and reports. Raises JournalError."""
        return self._context.journal

    @property
    def history(self) -> History:
        """The versions. Raises HistoryError."""
        return self._context.history

    @property
    def rules(self) -> Rules:
        """Which files are protected how, with the single paths of this workspace."""
        return self._context.rules

    @contextmanager
    def alone(self) -> Generator[None]:
        """Nobody else proposes, decides or guards meanwhile, in no process; may be nested; to be short."""
        with self._context.alone():
            yield

    def changed(self) -> bool:
        """Whether another process wrote to the journal since this was asked last."""
        return self._context.journal.changed()

    def close(self) -> None:
        """Lets go of journal and history."""
        self._context.close()

    # Proposing and noticing

    def propose(self, path: str, change: Change, *, reason: str, origin: Origin, now: datetime) -> Proposal:
        """Puts a change into the queue. Raises ProposalRefusedError, JournalError."""
        return proposing.propose(self._context, path, change, reason=reason, origin=origin, now=now)

    def examine(self, paths: Iterable[str], *, now: datetime, origin_of: OriginOf = nobody_known) -> Noticed:
        """Compares these files with their approved versions and does what their policies say.

        Also looks at what could not be settled earlier, so it is worth calling with no paths now and then.
        Raises JournalError.
        """
        scan = Scan(self._context, now, origin_of)
        own_changes.catch_up(self._context, now)
        examining.some(scan, paths)
        return scan.noticed()

    def examine_all(self, *, now: datetime, origin_of: OriginOf = nobody_known) -> Noticed:
        """Compares every file; the first time ever all that is there is approved. Raises JournalError."""
        scan = Scan(self._context, now, origin_of)
        own_changes.catch_up(self._context, now)
        examining.everything(scan)
        return scan.noticed()

    def attribute(self, number: str, origin: Origin, *, now: datetime) -> None:
        """Says where a proposal came from, found out later. Raises ProposalGoneError."""
        path = self.proposal(number).path
        self._context.add(Entry("measured", {"origin": as_body(origin)}, number, path), now=now)

    # What stands

    def proposals(self, *, waiting: bool = False) -> list[Proposal]:
        """Every proposal, or those nobody decided; the newest first."""
        with self._context.reading() as standing:
            found = list(standing.proposals.values())
        return [proposal for proposal in reversed(found) if proposal.waits or not waiting]

    def proposal(self, number: str) -> Proposal:
        """One proposal. Raises ProposalGoneError."""
        with self._context.reading() as standing:
            proposal = standing.proposals.get(number)
        if proposal is None:
            raise ProposalGoneError(f"There is no proposal {number}.")
        return proposal

    def decisions(self) -> list[Decision]:
        """Every decision ever made here, also those taken back; the newest first."""
        with self._context.reading() as standing:
            return list(reversed(standing.decisions.values()))

    def approved(self, path: str) -> str | None:
        """The hash of the approved version; None when no such file is approved."""
        with self._context.reading() as standing:
            return standing.sha(path)

    def approved_paths(self) -> dict[str, str | None]:
        """The hash of the approved version of every file that is known; None for one that is gone."""
        with self._context.reading() as standing:
            return {path: approved.sha for path, approved in standing.approved.items()}

    def approved_bytes(self, path: str) -> bytes | None:
        """The approved version of a file, from the journal or the history; None when there is none."""
        return self._context.bytes_of(path, self.approved(path))

    def bytes_of(self, sha: str) -> bytes:
        """Bytes the journal keeps: of proposals and of protected files. Raises JournalError."""
        data = self._context.journal.bytes_of(sha)
        if data is None:
            raise JournalError(f"The journal does not keep that text ({sha[:12]}).")
        return data

    def muted(self, path: str) -> frozenset[str]:
        """The subjects of findings that are not shown for this file."""
        with self._context.reading() as standing:
            return standing.muted.get(path, frozenset())

    # Deciding

    def approve(
        self,
        number: str,
        *,
        result: bytes | None,
        seen: str | None,
        comment: str = "",
        hunks: tuple[int, int] | None = None,
        now: datetime,
    ) -> Decision:
        """Makes `result` the approved version (None: the file goes); `seen` is the approved hash looked at.

        Raises ProposalGoneError, AlreadyDecidedError, BaseMovedError, WriteFailedError, ReviewError where
        nothing would change, JournalError.
        """
        return deciding.approve(
            self._context, number, result=result, seen=seen, comment=comment, hunks=hunks, now=now
        )

    def reject(self, number: str, *, comment: str = "", now: datetime) -> Decision:
        """Leaves the approved version, or puts it back. Raises as `approve` does."""
        return deciding.reject(self._context, number, comment=comment, now=now)

    def take_back(self, decision: Decision, *, now: datetime) -> Proposal:
        """Undoes a decision: its proposal waits again. Raises BaseMovedError, WriteFailedError."""
        return deciding.take_back(self._context, decision, now=now)

    # By hand

    def own_save(
        self, path: str, text: str, *, seen: str | None, bom: bool = False, now: datetime
    ) -> TextFile:
        """Saves what the person wrote; it is approved by that. Raises as `files.save`, and JournalError."""
        return own_save.save(self._context, path, text, seen=seen, bom=bom, now=now)

    def is_hardened(self, path: str) -> bool:
        """Whether only this program's hardening keeps its owner from writing the file."""
        return hardening.is_read_only(self._context, path)

    @contextmanager
    def hardening_lifted(self, path: str) -> Generator[None]:
        """The person may write a hardened file meanwhile, also where no journal can record it."""
        with hardening.lifted(self._context, path):
            yield

    def own_operation(self, paths: Iterable[str], *, now: datetime) -> None:
        """The person made, moved or deleted these; as they are now they are approved."""
        own_changes.operation(self._context, paths, now=now)

    def approve_later(self, paths: Iterable[str]) -> None:
        """The person changed these, and that could not be recorded: the next look does, if they stay so."""
        own_changes.remember(self._context, paths)

    def restore(self, path: str, data: bytes | None, *, of: str, now: datetime) -> None:
        """Makes an earlier version the approved one again; `of` is its commit."""
        own_changes.restore(self._context, path, data, of=of, now=now)

    def set_policy(self, path: str, policy: Policy | None, *, now: datetime) -> None:
        """Gives one file a policy of its own; None: as the settings say."""
        own_changes.set_policy(self._context, path, policy, now=now)

    def mute(self, path: str, subject: str, *, now: datetime, muted: bool = True) -> None:
        """Shows a subject of findings no more for this file, or again."""
        self._context.add(Entry("muted", {"subject": subject, "muted": muted}, path=path), now=now)

    def recover(self, *, now: datetime) -> list[str]:
        """Mends what a crash or damage left; a sentence for each thing. To be called before anything else."""
        return recovery.recover(self._context, now)
