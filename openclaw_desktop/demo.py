"""The sample workspace: copied to a folder of the person's, never opened where it ships."""

from __future__ import annotations

import shutil
from pathlib import Path

import platformdirs

from openclaw_desktop import resources
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
    unfinished = copy.with_name(copy.name + ".part")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(resources.path("sample-workspace"), unfinished, copy_function=shutil.copyfile)
        unfinished.rename(copy)
    except OSError as error:
        sentence = f"the sample cannot be copied to {copy}: {reason_of(error)}"
        raise WriteFailedError(str(copy), sentence) from error
    return copy


def place(parent: Path | None = None) -> Path:
    """Where the person's copy of the sample is, or would be."""
    return (parent or _documents()) / FOLDER_NAME


def is_sample(root: Path) -> bool:
    """Whether this folder is a person's copy of the sample."""
    return root.name == FOLDER_NAME


def _documents() -> Path:
    return base_of_all() or platformdirs.user_documents_path()
