"""The lines that the host and the engine exchange."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import List, Mapping, Tuple

from .lines import LineBuffer
from .sources import Source, source_of_fd

__all__ = ["HostChannel", "take_standard_streams"]

_LONGEST_LINE = 64 * 1024 * 1024
_LINE_END = os.linesep.encode("ascii")


def take_standard_streams() -> Tuple[int, int]:
    """Move standard input and output to descriptors that nothing else knows.

    Whoever reads standard input from now on finds it empty, and whoever prints
    (a library while it is imported, say) prints to standard error.

    Returns:
        The private input and output. No process that is started inherits them.
    """
    _close_inherited()
    sys.stdout.flush()
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def _close_inherited() -> None:
    """Close what the starting process forgot to: it is not for programs to find."""
    try:
        names = os.listdir("/dev/fd")
    except OSError:
        return
    for fd in map(int, names):
        if fd > 2:
            # The listing itself needed one of them, which is closed by now.
            with contextlib.suppress(OSError):
                os.close(fd)


class HostChannel:
    """JSON lines from and to the host. Neither direction waits where the system lets it."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.outgoing = outgoing
        """The descriptor that can take more once `unsent` is not 0."""
        self.ended = False
        """The host has closed its end; nothing more will come or can be said."""
        self._source: Source = source_of_fd(incoming)
        if sys.platform != "win32":
            os.set_blocking(outgoing, False)
        self._unread = LineBuffer()
        self._unsent = bytearray()

    def fileno(self) -> int:
        return self._source.fileno()

    @property
    def unsent(self) -> int:
        """How many bytes the host has still to take."""
        return len(self._unsent)

    def receive(self) -> List[bytes]:
        """The lines that have arrived, without their ends.

        A line that is absurdly long is handed out as far as it goes: a JSON value
        cut short is none, so it is refused.
        """
        lines: List[bytes] = []
        while True:
            piece = self._source.read()
            if not piece:
                self.ended = self.ended or piece == b""
                return [line for line in lines if line.strip()]
            lines += self._unread.feed(piece)
            if self._unread.size > _LONGEST_LINE:
                lines.append(self._unread.take())

    def forget(self) -> None:
        """Let go of what has been heard and not yet said."""
        self._unread.take()
        self._unsent.clear()

    def send(self, event: Mapping[str, object]) -> None:
        """Queue an event and send what the host takes now."""
        self._unsent += json.dumps(event, separators=(",", ":")).encode("ascii") + _LINE_END
        self.flush()

    def flush(self) -> None:
        """Send as much as the host takes without waiting for it."""
        while self._unsent:
            try:
                sent = os.write(self.outgoing, self._unsent[: 1 << 20])
            except BlockingIOError:
                return
            except OSError:
                self.ended = True
                self._unsent.clear()
                return
            del self._unsent[:sent]
