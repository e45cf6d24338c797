"""One window a workspace: a second start hands over what it was asked for, and the window comes to the front.

Each window listens on a local socket of its user, named after its workspace. A socket that a crash left
behind is taken over; a window that hangs is waited for a few seconds only, and another then has its place.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
import tempfile
from collections.abc import Callable, Generator
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from openclaw_desktop.places import APP_NAME, Places, digest_of
from openclaw_desktop.ui import door_place
from openclaw_desktop.ui.wish import LONGEST, Wish, from_line, to_line

log = logging.getLogger(__name__)

CONNECT_MS = 1000
PATIENCE_MS = 5000
"""How long a window may take to answer: it may have been started a moment ago, on a slow machine."""

TAKEN_OVER = b"taken\n"

LONGEST_ADDRESS = 103
"""Bytes: macOS takes no longer path for a socket, Linux a few more."""


class Answer(Enum):
    """What became of a wish that was handed over."""

    NOBODY = "nobody"  # no window of this workspace is open
    TAKEN = "taken"
    SILENT = "silent"  # there is one, and it does not answer


def address(places: Places, root: Path | None) -> str:
    """Where the window of a workspace listens, or for None the list of them; "" where no place is safe.

    However its name is written on a disk that ignores case, it is one workspace with one window.
    """
    digest = digest_of(places.state, *([root] if root else []))
    if os.name == "nt":
        return f"{APP_NAME}-{digest}"  # a pipe of this user, by the options it is made with
    return next((where for folder in _own_folders() if (where := _in(folder, f"{APP_NAME}-{digest}"))), "")


def hand_over(address: str, wish: Wish, *, patience_ms: int = PATIENCE_MS) -> Answer:
    """Gives `wish` to the window that listens there, if there is one. Blocking, for `patience_ms` at most.

    Needs no QApplication, so that it can be asked before the window's own code is loaded.
    """
    if not address:
        return Answer.NOBODY
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(CONNECT_MS):
        busy = QLocalSocket.LocalSocketError.SocketTimeoutError
        return Answer.SILENT if socket.error() is busy else Answer.NOBODY
    socket.write(to_line(wish))
    said = b""
    while len(said) < len(TAKEN_OVER) and (socket.bytesAvailable() or socket.waitForReadyRead(patience_ms)):
        said += socket.readAll().data()
    taken = said == TAKEN_OVER
    socket.abort()
    return Answer.TAKEN if taken else Answer.SILENT


class Door(QObject):
    """Where a window is asked for something by later starts; closed while there is no window."""

    wished = Signal(object)  # Wish

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._leave: Callable[[], object] = lambda: None  # gives the place back
        self._heard: dict[QLocalSocket, bytes] = {}

    def open(self, address: str, wish: Wish, *, instead: bool = False) -> Answer:
        """Listens from now on, or hands `wish` over to a window that was faster, which is TAKEN.

        `instead`: whoever listens there does not answer, and its place is taken. Where nobody can listen
        the window opens all the same; the log says why.
        """
        self.close()
        if not address:
            return Answer.NOBODY
        try:
            with door_place.alone(address, PATIENCE_MS / 1000):
                if not instead and hand_over(address, wish) is Answer.TAKEN:
                    return Answer.TAKEN
                self._listen(address)
        except OSError as error:  # a lock that others hold is one
            log.warning("other starts of the program will not find this window: %s", error)
        return Answer.NOBODY

    def close(self) -> None:
        """Hears nobody any more."""
        if self._server is not None:
            self._leave()
            self._server.close()
            self._server.deleteLater()
            self._server = None
        self._heard.clear()

    @property
    def is_open(self) -> bool:
        """Whether later starts find this window."""
        return self._server is not None

    def _listen(self, address: str) -> None:
        """Takes the place, whoever had it. Raises OSError."""
        server = QLocalServer(self)
        server.newConnection.connect(self._greet)
        try:
            self._leave = door_place.take(server, address)
        except OSError:
            server.deleteLater()
            raise
        self._server = server

    def _greet(self) -> None:
        while self._server is not None and self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            self._heard[socket] = b""
            socket.readyRead.connect(lambda socket=socket: self._hear(socket))
            socket.disconnected.connect(lambda socket=socket: self._forget(socket))
            QTimer.singleShot(PATIENCE_MS, socket, socket.abort)
            self._hear(socket)

    def _hear(self, socket: QLocalSocket) -> None:
        if socket not in self._heard:
            return
        said = self._heard[socket] = self._heard[socket] + socket.readAll().data()
        if len(said) > LONGEST:
            socket.abort()
        elif said.endswith(b"\n"):
            self._heard[socket] = b""
            try:
                wish = from_line(said)
            except (ValueError, RecursionError):
                log.warning("something else than this program spoke to the window")
                socket.abort()
                return
            socket.write(TAKEN_OVER)
            socket.flush()
            self.wished.emit(wish)

    def _forget(self, socket: QLocalSocket) -> None:
        self._heard.pop(socket, None)
        socket.deleteLater()


def _own_folders() -> Generator[Path]:
    """Where the sockets of this user may lie, the usual place first."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if runtime.is_absolute():
        yield runtime
    own = Path(tempfile.gettempdir(), f"{APP_NAME}-{os.getuid()}")
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
    yield own


def _in(folder: Path, name: str) -> str:
    """That name in a folder that nobody else of this machine can look or write into; "" in any other."""
    try:
        found = folder.lstat()
    except OSError:
        return ""
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
    path = str(folder / name)
    return path if is_own and len(os.fsencode(path)) <= LONGEST_ADDRESS else ""
