"""What a frozen program sets right before anything of it is loaded: it was put together on another system."""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import MutableMapping
from pathlib import Path

_CERTIFICATES = Path("/etc/ssl/certs")
_LIBRARY_PATH = "LD_LIBRARY_PATH"
_INPUT_METHOD = "QT_IM_MODULE"
_PLUGINS = "QT_PLUGIN_PATH"


def prepare(environ: MutableMapping[str, str] = os.environ) -> None:
    """Changes the environment of this process and of those it starts."""
    if sys.platform == "linux":
        give_libraries_back(environ)
        name_certificates(environ)
        name_input_method(environ)
        leave_foreign_plugins(environ)


def give_libraries_back(environ: MutableMapping[str, str]) -> None:
    """A browser or file manager that this program opens finds the system's libraries, not those inside.

    PyInstaller leads the loader to them by this variable; the loader reads it only when a process begins.
    """
    before = environ.pop(f"{_LIBRARY_PATH}_ORIG", None)
    environ.pop(_LIBRARY_PATH, None)
    if before is not None:
        environ[_LIBRARY_PATH] = before


def name_certificates(environ: MutableMapping[str, str], system: Path = _CERTIFICATES) -> None:
    """Says where the system keeps certificates, when OpenSSL looks where the build machine kept its own.

    libgit2 refuses to load where there is no such place, though it never uses the network here: on a system
    without certificates an empty one is named.
    """
    usual = ssl.get_default_verify_paths()
    if not (usual.cafile or usual.capath):
        place = system if system.is_dir() else Path(sys.executable).parent
        environ[usual.openssl_capath_env] = str(place)


def name_input_method(environ: MutableMapping[str, str]) -> None:
    """Makes fcitx answer as IBus: the Qt inside has a plugin for that only, else no Chinese is typed."""
    if environ.get(_INPUT_METHOD, "").startswith("fcitx"):
        environ[_INPUT_METHOD] = "ibus"


def leave_foreign_plugins(environ: MutableMapping[str, str]) -> None:
    """Has the Qt inside load its own plugins alone: those of a session are made for the system's Qt."""
    environ.pop(_PLUGINS, None)
