"""Sends away those who watch a program run, for as long as its process reports.

Trace functions, profilers and monitoring tools are handed the frames that run, and one of
the harness' frames knows the token.
"""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any, Callable, List

__all__ = ["Onlookers"]

_TOOLS = range(6)
_NO_EVENTS = 0


class Onlookers:
    """Those of this thread, and with `sys.monitoring` those of all threads."""

    def __init__(self, code: CodeType) -> None:
        """Keep them from ``code`` and from what it calls."""
        self._code = code
        self._places = ((sys.gettrace, sys.settrace), (sys.getprofile, sys.setprofile))
        # Since Python 3.12.
        monitoring: Any = getattr(sys, "monitoring", None)
        self._tool_of: Callable[[int], Any] = monitoring.get_tool if monitoring else _nobody
        if monitoring:
            self._events_of = monitoring.get_events
            self._set_events = monitoring.set_events
            self._set_events_here = monitoring.set_local_events

    def send_away(self) -> List[Callable[[], object]]:
        """Returns what calls them back."""
        back: List[Callable[[], object]] = []
        for present, place in self._places:
            onlooker: Any = present()
            # A profiler written in C is none, and is shown no frames to look into.
            if callable(onlooker):
                place(None)
                back.append(_later(place, onlooker))
        for tool in _TOOLS:
            if self._tool_of(tool) is not None:
                back.append(_later(self._set_events, tool, self._events_of(tool)))
                self._set_events(tool, _NO_EVENTS)
                self._set_events_here(tool, self._code, _NO_EVENTS)
        return back


def _later(function: Callable[..., object], *arguments: object) -> Callable[[], object]:
    return lambda: function(*arguments)


def _nobody(_: int) -> None:
    return None
