"""The few Linux calls for which Python has no function."""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import List, Optional

__all__ = ["adopt_orphans", "children_of", "die_with_parent"]

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

_libc: Optional[ctypes.CDLL] = ctypes.CDLL(None) if sys.platform == "linux" else None


def adopt_orphans() -> bool:
    """Become the parent of every descendant whose own parent ends."""
    return _libc is not None and _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def die_with_parent() -> None:
    """Have this process killed when the engine ends, however that ends."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def children_of(pid: int) -> List[int]:
    """The processes whose parent is ``pid``, a process with a single thread."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []
