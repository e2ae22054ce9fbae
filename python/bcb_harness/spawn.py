"""Starts runs in interpreters of their own, where forking is missing or unsafe.

A few of them wait in reserve, already started and with modules imported, and each
serves one run: slower than a fork and heavier on memory, and the same to the rest.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import socket
import subprocess
import sys
from collections import deque
from dataclasses import asdict
from typing import Any, Deque, Dict, Iterator, List, Mapping, NoReturn, Optional, Tuple

from .child import Job, run_job, stand_alone
from .preload import Imported, try_import
from .processes import RunProcess
from .protocol import Debug, RunRequest
from .sources import source_of_fd, source_of_socket

if sys.platform == "linux":
    from .cells import Cell
    from .landlock import Landlock

__all__ = ["SpawnLauncher", "is_spare", "serve_as_spare"]

_ORDERS = "BCB_HARNESS_SPARE"
# Both ends are there already; this is for a machine that hangs.
_CONNECT_SECONDS = 5.0


class _Spare:
    """A waiting process. It connects to us with a secret that nobody else has."""

    def __init__(self, modules: Tuple[str, ...]) -> None:
        self._secret = secrets.token_hex(16)
        self._server = socket.create_server(("127.0.0.1", 0))
        orders = {
            "port": self._server.getsockname()[1],
            "secret": self._secret,
            "parent": os.getpid(),
            "modules": modules,
        }
        self.popen = subprocess.Popen(
            [sys.executable, os.path.abspath(sys.argv[0])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, _ORDERS: json.dumps(orders)},
        )

    def has_connected(self) -> bool:
        return bool(select.select([self._server], [], [], 0)[0])

    def has_died(self) -> bool:
        return self.popen.poll() is not None

    def accept(self) -> socket.socket:
        """The connection to the process.

        Raises:
            OSError: it has died.
        """
        self._server.settimeout(_CONNECT_SECONDS)
        with self._server:
            while True:
                if self.has_died():
                    raise OSError(f"a waiting process left with exit code {self.popen.returncode}")
                connection, _ = self._server.accept()
                connection.settimeout(_CONNECT_SECONDS)
                given = connection.recv(len(self._secret))
                if secrets.compare_digest(given, self._secret.encode("ascii")):
                    return connection
                connection.close()

    def close(self) -> None:
        self._server.close()
        self.popen.kill()
        self.popen.wait()


class SpawnLauncher:
    """Keeps spare processes and gives each run one of them."""

    name = "spawn"

    def __init__(self, spares: int) -> None:
        self._wanted = spares
        self._modules: Tuple[str, ...] = ()
        self._spares: Deque[_Spare] = deque()
        self._refill()

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError):
            self._refill()
        # Without any, `launch` finds out why.
        first = self._spares[0] if self._spares else None
        return first is None or first.has_connected() or first.has_died()

    def launch(self, job: Job) -> RunProcess:
        """Hand a run to a spare and start the next spare.

        Raises:
            OSError: no process could be started, or the spare has died.
        """
        self._refill()
        spare = self._spares.popleft()
        try:
            connection = spare.accept()
            connection.sendall(json.dumps(asdict(job)).encode("ascii") + b"\n")
        except OSError:
            spare.close()
            raise
        with contextlib.suppress(OSError):
            self._refill()
        popen = spare.popen
        assert popen.stdout and popen.stderr
        stdout, stderr = (os.dup(stream.fileno()) for stream in (popen.stdout, popen.stderr))
        popen.stdout.close()
        popen.stderr.close()
        return RunProcess(
            popen.pid,
            source_of_socket(connection),
            source_of_fd(stdout),
            source_of_fd(stderr),
            popen,
            None if job.cell is None else job.cell.holder,
        )

    def preload(self, modules: Mapping[str, float]) -> None:
        """Have the spares that are started from now on import ``modules`` while they wait."""
        self._modules += tuple(modules)

    @property
    def is_preloading(self) -> bool:
        return False

    def preload_next(self) -> Optional[Imported]:
        return None

    def own_pids(self) -> List[int]:
        return [spare.popen.pid for spare in self._spares]

    def close(self) -> None:
        while self._spares:
            self._spares.popleft().close()

    def _refill(self) -> None:
        while len(self._spares) < self._wanted:
            self._spares.append(_Spare(self._modules))


def is_spare() -> bool:
    """Whether this process was started as a spare."""
    return _ORDERS in os.environ


def serve_as_spare() -> NoReturn:
    """Wait for a run, then become its process."""
    orders: Dict[str, Any] = json.loads(os.environ.pop(_ORDERS))
    stand_alone(orders["parent"])
    for module in orders["modules"]:
        with _discarded_output():
            try_import(module)
    connection = socket.create_connection(("127.0.0.1", orders["port"]))
    connection.sendall(orders["secret"].encode("ascii"))
    with connection.makefile("rb") as lines:
        line = lines.readline()
    if not line:
        sys.exit(0)
    job = _job(line)
    del line
    run_job(job, connection.send)


def _job(line: bytes) -> Job:
    fields = json.loads(line)
    request = fields.pop("request")
    only, debug = request.pop("only"), request.pop("debug")
    request["only"] = None if only is None else tuple(only)
    request["debug"] = None if debug is None else Debug(**debug)
    if fields["cell"] is not None:
        fields["cell"] = Cell(**fields["cell"])
    if fields["landlock"] is not None:
        fields["landlock"] = Landlock(**fields["landlock"])
    return Job(request=RunRequest(**request), **fields)


@contextlib.contextmanager
def _discarded_output() -> Iterator[None]:
    """What a module prints while it is preloaded is not the program's."""
    kept = [(fd, os.dup(fd)) for fd in (1, 2)]
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        for fd, _ in kept:
            os.dup2(nothing, fd)
        yield
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os.close(nothing)
        for fd, copy in kept:
            os.dup2(copy, fd)
            os.close(copy)
