"""The engine's temporary directory, with one below it for each run."""

from __future__ import annotations

import os
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
        shutil.rmtree(path, ignore_errors=True)
        if os.path.lexists(path):
            _make_removable(path)
            shutil.rmtree(path, ignore_errors=True)

    def close(self) -> None:
        self.remove(self._root)


def _make_removable(path: str) -> None:
    """A run may have taken the permissions away that removing its files needs."""
    for directory, names, _ in os.walk(path):
        os.chmod(directory, stat.S_IRWXU)
        for name in names:
            child = os.path.join(directory, name)
            if not os.path.islink(child):
                os.chmod(child, stat.S_IRWXU)
