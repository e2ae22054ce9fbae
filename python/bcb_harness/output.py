"""What a program prints, told apart by test case.

The program writes to a pipe as every process does, at the level of the file
descriptor, so that the output of processes it starts is kept as well. At the
beginning and the end of each test case the harness writes a mark into the same
pipe. The engine cuts the stream at the marks: since a pipe keeps its order,
each byte falls into the segment in which it was written.
"""

from __future__ import annotations

import hashlib
import select
import sys
import time
from collections import deque
from dataclasses import dataclass
from typing import Deque

from .sources import Source

__all__ = ["KEPT_BYTES", "OutputStream", "Printed", "output_mark"]

KEPT_BYTES = 64 * 1024
# Only where a thread carries the bytes (Windows) can a mark arrive later than the report after it.
_LATE_MARK_SECONDS = 1.0


def output_mark(token: str) -> bytes:
    """The bytes that separate segments, unlike anything printed.

    They tell nothing of the run's token: the program can read what is in its own pipes.
    """
    return b"\x00" + hashlib.sha256(token.encode("ascii")).hexdigest().encode("ascii") + b"\x00"


@dataclass
class Printed:
    """The kept part of what was printed in a segment."""

    data: bytearray
    cut: bool = False

    def add(self, data: bytes) -> None:
        room = KEPT_BYTES - len(self.data)
        self.data += data[:room]
        self.cut = self.cut or len(data) > room

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


class OutputStream:
    """One of a program's two output streams."""

    def __init__(self, source: Source, mark: bytes) -> None:
        self.source = source
        self.total = 0
        """Bytes printed in all, kept or not."""
        self.ended = False
        self._mark = mark
        self._undecided = b""
        self._current = Printed(bytearray())
        self._complete: Deque[Printed] = deque()

    def drain(self, most: int = 1 << 20) -> None:
        """Take what is there, up to about ``most`` bytes so that no stream starves the others."""
        taken = 0
        while not self.ended and taken < most:
            chunk = self.source.read()
            if chunk is None:
                return
            if chunk:
                taken += len(chunk)
                self._feed(chunk)
            else:
                self.ended = True

    def up_to_mark(self) -> Printed:
        """The segment that the next mark closes."""
        give_up_at = time.monotonic() + _LATE_MARK_SECONDS
        while not self._complete and not self.ended:
            self.drain()
            if not self._complete and not self._wait_until(give_up_at):
                break
        return self._complete.popleft() if self._complete else self.rest()

    def rest(self) -> Printed:
        """Everything after the last segment taken, marks removed."""
        everything = Printed(bytearray())
        for segment in self._complete:
            everything.add(bytes(segment.data))
            everything.cut = everything.cut or segment.cut
        everything.add(bytes(self._current.data))
        everything.cut = everything.cut or self._current.cut
        everything.add(self._undecided)
        self._complete.clear()
        self._current = Printed(bytearray())
        self._undecided = b""
        return everything

    def _feed(self, chunk: bytes) -> None:
        self.total += len(chunk)
        data = self._undecided + chunk
        *segments, rest = data.split(self._mark)
        for segment in segments:
            self._current.add(segment)
            self._complete.append(self._current)
            self._current = Printed(bytearray())
        # The beginning of a mark may end this chunk; a mark starts with a zero byte.
        begins = rest.find(b"\x00", max(0, len(rest) - len(self._mark) + 1))
        if begins < 0:
            begins = len(rest)
        self._current.add(rest[:begins])
        self._undecided = rest[begins:]

    def _wait_until(self, moment: float) -> bool:
        if sys.platform != "win32":
            return False
        remaining = moment - time.monotonic()
        return remaining > 0 and bool(select.select([self.source], [], [], remaining)[0])
