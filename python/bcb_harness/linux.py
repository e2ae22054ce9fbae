"""The few Linux calls for which Python has no function."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import signal
import sys
from collections import deque
from typing import Iterator, List, Optional

__all__ = [
    "CLONE_NEWIPC",
    "CLONE_NEWNET",
    "CLONE_NEWNS",
    "CLONE_NEWPID",
    "CLONE_NEWUSER",
    "CLONE_NEWUTS",
    "adopt_orphans",
    "call",
    "children_of",
    "descendants_of",
    "die_with_parent",
    "drop_capabilities",
    "enter_namespace",
    "forbid_new_privileges",
    "has_more_descendants",
    "process_count",
    "syscall",
    "unshare",
]

CLONE_NEWNS = 0x0002_0000
CLONE_NEWUTS = 0x0400_0000
CLONE_NEWIPC = 0x0800_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x2008_0522

_libc: Optional[ctypes.CDLL] = (
    ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
)


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library.

    Raises:
        OSError: it answered -1; the message names the function.
    """
    assert _libc is not None
    answer: int = getattr(_libc, name)(*arguments)
    if answer == -1:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return answer


def syscall(number: int, *arguments: object) -> int:
    """Make a system call for which the C library may be too old to have a function.

    Raises:
        OSError: the kernel refuses or does not know it.
    """
    return call("syscall", ctypes.c_long(number), *arguments)


def unshare(flags: int) -> None:
    """Move this process, or for `CLONE_NEWPID` its children, into new namespaces."""
    call("unshare", flags)


def enter_namespace(fd: int) -> None:
    """Move this process, or its children where ``fd`` is a PID namespace, into a namespace.

    Raises:
        OSError: the system does not let us.
    """
    call("setns", fd, 0)


def forbid_new_privileges() -> None:
    """From now on no program that is started gains anything by being setuid."""
    call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def drop_capabilities() -> None:
    """Give up every power over the user namespace that this process is in."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    call("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


def adopt_orphans() -> bool:
    """Become the parent of every descendant whose own parent ends."""
    return _libc is not None and _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def die_with_parent() -> None:
    """Have this process killed when the engine ends, however that ends."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def children_of(pid: int) -> List[int]:
    """The processes that ``pid`` has started, in whichever of its threads."""
    children: List[int] = []
    # It may have ended, or become someone whose processes are hidden.
    with contextlib.suppress(FileNotFoundError, ProcessLookupError, PermissionError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                children += map(int, file.read().split())
    return children


def descendants_of(pid: int) -> Iterator[int]:
    """The processes below ``pid``, those nearest to it first."""
    unasked = deque([pid])
    while unasked:
        children = children_of(unasked.popleft())
        yield from children
        unasked += children


def has_more_descendants(pid: int, most: int) -> bool:
    """Whether there are more than ``most`` processes below ``pid``."""
    return sum(1 for _ in itertools.islice(descendants_of(pid), most + 1)) > most


def process_count() -> int:
    """How many processes there are in the PID namespace that /proc shows."""
    return sum(name.isdigit() for name in os.listdir("/proc"))
