"""How many runs may be at work: one that only waits gives its place away."""

from __future__ import annotations

import time
from typing import Collection, Dict, NamedTuple, Tuple

from .linux import descendants_of

__all__ = ["OBSERVING_SECONDS", "Places"]

OBSERVING_SECONDS = 0.1
"""How often it is worth looking."""
_CALM_SECONDS = 0.2
# Linux counts processor time in ticks, so less than two of them may be none at all.
_CALM_TICKS = 1
# With those included that only wait.
_MOST_FOR_EACH_WORKER = 4


class _Seen(NamedTuple):
    ticks: int
    busy_at: float
    """When it was last seen at work."""


class Places:
    """One place for each worker, which a run holds while it keeps a core busy."""

    def __init__(self, workers: int, memory: int, given_away: bool) -> None:
        """Make the places.

        Args:
            workers: how many there are.
            memory: the bytes that one more run may need.
            given_away: whether a run that only waits (for a timer, say) gives its place away.
        """
        self._workers = workers
        self._memory = memory
        self.given_away = given_away
        self._seen: Dict[Tuple[int, ...], _Seen] = {}
        self._observed_at = 0.0

    def has_room(self, at_work: Collection[Tuple[int, ...]]) -> bool:
        """Whether one more run may work beside those ``at_work``, each with its processes."""
        if len(at_work) < self._workers:
            return True
        if not self.given_away or len(at_work) >= self._workers * _MOST_FOR_EACH_WORKER:
            return False
        busy = len(at_work) - self._count_waiting(at_work, time.monotonic())
        return busy < self._workers and _available_memory() > self._memory

    def _count_waiting(self, at_work: Collection[Tuple[int, ...]], now: float) -> int:
        if now - self._observed_at >= OBSERVING_SECONDS:
            self._observed_at = now
            self._seen = {pids: self._look(pids, now) for pids in at_work}
        calm = (seen for pids, seen in self._seen.items() if pids in at_work)
        return sum(now - seen.busy_at >= _CALM_SECONDS for seen in calm)

    def _look(self, pids: Tuple[int, ...], now: float) -> _Seen:
        family = [_look_at(each) for pid in pids for each in (pid, *descendants_of(pid))]
        ticks = sum(each.ticks for each in family)
        before = self._seen.get(pids)
        if (
            before is None
            or ticks - before.ticks > _CALM_TICKS
            or any(each.runs for each in family)
        ):
            return _Seen(ticks, now)
        return before


def _available_memory() -> int:
    """The bytes that can be used before the machine has to swap; 0 where it does not tell."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return 0


class _Process(NamedTuple):
    runs: bool
    """It has a processor, or would if one were free, or waits for a disk."""
    ticks: int
    """Its processor time, and that of its children that have ended."""


def _look_at(pid: int) -> _Process:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # The name of the program comes first, in brackets, and may have any character in it.
            state, *fields = file.read().rpartition(")")[2].split()
    except OSError:
        return _Process(False, 0)
    return _Process(state in "RD", sum(int(field) for field in fields[10:14]))
