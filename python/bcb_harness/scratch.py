"""The engine's temporary directory, with one below it for each run."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import tempfile
from typing import Optional

__all__ = ["Scratch"]


class Scratch:
    """Makes and removes the directories of runs."""

    def __init__(self, root: Optional[str]) -> None:
        # Letters and digits only: some tests split paths at everything else.
        self._root = root or tempfile.mkdtemp(prefix="bcb")
        self._made = 0

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
        """Remove a run's directory with all that the run has left in it."""
        # Before Python 3.13 it calls itself for each level.
        with contextlib.suppress(RecursionError):
            shutil.rmtree(path, ignore_errors=True)
        if os.path.lexists(path):
            # What cannot be removed is not worth ending the engine for.
            with contextlib.suppress(OSError):
                _remove_piecemeal(path)

    def close(self) -> None:
        self.remove(self._root)


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
