"""Imports modules in a process of their own first, to see what that does to a process."""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from typing import Callable, Deque, List, Mapping, NoReturn, Optional, Tuple

from .child import stand_alone
from .lines import LineBuffer
from .preload import Imported, is_worth_its_memory, try_import
from .sources import Source, source_of_fd

__all__ = ["Trials"]

# An import without compiled files beside it may well take half a minute.
_MOST_SECONDS = 120


class Trials:
    """Goes through modules ahead of the engine, by a fork of it.

    A module that crashes the process, hangs it, leaves threads behind or takes more memory
    than it is worth is found out there, and another fork goes on behind it.
    """

    def __init__(self, leave_engine: Callable[[], None]) -> None:
        self._leave_engine = leave_engine
        self._untried: Deque[Tuple[str, float]] = deque()
        self._tried: Deque[Imported] = deque()
        self._unread = LineBuffer()
        self._source: Optional[Source] = None
        self._pid = 0
        self._has_reported = False

    @property
    def at_work(self) -> bool:
        """Whether there is anything to come."""
        return bool(self._untried or self._tried or self._source)

    def add(self, modules: Mapping[str, float]) -> None:
        """Try more: by name, the share of runs that import each."""
        self._untried += modules.items()

    def next(self) -> Optional[Imported]:
        """What came of the next module, once that is known."""
        self._read()
        if self._tried:
            return self._tried.popleft()
        if self._untried and not self._source:
            # Only now, so that this fork has what the engine has imported by now.
            self._start()
        return None

    def own_pids(self) -> List[int]:
        return [self._pid] if self._source else []

    def fds(self) -> List[int]:
        return [self._source.fileno()] if self._source else []

    def close(self) -> None:
        if self._source:
            os.kill(self._pid, signal.SIGKILL)
            self._reap()

    def _start(self) -> None:
        parent = os.getpid()
        incoming, outgoing = os.pipe()
        try:
            pid = os.fork()
        except OSError:
            # A machine without a process to spare has no use for them either.
            self._untried.clear()
            os.close(incoming)
            os.close(outgoing)
            return
        if pid == 0:
            self._try_all(parent, incoming, outgoing)
        os.close(outgoing)
        self._source = source_of_fd(incoming)
        self._pid = pid
        self._has_reported = False

    def _read(self) -> None:
        while self._source:
            chunk = self._source.read()
            if chunk is None:
                return
            if chunk:
                for line in self._unread.feed(chunk):
                    self._take(Imported(*json.loads(line)))
            else:
                self._reap()

    def _take(self, imported: Imported) -> None:
        self._has_reported = True
        self._untried.popleft()
        if imported.threads > 0:
            error = f"it leaves {imported.threads} threads behind"
            imported = imported._replace(error=imported.error or error)
        self._tried.append(imported)

    def _reap(self) -> None:
        assert self._source
        self._source.close()
        self._source = None
        self._unread.take()
        _, status = os.waitpid(self._pid, 0)
        if self._untried and not self._has_reported:
            # The first module of all that it tried has ended it.
            how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "exit"
            error = f"it ended the process that tried it ({how})"
            module, _ = self._untried.popleft()
            self._tried.append(Imported(module, error))

    def _try_all(self, parent: int, incoming: int, outgoing: int) -> NoReturn:
        """In the fork: import one after the other and tell."""
        try:
            self._leave_engine()
            stand_alone(parent)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            nothing = os.open(os.devnull, os.O_WRONLY)
            for fd in (1, 2):
                os.dup2(nothing, fd)
            for fd in (incoming, nothing):
                os.close(fd)
            for module, share in self._untried:
                signal.alarm(_MOST_SECONDS)
                imported = try_import(module)
                imported = imported._replace(declined=not is_worth_its_memory(imported, share))
                os.write(outgoing, json.dumps(imported).encode("ascii") + b"\n")
                # What comes after one that is left out must not seem cheaper for it.
                if imported.threads > 0 or imported.declined:
                    break
            os._exit(0)
        finally:
            os._exit(1)
