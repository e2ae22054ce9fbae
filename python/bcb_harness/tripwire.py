"""Ends a run at once whose program reaches for what judges it.

Python tells audit hooks of certain calls, and no program can take a hook away again. This
one lets through all calls but those that could only be meant for the harness or for unittest.
"""

from __future__ import annotations

import ctypes
import os
import pkgutil
import sys
import unittest
from typing import Any, Callable, Sequence, Tuple

from .exit_codes import EXIT_TAMPERED

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
_EVENTS = frozenset(
    {
        "gc.get_referents",
        "object.__setattr__",
        "open",
        "sys._current_frames",
        "sys.addaudithook",
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


def set_tripwire(doors: Sequence[Callable[..., None]], busy: Sequence[bool]) -> None:
    """End this process for an attempt to look behind ``doors`` or to rewrite what is guarded.

    Args:
        doors: objects that hide others, which the garbage collector knows how to find.
        busy: whether a thread is behind one of the doors, as its only item.
    """
    guarded = tuple(vars(sys.modules[name]) for name in _GUARDED if name in sys.modules)
    leave = os._exit

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
        elif event == "sys._current_frames":
            if busy[0]:
                leave(EXIT_TAMPERED)
        elif event == "open":
            if str(arguments[0]).startswith("/proc/") and str(arguments[0]).endswith("/mem"):
                leave(EXIT_TAMPERED)
        else:
            # It would hear of what happens behind the doors. Python takes this as a refusal.
            raise RuntimeError

    sys.addaudithook(watch)
