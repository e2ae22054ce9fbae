"""Imports modules into the engine before they are needed, so that a fork finds them in place."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import threading
import time
from typing import Iterable, List, NamedTuple, Optional

__all__ = ["Imported", "missing_modules", "preloadable", "thread_count", "try_import"]

# They start threads or hold on to devices, neither of which a fork survives.
_NEVER = frozenset({"cupy", "jax", "keras", "mxnet", "ray", "tensorflow", "torch", "torchvision"})


class Imported(NamedTuple):
    """What came of one import."""

    module: str
    error: Optional[str]
    seconds: float
    threads: int
    """Threads that the import has started and left running."""


def preloadable(module: str) -> bool:
    """Whether importing ``module`` into a process that forks can be thought of."""
    return module.split(".")[0] not in _NEVER


def try_import(module: str) -> Imported:
    """Import ``module``; nothing that it does is fatal to the caller."""
    before = thread_count()
    began = time.monotonic()
    error = None
    try:
        importlib.import_module(module)
    except BaseException as raised:
        # A module may even raise SystemExit.
        error = f"{type(raised).__name__}: {raised}"
    return Imported(module, error, time.monotonic() - began, thread_count() - before)


def thread_count() -> int:
    """The threads of this process, those of libraries included where the system tells."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def missing_modules(modules: Iterable[str]) -> List[str]:
    """Those of ``modules`` (top-level names) that this interpreter cannot find."""
    importlib.invalidate_caches()
    return [module for module in modules if not _can_find(module)]


def _can_find(module: str) -> bool:
    if module in sys.modules:
        return True
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):
        return False
