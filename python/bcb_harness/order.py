"""The order in which the reports of a run come, if they come from the harness."""

from __future__ import annotations

from typing import Any, Dict, FrozenSet, Set

__all__ = ["ReportOrder"]


def _kinds(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


_AFTER: Dict[str, FrozenSet[str]] = {
    "nothing": _kinds("plan failed"),
    "plan": _kinds("begin failed"),
    "begin": _kinds("start outside all_skipped end failed"),
    "start": _kinds("pass note test failed"),
    "note": _kinds("pass note test failed"),
    "pass": _kinds("note test failed"),
    "test": _kinds("start outside all_skipped end failed"),
    "outside": _kinds("start outside all_skipped end failed"),
    "all_skipped": _kinds("start outside all_skipped end failed"),
    "end": _kinds("coverage done"),
    "failed": _kinds("done"),
    "coverage": _kinds("done"),
    "done": _kinds(""),
}
_ANYTIME = _kinds("broken log")


class ReportOrder:
    """Follows the reports of one run."""

    def __init__(self) -> None:
        self._last = "nothing"
        self._running = ""
        self._started: Set[str] = set()

    def check(self, kind: str, report: Dict[str, Any]) -> None:
        """Take note of the next report.

        Raises:
            ValueError: the harness would not have sent it now.
        """
        if kind in _ANYTIME:
            return
        if kind not in _AFTER[self._last]:
            raise ValueError(f"{kind} after {self._last}")
        self._last = kind
        if kind == "start":
            self._running = str(report["name"])
            if self._running in self._started:
                raise ValueError(f"{self._running} for the second time")
            self._started.add(self._running)
        elif kind == "test" and report["name"] != self._running:
            raise ValueError(f"the end of {report['name']} and not of {self._running}")
