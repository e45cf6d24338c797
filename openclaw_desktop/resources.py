"""Finds what ships with the program: the model, encodings, icons, help and the sample workspace."""

from __future__ import annotations

from functools import cache
from pathlib import Path

BUNDLED_MODEL = "models/multilingual-e5-small-q4_0.gguf"
BUNDLED_MODEL_NAME = "multilingual-e5-small"


@cache
def root() -> Path:
    """The folder of resources: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"


def path(name: str) -> Path:
    """The file or folder `name` (with `/`) below the resources."""
    return root() / name


def bundled_model() -> Path:
    """The embedding model that ships with the program."""
    return path(BUNDLED_MODEL)
