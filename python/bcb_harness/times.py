"""Where the time of a run goes."""

from __future__ import annotations

import math
from typing import Any, Dict

__all__ = ["RunTimes"]


class RunTimes:
    """Collects what the process of a run says of its times, and completes it. All are seconds."""

    def __init__(self) -> None:
        self._startup = 0.0
        self._imports = 0.0
        self._preparing = 0.0
        self._counting = 0.0
        self._tests = 0.0
        self._processor = 0.0

    def began(self, startup_s: float, report: Dict[str, Any]) -> None:
        """The tests have begun, so long after the run was taken off the queue."""
        self._startup = startup_s
        self._imports = _seconds(report["imports_s"], startup_s)
        self._preparing = _seconds(report["coverage_s"], startup_s - self._imports)

    def ended(self, report: Dict[str, Any]) -> None:
        """The tests have ended."""
        self._tests = _seconds(report["duration_s"])
        self._processor = _seconds(report["cpu_s"])

    def counted(self, report: Dict[str, Any]) -> None:
        """Coverage has been counted."""
        self._counting = max(0.0, _seconds(report["coverage_s"]) - self._preparing)

    def shares(self, total_s: float) -> Dict[str, float]:
        """What the whole time of a run consists of besides the tests, and what these made of it."""
        launch = self._startup - self._imports - self._preparing
        rest = total_s - self._startup - self._tests - self._counting
        return {
            "launch_s": launch,
            "imports_s": self._imports,
            "coverage_s": self._preparing + self._counting,
            "ending_s": max(0.0, rest) if self._tests else 0.0,
            "tests_cpu_s": self._processor,
        }


def _seconds(told: float, most: float = math.inf) -> float:
    """A time that a process told, as far as it can be true."""
    # In this order, by which what is not a number becomes 0.
    return max(0.0, min(told, most))
