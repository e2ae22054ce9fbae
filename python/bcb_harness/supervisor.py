"""The engine's loop: takes requests, keeps up to N runs at work, and ends them all.

One thread and one selector. Nothing in the loop waits for a program or for the host,
so that a time limit is kept and a cancelled run ends at once whatever the rest does.
"""

from __future__ import annotations

import dataclasses
import os
import secrets
import selectors
import signal
import socket
import sys
import time
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Protocol,
    Set,
    Tuple,
)

from .active_run import ActiveRun, Phase, unlaunched
from .channel import HostChannel
from .child import Job
from .fingerprint import packages_fingerprint
from .isolation import Isolation
from .places import OBSERVING_SECONDS, Places
from .preload import Imported, missing_modules, modules_to_preload, resident_memory
from .processes import RunProcess, end_orphans, reap_orphans
from .protocol import (
    CancelRequest,
    InspectRequest,
    RefusedError,
    RunRequest,
    parse_request,
)
from .scratch import Scratch

if sys.platform == "linux":
    from .cells import Cell

__all__ = ["Launcher", "Settings", "Supervisor"]

_LONGEST_SLEEP = 3600.0
# Where nothing wakes the loop: a process has ended (Windows), a spare one has got ready, or a
# module has stood its trial.
_POLL_SECONDS = 0.02
# How often the processes of runs are counted.
_COUNTING_SECONDS = 0.1
# A host that has stopped reading gets no more to read.
_MOST_UNSENT = 16 * 1024 * 1024


@dataclasses.dataclass(frozen=True)
class Settings:
    """What the host asked of this engine, and what its Python can do."""

    workers: int
    """How many runs may keep a core busy at once."""
    memory: int
    """The bytes that each may use."""
    can_measure: bool
    """Whether there is a coverage.py."""
    isolation: Isolation
    """What runs are shut into."""
    search_path: Tuple[str, ...]
    """Where modules were looked for when the engine started."""


class Launcher(Protocol):
    """Starts the processes of runs."""

    name: str

    def is_ready(self) -> bool:
        """Whether `launch` need not wait."""

    def launch(self, job: Job) -> RunProcess:
        """Start a run; raises `OSError` where the machine has no process to give."""

    def preload(self, modules: Mapping[str, float]) -> None:
        """Have runs find ``modules`` imported, sooner or later, where it pays.

        Args:
            modules: by name, the share of runs that import each.
        """

    @property
    def is_preloading(self) -> bool:
        """Whether `preload_next` has something to do, or will."""

    def preload_next(self) -> Optional[Imported]:
        """Import the next module, unless it is too soon."""

    def own_pids(self) -> List[int]:
        """The processes that are kept apart from those of runs."""

    def close(self) -> None: ...


