"""Reading ends that never wait, so that one loop can serve many processes."""

from __future__ import annotations

import os
import socket
import sys
import threading
from typing import Optional, Protocol

__all__ = ["Source", "source_of_fd", "source_of_socket"]

_CHUNK = 65536


class Source(Protocol):
    """The reading end of a pipe or a socket; a selector can watch it."""

    lags: bool
    """Whether bytes can still arrive after the process that wrote them is dead."""

    def fileno(self) -> int: ...

    def read(self) -> Optional[bytes]:
        """What is there: ``None`` when nothing is yet, ``b""`` when nothing will ever be."""

    def close(self) -> None: ...


class _FdSource:
    lags = False

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd

    def fileno(self) -> int:
        return self._fd

    def read(self) -> Optional[bytes]:
        try:
            return os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def close(self) -> None:
        os.close(self._fd)


class _SocketSource:
    lags = True

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._connection = connection

    def fileno(self) -> int:
        return self._connection.fileno()

    def read(self) -> Optional[bytes]:
        try:
            return self._connection.recv(_CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def close(self) -> None:
        self._connection.close()


def source_of_socket(connection: socket.socket) -> Source:
    """Take over a connected socket."""
    return _SocketSource(connection)


def source_of_fd(fd: int) -> Source:
    """Take over the reading end of a pipe."""
    if sys.platform == "win32":
        # Windows can wait for sockets only: a thread carries the pipe's bytes into one.
        return pumped(fd)
    return _FdSource(fd)


def pumped(fd: int) -> Source:
    """Carry what ``fd`` gives into a socket that a selector can watch on every platform."""
    here, there = socket.socketpair()

    def pump() -> None:
        with there:
            while True:
                try:
                    chunk = os.read(fd, _CHUNK)
                    there.sendall(chunk)
                except OSError:
                    break
                if not chunk:
                    break
        os.close(fd)

    threading.Thread(target=pump, name="pump", daemon=True).start()
    return _SocketSource(here)
