"""Where this program keeps its own things: never in a workspace."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.paths import expanded, is_file, own_spelling

APP_NAME = "openclaw-desktop"
HOME_VARIABLE = "OPENCLAW_DESKTOP_HOME"
PORTABLE_MARK = "portable"
PORTABLE_FOLDER = "openclaw-desktop-data"
OWN = 0o700


@dataclass(frozen=True, slots=True)
class Places:
    """The four folders of one user: settings, data, caches, and what may be forgotten."""

    config: Path
    data: Path
    cache: Path
    state: Path

    @classmethod
    def of_user(cls, environ: Mapping[str, str] = os.environ) -> Places:
        """The platform's own folders, or those below `base_of_all`."""
        base = base_of_all(environ)
        if base is not None:
            return cls(base / "config", base / "data", base / "cache", base / "state")
        dirs = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_cache_path, dirs.user_state_path)

    def make(self) -> None:
        """Makes the folders, which nobody else may look into: the index holds every text of a workspace.

        Where the disk refuses, whoever writes there says so.
        """
        for folder in (self.config, self.data, self.cache, self.state):
            with contextlib.suppress(OSError):
                folder.mkdir(mode=OWN, parents=True, exist_ok=True)
                if os.name != "nt" and folder.stat().st_mode & 0o077:
                    folder.chmod(OWN)

    @property
    def settings_file(self) -> Path:
        """The person's settings."""
        return self.config / "settings.toml"

    def of_workspace(self, root: Path) -> Path:
        """The folder of one workspace's index and state; keyed by its real path, so two never share.

        However its name is written on a disk that ignores case, it is one workspace with one index.
        """
        real = own_spelling(os.path.realpath(root))
        name = "".join(c if c.isalnum() and c.isascii() else "-" for c in Path(real).name)[:40]
        return self.data / "workspaces" / f"{name}-{digest_of(root)}"


def digest_of(*folders: Path) -> str:
    """Sixteen digits that are the same whenever these folders are, however their names are written."""
    real = [own_spelling(os.path.realpath(folder)) for folder in folders]
    return hashlib.sha256(os.fsencode("\0".join(real))).hexdigest()[:16]


def base_of_all(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The one folder that everything of ours lies in, or None: each kind has its place on this platform.

    It is `OPENCLAW_DESKTOP_HOME`, or in a portable copy `openclaw-desktop-data` beside the program. A copy is
    portable when a file of the name `portable` lies beside the program.
    """
    home = environ.get(HOME_VARIABLE)
    if home:
        return expanded(home).absolute()
    beside = Path(sys.executable).parent
    if getattr(sys, "frozen", False) and is_file(beside / PORTABLE_MARK):
        return beside / PORTABLE_FOLDER
    return None


def require_home() -> None:
    """Raises DesktopError for an account without a home folder, as some that only services use."""
    try:
        Path.home()
    except RuntimeError as error:
        raise DesktopError(
            "this account has no home folder, and settings and index would have no place: set HOME to a "
            "folder that it can write in"
        ) from error
