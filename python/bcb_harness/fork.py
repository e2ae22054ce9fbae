"""Starts runs by forking the engine: the quickest way, with every preloaded module in place."""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import socket
import sys
from typing import Callable, ContextManager, List, Mapping, Optional, Tuple

from .child import Job, run_job, stand_alone
from .measurement import warm_up
from .preload import Imported, resident_memory, try_import
from .processes import RunProcess
from .sources import source_of_fd
from .trial import Trials

if sys.platform == "linux":
    from .cells import children_inside
    from .huge_pages import use_huge_pages

__all__ = ["ForkLauncher"]

# The engine's own, with every module. Forks share it, and copying its page tables takes time.
_MOST_RESIDENT = 384 * 1024 * 1024


class ForkLauncher:
    """Forks a process for each run."""

    name = "fork"

    def __init__(self, leave_engine: Callable[[], None]) -> None:
        """A run's process calls ``leave_engine`` to part with all that is the engine's alone."""
        self._leave_engine = leave_engine
        self._trials = Trials(leave_engine)
        self._is_warm = False

    def is_ready(self) -> bool:
        return True

    def launch(self, job: Job) -> RunProcess:
        """Start a run.

        Raises:
            OSError: the machine has no process or descriptor to give.
        """
        if job.request.coverage and not self._is_warm:
            self._is_warm = True
            warm_up()
        parent = os.getpid()
        # By its name in /proc a pipe can be opened again, and read; a socket cannot.
        pipes = [_socket_pair(), os.pipe(), os.pipe()]
        reading = [read for read, _ in pipes]
        writing = [write for _, write in pipes]
        try:
            with _children_where(job) as ours:
                pid = os.fork()
                if pid == 0:
                    self._become(job, parent, [*reading, *ours], writing)
        except OSError:
            for fd in reading + writing:
                os.close(fd)
            raise
        for fd in writing:
            os.close(fd)
        reports, stdout, stderr = (source_of_fd(fd) for fd in reading)
        holder = None if job.cell is None else job.cell.holder
        return RunProcess(pid, reports, stdout, stderr, holder=holder)

    def preload(self, modules: Mapping[str, float]) -> None:
        self._trials.add(modules)

    @property
    def is_preloading(self) -> bool:
        return self._trials.at_work

    def preload_next(self) -> Optional[Imported]:
        """Import a module here that has stood its trial, so that every later fork has it."""
        imported = self._preload_tried()
        if not self.is_preloading and sys.platform == "linux":
            use_huge_pages()
        return imported

    def _preload_tried(self) -> Optional[Imported]:
        tried = self._trials.next()
        if tried is None or tried.error or tried.declined:
            return tried
        if resident_memory() + tried.memory > _MOST_RESIDENT:
            return tried._replace(error="the engine has no memory left for it")
        known = len(sys.modules)
        imported = try_import(tried.module)
        if len(sys.modules) > known:
            # Collections in a child would otherwise write to, and so copy, the shared pages.
            gc.collect()
            gc.freeze()
        return imported

    def own_pids(self) -> List[int]:
        return self._trials.own_pids()

    def close(self) -> None:
        self._trials.close()

    def _become(self, job: Job, parent: int, unwanted: List[int], writing: List[int]) -> None:
        """In the child: never returns, whatever happens."""
        try:
            self._leave_engine()
            stand_alone(parent)
            reports, stdout, stderr = writing
            # The engine's own would keep a lock that a run puts on it, for all that follow.
            nothing = os.open(os.devnull, os.O_RDONLY)
            for fd, standard in ((nothing, 0), (stdout, 1), (stderr, 2)):
                os.dup2(fd, standard)
            for fd in (*self._trials.fds(), *unwanted, nothing, stdout, stderr):
                os.close(fd)
            run_job(job, functools.partial(os.write, reports))
        finally:
            os._exit(1)


def _children_where(job: Job) -> ContextManager[Tuple[int, ...]]:
    """Have the children of this process begin in the job's cell, where we may."""
    if job.cell is None or job.cell.by_user:
        return contextlib.nullcontext(())
    return children_inside(job.cell)


def _socket_pair() -> Tuple[int, int]:
    reading, writing = socket.socketpair()
    return reading.detach(), writing.detach()
