"""A folder for copies that are nobody else's business: gone afterwards, even when the program was killed."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import filelock

PREFIX = "openclaw-desktop-copy-"
INSIDE, LOCK = "copy", "lock"


@contextlib.contextmanager
def private_folder() -> Generator[Path]:
    """An empty folder that only this user may look into; gone afterwards. Raises OSError.

    Those that killed programs left behind go first: nobody holds their locks any more.
    """
    remove_left_behind(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
        lock = filelock.FileLock(Path(folder, LOCK), thread_local=False)
        with lock.acquire(timeout=0):
            # Made once it is locked: what has none of it yet is not taken for left behind.
            inside = Path(folder, INSIDE)
            inside.mkdir()
            yield inside


def remove_left_behind(where: Path) -> None:
    """Removes the folders here whose programs are no more; what resists stays until the next time."""
    for inside in where.glob(f"{PREFIX}*/{INSIDE}"):
        folder = inside.parent
        with contextlib.suppress(OSError):
            if not folder.is_symlink():
                with filelock.FileLock(folder / LOCK).acquire(timeout=0):
                    shutil.rmtree(inside)
                shutil.rmtree(folder)
