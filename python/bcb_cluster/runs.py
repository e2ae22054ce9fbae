"""The host's runs as tasks of Dask."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, Dict

from distributed import Client, KilledWorker
from distributed.client import FutureCancelledError

from bcb_harness.active_run import unlaunched
from bcb_harness.protocol import RunRequest

from .fleet import Fleet
from .host import Host
from .worker_plugin import Judgement, judging

__all__ = ["Runs"]

Event = Dict[str, Any]


class Runs:
    """Those that the host waits for."""

    def __init__(self, client: Client, session: str, fleet: Fleet, host: Host) -> None:
        # Dask's types know the synchronous client alone.
        self._client: Any = client
        self._session = session
        self._fleet = fleet
        self._host = host
        self._judge = judging(session)
        self._numbers = itertools.count(1)
        self._judging: Dict[str, asyncio.Task[None]] = {}
        self._futures: Dict[str, Any] = {}
        fleet.on_empty = self._withdraw

    def begin(self, request: RunRequest, line: str) -> None:
        """Have a run judged by some worker's engine, and tell the host all of it at its end."""
        self._judging[request.run] = asyncio.ensure_future(self._serve(request, line))

    def cancel(self, name: str) -> None:
        """End a run, wherever it is."""
        if name in self._judging:
            self._judging[name].cancel()
            self._host.send({"type": "cancelled", "run": name})

    async def _serve(self, request: RunRequest, line: str) -> None:
        name = request.run
        try:
            judgement = await self._judgement(name, line)
            if "lines" in judgement:
                for event in judgement["lines"]:
                    self._host.send_line(event)
            else:
                self._host.send(_without_engine(request, **judgement))
        except asyncio.CancelledError:
            if name in self._futures:
                await self._futures[name].cancel()
        finally:
            self._futures.pop(name, None)
            del self._judging[name]

    async def _judgement(self, name: str, line: str) -> Judgement:
        while True:
            await self._fleet.usable.wait()
            self._futures[name] = self._submit(line)
            try:
                judgement: Judgement = await self._futures[name]
                return judgement
            except FutureCancelledError:
                # Withdrawn: there is no worker for it at the moment.
                continue
            except KilledWorker as error:
                count = error.allowed_failures + 1
                return {"failed": f"{count} workers were lost while they had this run"}
            except Exception as error:
                return {"failed": f"{type(error).__name__}: {error}"}

    def _submit(self, text: str) -> Any:
        number = next(self._numbers)
        key = f"{self._session}-{number}"
        return self._client.submit(
            self._judge,
            key,
            text,
            key=key,
            resources={self._fleet.resource: 1},
            # What was asked for first comes first.
            priority=-number,
        )

    def _withdraw(self) -> None:
        """Take back what Dask has: it would not look again for a worker with the resource."""
        futures = list(self._futures.values())
        self._withdrawing = asyncio.ensure_future(self._client.cancel(futures))


def _without_engine(request: RunRequest, *, killed: str = "", failed: str = "") -> Event:
    """The verdict on a program that has ended its engine, or that the cluster has failed."""
    if failed:
        return unlaunched(request, failed)
    message = f"The engine itself ended while this program ran alone in it ({killed})."
    return {**unlaunched(request, message), "status": "fail", "cause": "tampered"}
