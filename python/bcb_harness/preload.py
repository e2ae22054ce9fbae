"""Imports modules before they are needed, so that whoever starts from there finds them in place."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import threading
import time
from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple

__all__ = [
    "Imported",
    "is_worth_its_memory",
    "missing_modules",
    "modules_to_preload",
    "resident_memory",
    "try_import",
]

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
# What each byte that a module adds to the engine adds to every run, whose fork has it to account
# for, and so has its end. Measured with trivial runs of engines of 24 to 341 MiB, of which 12 to
# 255 were no file's: 52 µs a MiB.
_SECONDS_PER_BYTE = 52e-6 / (1 << 20)
# Below this, what is measured of a module is mostly chance.
_NEGLIGIBLE_MEMORY = 256 << 10
# What fewer runs import would have to take 26 ms for each MiB, and libraries take 4 to 10.
_LEAST_SHARE = 0.002


class Imported(NamedTuple):
    """What came of one import."""

    module: str
    error: Optional[str] = None
    seconds: float = 0.0
    threads: int = 0
    """Threads that the import has started and left running."""
    memory: int = 0
    """The bytes by which this process has grown, without those that are a file's."""
    declined: bool = False
    """Whether it would cost all runs more than it saves those that need it."""


def modules_to_preload(modules: Mapping[str, float]) -> Dict[str, float]:
    """Those of ``modules`` that are there, can be shared and may be worth it, with companions.

    Args:
        modules: by name, the share of runs that import each.
    """
    tops = {module.split(".")[0] for module in modules}
    usable = tops.difference(_NEVER, missing_modules(tops - _NEVER))
    wanted: Dict[str, float] = {}
    for module, share in modules.items():
        if share >= _LEAST_SHARE and module.split(".")[0] in usable:
            for name in (module, *_COMPANIONS.get(module, ())):
                wanted.setdefault(name, share)
    return wanted


def is_worth_its_memory(imported: Imported, share: float) -> bool:
    """Whether ``share`` of all runs save more by finding a module in place than all pay for it."""
    if imported.memory < _NEGLIGIBLE_MEMORY:
        return True
    return share * imported.seconds >= _SECONDS_PER_BYTE * imported.memory


def try_import(module: str) -> Imported:
    """Import ``module``; nothing that it does is fatal to the caller.

    A name that a package has, or would have, for something else than a module is no error.
    """
    threads, memory = _thread_count(), _own_memory()
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
    return Imported(module, error, seconds, _thread_count() - threads, _own_memory() - memory)


def resident_memory() -> int:
    """The bytes of memory that this process has in use; 0 where the system does not tell."""
    return _resident()[0]


def _own_memory() -> int:
    # A fork has nothing to do for what a file could bring back.
    resident, of_files = _resident()
    return resident - of_files


def _resident() -> Tuple[int, int]:
    """The bytes in use, and how many of them are a file's."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = [int(number) for number in file.read().split()]
    except OSError:
        return 0, 0
    size = os.sysconf("SC_PAGE_SIZE")
    return pages[1] * size, pages[2] * size


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
