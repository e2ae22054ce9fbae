"""How the process of a run tells the engine what happens in it."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any, Callable, NoReturn, Optional, Tuple

from .exit_codes import EXIT_WITHOUT_REPORTS

__all__ = ["Reporter", "parse_report"]


class Reporter:
    """Writes reports, one a line, each led by the run's token.

    Tests replace parts of ``os``, ``json`` and ``time``, some for their whole
    duration. So every function needed is taken from its module now, before the
    program's first line runs, and kept in this object: tools that patch modules
    look through globals and defaults, not through instances.
    """

    def __init__(self, send: Callable[[bytes], int], token: str) -> None:
        self._send = send
        self._token = token.encode("ascii")
        self._encode = json.JSONEncoder(separators=(",", ":")).encode
        self._getpid = os.getpid
        self._exit = os._exit
        self._own_pid = os.getpid()
        self._mask: Optional[Callable[[int, Any], Any]] = None
        if sys.platform != "win32":
            self._mask = signal.pthread_sigmask
            self._block_all = (signal.SIG_BLOCK, signal.valid_signals())
            self._restore = signal.SIG_SETMASK

    def report(self, kind: str, **fields: Any) -> None:
        """Send one report; it has reached the engine's pipe when this returns."""
        fields["kind"] = kind
        self.write(self._token + b" " + self._encode(fields).encode("ascii") + b"\n", self._send)

    def write(self, data: bytes, send: Callable[[bytes], int]) -> None:
        """Send all of ``data``; a signal handler of the program's cannot tear it apart."""
        self.leave_if_copied()
        before = self._mask(*self._block_all) if self._mask else None
        try:
            while data:
                data = data[send(data) :]
        except OSError:
            self._exit(EXIT_WITHOUT_REPORTS)
        finally:
            if self._mask:
                self._mask(self._restore, before)

    def deafen(self) -> None:
        """From now on no signal handler of the program's interrupts this thread."""
        while self._mask:
            try:
                self._mask(*self._block_all)
                return
            except BaseException:
                # A handler that was due before the mask held; those are few.
                continue

    def leave_if_copied(self) -> None:
        """End a process that the program forked and that came back into the harness."""
        if self._getpid() != self._own_pid:
            self.leave()

    def leave(self) -> NoReturn:
        """End this process at once: no exit handler, no waiting for the program's threads."""
        self._exit(0)
        raise AssertionError("unreachable")


def parse_report(line: bytes, token: bytes) -> Tuple[str, Any]:
    """The kind and the fields of a report.

    Raises:
        ValueError: the line was not written by the harness.
    """
    given, _, text = line.partition(b" ")
    if given != token:
        raise ValueError("not led by the run's token")
    value = json.loads(text)
    return value["kind"], value
