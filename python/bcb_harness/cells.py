"""Keeps cells ready: namespaces with all that a run sees in them, each for one run.

What a fork of the engine costs, and its end once more, grows with every library that is
imported. A process that only holds namespaces needs none of them. So a *warden* is forked
off before the first is imported, and makes the cells; all that is left for the engine is
to fork the process of the program, into one that is ready.

A cell's *holder* is the first process of its PID namespace. What it does not handle itself
cannot kill it, and when it ends, all others in there end with it. It ends with the engine
at the latest.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import signal
import socket
import sys
from collections import deque
from typing import Deque, Iterable, Iterator, List, NoReturn, Sequence, Tuple

from .exit_codes import EXIT_TOO_MANY_PROCESSES
from .limits import MOST_PROCESSES
from .linux import die_with_parent, enter_namespace, process_count
from .namespaces import (
    Namespaces,
    become_nobody,
    caches_in,
    furnish,
    make_own_directories,
    shut_children_in,
)
from .scratch import Scratch

if sys.platform != "win32":
    import resource

__all__ = ["Cell", "Warden", "WardenEndedError", "children_inside", "join"]

_COUNTING_SECONDS = 0.05
_PATIENCE_SECONDS = 10.0
_MOST_MESSAGE = 1 << 20
_FINE = b"fine"


@dataclasses.dataclass(frozen=True)
class Cell:
    """Namespaces for one run."""

    directory: str
    """The run's own; what it can write to."""
    holder: int
    """The process that holds them."""
    by_user: bool
    """Whether one of them is a user namespace. Without it, the program becomes nobody."""
    joined: Tuple[str, ...]
    """Which they are besides that of the processes, as /proc names them, in the order of entry."""


# In the engine


class WardenEndedError(Exception):
    """Somebody has killed it: the engine can start no more runs and is to be started anew."""

    def __init__(self) -> None:
        super().__init__("the process that makes namespaces has ended")


@dataclasses.dataclass(frozen=True)
class _Made:
    directory: str
    holder: int
    error: str


class Warden:
    """The process that makes cells, and those that are ready."""

    def __init__(self, namespaces: Namespaces, scratch: Scratch) -> None:
        self._namespaces = namespaces
        self._scratch = scratch
        self._made: Deque[_Made] = deque()
        self._awaited = 0
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Nothing is ever written: its end is the engine's.
        life, self._life = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(namespaces, theirs, life)
        theirs.close()
        os.close(life)

    def fileno(self) -> int:
        """Readable when a cell has been made."""
        return self._connection.fileno()

    @property
    def fds(self) -> List[int]:
        """Only for the engine: no process of a run may hold them."""
        return [self._connection.fileno(), self._life]

    def prepare(self, spares: int) -> None:
        """See to it that so many cells are ready, sooner or later."""
        while len(self._made) + self._awaited < spares:
            self._ask(self._scratch.make(), ())

    def is_ready(self) -> bool:
        """Whether `take` need not wait."""
        return bool(self._made)

    def receive(self) -> None:
        """Take note of what has been made.

        Raises:
            WardenEndedError: there will be no more.
        """
        while select.select([self._connection], [], [], 0)[0]:
            self._receive_next()

    def take(self, shown: Sequence[str] = ()) -> Cell:
        """A cell that nobody else gets.

        Args:
            shown: what else the run must be able to read. Such a cell is made, and waited for.

        Raises:
            OSError: the system did not let us make it.
            WardenEndedError: there will be no more.
        """
        if shown:
            made = self._make_now(self._scratch.make(), shown)
        else:
            self.prepare(1)
            while not self._made:
                self._receive_next()
            made = self._made.popleft()
        if made.error:
            self._scratch.remove(made.directory)
            raise OSError(f"no namespaces could be made: {made.error}")
        os.kill(made.holder, signal.SIGUSR1)
        kinds = ("mnt", "ipc", "uts") + (() if self._namespaces.network == "on" else ("net",))
        by_user = self._namespaces.by_user
        joined = ("user", *kinds) if by_user else kinds
        return Cell(made.directory, made.holder, by_user, joined)

    def discard(self, cell: Cell) -> None:
        """End a cell that no run has entered."""
        os.kill(cell.holder, signal.SIGKILL)
        self._scratch.remove(cell.directory)

    def own_pids(self) -> List[int]:
        """The processes that are kept apart from those of runs."""
        # Runs are still to be ended in order when it has gone; the loop gets to know it by itself.
        with contextlib.suppress(WardenEndedError):
            self.receive()
        return [self._pid, *(made.holder for made in self._made if not made.error)]

    def close(self) -> None:
        """End it, and the cells that nobody has taken."""
        for fd in self.fds:
            os.close(fd)
        self._connection.detach()
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    def _make_now(self, directory: str, shown: Sequence[str]) -> _Made:
        self._ask(directory, shown)
        while True:
            made = next((each for each in self._made if each.directory == directory), None)
            if made:
                self._made.remove(made)
                return made
            self._receive_next()

    def _ask(self, directory: str, shown: Sequence[str]) -> None:
        try:
            self._connection.send(json.dumps([directory, list(shown)]).encode("utf-8"))
        except ConnectionError:
            raise WardenEndedError from None
        self._awaited += 1

    def _receive_next(self) -> None:
        """Wait for the next cell that was asked for."""
        if not select.select([self._connection], [], [], _PATIENCE_SECONDS)[0]:
            raise OSError("the process that makes namespaces does not answer")
        answer = b""
        # It is reset where a request was left unread.
        with contextlib.suppress(ConnectionError):
            answer = self._connection.recv(_MOST_MESSAGE)
        if not answer:
            raise WardenEndedError
        self._awaited -= 1
        self._made.append(_Made(*json.loads(answer)))


