"""Imports modules before they are needed, so that whoever starts from there finds them in place."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import threading
import time
from typing import Iterable, List, NamedTuple, Optional

__all__ = ["Imported", "missing_modules", "modules_to_preload", "resident_memory", "try_import"]

# TensorFlow and its like start threads or hold on to devices when they are used, and take more
# memory than all others together. The last two open a browser and print a poem.
_NEVER = frozenset(
    {"antigravity", "cupy", "jax", "keras", "mxnet", "ray", "tensorflow", "this", "torch"}
)
# What a library imports only when it is first used.
_COMPANIONS = {
    "matplotlib.pyplot": ("matplotlib.backends.backend_agg",),
    "pandas": ("pandas.plotting._matplotlib",),
}


class Imported(NamedTuple):
    """What came of one import."""

    module: str
    error: Optional[str] = None
    seconds: float = 0.0
    threads: int = 0
    """Threads that the import has started and left running."""
    memory: int = 0
    """The bytes by which this process has grown."""


def modules_to_preload(modules: Iterable[str]) -> List[str]:
    """Those of ``modules`` that are there and can be shared, each followed by its companions."""
    wanted = [module for module in modules if module.split(".")[0] not in _NEVER]
    wanted = [name for module in wanted for name in (module, *_COMPANIONS.get(module, ()))]
    missing = set(missing_modules({module.split(".")[0] for module in wanted}))
    return [module for module in dict.fromkeys(wanted) if module.split(".")[0] not in missing]


def try_import(module: str) -> Imported:
    """Import ``module``; nothing that it does is fatal to the caller.

    A name that a package has, or would have, for something else than a module is no error.
    """
    threads, memory = _thread_count(), resident_memory()
    began = time.monotonic()
    error = None
    try:
        package, _, name = module.rpartition(".")
        if not package or not hasattr(importlib.import_module(package), name):
            importlib.import_module(module)
    except ModuleNotFoundError as raised:
        error = str(raised) if raised.name != module else None
    except BaseException as raised:
        # A module may even raise SystemExit.
        error = f"{type(raised).__name__}: {raised}"
    seconds = time.monotonic() - began
    return Imported(module, error, seconds, _thread_count() - threads, resident_memory() - memory)


def resident_memory() -> int:
    """The bytes of memory that this process has in use; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


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


def _thread_count() -> int:
    """The threads of this process, those of libraries included where the system tells."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()
