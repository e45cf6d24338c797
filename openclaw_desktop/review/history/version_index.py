"""Pure: what the commits say, in memory, so that no question has to walk through them again."""

from __future__ import annotations

from datetime import datetime

from openclaw_desktop.review.history.version import Account, Version


class VersionIndex:
    """The versions of every file. It is told of commits from the oldest to the newest."""

    def __init__(self) -> None:
        self.head: str | None = None  # the newest commit it was told of
        self._versions: dict[str, list[Version]] = {}

    def add(self, oid: str, at: datetime, account: Account | None) -> None:
        """One more commit; one of another program (`account` is None) tells nothing."""
        self.head = oid
        if account is None:
            return
        for path, sha in account.files.items():
            version = Version(
                oid=oid,
                path=path,
                at=at,
                origin=account.author,
                committer=account.committer,
                proposal=account.proposal,
                source=account.source,
                reason=account.reason,
                sha256=sha,
                edited_by=account.edited_by,
                edited_lines=account.edited_lines,
            )
            self._versions.setdefault(path, []).append(version)

    def versions(self, path: str, limit: int | None = None) -> list[Version]:
        """Every version of the file, the newest first."""
        return self._versions.get(path, [])[::-1][:limit]

    def latest(self, path: str) -> Version | None:
        """The newest version, a deletion included."""
        known = self._versions.get(path)
        return known[-1] if known else None

    def paths(self) -> dict[str, str]:
        """The hash of every file that is there after the newest commit."""
        newest = ((path, versions[-1].sha256) for path, versions in self._versions.items())
        return {path: sha for path, sha in newest if sha is not None}

    def deleted(self) -> list[Version]:
        """The last version with a text of every file that is gone; what went last comes first."""
        gone = [versions for versions in self._versions.values() if versions[-1].sha256 is None]
        gone.sort(key=lambda versions: versions[-1].at, reverse=True)
        last = (next((v for v in reversed(versions) if v.sha256 is not None), None) for versions in gone)
        return [version for version in last if version is not None]

    def find(self, proposal: str, path: str, sha: str | None) -> str | None:
        """The newest commit that made this file so because of this proposal."""
        for version in reversed(self._versions.get(path, [])):
            if version.proposal == proposal and version.sha256 == sha:
                return version.oid
        return None