@contextlib.contextmanager
def children_inside(cell: Cell) -> Iterator[Tuple[int, ...]]:
    """Let the children of this process begin among the processes of the cell.

    Yields:
        descriptors for such a child to close.

    Raises:
        OSError: the system does not let us; it takes root.
    """
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    try:
        inner = os.open(f"/proc/{cell.holder}/ns/pid", os.O_RDONLY)
        try:
            enter_namespace(inner)
            try:
                yield (own, inner)
            finally:
                enter_namespace(own)
        finally:
            os.close(inner)
    finally:
        os.close(own)


# In the process of a run


def join(cell: Cell) -> None:
    """Go into the cell. Returns in the process of the program alone.

    Raises:
        OSError: the system does not let us.
    """
    # The parent of a process that has begun inside is not to be seen from there.
    is_inside = os.getppid() == 0
    kinds = cell.joined if is_inside else (*cell.joined, "pid")
    # Looked up before the first is entered, which has a /proc that does not know this process.
    held = [int(name) for name in os.listdir("/proc/self/fd")]
    fds = [os.open(f"/proc/{cell.holder}/ns/{kind}", os.O_RDONLY) for kind in kinds]
    for fd in fds:
        enter_namespace(fd)
        os.close(fd)
    if not is_inside:
        # Only a child is moved among the processes of the cell.
        program = os.fork()
        if program:
            _close(held)
            _relay(program)
        os.setsid()
    become_nobody(cell.by_user)
    os.environ["MPLCONFIGDIR"] = os.environ["XDG_CACHE_HOME"] = caches_in(cell.directory)


def _relay(program: int) -> NoReturn:
    """Wait for the program's end and end in the same way."""
    _, status = os.waitpid(program, 0)
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


# In the warden, and in the holders


def _serve(namespaces: Namespaces, connection: socket.socket, life: int) -> NoReturn:
    """Make a cell for each request, until the engine ends."""
    try:
        die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        _close_all_but(0, 1, 2, connection.fileno(), life)
        while True:
            request = connection.recv(_MOST_MESSAGE)
            if not request:
                os._exit(0)
            directory, shown = json.loads(request)
            wanted = dataclasses.replace(namespaces, shown=(*namespaces.shown, *shown))
            maker = os.fork()
            if maker == 0:
                _make(wanted, directory, connection, life)
            _, status = os.waitpid(maker, 0)
            if status != 0:
                _answer(connection, directory, 0, "the process that makes them died")
    finally:
        os._exit(1)


def _make(namespaces: Namespaces, directory: str, connection: socket.socket, life: int) -> NoReturn:
    """Make a cell, in a process that the warden has for it: nobody gets out of namespaces."""
    holder = 0
    try:
        make_own_directories(namespaces, directory)
        incoming, outgoing = os.pipe()
        shut_children_in(namespaces)
        holder = os.fork()
        if holder == 0:
            _furnish_and_hold(namespaces, directory, outgoing, life)
        os.close(outgoing)
        said = os.read(incoming, 1000)
        error = "" if said == _FINE else said.decode("utf-8", "replace") or "its process died"
    except OSError as failure:
        error = failure.strerror or str(failure)
    _answer(connection, directory, holder, error)
    os._exit(0)


def _answer(connection: socket.socket, directory: str, holder: int, error: str) -> None:
    connection.send(json.dumps([directory, holder, error]).encode("utf-8"))


def _furnish_and_hold(namespaces: Namespaces, directory: str, outgoing: int, life: int) -> NoReturn:
    try:
        furnish(namespaces, directory)
        # What the program's processes abandon is reaped by being ignored.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        begun, alarm = os.pipe()
        os.set_blocking(alarm, False)
        signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
        signal.signal(signal.SIGUSR1, _do_nothing)
        os.write(outgoing, _FINE)
        _close_all_but(life, begun, alarm)
        _hold(life, begun)
    except OSError as failure:
        os.write(outgoing, str(failure.strerror or failure).encode("utf-8"))
    finally:
        os._exit(1)


def _hold(life: int, begun: int) -> NoReturn:
    """Wait for a run to begin, then count its processes."""
    ready = select.select([life, begun], [], [])[0]
    while life not in ready:
        if process_count() > MOST_PROCESSES:
            os._exit(EXIT_TOO_MANY_PROCESSES)
        ready = select.select([life], [], [], _COUNTING_SECONDS)[0]
    os._exit(0)


def _close_all_but(*kept: int) -> None:
    """Hold nothing open that others would wait for the end of."""
    _close(fd for fd in map(int, os.listdir("/proc/self/fd")) if fd not in kept)


def _close(fds: Iterable[int]) -> None:
    for fd in fds:
        # The listing itself needed one of them, which is closed by now.
        with contextlib.suppress(OSError):
            os.close(fd)


def _do_nothing(*_: object) -> None:
    """A signal needs a handler in order to be heard."""
