"""Ends a run at once whose program reaches for what judges it.

Python tells audit hooks of certain calls, and no program can take a hook away again. This
one lets through all calls but those that could only be meant for the harness or for unittest.
"""

from __future__ import annotations

import ctypes
import os
import pkgutil
import re
import sys
import unittest
from typing import Any, Callable, Sequence, Tuple

from .exit_codes import EXIT_TAMPERED
from .failures import is_of_program

__all__ = ["hide", "set_tripwire"]

_OPEN = "unittest.mock"
"""It gives its own functions the defaults of others; nothing that judges goes by it."""
# Listed before there is a run, which shares its memory with others: to look through all of
# `sys.modules` would write to, and so copy, each page that one of thousands of modules lies on.
_GUARDED = tuple(
    f"{package.__name__}{name}"
    for package in (unittest, sys.modules[__name__.split(".")[0]])
    for name in ("", *(f".{module.name}" for module in pkgutil.iter_modules(package.__path__)))
    if package.__name__ + name != _OPEN
)
"""The modules whose functions are to stay as they are."""
_MEMORY = re.compile(r"/proc/.*/mem\Z")
_EVENTS = frozenset(
    {
        "gc.get_referents",
        "object.__setattr__",
        "open",
        "sys._current_frames",
        "sys.addaudithook",
        "sys.setprofile",
        "sys.settrace",
    }
)


def hide(function: Any) -> None:
    """Keep ``function`` and what it knows out of the lists of the garbage collector, for good."""
    keep, untrack = ctypes.pythonapi.Py_IncRef, ctypes.pythonapi.PyObject_GC_UnTrack
    for call in (keep, untrack):
        call.argtypes, call.restype = [ctypes.py_object], None
    # Were it freed, Python would take it off a list that it is not on.
    keep(function)
    for each in (function, function.__closure__, *function.__closure__):
        untrack(each)


def set_tripwire(
    doors: Sequence[Callable[..., None]], busy: Sequence[bool], may_trace: bool
) -> None:
    """End this process for an attempt to look behind ``doors`` or to rewrite what is guarded.

    Args:
        doors: objects that hide others, which the garbage collector knows how to find.
        busy: whether a thread is behind one of the doors, as its only item.
        may_trace: whether the program may set trace functions, which decide what lines of the
            tests are run. Those that libraries set for it are taken to mean well.
    """
    guarded = tuple(vars(sys.modules[name]) for name in _GUARDED if name in sys.modules)
    leave, frame_at, real_path = os._exit, sys._getframe, os.path.realpath

    def watch(event: str, arguments: Tuple[Any, ...]) -> None:
        # Even `id` comes by here, so what does not matter is to leave soon.
        if event not in _EVENTS:
            return
        if event == "object.__setattr__":
            # The code or the defaults of a function.
            names = getattr(arguments[0], "__globals__", None)
            for each in guarded:
                if names is each:
                    leave(EXIT_TAMPERED)
        elif event == "gc.get_referents":
            for each in arguments[0]:
                # Not `in`, which asks objects of the program whether they are equal.
                if any(each is door for door in doors):
                    leave(EXIT_TAMPERED)
        elif event == "open":
            # Not by whatever name: to follow each path that is opened would take too long.
            path = os.fsdecode(arguments[0]) if isinstance(arguments[0], (bytes, str)) else ""
            if path.endswith("mem") and _MEMORY.match(real_path(path)):
                leave(EXIT_TAMPERED)
        elif event == "sys._current_frames":
            if busy[0]:
                leave(EXIT_TAMPERED)
        elif event != "sys.addaudithook":
            code = frame_at(1).f_code
            # From Python 3.12 on one thread can have itself shown the frames of all others.
            if not is_of_program(code) and not code.co_name.endswith("_all_threads"):
                return
            if busy[0] or (event == "sys.settrace" and not may_trace):
                leave(EXIT_TAMPERED)
        else:
            # It would hear of what happens behind the doors. Python takes this as a refusal.
            raise RuntimeError

    sys.addaudithook(watch)
