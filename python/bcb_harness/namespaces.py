"""Shuts a run into namespaces of its own: files, processes, network, shared memory.

Three processes are needed. The one that the engine knows enters the namespaces
and then only waits, to end the way the program ends (`_relay`). A PID namespace
holds the children of the process that makes it, and the first of them is
special: what it does not handle itself cannot kill it, and when it ends, all
others end with it. So that first one (`_be_init`) is ours too, and the program
gets the next.
"""

from __future__ import annotations

import contextlib
import dataclasses
import glob
import os
import pwd
import shutil
import signal
import socket
import struct
import sys
from typing import Collection, List, NoReturn, Tuple

from .exit_codes import EXIT_TOO_MANY_PROCESSES
from .limits import MOST_PROCESSES
from .linux import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    die_with_parent,
    drop_capabilities,
    forbid_new_privileges,
    hide_from_tracers,
    process_count,
    unshare,
)
from .mounts import bind, detach, lock, lock_all, mount_new, tree, unlock

if sys.platform != "win32":
    import fcntl
    import resource

__all__ = ["Namespaces", "enter", "surroundings"]

_NOBODY = 65534
_COUNTING_SECONDS = 0.05
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 1
_ENDED = struct.Struct("i")

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


def enter(namespaces: Namespaces, directory: str) -> None:
    """Go into new namespaces. Returns in the process of the program alone.

    Args:
        namespaces: what they are to be like.
        directory: the run's own; what it can write to.

    Raises:
        OSError: the system does not let us.
    """
    uid, gid = os.getuid(), os.getgid()
    shared, config = _own_directories(namespaces, directory)
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS
    flags |= CLONE_NEWUSER if namespaces.by_user else 0
    flags |= CLONE_NEWNET if namespaces.network != "on" else 0
    unshare(flags)
    if namespaces.by_user:
        # Root outside is nobody in particular inside.
        _map_ids(uid, gid, uid or _NOBODY, gid or _NOBODY)
    incoming, outgoing = os.pipe()
    # Listed now: /proc will be the inner namespace's, which does not know this process.
    held = [int(name) for name in os.listdir("/proc/self/fd")]
    init = os.fork()
    if init:
        _close_all_but(incoming, held)
        _relay(init, incoming)
    os.close(incoming)
    die_with_parent()
    _furnish(namespaces, directory, shared)
    program = os.fork()
    if program:
        _close_all_but(outgoing, held)
        _be_init(program, outgoing)
    os.close(outgoing)
    os.setsid()
    _become_nobody(by_user=namespaces.by_user)
    # The home directory takes no writes, and libraries keep what they have unpacked there.
    os.environ["MPLCONFIGDIR"] = os.environ["XDG_CACHE_HOME"] = config


def _own_directories(namespaces: Namespaces, directory: str) -> Tuple[str, str]:
    """Make what else the run can write to: its /tmp, and a place for the caches of libraries."""
    shared, config = (os.path.join(directory, name) for name in ("shared", "config"))
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
    return shared, config


def _map_ids(uid: int, gid: int, inner_uid: int, inner_gid: int) -> None:
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{inner_uid} {uid} 1"),
        ("gid_map", f"{inner_gid} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _become_nobody(by_user: bool) -> None:
    if by_user:
        drop_capabilities()
    else:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    forbid_new_privileges()


# What the program sees


def _furnish(namespaces: Namespaces, directory: str, shared: str) -> None:
    detach()
    lock_all()
    with contextlib.ExitStack() as opened:
        own, shared = opened.enter_context(tree(directory)), opened.enter_context(tree(shared))
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


# Ours that wait


def _relay(init: int, incoming: int) -> NoReturn:
    """Wait for the program's end and end in the same way."""
    told = os.read(incoming, _ENDED.size)
    _, status = os.waitpid(init, 0)
    if len(told) == _ENDED.size:
        (code,) = _ENDED.unpack(told)
    else:
        # It has not come to that: we have failed in it, or the machine is short of memory.
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _be_init(program: int, outgoing: int) -> NoReturn:
    """Reap what others abandon, and end with the program, which ends everything here."""
    with contextlib.suppress(OSError):
        hide_from_tracers()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == program:
            died = os.WIFSIGNALED(status)
            code = -os.WTERMSIG(status) if died else os.WEXITSTATUS(status)
            os.write(outgoing, _ENDED.pack(code))
            os._exit(0)
        if pid == 0:
            if process_count() > MOST_PROCESSES:
                os.write(outgoing, _ENDED.pack(EXIT_TOO_MANY_PROCESSES))
                os._exit(0)
            signal.sigtimedwait({signal.SIGCHLD}, _COUNTING_SECONDS)


def _close_all_but(kept: int, held: Collection[int]) -> None:
    """Hold nothing open that the engine would wait for the end of."""
    for fd in held:
        if fd != kept:
            # The listing itself needed one of them, which is closed by now.
            with contextlib.suppress(OSError):
                os.close(fd)


# Paths


def _outermost(paths: Collection[str]) -> List[str]:
    """Those of ``paths`` that are below no other."""
    usable = sorted(path for path in paths if path not in _SYSTEM)
    return [path for path in usable if not _is_below(path, set(usable) - {path})]


def _is_below(path: str, roots: Collection[str]) -> bool:
    return any(path != root and path.startswith(root.rstrip("/") + "/") for root in roots)
