"""The engine's temporary directory, with one below it for each run."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import subprocess
import tempfile
from typing import List, Optional

__all__ = ["Scratch"]

_MANY = 5_000
"""Removing more files than these would keep other runs waiting."""


class Scratch:
    """Makes and removes the directories of runs."""

    def __init__(self, root: Optional[str]) -> None:
        # Letters and digits only: some tests split paths at everything else.
        self._root = root or tempfile.mkdtemp(prefix="bcb")
        self._made = 0
        self._rm = shutil.which("rm")
        self._removals: List[subprocess.Popen[bytes]] = []

    def make(self) -> str:
        """A fresh directory with an empty ``work`` and ``tmp``.

        Raises:
            OSError: the disk is full or not to be written.
        """
        self._made += 1
        path = os.path.join(self._root, str(self._made))
        for name in ("work", "tmp"):
            os.makedirs(os.path.join(path, name))
        return path

    def remove(self, path: str) -> None:
        """Remove a run's directory with all that the run has left in it, if need be later."""
        if self._rm and _holds_many(path):
            nothing = subprocess.DEVNULL
            self._removals.append(
                subprocess.Popen(
                    [self._rm, "-rf", path], stdin=nothing, stdout=nothing, stderr=nothing
                )
            )
        else:
            _remove_now(path)

    def own_pids(self) -> List[int]:
        """The processes that remove what was too much to wait for."""
        pids = [removal.pid for removal in self._removals]
        self._removals = [removal for removal in self._removals if removal.poll() is None]
        return pids

    def close(self) -> None:
        for removal in self._removals:
            removal.wait()
        _remove_now(self._root)


def _holds_many(path: str) -> bool:
    left, unopened = _MANY, [path]
    # What cannot be looked into can hardly be many files.
    with contextlib.suppress(OSError):
        while unopened:
            with os.scandir(unopened.pop()) as entries:
                for entry in entries:
                    left -= 1
                    if left == 0:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        unopened.append(entry.path)
    return False


def _remove_now(path: str) -> None:
    # Before Python 3.13 it calls itself for each level.
    with contextlib.suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)
    if os.path.lexists(path):
        # What cannot be removed is not worth ending the engine for.
        with contextlib.suppress(OSError):
            _remove_piecemeal(path)


def _remove_piecemeal(path: str) -> None:
    """Remove what resists: a run may have taken permissions away, or nested directories deeply.

    Each directory is lifted to the top first, so that no path is too long for the system.
    """
    os.chmod(path, stat.S_IRWXU)
    unopened = [path]
    while unopened:
        directory = unopened.pop()
        with os.scandir(directory) as opened:
            entries = list(opened)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, stat.S_IRWXU)
                unopened.append(os.path.join(path, secrets.token_hex(16)))
                os.rename(entry.path, unopened[-1])
            else:
                os.unlink(entry.path)
        if directory != path:
            os.rmdir(directory)
    os.rmdir(path)
