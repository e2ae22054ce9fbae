"""Finds out how well runs can be shut in here, by doing it once."""

from __future__ import annotations

import dataclasses
import os
import select
import sys
from typing import List, NoReturn, Optional

from .scratch import Scratch

if sys.platform == "linux":
    from .namespaces import Namespaces, enter, surroundings

__all__ = ["LEVELS", "NETWORKS", "Isolation", "choose_isolation"]

LEVELS = ("namespaces", "landlock", "limits")
"""The strongest first."""
NETWORKS = ("off", "loopback", "on")

_PROBE_SECONDS = 10.0
_FINE = b"fine"


@dataclasses.dataclass(frozen=True)
class Isolation:
    """What is in force for every run of this engine."""

    level: str
    reason: str
    """Why it is no stronger; empty where nothing stronger is known."""
    namespaces: Optional[Namespaces] = None

    def reaches(self, wanted: str) -> bool:
        """Whether it is at least as strong as the level ``wanted``."""
        return LEVELS.index(self.level) <= LEVELS.index(wanted)

    @property
    def refuses_network(self) -> bool:
        """Whether a run may fail for want of a network that the machine has."""
        return self.namespaces is not None and self.namespaces.network != "on"


def choose_isolation(strongest: str, network: str, scratch: Scratch, ours: str) -> Isolation:
    """The strongest isolation that works here, up to the level ``strongest``.

    Args:
        strongest: one of `LEVELS`.
        network: one of `NETWORKS`; only namespaces can refuse it.
        scratch: where a run's directory is made for the trial.
        ours: the directory of the engine's own code, which runs must be able to read.
    """
    if strongest != "namespaces":
        return Isolation("limits", "the engine was told to use nothing stronger")
    if sys.platform != "linux":
        return Isolation("limits", f"namespaces are Linux', and this is {sys.platform}")
    reasons: List[str] = []
    # Root can do without a user namespace and become someone else, so that what only root may
    # write is refused to the program in the usual way. It takes an interpreter all may read.
    for by_user in (False, True) if os.geteuid() == 0 else (True,):
        namespaces = surroundings(network, by_user, ours)
        reason = _try(namespaces, scratch)
        if reason is None:
            return Isolation("namespaces", "", namespaces)
        reasons.append(reason)
    return Isolation("limits", f"namespaces do not work here: {reasons[-1]}")


def _try(namespaces: Namespaces, scratch: Scratch) -> Optional[str]:
    """Shut a process in as a run is; why that failed, if it did."""
    directory = scratch.make()
    incoming, outgoing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(incoming)
        _report_trial(namespaces, directory, outgoing)
    os.close(outgoing)
    answered = select.select([incoming], [], [], _PROBE_SECONDS)[0]
    said = os.read(incoming, 1000) if answered else b"no answer in time"
    os.close(incoming)
    if not answered:
        os.kill(pid, 9)
    os.waitpid(pid, 0)
    scratch.remove(directory)
    return None if said == _FINE else said.decode("utf-8", "replace") or "the trial process died"


def _report_trial(namespaces: Namespaces, directory: str, outgoing: int) -> NoReturn:
    try:
        os.setsid()
        enter(namespaces, directory)
        os.write(outgoing, _findings(directory).encode("utf-8"))
    except BaseException as error:
        words = error.strerror if isinstance(error, OSError) else None
        os.write(outgoing, (words or repr(error)).encode("utf-8"))
    finally:
        os._exit(0)


def _findings(directory: str) -> str:
    """What does not hold in the process of the program."""
    with open(os.path.join(directory, "work", "trial"), "w", encoding="ascii") as file:
        file.write("trial")
    if os.access("/", os.W_OK):
        return "the file system stays open to be written to"
    if not os.access(sys.executable, os.X_OK) or not os.access(os.__file__, os.R_OK):
        return "the interpreter could not be read from inside"
    if os.getpid() > 2:
        return "other processes stay in sight"
    return _FINE.decode("ascii")
