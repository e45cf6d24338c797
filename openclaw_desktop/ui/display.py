"""Can a window be opened here? Asked before Qt, which would abort the process instead of answering."""

from __future__ import annotations

import ctypes
import importlib
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from openclaw_desktop.errors import DisplayError

DEBIAN_PACKAGES = (
    "libegl1 libgl1 libglib2.0-0 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 "
    "libxcb-shape0 libxcb-randr0 libdbus-1-3 libfontconfig1"
)
"""What a bare Debian or Ubuntu lacks for Qt 6.5 and later (Qt documentation, "Qt for X11 requirements")."""

NO_SCREEN = (
    "there is no screen to open a window on: start it from a desktop session (over ssh: ssh -X), "
    "or have pictures taken without one: --screenshot DIR; the commands status, index, search and doctor "
    "need no screen"
)


def require(environ: Mapping[str, str], platform: str = sys.platform) -> None:
    """Raises DisplayError when Qt could not open a window; asks only where Qt is known to abort."""
    if not platform.startswith(("linux", "freebsd")):
        return
    wanted = environ.get("QT_QPA_PLATFORM", "")
    displays = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if environ.get(name)]
    if not wanted and not displays:
        raise DisplayError(NO_SCREEN)
    plugins = plugins_folder()
    if wanted and not wanted.startswith(("xcb", "wayland")):
        return
    names = ["libqwayland.so"] if "WAYLAND_DISPLAY" in displays and not wanted.startswith("xcb") else []
    names += ["libqxcb.so"] if "DISPLAY" in displays or wanted.startswith("xcb") else []
    troubles = [trouble for name in names if (trouble := load_trouble(plugins / name))]
    if names and len(troubles) == len(names):
        raise DisplayError(missing_library(troubles[-1]))
    if names == ["libqxcb.so"] and not _answers(environ.get("DISPLAY", "")):
        raise DisplayError(f"the display {environ.get('DISPLAY', '')!r} does not answer: {NO_SCREEN}")


def missing_library(trouble: str) -> str:
    """What to do about a loader's message such as "libxcb-cursor.so.0: cannot open shared object file"."""
    found = re.match(r"(lib[^:\s]+\.so[^:\s]*)", trouble)
    what = f"the system library {found[1]} is missing" if found else f"Qt cannot be loaded ({trouble})"
    return f"{what}; on Debian and Ubuntu: sudo apt install {DEBIAN_PACKAGES}"


def load_trouble(library: Path, load: Callable[[str], object] = ctypes.CDLL) -> str | None:
    """None when the loader takes `library`, else what it said."""
    try:
        load(str(library))
    except OSError as error:
        return str(error)
    return None


def plugins_folder() -> Path:
    """Where Qt keeps its platform plugins; importing Qt is itself a test of the system's libraries."""
    try:
        from PySide6.QtCore import QLibraryInfo

        importlib.import_module("PySide6.QtGui")
    except ImportError as error:
        raise DisplayError(missing_library(str(error))) from error
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _answers(display: str) -> bool:
    """An X server answers at `display`; True where that cannot be asked."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode() or None, None)
    answered = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return answered
