"""Keeps what a run can write to within its own directory where namespaces are not to be had.

Landlock is a promise that a process makes about itself and its descendants. It
hides nothing: files can be read, other processes seen, and addresses cannot be
told apart, so a network is either refused as a whole or open.
"""

from __future__ import annotations

import ctypes
import dataclasses
import os

from .linux import forbid_new_privileges, syscall

__all__ = ["Landlock", "restrict", "uncovered"]

# The same on every architecture.
_SYS_CREATE_RULESET = 444
_SYS_ADD_RULE = 445
_SYS_RESTRICT_SELF = 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_WRITE_FILE = 1 << 1
# Removing and making entries of every kind.
_ENTRIES = sum(1 << bit for bit in range(4, 13))
# Version 1 always refuses what these two allow, and cannot refuse truncating, respectively.
_REFER, _REFER_SINCE = 1 << 13, 2
_TRUNCATE, _TRUNCATE_SINCE = 1 << 14, 3
_TCP, _TCP_SINCE = 3, 4
# Abstract sockets and signals to processes outside.
_SCOPES, _SCOPES_SINCE = 3, 6


@dataclasses.dataclass(frozen=True)
class Landlock:
    """How runs are restricted; the same for all runs of an engine."""

    network: str
    """``off``, ``loopback`` or ``on``; only ``off`` makes a difference."""

    @property
    def refuses_tcp(self) -> bool:
        """Whether runs have no TCP, which is all of a network that can be refused."""
        return self.network == "off" and _version() >= _TCP_SINCE


class _Ruleset(ctypes.Structure):
    _fields_ = [
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    ]


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def restrict(landlock: Landlock, directory: str) -> None:
    """From now on, this process writes below ``directory`` only.

    Raises:
        OSError: the kernel has no Landlock, or it is switched off.
    """
    version = _version()
    files = _WRITE_FILE | _ENTRIES
    files |= _REFER if version >= _REFER_SINCE else 0
    files |= _TRUNCATE if version >= _TRUNCATE_SINCE else 0
    tcp = _TCP if landlock.refuses_tcp else 0
    wanted = _Ruleset(files, tcp, _SCOPES if version >= _SCOPES_SINCE else 0)
    # An older kernel knows the first fields only.
    size = 8 if version < _TCP_SINCE else 16 if version < _SCOPES_SINCE else 24
    ruleset = syscall(_SYS_CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    try:
        _allow(ruleset, directory, files)
        # Shared memory and semaphores, which multiprocessing needs; and /dev/null and its like.
        _allow(ruleset, "/dev/shm", files)
        _allow(ruleset, "/dev", files & (_WRITE_FILE | _TRUNCATE))
        forbid_new_privileges()
        syscall(_SYS_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def uncovered(landlock: Landlock) -> str:
    """What remains open to a run all the same, as the end of a sentence."""
    gaps = [
        "files can be read",
        "their times and rights can be changed",
        "other processes can be seen with their environment",
    ]
    if landlock.network != "on":
        gaps.append("only TCP is refused" if landlock.refuses_tcp else "the network is open")
    if _version() < _SCOPES_SINCE:
        gaps.append("other processes can be sent signals")
    return ", ".join(gaps[:-1]) + " and " + gaps[-1]


def _version() -> int:
    return syscall(_SYS_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    if not os.path.isdir(path):
        return
    parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _PathRule(allowed, parent)
        syscall(_SYS_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(parent)
