"""Whether a history is whole: every commit, every file in it, every hash that was noted."""

from __future__ import annotations

from openclaw_desktop.errors import HistoryError
from openclaw_desktop.review.history.repository import BRANCH, Commit, Repository
from openclaw_desktop.review.history.version import account_of
from openclaw_desktop.workspace.files import hash_of


def problems(repository: Repository) -> list[str]:
    """A sentence for each thing that is wrong, from the oldest commit to the newest."""
    try:
        branches = repository.branches()
        commits = repository.chain()
    except HistoryError as error:
        return [str(error)]
    found = [f"The history has another branch than its own: {name}." for name in branches if name != BRANCH]
    hashes: dict[str, str] = {}
    for commit in reversed(commits):
        found += _of_commit(repository, commit, hashes)
    return found


def _of_commit(repository: Repository, commit: Commit, hashes: dict[str, str]) -> list[str]:
    """What is wrong with one commit. `hashes` are those of the blobs that were read before, by identifier."""
    name = f"The version {commit.oid[:12]} of {commit.at:%Y-%m-%d %H:%M} UTC"
    account = account_of(commit.message)
    if account is None or len(commit.parents) > 1:
        return [f"{name} was not made by this program."]
    try:
        changes = repository.changes(commit.oid)
    except HistoryError as error:
        return [f"{name} cannot be read: {error}"]
    found = [f"{name} changed {path} without saying so." for path in changes if path not in account.files]
    for path, noted in account.files.items():
        try:
            if path in changes:
                there = _hash_of_blob(repository, changes[path], hashes)
            else:  # approved as it was
                data = repository.bytes_at(commit.oid, path)
                there = None if data is None else hash_of(data)
        except HistoryError as error:
            found.append(f"{name} holds {path}, which cannot be read: {error}")
            continue
        if there != noted:
            found.append(f"{name} holds {path} with other bytes than it says.")
    return found


def _hash_of_blob(repository: Repository, blob: str | None, hashes: dict[str, str]) -> str | None:
    if blob is not None and blob not in hashes:
        hashes[blob] = hash_of(repository.blob(blob))
    return None if blob is None else hashes[blob]