class Supervisor:
    """Serves one host until it closes its end."""

    def __init__(self, channel: HostChannel, scratch: Scratch, settings: Settings) -> None:
        self._channel = channel
        self._scratch = scratch
        self._settings = settings
        self._warden = settings.isolation.warden
        self._selector = selectors.DefaultSelector()
        self._queue: Dict[str, RunRequest] = {}
        self._active: Dict[str, ActiveRun] = {}
        self._may_preload_at_once = False
        self._stopping = False
        self._counts_processes = sys.platform == "linux" and settings.isolation.namespaces is None
        self._counted_at = 0.0
        # Elsewhere two runs can meet, on the same port for one.
        given_away = settings.isolation.separates_runs
        self._places = Places(settings.workers, settings.memory, given_away)
        # A signal writes into the first and so wakes the selector, which watches the second.
        self._alarm, self._alarmed = socket.socketpair()

    def leave(self) -> None:
        """In a run's process: close the engine's descriptors and forget all other programs."""
        fds = [self._channel.fileno(), self._channel.outgoing]
        fds += self._warden.fds if self._warden else []
        fds += [self._alarm.detach(), self._alarmed.detach()]
        for run in self._active.values():
            fds += [source.fileno() for source in run.process.sources]
        for fd in fds:
            os.close(fd)
        # It knows the runs as well.
        self._selector.close()
        self._queue.clear()
        self._active.clear()
        self._channel.forget()

    def serve(self, launcher: Launcher) -> None:
        """Work until the host closes its end or a signal tells the engine to stop."""
        self._launcher = launcher
        self._watch_signals()
        self._selector.register(self._channel, selectors.EVENT_READ, self._take_requests)
        self._selector.register(self._alarmed, selectors.EVENT_READ, self._take_alarm)
        if self._warden:
            self._selector.register(self._warden, selectors.EVENT_READ, self._warden.receive)
            self._warden.prepare(self._settings.workers)
        try:
            while not self._channel.ended and not self._stopping:
                self._start_runs()
                self._preload_next()
                self._watch_unsent()
                self._hear()
                self._expire_runs()
                self._limit_processes()
                self._reap_runs()
        finally:
            self._end_everything()

    def _hear(self) -> None:
        """Wait until something arrives or is due, and take what has arrived."""
        for key, _ in self._selector.select(self._patience()):
            key.data()

    # Requests

    def _take_requests(self) -> None:
        for line in self._channel.receive():
            try:
                request = parse_request(line)
                if isinstance(request, RunRequest):
                    self._enqueue(request)
                elif isinstance(request, CancelRequest):
                    self._cancel(request.run)
                elif isinstance(request, InspectRequest):
                    self._inspect(request)
                else:
                    self._launcher.preload(modules_to_preload(request.modules))
            except RefusedError as error:
                self._channel.send(
                    {"type": "refused", "request": error.request, "message": error.message}
                )

    def _enqueue(self, request: RunRequest) -> None:
        if request.run in self._active or request.run in self._queue:
            raise RefusedError(request.run, 'field "run": a run of this name is still at work')
        if request.coverage and not self._settings.can_measure:
            self._log("warning", "coverage.py is missing in this Python: running without coverage")
            request = dataclasses.replace(request, coverage=False)
        self._queue[request.run] = request

    def _cancel(self, run: str) -> None:
        if run in self._active:
            self._active[run].cancel()
        elif self._queue.pop(run, None):
            self._channel.send({"type": "cancelled", "run": run})

    def _inspect(self, request: InspectRequest) -> None:
        self._channel.send(
            {
                "type": "inspected",
                "inspect": request.inspect,
                "missing": missing_modules(request.modules),
                "packages": packages_fingerprint(self._settings.search_path),
            }
        )

    def _preload_next(self) -> None:
        """Import one module; runs are started and heard between one and the next."""
        if not self._launcher.is_preloading:
            return
        imported = self._launcher.preload_next()
        self._may_preload_at_once = imported is not None and self._launcher.is_preloading
        if imported and imported.error:
            self._log("warning", f"not preloaded: {imported.module}: {imported.error}")
        elif imported and imported.declined:
            self._log("debug", f"not preloaded: {imported.module}: too few runs import it")
        elif imported:
            self._log("debug", f"preloaded {imported.module} in {imported.seconds * 1000:.0f} ms")
        if not self._launcher.is_preloading:
            self._log("info", f"preloading has ended, with {resident_memory() >> 20} MiB in use")

    # Runs

    def _start_runs(self) -> None:
        while self._channel.unsent < _MOST_UNSENT:
            run = self._next_run()
            if run is None or not self._launcher.is_ready():
                return
            if self._warden and not self._warden.is_ready():
                return
            self._start(self._queue.pop(run))

    def _next_run(self) -> Optional[str]:
        """The first that may start. A debugged run waits for its user, never for another run."""
        at_work = {
            run.process.pids for run in self._active.values() if run.job.request.debug is None
        }
        has_room = bool(self._queue) and self._places.has_room(at_work)
        return next((run for run, each in self._queue.items() if has_room or each.debug), None)

    def _start(self, request: RunRequest) -> None:
        taken_at = time.monotonic()
        self._channel.send({"type": "started", "run": request.run})
        cell = directory = None
        try:
            cell = self._cell_for(request)
            directory = cell.directory if cell else self._scratch.make()
            job = Job(
                request,
                secrets.token_hex(16),
                self._settings.memory,
                directory,
                cell,
                self._settings.isolation.landlock,
            )
            process = self._launcher.launch(job)
        except OSError as error:
            if self._warden and cell:
                self._warden.discard(cell)
            elif directory:
                self._scratch.remove(directory)
            self._channel.send(unlaunched(request, f"No process could be started: {error}"))
            return
        refuses_network = self._settings.isolation.refuses_network
        run = ActiveRun(job, process, taken_at, self._channel.send, refuses_network)
        self._active[request.run] = run
        self._watch(run)

    def _cell_for(self, request: RunRequest) -> Optional[Cell]:
        if self._warden is None:
            return None
        cell = self._warden.take(request.debug.needs if request.debug else ())
        # The next run's is made while this one is at work.
        self._warden.prepare(self._settings.workers)
        return cell

    def _watch(self, run: ActiveRun) -> None:
        for source in run.process.sources:
            self._selector.register(source, selectors.EVENT_READ, self._reader(run))

    def _reader(self, run: ActiveRun) -> Callable[[], None]:
        def read() -> None:
            run.read_reports()
            run.read_output()
            self._unwatch(run.ended_sources())

        return read

    def _unwatch(self, sources: Iterable[Any]) -> None:
        watched = self._selector.get_map()
        for source in sources:
            if source in watched:
                self._selector.unregister(source)

    def _expire_runs(self) -> None:
        now = time.monotonic()
        for run in self._active.values():
            if run.deadline <= now:
                run.expire()

    def _limit_processes(self) -> None:
        now = time.monotonic()
        if self._counts_processes and now - self._counted_at >= _COUNTING_SECONDS:
            self._counted_at = now
            for run in self._active.values():
                run.limit_processes()

    def _reap_runs(self) -> None:
        for run in list(self._active.values()):
            if run.phase is not Phase.ENDING and run.process.has_ended():
                run.process_died()
            if run.phase is Phase.ENDING:
                exit_code = run.process.try_reap()
                if exit_code is None:
                    reap_orphans(self._own_pids)
                else:
                    self._finish(run, exit_code)

    def _finish(self, run: ActiveRun, exit_code: int) -> None:
        del self._active[run.run]
        self._unwatch(run.process.sources)
        end_orphans(self._own_pids)
        run.conclude(exit_code)
        run.process.close()
        self._scratch.remove(run.job.directory)

    def _own_pids(self) -> Set[int]:
        ours = {pid for run in self._active.values() for pid in run.process.pids}
        wardens = self._warden.own_pids() if self._warden else []
        return ours.union(self._launcher.own_pids(), wardens, self._scratch.own_pids())

    # The loop's own needs

    def _watch_signals(self) -> None:
        self._alarm.setblocking(False)
        self._alarmed.setblocking(False)
        # When it is full the selector wakes all the same.
        signal.set_wakeup_fd(self._alarm.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._stop)
        # Ctrl+C in a terminal reaches the host as well, which knows what to end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(signal, "SIGCHLD"):
            signal.signal(signal.SIGCHLD, _do_nothing)

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _take_alarm(self) -> None:
        self._alarmed.recv(4096)
        if self._counts_processes:
            # Some that were left behind flee from being killed by doubling themselves. Each
            # that ends on the way raises the alarm again, so that none gets away for long.
            reap_orphans(self._own_pids)

    def _watch_unsent(self) -> None:
        watched = self._channel.outgoing in self._selector.get_map()
        if self._channel.unsent and not watched:
            self._selector.register(
                self._channel.outgoing, selectors.EVENT_WRITE, self._channel.flush
            )
        elif watched and not self._channel.unsent:
            self._selector.unregister(self._channel.outgoing)

    def _patience(self) -> float:
        if self._may_preload_at_once:
            return 0.0
        deadlines = [run.deadline for run in self._active.values()]
        patience = min([_LONGEST_SLEEP, *(moment - time.monotonic() for moment in deadlines)])
        # Not `is_ready`, which may have become true since it was asked last.
        awaits_spare = self._next_run() is not None
        if (
            awaits_spare
            or self._launcher.is_preloading
            or (self._active and not hasattr(signal, "SIGCHLD"))
        ):
            patience = min(patience, _POLL_SECONDS)
        if self._active and self._counts_processes:
            patience = min(patience, _COUNTING_SECONDS)
        if self._queue and self._places.given_away:
            patience = min(patience, OBSERVING_SECONDS)
        return max(0.0, patience)

    def _log(self, level: str, message: str) -> None:
        self._channel.send({"type": "log", "level": level, "message": message})

    def _end_everything(self) -> None:
        for run in self._active.values():
            run.cancel()
        while self._active:
            self._reap_runs()
            time.sleep(0.001)
        self._launcher.close()
        if self._warden:
            self._warden.close()
        end_orphans(set)
        self._channel.flush()
        self._scratch.close()


def _do_nothing(*_: object) -> None:
    """A signal needs a handler in order to wake the selector."""
