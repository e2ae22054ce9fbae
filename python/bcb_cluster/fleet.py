"""The workers' engines, as the client sees them come and go."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Set, Tuple

from distributed import Client

from .engines import differences, likeness, most_common, resource_of, together
from .host import Host
from .remote_engine import EngineCommand
from .scheduler_plugin import SessionKeeper
from .worker_plugin import EngineKeeper, describe, preload

__all__ = ["ClusterError", "Fleet"]

Event = Dict[str, Any]

_SECONDS_FOR_WORKERS = 10


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, and what to do."""


class Fleet:
    """The engines of one session: all that judge as the others do are usable."""

    def __init__(self, client: Client, session: str, host: Host) -> None:
        self.resource = ""
        """The Dask resource that a run asks for, which workers with a usable engine have."""
        self.usable = asyncio.Event()
        """There is such a worker."""
        self.on_empty: Callable[[], None] = lambda: None
        """Called when there is none any more."""
        # Dask's types know the synchronous client alone.
        self._client: Any = client
        self._session = session
        self._host = host
        self._started = asyncio.Event()
        self._expected: Event = {}
        self._workers: Set[str] = set()
        """The addresses of those with a usable engine."""
        self._modules: Mapping[str, float] = {}
        self._preloading: Optional[asyncio.Future[Any]] = None

    async def start(self, command: EngineCommand, harness: bytes) -> None:
        """Start an engine on every worker, those that join later included, and say so.

        Raises:
            ClusterError: there is no worker, or none has an engine.
        """
        await self._await_workers()
        await self._require_like_software()
        self._client.subscribe_topic(self._session, self._hear)
        await self._client.register_plugin(SessionKeeper(self._session, self._client.id))
        await self._client.register_plugin(EngineKeeper(self._session, command, harness))
        states = await self._client.run(describe, self._session)
        engines = [state["engine"] for _, state in sorted(states.items()) if "engine" in state]
        if not engines:
            worker, state = next(iter(states.items()))
            raise ClusterError(f"{worker} has no engine: {state['failed']}")
        self._expected = most_common(engines)
        self.resource = resource_of(self._session, self._expected)
        alike = [each for each in engines if likeness(each) == likeness(self._expected)]
        self._host.send(together(alike))
        for state in states.values():
            self._admit(state)
        self._started.set()

    def preload(self, modules: Mapping[str, float]) -> None:
        """Have all engines import modules ahead, those that start later included."""
        self._modules = modules
        self._preload(sorted(self._workers))

    async def _await_workers(self) -> None:
        try:
            await self._client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            address = self._client.scheduler.address
            raise ClusterError(
                f"The Dask scheduler at {address} has no workers. "
                f"Start one on each machine: dask worker {address}"
            ) from None

    async def _require_like_software(self) -> None:
        """What is sent by value is bytecode of this Python, for this version of Dask."""
        versions = await self._client.get_versions()
        ours = _software(versions["client"])
        for place, theirs in {"scheduler": versions["scheduler"], **versions["workers"]}.items():
            if _software(theirs) != ours:
                raise ClusterError(
                    f"The cluster ({place}) has {_software(theirs)}, this side has {ours}. "
                    "Name an environment like the cluster's with --scheduler-python PATH."
                )

    async def _hear(self, event: Tuple[float, str]) -> None:
        await self._started.wait()
        message = json.loads(event[1])
        worker = message["worker"]
        if "log" in message:
            self._host.log(message["log"]["level"], f"{worker}: {message['log']['message']}")
        elif "lost" in message:
            self._lose(worker)
        elif worker not in self._workers:
            self._admit(message)

    def _admit(self, state: Event) -> None:
        worker = state["worker"]
        if "failed" in state:
            self._host.log("warning", f"{worker} gets no runs: {state['failed']}")
        elif likeness(state["engine"]) != likeness(self._expected):
            why = differences(state["engine"], self._expected)
            self._host.log("warning", f"{worker} gets no runs, its verdicts could differ: {why}")
        else:
            self._host.log("info", f"{worker} gets runs")
            self._workers.add(worker)
            self.usable.set()
            self._preload([worker])

    def _lose(self, worker: str) -> None:
        if worker not in self._workers:
            return
        self._workers.discard(worker)
        self._host.log("warning", f"{worker} was lost; its runs are done again elsewhere")
        if not self._workers:
            self._host.log("warning", "no worker is left; waiting for one to join")
            self.usable.clear()
            self.on_empty()

    def _preload(self, workers: Sequence[str]) -> None:
        if self._modules and workers:
            running = self._client.run(
                preload, self._session, self._modules, workers=workers, on_error="ignore"
            )
            self._preloading = asyncio.ensure_future(running)


def _software(versions: Event) -> str:
    packages = versions["packages"]
    python = ".".join(packages["python"].split(".")[:2])
    return f"Python {python} and distributed {packages['distributed']}"
