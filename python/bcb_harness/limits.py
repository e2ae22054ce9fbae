"""What a run may use of the machine."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Dict

if sys.platform != "win32":
    import resource

__all__ = [
    "MIB",
    "MOST_PROCESSES",
    "apply_limits",
    "limits_memory",
    "make_room_to_report",
    "memory_for_each",
]

MOST_PROCESSES = 512
"""How many a run may have at once. The system's own limit counts all of a user's and none of
root's, so they are counted."""

MIB = 1024**2
"""Bytes."""

_GIB = 1024**3
_ROOM_TO_REPORT = 64 * MIB
_MOST_MEMORY = 30 * _GIB


def limits_memory() -> bool:
    """Whether a limit on memory holds here. Only POSIX systems know such limits."""
    return sys.platform != "win32"


def memory_for_each(workers: int) -> int:
    """The bytes that each of so many runs may use without exhausting the machine."""
    if sys.platform == "win32":
        return _MOST_MEMORY
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(_MOST_MEMORY, physical * 4 // 5 // workers)


def apply_limits(memory: int) -> None:
    """Limit this process and those that it starts. Only POSIX systems know such limits."""
    if sys.platform == "win32":
        return
    for limit, wanted in _limits(memory).items():
        _, hard = resource.getrlimit(limit)
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        most = value
        if limit == resource.RLIMIT_DATA and value == wanted:
            most = value + _ROOM_TO_REPORT
        try:
            resource.setrlimit(limit, (value, most))
        except (OSError, ValueError):
            # macOS refuses some of these. A limit less changes no verdict.
            continue


def make_room_to_report() -> None:
    """Let a process whose program has used up its memory still say so."""
    if sys.platform == "win32":
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _limits(memory: int) -> Dict[int, int]:
    # Address space as the official evaluator has it, since libraries reserve much that they
    # never use; of data, which is used, no more than there is, or than the user allows.
    limits = {
        resource.RLIMIT_AS: max(_MOST_MEMORY, memory),
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_FSIZE: _GIB,
        resource.RLIMIT_CORE: 0,
    }
    if sys.platform != "darwin":
        limits[resource.RLIMIT_STACK] = 10 * MIB
    return limits
