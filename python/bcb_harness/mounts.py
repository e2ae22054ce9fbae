"""Changes what the file system looks like to this process' mount namespace, and to no other."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import stat
from typing import Iterator

from .linux import call, syscall

__all__ = ["bind", "detach", "lock", "lock_all", "mount_new", "tree", "unlock"]

_MS_RDONLY = 1
_MS_NOSUID = 2
_MS_NODEV = 4
_MS_NOEXEC = 8
_MS_REMOUNT = 32
_MS_BIND = 4096
_MS_REC = 16384
_MS_PRIVATE = 1 << 18
# What statvfs says of a mount, as mount wants it. A less privileged namespace may not drop these.
_KEPT = {
    os.ST_NOSUID: _MS_NOSUID,
    os.ST_NODEV: _MS_NODEV,
    os.ST_NOEXEC: _MS_NOEXEC,
    os.ST_NOATIME: 1024,
    os.ST_NODIRATIME: 2048,
    os.ST_RELATIME: 1 << 21,
}

# The number of mount_setattr (Linux 5.12) is the same on every architecture but Alpha.
_SYS_MOUNT_SETATTR = 442
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_MOUNT_ATTR_RDONLY = 1


def detach() -> None:
    """Keep this namespace's mounts to itself."""
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)


def lock(path: str) -> None:
    """Let the mount at ``path`` no longer be written to."""
    _remount(path, _MS_RDONLY)


def lock_all() -> None:
    """Make every mount that there is read-only."""
    try:
        _set_attributes("/", _AT_RECURSIVE, added=_MOUNT_ATTR_RDONLY)
    except OSError:
        # An older kernel: one after the other. What a later mount covers cannot be reached by
        # its path, nor by the program.
        for path in _mount_points():
            if not os.statvfs(path).f_flag & os.ST_RDONLY:
                _remount(path, _MS_RDONLY)


def unlock(path: str) -> None:
    """Let the mount at ``path`` be written to."""
    try:
        _set_attributes(path, 0, removed=_MOUNT_ATTR_RDONLY)
    except OSError:
        _remount(path, 0)


@contextlib.contextmanager
def tree(path: str) -> Iterator[str]:
    """A name for what is at ``path`` now that stays its name when a mount covers it."""
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{fd}"
    finally:
        os.close(fd)


def bind(source: str, target: str) -> None:
    """Show ``source`` at ``target`` as well, which is made if it is missing."""
    if stat.S_ISDIR(os.stat(source).st_mode):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_RDONLY, 0o644))
    _mount(source, target, None, _MS_BIND)


def mount_new(kind: str, target: str, options: str = "") -> None:
    """Mount a file system of its own (``tmpfs``, ``proc`` or ``devpts``) over ``target``."""
    refused = {"tmpfs": _MS_NODEV, "proc": _MS_NODEV | _MS_NOEXEC, "devpts": _MS_NOEXEC}
    _mount(kind, target, kind, _MS_NOSUID | refused[kind], options)


def _remount(path: str, flags: int) -> None:
    found = os.statvfs(path).f_flag
    kept = sum(flag for seen, flag in _KEPT.items() if found & seen)
    _mount("none", path, None, _MS_REMOUNT | _MS_BIND | kept | flags)


def _mount(source: str, target: str, kind: object, flags: int, options: str = "") -> None:
    kind_bytes = kind.encode("ascii") if isinstance(kind, str) else None
    try:
        call(
            "mount",
            os.fsencode(source),
            os.fsencode(target),
            kind_bytes,
            ctypes.c_ulong(flags),
            options.encode("ascii") or None,
        )
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror}: {target}") from None


class _MountAttributes(ctypes.Structure):
    _fields_ = [
        ("added", ctypes.c_uint64),
        ("removed", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    ]


def _set_attributes(path: str, flags: int, added: int = 0, removed: int = 0) -> None:
    attributes = _MountAttributes(added, removed, 0, 0)
    syscall(
        _SYS_MOUNT_SETATTR,
        _AT_FDCWD,
        ctypes.c_char_p(os.fsencode(path)),
        ctypes.c_uint(flags),
        ctypes.byref(attributes),
        ctypes.c_size_t(ctypes.sizeof(attributes)),
    )


def _mount_points() -> Iterator[str]:
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            escaped = line.split(" ")[4]
            yield re.sub(r"\\(\d{3})", lambda match: chr(int(match.group(1), 8)), escaped)
