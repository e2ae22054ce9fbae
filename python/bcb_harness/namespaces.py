"""What namespaces shut a run in: its own files, processes, network and shared memory."""

from __future__ import annotations

import contextlib
import dataclasses
import glob
import os
import pwd
import shutil
import socket
import struct
import sys
from typing import Collection, List, Tuple

from .linux import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    drop_capabilities,
    forbid_new_privileges,
    unshare,
)
from .mounts import bind, detach, lock, lock_all, mount_new, tree, unlock

if sys.platform != "win32":
    import fcntl

__all__ = [
    "Namespaces",
    "become_nobody",
    "caches_in",
    "furnish",
    "make_own_directories",
    "shut_children_in",
    "surroundings",
]

_NOBODY = 65534
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 1

# Other people's files, the sockets of services, and the temporary files of everybody.
_ALWAYS_HIDDEN = ("/home", "/root", "/run", "/tmp", "/var/tmp")
_DEVICES = tuple(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty"))
_DEVICE_LINKS = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
    "/dev/ptmx": "pts/ptmx",
}
# Never hidden, whatever a home directory claims to be.
_SYSTEM = frozenset(
    {"/", "/bin", "/etc", "/lib", "/lib64", "/opt", "/sbin", "/srv", "/usr", "/var"}
)
# Below the home directory, what libraries look for there and tests cannot download.
_USEFUL = ("nltk_data", "scikit_learn_data", ".cache/seaborn", ".keras")


@dataclasses.dataclass(frozen=True)
class Namespaces:
    """How runs are shut in; the same for all runs of an engine."""

    by_user: bool
    """By way of a user namespace. Without it, the engine is root and the program becomes nobody."""
    network: str
    """``off``, ``loopback`` or ``on``."""
    home: str
    hidden: Tuple[str, ...]
    """Directories that are empty in a run."""
    shown: Tuple[str, ...]
    """Files and directories below them that are there nevertheless, read-only."""
    font_lists: str
    """Where Matplotlib keeps its lists of fonts, which take seconds to make anew."""


def surroundings(network: str, by_user: bool, ours: str) -> Namespaces:
    """What this interpreter needs; ``ours`` is the directory of the engine's own code."""
    home = os.path.expanduser("~")
    with contextlib.suppress(KeyError):
        home = home if os.path.isabs(home) else pwd.getpwuid(os.getuid()).pw_dir
    homes = {home, os.path.realpath(home)}
    hidden = _outermost({*homes, *_ALWAYS_HIDDEN})
    wanted = [sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(sys.executable)]
    wanted += [ours, *sys.path]
    for name in ("PATH", "LD_LIBRARY_PATH", "NLTK_DATA"):
        wanted += os.environ.get(name, "").split(os.pathsep)
    wanted += [os.environ.get(name, "") for name in ("PYENV_ROOT", "VIRTUAL_ENV")]
    wanted += [os.path.join(home, name) for name in _USEFUL]
    if network == "on":
        wanted.append(os.path.realpath("/etc/resolv.conf"))
    existing = {
        path
        for each in wanted
        if os.path.isabs(each)
        for path in (os.path.normpath(each), os.path.realpath(each))
        # A search path may well name the home directory itself, which stays hidden.
        if os.path.exists(path) and _is_below(path, hidden)
        if path not in homes and not any(_is_below(each_home, [path]) for each_home in homes)
    }
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    font_lists = os.environ.get("MPLCONFIGDIR") or os.path.join(caches, "matplotlib")
    return Namespaces(
        by_user, network, home, tuple(hidden), tuple(_outermost(existing)), font_lists
    )


def shut_children_in(namespaces: Namespaces) -> None:
    """Move this process into new namespaces, and the children that it will have with it.

    The first of these children is the first process of a PID namespace: what it does not handle
    itself cannot kill it, and when it ends, all others there end with it.

    Raises:
        OSError: the system does not let us.
    """
    uid, gid = os.getuid(), os.getgid()
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS
    flags |= CLONE_NEWUSER if namespaces.by_user else 0
    flags |= CLONE_NEWNET if namespaces.network != "on" else 0
    unshare(flags)
    if namespaces.by_user:
        # Root outside is nobody in particular inside.
        _map_ids(uid, gid, uid or _NOBODY, gid or _NOBODY)


