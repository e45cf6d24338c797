"""The sample workspace: copied to a folder of the person's, never opened where it ships."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import platformdirs

from openclaw_desktop import resources
from openclaw_desktop.atomic import TEMPORARY_PREFIX
from openclaw_desktop.errors import WriteFailedError, reason_of
from openclaw_desktop.paths import is_folder
from openclaw_desktop.places import base_of_all

FOLDER_NAME = "OpenClaw sample workspace"


def sample_workspace(parent: Path | None = None) -> Path:
    """The person's copy of the sample below `parent` (their documents); made when it is not there yet.

    An existing copy is opened as the person left it.
    """
    copy = place(parent)
    if is_folder(copy):
        return copy
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=TEMPORARY_PREFIX, dir=copy.parent) as folder:
            unfinished = Path(folder, FOLDER_NAME)
            _copy(resources.path("sample-workspace"), unfinished)
            unfinished.rename(copy)
    except OSError as error:
        if is_folder(copy):  # another start was faster
            return copy
        sentence = f"the sample cannot be copied to {copy}: {reason_of(error)}"
        raise WriteFailedError(str(copy), sentence) from error
    return copy


def place(parent: Path | None = None) -> Path:
    """Where the person's copy of the sample is, or would be."""
    return (parent or _documents()) / FOLDER_NAME


def is_sample(root: Path) -> bool:
    """Whether this folder is a person's copy of the sample."""
    return root.name == FOLDER_NAME


def _copy(source: Path, target: Path) -> None:
    """Texts alone: folders of what ships may be read-only. Raises OSError at the first that fails."""
    target.mkdir()
    for item in source.iterdir():
        if item.is_dir():
            _copy(item, target / item.name)
        else:
            shutil.copyfile(item, target / item.name)


def _documents() -> Path:
    return base_of_all() or platformdirs.user_documents_path()
