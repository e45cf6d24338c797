"""Every approved version of every file, kept in a git repository of its own.

One commit for each approval: its author wrote, its committer approved, trailers in its message hold the rest.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from openclaw_desktop.errors import HistoryError
from openclaw_desktop.review.history.blame import BlameLine, blame
from openclaw_desktop.review.history.check import problems
from openclaw_desktop.review.history.git_names import refused, signature
from openclaw_desktop.review.history.repository import Repository
from openclaw_desktop.review.history.version import Account, Ranges, Version, account_of, message_of
from openclaw_desktop.review.history.version_index import VersionIndex
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.workspace.files import hash_of

__all__ = ["BlameLine", "History", "Version", "refused"]

MANY_LOOSE = 2_000
"""So many objects that are a file each are worth a pack: some 500 approvals."""


MANY_PACKS = 50
"""So many packs are worth to be one: each was some files that were approved at once."""


class History:
    """The versions in one repository. Any thread may ask; who records holds the gate's lock."""

    def __init__(self, folder: Path) -> None:
        """Makes the repository when there is none. Raises HistoryError, HistoryDamagedError."""
        self._repository = Repository(folder)
        self._index = VersionIndex()
        self._asking = threading.Lock()

    def close(self) -> None:
        """Lets go of the repository's files, so that its folder can be moved."""
        self._repository.close()

    def record(
        self,
        changes: Mapping[str, bytes | None],
        *,
        author: Origin,
        committer: str,
        at: datetime,
        proposal: str | None,
        source: str,
        reason: str,
        edited_by: str = "",
        edited_lines: Ranges = (),
    ) -> str:
        """Makes one commit of these files as they are now (None: gone), and returns its identifier.

        `edited_by` changed the author's text before approving it; `edited_lines` are theirs alone.
        Where a file takes the place of a folder or a folder that of a file, what was there is recorded as
        gone. Killed at any moment it leaves the last version readable. Raises HistoryError, among others for
        a path that `refused` names; nothing is recorded then.
        """
        for path in changes:
            if sentence := refused(path):
                raise HistoryError(sentence)
        _refuse_file_and_folder(changes)
        stored = self._repository.store(changes)
        files = {**dict.fromkeys(stored.displaced), **changes}
        hashes = {path: None if data is None else hash_of(data) for path, data in files.items()}
        account = Account(
            author=author,
            committer=committer,
            proposal=proposal,
            source=source,
            reason=reason,
            files=hashes,
            edited_by=edited_by,
            edited_lines=edited_lines,
        )
        return self._repository.commit(
            stored.tree,
            message_of(account, new=frozenset(stored.new)),
            author=signature(author.name, author.who),
            committer=signature(committer, Who.PERSON),
            at=at,
        )

    def head(self) -> str | None:
        """The newest commit, which seals all before it; None when there is none."""
        return self._repository.head()

    def find(self, proposal: str, path: str, sha: str | None) -> str | None:
        """The commit in which this proposal left the file with this hash (None: gone), if there is one."""
        with self._caught_up() as index:
            return index.find(proposal, path, sha)

    def versions(self, path: str, *, limit: int | None = None) -> list[Version]:
        """The versions of a file, deletions included, the newest first."""
        with self._caught_up() as index:
            return index.versions(path, limit)

    def latest(self, path: str) -> Version | None:
        """The newest version of a file, which may be its deletion; None when it has none."""
        with self._caught_up() as index:
            return index.latest(path)

    def paths(self) -> dict[str, str]:
        """The hash of each file that is there in the newest commit."""
        with self._caught_up() as index:
            return index.paths()

    def deleted(self) -> list[Version]:
        """The last version with a text of each file that is gone; what went last comes first."""
        with self._caught_up() as index:
            return index.deleted()

    def bytes_at(self, oid: str, path: str) -> bytes | None:
        """The file after that commit; None when it was not there. HistoryError: there is no such commit."""
        return self._repository.bytes_at(oid, path)

    def blame(self, path: str, oid: str | None = None) -> list[BlameLine]:
        """Who wrote each line of the file as that commit left it (None: of its last text), see `blame`.

        A file that was deleted and came back begins anew. Raises HistoryError when it was never there.
        """
        versions = self.versions(path)
        start = next(
            (i for i, v in enumerate(versions) if v.sha256 is not None and oid in (None, v.oid)), None
        )
        if start is None:
            raise HistoryError(f"There is no such version of {path} in the history.")
        return blame(self._texts(versions[start:]))

    def _texts(self, versions: Sequence[Version]) -> Iterator[tuple[Version, str]]:
        """Versions with their texts, until the file was not there."""
        for version in versions:
            data = self.bytes_at(version.oid, version.path)
            if data is None:
                return
            yield version, data.decode("utf-8-sig", errors="replace")

    def check(self) -> list[str]:
        """A sentence for everything that is wrong; reads every version of every file."""
        return problems(self._repository)

    def tidy(self) -> int:
        """Packs what is many files or many packs when it is worth it; how many there were.

        Call it now and then on a thread that may take seconds (2,000 objects: about 5); it needs no lock.
        Killed at any moment it leaves every version readable. Raises HistoryError.
        """
        loose = self._repository.pack_loose(at_least=MANY_LOOSE)
        return loose + self._repository.pack_packs(at_least=MANY_PACKS)

    @contextlib.contextmanager
    def _caught_up(self) -> Generator[VersionIndex]:
        """What all commits say; only those that came since the last question are read."""
        with self._asking:
            known = self._index.head
            if self._repository.head() != known:
                commits = self._repository.chain(until=known)
                follows = bool(commits) and commits[-1].parents[:1] == ((known,) if known else ())
                if not follows:  # another repository has come into its place
                    self._index = VersionIndex()
                for commit in reversed(commits):
                    self._index.add(commit.oid, commit.at, account_of(commit.message))
            yield self._index


def _refuse_file_and_folder(changes: Mapping[str, bytes | None]) -> None:
    written = {path for path, data in changes.items() if data is not None}
    for path in written:
        parts = path.split("/")
        for length in range(1, len(parts)):
            if (folder := "/".join(parts[:length])) in written:
                raise HistoryError(f"{folder} cannot be a file and a folder at once.")
