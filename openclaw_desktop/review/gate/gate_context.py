"""What every verb of the gate is given: workspace, journal, history, and one lock around them."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock

from openclaw_desktop.errors import (
    AlreadyDecidedError,
    HistoryError,
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    ProposalGoneError,
    ReviewError,
    sentence_of,
)
from openclaw_desktop.paths import identity
from openclaw_desktop.review.audit.permissions import Permissions
from openclaw_desktop.review.gate.disk import Checkpoint, Displaced, workspace_trouble
from openclaw_desktop.review.gate.journal import Entry, Journal, Row
from openclaw_desktop.review.gate.standing import Standing, as_body, origin_of
from openclaw_desktop.review.history.git_names import refused
from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import Origin, Proposal

if TYPE_CHECKING:
    from openclaw_desktop.review.history.history import History

HISTORY = "history.git"
LOCK_SECONDS = 30.0
LARGEST_FREE = 2 * 2**20
"""Bytes of a file that is only recorded."""

MOST_AWAITED = 64
"""So many files that lost their place are held open at most."""


@dataclass(slots=True)
class Awaited:
    """A file that lost its place; what is still written into it becomes a proposal."""

    path: str
    base: str | None  # the hash of the version it was written against
    old: Displaced
    since: datetime  # when it was written last, as far as is known
    number: str | None = None  # of the proposal that holds its text


class GateContext:
    """One workspace under review. `folder` holds the journal, the history and the lock."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        *,
        rules: Callable[[], Rules],
        reviewer: Callable[[], str],
        count_tokens: Callable[[str], int],
        hardened: Callable[[], Mapping[str, Permissions]],
        checkpoint: Checkpoint,
    ) -> None:
        """Opens nothing yet. `rules` gives those of the settings; single paths come from the journal.

        `hardened`: what this program took away of permissions, by the real path of the file.
        """
        self.root = root
        self.folder = folder
        self.reviewer = reviewer
        self.count_tokens = count_tokens
        self.hardened = hardened
        self.checkpoint = checkpoint
        self.unsettled: set[str] = set()  # paths to be looked at again, though nothing tells of them
        self.untold: list[str] = []  # proposals that arrived while somebody decided
        self.stamps: dict[str, tuple[int, ...] | None] = {}  # of protected files when they were looked at
        self.own: dict[str, str | None] = {}  # what the person made of files while no journal could say so
        self.awaited: list[Awaited] = []  # the oldest first
        self.unrecorded: str | None = None  # why the history lacks a version that the journal has
        self.said: dict[tuple[str, str], str] = {}  # what was said of a path last, so that it is said once
        self._home: tuple[int, int] | None = None  # which folder the workspace was when files were in it
        self._rules = rules
        self._deciding = threading.RLock()  # one thread at a time changes anything
        self._threads = threading.RLock()  # what stands is read while another thread decides
        self._processes = filelock.FileLock(folder / "lock", thread_local=False)
        self._journal: Journal | None = None
        self._history: History | None = None
        self._standing = Standing()

    # What it stands on

    @property
    def journal(self) -> Journal:
        """The journal, opened when it is first asked for. Raises JournalError."""
        with self._threads:
            if self._journal is None:
                self._journal = Journal(self.folder)
                self._standing = Standing()
            return self._journal

    @property
    def history(self) -> History:
        """The versions, opened when they are first asked for. Raises HistoryError."""
        from openclaw_desktop.review.history.history import History  # loads libgit2

        with self._threads:
            if self._history is None:
                self._history = History(self.folder / HISTORY)
            return self._history

    @property
    def standing(self) -> Standing:
        """Everything the journal says now. To be read with `alone` or `reading` around it."""
        with self._threads:
            for row in self.journal.rows(after=self._standing.seq):
                try:
                    self._standing.take(row)
                except (KeyError, ValueError, TypeError, AttributeError) as error:
                    raise JournalDamagedError(f"Row {row.seq} of the journal makes no sense.") from error
            return self._standing

    @property
    def rules(self) -> Rules:
        """The settings' rules and this workspace's own."""
        with self._threads:
            return replace(self._rules(), own=dict(self.standing.own))

    def policy_by_settings(self, path: str) -> Policy:
        """The policy of a file, single paths of this workspace left aside."""
        return self._rules().policy_of(path)

    @contextlib.contextmanager
    def reading(self) -> Generator[Standing]:
        """What stands, while no other thread of this process changes it."""
        with self._threads:
            yield self.standing

    @contextlib.contextmanager
    def alone(self) -> Generator[Standing]:
        """What stands, while nobody else, in no process, changes it; may be nested. JournalBusyError."""
        with self.locked():
            yield self.standing

    @contextlib.contextmanager
    def locked(self) -> Generator[None]:
        """As `alone`, without asking the journal."""
        with self._deciding:
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._processes.acquire(timeout=LOCK_SECONDS, poll_interval=0.01)
            except filelock.Timeout as error:
                raise JournalBusyError("Another program is deciding in this workspace; try again.") from error
            except OSError as error:
                raise JournalError(f"{sentence_of(error)}.") from error
            try:
                yield
            finally:
                self._processes.release()

    def close(self) -> None:
        """Lets go of journal and history; they are opened again when they are asked for."""
        with self._threads:
            journal, self._journal = self._journal, None
            history, self._history = self._history, None
            awaited, self.awaited = self.awaited, []
            for one in awaited:
                one.old.close()
            if journal is not None:
                journal.close()
            if history is not None:
                history.close()

    def trouble(self) -> str | None:
        """Why the workspace cannot be judged now, as a sentence: it is gone, or another folder in its place.

        That is one without a single approved file, as where a drive was. What is missing was not deleted.
        """
        if trouble := workspace_trouble(self.root):
            return trouble
        which = identity(self.root)
        if which != self._home:
            with self.reading() as standing:
                known = [path for path, approved in standing.approved.items() if approved.sha is not None]
            if known and not any(os.path.lexists(self.root / path) for path in known):
                return f"The workspace {self.root} has none of its files; if it is on a drive, connect it."
        self._home = which
        return None

    def await_writer(self, awaited: Awaited) -> None:
        """Keeps a file that lost its place within reach, unless another name still leads to it."""
        if awaited.old.is_nameless:
            self.awaited.append(awaited)
        else:
            awaited.old.close()
        if len(self.awaited) > MOST_AWAITED:
            self.awaited.pop(0).old.close()

    # Rows

    def add(self, *entries: Entry, now: datetime, blobs: Iterable[bytes] = ()) -> list[Row]:
        """Writes rows and takes them in."""
        rows = self.journal.add(entries, now=now, blobs=blobs)
        _ = self.standing
        return rows

    def row(self, seq: int) -> Row:
        """One row of the journal."""
        return self.journal.rows(after=seq - 1, limit=1)[0]

    def waiting(self, number: str) -> Proposal:
        """The proposal, which must still wait. Raises ProposalGoneError, AlreadyDecidedError."""
        with self._threads:
            proposal = self.standing.proposals.get(number)
        if proposal is None:
            raise ProposalGoneError(f"There is no proposal {number}.")
        if not proposal.waits:
            by = f" by {proposal.decision.by}" if proposal.decision else ""
            raise AlreadyDecidedError(f"Proposal {number} was {proposal.state}{by} meanwhile.")
        return proposal

    def bytes_of(self, path: str, sha: str | None) -> bytes | None:
        """The bytes of an approved version of `path`, from the journal, else the history; None for no file.

        Raises JournalError when nobody has them any more.
        """
        if sha is None:
            return None
        data = self.journal.bytes_of(sha)
        return data if data is not None else self._recorded_bytes(path, sha)

    def _recorded_bytes(self, path: str, sha: str) -> bytes:
        for version in self.history.versions(path):
            if version.sha256 == sha:
                data = self.history.bytes_at(version.oid, path)
                if data is not None:
                    return data
        raise JournalError(f"The text of {path} ({sha[:12]}) is neither in the journal nor in the history.")

    def bytes_or_none(self, path: str, sha: str | None) -> bytes | None:
        """As `bytes_of`, but None for what nobody has any more."""
        try:
            return self.bytes_of(path, sha)
        except ReviewError:
            return None

    # Versions

    def is_kept(self, path: str, policy: Policy) -> bool:
        """Whether versions of this file are kept at all: protected ones, and free Markdown."""
        if policy is Policy.FREE and path[-3:].lower() != ".md":
            return False
        return refused(path) is None

    def is_guarded(self, path: str) -> bool:
        """Whether the bytes of a new version belong into the journal: protected now, or until now."""
        if self.rules.policy_of(path) is not Policy.FREE:
            return True
        with self.reading() as standing:
            approved = standing.approved.get(path)
        return approved is not None and approved.guarded

    def is_latest(self, path: str, sha: str | None) -> bool:
        """Whether the history's last version of this file is that one."""
        try:
            latest = self.history.latest(path)
        except HistoryError:
            return False
        return latest is not None and latest.sha256 == sha

    def record(self, row: Row, data: Mapping[str, bytes | None]) -> None:
        """Puts the versions a row speaks of into the history. A history that fails is caught up later."""
        body = row.body
        try:
            self.history.record(
                data,
                author=origin_of(body["author"]),
                committer=body["committer"],
                at=row.at,
                proposal=row.proposal,
                source=body["source"],
                reason=body["reason"],
                edited_by=body.get("edited_by", ""),
                edited_lines=tuple((start, end) for start, end in body.get("edited_lines", ())),
            )
        except HistoryError as error:
            self.unrecorded = (
                f"{str(error).rstrip('.')}: what was approved is in the journal and follows later."
            )
            return
        self.checkpoint("after commit")


def version_body(
    files: Mapping[str, str | None],
    *,
    guarded: bool,
    author: Origin,
    committer: str,
    source: str,
    reason: str = "",
) -> dict[str, Any]:
    """What a row says of versions that are approved by it."""
    return {
        "files": dict(files),
        "guarded": guarded,
        "author": as_body(author),
        "committer": committer,
        "source": source,
        "reason": reason,
    }
