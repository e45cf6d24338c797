"""Everything that can go wrong and has something to say to a person.

DesktopError
├── UsageError              the request cannot be understood (exit code 2)
├── SettingsError           settings.toml cannot be read
├── WorkspaceError
│   ├── NoWorkspaceError        there is no workspace to open
│   ├── OutsideWorkspaceError   a path leaves the workspace
│   └── OpenClawConfigError     openclaw.json cannot be read
├── FileError               one file; has `path`
│   ├── FileGoneError           it is not there (any more)
│   ├── NotTextError            it cannot be shown as text, and why
│   ├── ConflictError           it changed on disk since it was read; has `disk`
│   ├── FileExistsAlreadyError  a new name is taken
│   └── WriteFailedError        the disk refused (read-only, full, permissions)
├── IndexingError
│   ├── IndexBusyError          another process writes this index
│   ├── IndexDamagedError       the database cannot be read
│   └── EmbedderError
│       ├── ModelMissingError       there is no model file
│       ├── ModelUnusableError      the file is no embedding model, or damaged
│       ├── EmbedderStoppedError    the model's process died
│       └── QuestionUnreadableError this one question cannot be read; others can
├── ReviewError             the gate cannot do what was asked
│   ├── ProposalRefusedError    a change that cannot be proposed; the sentence is for the one who proposes
│   ├── ProposalGoneError       there is no such proposal
│   ├── AlreadyDecidedError     somebody else decided it meanwhile, or it was withdrawn
│   ├── BaseMovedError          the file changed since the reviewer looked: look again
│   ├── JournalError            proposals and decisions cannot be read or written
│   │   ├── JournalBusyError        another program holds the journal
│   │   └── JournalDamagedError     it cannot be read
│   └── HistoryError            the versions cannot be read or written
│       └── HistoryDamagedError     the repository is broken
├── TranscriptError         a session of the agent cannot be read
├── AgentIndexError         the agent's own index cannot be read
│   └── NoAgentIndexError       there is none
├── KeyStoreError           the system's keyring gives or keeps no key
└── DisplayError            there is no screen to open a window on

`str(error)` is one sentence a person can act on. Anything outside this family is a bug.
"""

from __future__ import annotations

import errno
import os
from typing import cast


class DesktopError(Exception):
    """The root of the family; `str()` of it is the sentence for a person."""

    exit_code = 1


class UsageError(DesktopError):
    """The request itself cannot be understood."""

    exit_code = 2


class SettingsError(DesktopError):
    """settings.toml cannot be read or holds a value that is not allowed."""


class WorkspaceError(DesktopError):
    """A workspace cannot be found or opened."""


class NoWorkspaceError(WorkspaceError):
    """There is no workspace to open."""


class OutsideWorkspaceError(WorkspaceError):
    """A path leaves the workspace, by `..`, by being absolute or through a link."""


class OpenClawConfigError(WorkspaceError):
    """openclaw.json cannot be read."""


class FileError(DesktopError):
    """Something about one file. `path` is relative to the workspace, with `/`."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


class FileGoneError(FileError):
    """The file is not there (any more)."""


class NotTextError(FileError):
    """The file cannot be shown as text; the sentence says why."""


class ConflictError(FileError):
    """The file changed on disk since it was read.

    `disk` is the bytes that are there now, or None when the file is gone. Nothing was written.
    """

    def __init__(self, path: str, sentence: str, disk: bytes | None) -> None:
        super().__init__(path, sentence)
        self.disk = disk


class FileExistsAlreadyError(FileError):
    """A file of that name is there already."""


class WriteFailedError(FileError):
    """The disk refused the write; what was on disk is unchanged."""


class IndexingError(DesktopError):
    """The index cannot do what was asked."""


class IndexBusyError(IndexingError):
    """Another process writes this index; this one may read it."""


class IndexDamagedError(IndexingError):
    """The index database cannot be read."""


class EmbedderError(IndexingError):
    """Texts cannot be turned into vectors; keyword search goes on."""


class ModelMissingError(EmbedderError):
    """There is no model file where the settings point."""


class ModelUnusableError(EmbedderError):
    """The file is damaged, or no embedding model, or too large for this machine."""


class EmbedderStoppedError(EmbedderError):
    """The model's process died."""


class QuestionUnreadableError(EmbedderError):
    """The model cannot read this one question; nothing is wrong with the model."""


class ReviewError(DesktopError):
    """The gate cannot do what was asked."""


class ProposalRefusedError(ReviewError):
    """A change cannot be proposed; the sentence tells the one who proposes what to do instead."""


class ProposalGoneError(ReviewError):
    """There is no proposal of that number."""


class AlreadyDecidedError(ReviewError):
    """The proposal is not waiting any more: another window was faster, or it was withdrawn."""


class BaseMovedError(ReviewError):
    """The file or its approved version changed since the reviewer looked; nothing was written."""


class JournalError(ReviewError):
    """Proposals and decisions cannot be read or written."""


class JournalBusyError(JournalError):
    """Another program holds the journal."""


class JournalDamagedError(JournalError):
    """The journal cannot be read."""


class HistoryError(ReviewError):
    """The versions of files cannot be read or written."""


class HistoryDamagedError(HistoryError):
    """The repository of versions is broken."""


class TranscriptError(DesktopError):
    """A session of the agent cannot be read."""


class AgentIndexError(DesktopError):
    """The agent's own index cannot be read."""


class NoAgentIndexError(AgentIndexError):
    """The agent has no index, or nobody knows whose workspace this is."""


class KeyStoreError(DesktopError):
    """The system's keyring gives or keeps no key."""


class UpdatesUnknownError(DesktopError):
    """Whether there is a newer version cannot be told; says why."""


class DisplayError(DesktopError):
    """There is no screen to open a window on."""


def reason_of(error: OSError) -> str:
    """Why the disk refused, in words."""
    if _is_held(error):
        return "another program has it open"
    known = {
        errno.ENOSPC: "the disk is full",
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "there is no permission",
        errno.EPERM: "there is no permission",
        errno.ENAMETOOLONG: "the name is too long",
        errno.ENOTDIR: "one of its folders is a file",
        errno.ENOENT: "there is no such file" if _is_missing_itself(error) else "its folder is gone",
        errno.ELOOP: "its links lead in a circle",
        errno.EISDIR: "it is a folder",
    }
    if hasattr(errno, "EDQUOT"):
        known[errno.EDQUOT] = "the quota is used up"
    return known.get(error.errno or 0) or error.strerror or str(error)


def _is_held(error: OSError) -> bool:
    """Windows: the file is open elsewhere; a replaced one is answered as if it were a permission."""
    number = cast("int | None", getattr(error, "winerror", None))
    return number in (32, 33) or (number == 5 and cast("object", error.filename2) is not None)


def _is_missing_itself(error: OSError) -> bool:
    """Of what is not there: its folder is, so that it was to be read, or would have been written."""
    named = cast("object", error.filename)
    return isinstance(named, str | bytes) and os.path.isdir(os.path.dirname(os.fsdecode(named)) or ".")  # noqa: PTH112, PTH120 - of any name


def sentence_of(error: OSError) -> str:
    """What the disk refused, as a sentence: "/x/index.lock cannot be used: there is no permission"."""
    named = cast("object", error.filename)
    name = os.fsdecode(named) if isinstance(named, str | bytes) else "A file"
    return f"{name} cannot be used: {reason_of(error)}"
