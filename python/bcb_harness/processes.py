"""The process of a run as the engine sees it: three streams to read, and a way to end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Collection, Iterable, Optional

from .limits import MOST_PROCESSES
from .linux import children_of, has_more_descendants
from .sources import Source

__all__ = ["RunProcess", "end_orphans"]

_ORPHANS_SECONDS = 2.0


class RunProcess:
    """A process that leads its own session, forked or spawned."""

    def __init__(
        self,
        pid: int,
        reports: Source,
        stdout: Source,
        stderr: Source,
        popen: Optional[subprocess.Popen[bytes]] = None,
    ) -> None:
        self.pid = pid
        self.reports = reports
        self.stdout = stdout
        self.stderr = stderr
        self._popen = popen
        self._exit_code: Optional[int] = None

    @property
    def sources(self) -> Iterable[Source]:
        return (self.reports, self.stdout, self.stderr)

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
        for kill in (os.killpg, os.kill):
            try:
                kill(self.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                # No such group: it died or was killed before it became a leader.
                continue

    def try_reap(self) -> Optional[int]:
        """The exit code once the process is dead, a signal's number negated; else ``None``."""
        if self._popen is not None:
            self._exit_code = self._popen.poll()
        elif self._exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid != 0:
                died = os.WIFSIGNALED(status)
                self._exit_code = -os.WTERMSIG(status) if died else os.WEXITSTATUS(status)
        return self._exit_code

    def close(self) -> None:
        for source in self.sources:
            source.close()


def end_orphans(ours: Collection[int]) -> None:
    """Kill and reap what ended runs have left behind.

    While a run's process lives it is the parent of whatever its descendants
    abandon, and when it ends the engine is. A child of the engine that the
    engine did not start is therefore such an orphan.
    """
    if sys.platform != "linux":
        return
    give_up_at = time.monotonic() + _ORPHANS_SECONDS
    while time.monotonic() < give_up_at:
        orphans = set(children_of(os.getpid())) - set(ours)
        if not orphans:
            return
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            os.waitpid(pid, 0)
