"""The place where a window is found by later starts: given back only by the one that has it."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
import weakref
from collections.abc import Callable, Generator
from pathlib import Path

import filelock
from PySide6.QtNetwork import QLocalServer

from openclaw_desktop.places import APP_NAME


def take(server: QLocalServer, address: str) -> Callable[[], object]:
    """Has `server` listen there, whoever did before; returns what gives the place back. Raises OSError.

    To be called `alone`. The place is given back when the program ends, at the latest.
    """
    if os.name == "nt":
        # Elsewhere the folder is the user's own, and a socket in it cannot be replaced by others.
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        _listen(server, address)
        return server.close
    # A server removes the name it began with when it ends, whosever socket has that name by then. So it never
    # has the address for its name: a window that hung would take the one that came instead away with it.
    socket = Path(address).with_name(f"{APP_NAME}-{secrets.token_hex(8)}")  # as long as an address
    _listen(server, str(socket))
    socket.chmod(0o600)
    known_by = socket.stat()
    socket.replace(address)
    return weakref.finalize(server, _give_back, address, known_by)


@contextlib.contextmanager
def alone(address: str, seconds: float) -> Generator[None]:
    """No other start decides about this address meanwhile; nothing is left of it afterwards.

    Raises OSError when others do for longer than `seconds`.
    """
    beside = Path(tempfile.gettempdir(), address + ".lock")  # an absolute address stays where it is
    with filelock.FileLock(beside, timeout=seconds):
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # Windows removes nothing that is open
                beside.unlink()


def _listen(server: QLocalServer, name: str) -> None:
    if not server.listen(name):
        raise OSError(server.errorString())


def _give_back(address: str, known_by: os.stat_result) -> None:
    """Removes the socket there if it is this one; it stays, as after a crash, where a start just decides."""
    socket = Path(address)
    with contextlib.suppress(OSError), alone(address, 0):
        if os.path.samestat(socket.lstat(), known_by):
            socket.unlink()
