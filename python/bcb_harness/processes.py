"""The process of a run as the engine sees it: three streams to read, and a way to end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Callable, Collection, Iterable, Optional, Tuple

from .exit_codes import EXIT_TOO_MANY_PROCESSES
from .limits import MOST_PROCESSES
from .linux import children_of, has_more_descendants
from .sources import Source

__all__ = ["RunProcess", "end_orphans", "reap_orphans"]

_ORPHANS_SECONDS = 2.0
_REAPING_SECONDS = 0.001


class RunProcess:
    """A process that leads its own session, forked or spawned."""

    def __init__(
        self,
        pid: int,
        reports: Source,
        stdout: Source,
        stderr: Source,
        popen: Optional[subprocess.Popen[bytes]] = None,
        holder: Optional[int] = None,
    ) -> None:
        self.pid = pid
        self.reports = reports
        self.stdout = stdout
        self.stderr = stderr
        self._popen = popen
        # Of the cell that the process is in; nothing is left in there when it has ended.
        self._holder = holder
        self._exit_code: Optional[int] = None

    @property
    def sources(self) -> Iterable[Source]:
        return (self.reports, self.stdout, self.stderr)

    @property
    def pids(self) -> Tuple[int, ...]:
        """Those of our own that everything which the run has started is below."""
        return (self.pid,) if self._holder is None else (self.pid, self._holder)

    def has_ended(self) -> bool:
        """Whether the process is dead; where possible it keeps its number for `kill`."""
        if sys.platform == "win32" or not hasattr(os, "waitid"):
            # Windows, and macOS before Python 3.13, cannot tell without reaping.
            return self.try_reap() is not None
        if self._exit_code is not None:
            return True
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None

    def has_too_many_descendants(self) -> bool:
        return sys.platform == "linux" and has_more_descendants(self.pid, MOST_PROCESSES)

    def kill(self) -> None:
        """Kill the process and its whole session group, before it is reaped."""
        if sys.platform == "win32":
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(self.pid)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            return
        kills = [(os.killpg, self.pid), *((os.kill, pid) for pid in self.pids)]
        for kill, pid in kills:
            try:
                kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                # No such group: it died or was killed before it became a leader.
                continue

    def try_reap(self) -> Optional[int]:
        """The exit code once the process is dead, a signal's number negated; else ``None``."""
        if self._popen is not None:
            self._exit_code = self._popen.poll()
        elif self._exit_code is None:
            self._exit_code = _reaped(self.pid)
        if self._exit_code is not None and self._holder is not None:
            held = _reaped(self._holder)
            if held is None:
                return None
            self._holder = None
            if held == EXIT_TOO_MANY_PROCESSES:
                self._exit_code = held
        return self._exit_code

    def close(self) -> None:
        for source in self.sources:
            source.close()


def _reaped(pid: int) -> Optional[int]:
    """The exit code of a child that has ended; ``None`` while it has not."""
    found, status = os.waitpid(pid, os.WNOHANG)
    if found == 0:
        return None
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def end_orphans(own_pids: Callable[[], Collection[int]]) -> None:
    """Kill and reap what ended runs have left behind.

    While a run's process lives it is the parent of whatever its descendants
    abandon, and when it ends the engine is. A child of the engine that the
    engine did not start is therefore such an orphan.
    """
    give_up_at = time.monotonic() + _ORPHANS_SECONDS
    while reap_orphans(own_pids) and time.monotonic() < give_up_at:
        time.sleep(_REAPING_SECONDS)


def reap_orphans(own_pids: Callable[[], Collection[int]]) -> bool:
    """Kill those orphans and reap the dead, without waiting; whether any is left.

    The first process of a cell is not dead before all others of the cell are reaped.
    """
    if sys.platform != "linux":
        return False
    children = set(children_of(os.getpid()))
    # Asked afterwards: a process that is ours is known before it becomes a child of this one.
    orphans = children.difference(own_pids())
    for pid in orphans:
        os.kill(pid, signal.SIGKILL)
    left = [pid for pid in orphans if _reaped(pid) is None]
    return bool(left)
