"""Follows the session from the scheduler. Sent there by value."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Optional

from distributed import Scheduler, SchedulerPlugin

__all__ = ["SessionKeeper"]


class SessionKeeper(SchedulerPlugin):
    """Tells the client of lost workers, and ends all engines when the client is gone.

    However the client ends, Dask drops its runs; this drops the rest of what it has left.
    """

    def __init__(self, session: str, client: str) -> None:
        self.name = f"{session}-keeper"
        self._session = session
        self._client = client
        self._ending: Optional[asyncio.Future[Any]] = None

    def remove_worker(self, scheduler: Scheduler, worker: str, **_: object) -> None:
        scheduler.log_event(self._session, json.dumps({"worker": worker, "lost": True}))

    def remove_client(self, scheduler: Scheduler, client: str) -> None:
        if client == self._client:
            self._ending = asyncio.ensure_future(self._end(scheduler))

    async def _end(self, scheduler: Scheduler) -> None:
        await scheduler.unregister_worker_plugin(comm=None, name=self._session)
        for resource in [each for each in scheduler.resources if each.startswith(self._session)]:
            for address in scheduler.resources.pop(resource):
                worker = scheduler.workers[address]
                del worker.resources[resource], worker.used_resources[resource]
        await scheduler.unregister_scheduler_plugin(name=self.name)
