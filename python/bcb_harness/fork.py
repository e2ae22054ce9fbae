"""Starts runs by forking the engine: the quickest way, with every preloaded module in place."""

from __future__ import annotations

import functools
import gc
import os
from typing import Callable, Iterable, List

from .child import Job, run_job, stand_alone
from .measurement import warm_up
from .preload import Imported, try_import
from .processes import RunProcess
from .sources import source_of_fd

__all__ = ["ForkLauncher"]


class ForkLauncher:
    """Forks a process for each run."""

    name = "fork"

    def __init__(self, private_fds: Callable[[], Iterable[int]]) -> None:
        self._private_fds = private_fds
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
        # Listed before the pipes of this run are made, which the child keeps in part.
        private = list(self._private_fds())
        parent = os.getpid()
        pipes = [os.pipe() for _ in range(3)]
        reading = [read for read, _ in pipes]
        writing = [write for _, write in pipes]
        try:
            pid = os.fork()
        except OSError:
            for fd in reading + writing:
                os.close(fd)
            raise
        if pid == 0:
            self._become(job, parent, private + reading, writing)
        for fd in writing:
            os.close(fd)
        reports, stdout, stderr = (source_of_fd(fd) for fd in reading)
        return RunProcess(pid, reports, stdout, stderr)

    def preload(self, module: str) -> Imported:
        """Import ``module`` here, so that every later fork has it."""
        imported = try_import(module)
        # Collections in a child would otherwise write to, and so copy, the pages shared with it.
        gc.collect()
        gc.freeze()
        return imported

    def own_pids(self) -> List[int]:
        return []

    def close(self) -> None:
        """Nothing is kept."""

    def _become(self, job: Job, parent: int, private: Iterable[int], writing: List[int]) -> None:
        """In the child: never returns, whatever happens."""
        try:
            stand_alone(parent)
            reports, stdout, stderr = writing
            os.dup2(stdout, 1)
            os.dup2(stderr, 2)
            for fd in (*private, stdout, stderr):
                os.close(fd)
            run_job(job, functools.partial(os.write, reports))
        finally:
            os._exit(1)
