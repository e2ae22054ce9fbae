"""Finds out how well runs can be shut in here, by doing it once."""

from __future__ import annotations

import dataclasses
import functools
import os
import select
import signal
import sys
from typing import Callable, NoReturn, Optional

from .scratch import Scratch

if sys.platform == "linux":
    from .cells import Cell, Warden, WardenEndedError, join
    from .landlock import Landlock, restrict, uncovered
    from .namespaces import Namespaces, surroundings

__all__ = ["LEVELS", "NETWORKS", "Isolation", "choose_isolation"]

LEVELS = ("namespaces", "landlock", "limits")
"""The strongest first."""
NETWORKS = ("off", "loopback", "on")

_PROBE_SECONDS = 10.0
_FINE = b"fine"
_STRONGER_UNWANTED = "the engine was told to use nothing stronger"


@dataclasses.dataclass(frozen=True)
class Isolation:
    """What is in force for every run of this engine."""

    level: str
    reason: str
    """Why it is no stronger; empty where nothing stronger is known."""
    namespaces: Optional[Namespaces] = None
    warden: Optional[Warden] = None
    """Makes the namespaces of each run."""
    landlock: Optional[Landlock] = None

    def reaches(self, wanted: str) -> bool:
        """Whether it is at least as strong as the level ``wanted``."""
        return LEVELS.index(self.level) <= LEVELS.index(wanted)

    @property
    def network(self) -> str:
        """What runs see of it, one of `NETWORKS`."""
        if self.namespaces is not None:
            return self.namespaces.network
        return "off" if self.landlock is not None and self.landlock.refuses_tcp else "on"

    @property
    def refuses_network(self) -> bool:
        """Whether a run may fail for want of a network that the machine has."""
        return self.namespaces is not None and self.namespaces.network != "on"

    @property
    def separates_runs(self) -> bool:
        """Whether no two runs can get into each other's way, be it by a file or by a port."""
        return self.refuses_network


def choose_isolation(strongest: str, network: str, scratch: Scratch, ours: str) -> Isolation:
    """The strongest isolation that works here, up to the level ``strongest``.

    Args:
        strongest: one of `LEVELS`.
        network: one of `NETWORKS`; only namespaces can refuse it.
        scratch: where a run's directory is made for the trial.
        ours: the directory of the engine's own code, which runs must be able to read.
    """
    if sys.platform != "linux":
        return Isolation("limits", f"stronger isolation needs Linux, and this is {sys.platform}")
    reason = _STRONGER_UNWANTED
    if strongest == "namespaces":
        # Root can do without a user namespace and become someone else, so that what only root may
        # write is refused to the program in the usual way. It takes an interpreter all may read.
        for by_user in (False, True) if os.geteuid() == 0 else (True,):
            namespaces = surroundings(network, by_user, ours)
            warden = Warden(namespaces, scratch)
            failure = _try_cell(warden)
            if failure is None:
                return Isolation("namespaces", "", namespaces, warden)
            warden.close()
            reason = f"namespaces do not work here: {failure}"
    if strongest != "limits":
        landlock = Landlock(network)
        directory = scratch.make()
        failure = _try(functools.partial(_restrict_and_look, landlock), directory)
        scratch.remove(directory)
        if failure is None:
            gaps = f"{reason}; with Landlock, {uncovered(landlock)}"
            return Isolation("landlock", gaps, landlock=landlock)
        if strongest == "namespaces":
            reason = f"{reason}; nor does Landlock: {failure}"
    return Isolation("limits", reason)


def _try_cell(warden: Warden) -> Optional[str]:
    try:
        cell = warden.take()
    except (OSError, WardenEndedError) as error:
        return str(error)
    failure = _try(functools.partial(_join_and_look, cell), cell.directory)
    warden.discard(cell)
    return failure


def _try(isolate: Callable[[str], str], directory: str) -> Optional[str]:
    """Isolate a process as a run is; why that failed, if it did."""
    incoming, outgoing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(incoming)
        _report_trial(isolate, directory, outgoing)
    os.close(outgoing)
    answered = select.select([incoming], [], [], _PROBE_SECONDS)[0]
    said = os.read(incoming, 1000) if answered else b"no answer in time"
    os.close(incoming)
    if not answered:
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None if said == _FINE else said.decode("utf-8", "replace") or "the trial process died"


def _report_trial(isolate: Callable[[str], str], directory: str, outgoing: int) -> NoReturn:
    try:
        os.setsid()
        found = isolate(directory)
        with open(os.path.join(directory, "work", "trial"), "w", encoding="ascii") as file:
            file.write("trial")
        os.write(outgoing, found.encode("utf-8") or _FINE)
    except BaseException as error:
        words = error.strerror if isinstance(error, OSError) else None
        os.write(outgoing, (words or repr(error)).encode("utf-8"))
    finally:
        os._exit(0)


def _join_and_look(cell: Cell, _: str) -> str:
    """What does not hold in the process of the program."""
    join(cell)
    if os.access("/", os.W_OK):
        return "the file system stays open to be written to"
    if not os.access(sys.executable, os.X_OK) or not os.access(os.__file__, os.R_OK):
        return "the interpreter cannot be read from inside"
    if os.getpid() > 2:
        return "other processes stay in sight"
    return ""


def _restrict_and_look(landlock: Landlock, directory: str) -> str:
    restrict(landlock, directory)
    try:
        os.mkdir(directory + "-outside")
    except PermissionError:
        return ""
    return "the file system stays open to be written to"