def make_own_directories(namespaces: Namespaces, directory: str) -> None:
    """Make what else a run can write to: its /tmp, and a place for the caches of libraries."""
    shared, config = _shared(directory), caches_in(directory)
    for path in (shared, config):
        os.mkdir(path)
    os.chmod(shared, 0o1777)
    lists = glob.glob(os.path.join(glob.escape(namespaces.font_lists), "fontlist-*.json"))
    own = [directory, *(os.path.join(directory, name) for name in os.listdir(directory))]
    for path in lists:
        own.append(os.path.join(config, os.path.basename(path)))
        shutil.copyfile(path, own[-1])
    if not namespaces.by_user:
        for path in own:
            os.chown(path, _NOBODY, _NOBODY)


def caches_in(directory: str) -> str:
    """Where libraries keep what they unpack: the home directory takes no writes."""
    return os.path.join(directory, "config")


def _shared(directory: str) -> str:
    return os.path.join(directory, "shared")


def _map_ids(uid: int, gid: int, inner_uid: int, inner_gid: int) -> None:
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{inner_uid} {uid} 1"),
        ("gid_map", f"{inner_gid} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def become_nobody(by_user: bool) -> None:
    """Part with every privilege, for good."""
    if by_user:
        drop_capabilities()
    else:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    forbid_new_privileges()


# What the program sees


def furnish(namespaces: Namespaces, directory: str) -> None:
    """Arrange what the first process of the namespaces sees, and with it all that follow.

    Args:
        namespaces: what they are to be like.
        directory: the run's own; what it can write to.
    """
    detach()
    lock_all()
    with contextlib.ExitStack() as opened:
        own, shared = (opened.enter_context(tree(path)) for path in (directory, _shared(directory)))
        shown = [(opened.enter_context(tree(path)), path) for path in namespaces.shown]
        covered = _cover(namespaces, os.path.dirname(directory), shared)
        for source, path in shown:
            bind(source, path)
        bind(own, directory)
        unlock(directory)
        _furnish_devices(opened)
    mount_new("proc", "/proc")
    # Read-only as well, for what is owned by root there lets root write without any capability.
    for path in (*covered, "/dev", "/proc"):
        lock(path)
    if namespaces.network == "loopback":
        _raise_loopback()


def _cover(namespaces: Namespaces, scratch: str, shared: str) -> List[str]:
    """Put empty directories over what is hidden; return those that are still to be locked."""
    covered = []
    for path in _outermost({*namespaces.hidden, scratch}):
        if path in ("/tmp", "/var/tmp"):
            bind(shared, path)
            unlock(path)
        elif os.path.isdir(path):
            mount_new("tmpfs", path, "mode=0755,size=1m")
            covered.append(path)
    if _is_below(namespaces.home, namespaces.hidden):
        os.makedirs(namespaces.home, exist_ok=True)
    return covered


def _furnish_devices(opened: contextlib.ExitStack) -> None:
    """A /dev without disks and terminals of others; a read-only one would let them be written."""
    paths = [path for path in _DEVICES if os.path.exists(path)]
    devices = [(opened.enter_context(tree(path)), path) for path in paths]
    mount_new("tmpfs", "/dev", "mode=0755,size=1m")
    for source, path in devices:
        bind(source, path)
    for target, name in _DEVICE_LINKS.items():
        os.symlink(name, target)
    for path in ("/dev/shm", "/dev/pts"):
        os.mkdir(path)
    mount_new("tmpfs", "/dev/shm", "mode=1777")
    mount_new("devpts", "/dev/pts", "newinstance,ptmxmode=0666,mode=620")


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", _IFF_UP))


# Paths


def _outermost(paths: Collection[str]) -> List[str]:
    """Those of ``paths`` that are below no other."""
    usable = sorted(path for path in paths if path not in _SYSTEM)
    return [path for path in usable if not _is_below(path, set(usable) - {path})]


def _is_below(path: str, roots: Collection[str]) -> bool:
    return any(path != root and path.startswith(root.rstrip("/") + "/") for root in roots)
