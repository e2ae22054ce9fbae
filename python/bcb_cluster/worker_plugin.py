"""Keeps a warm engine in each Dask worker. Sent to the workers by value."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional

from dask.system import CPU_COUNT
from distributed import Worker, WorkerPlugin, get_worker

from .engines import resource_of
from .remote_engine import EngineCommand, EngineEndedError, RemoteEngine, installed_versions
from .shipment import unpack

__all__ = ["EngineKeeper", "Judgement", "describe", "judging", "preload"]

Event = Dict[str, Any]
Judgement = Dict[str, Any]
"""Either the ``lines`` of an engine on a run, or how the run has ``killed`` even one of its own."""

# As without Dask.
_MOST_MEMORY = 30 * 1024**3


class EngineKeeper(WorkerPlugin):
    """Starts an engine when it comes to a worker, and ends it when it goes.

    Its name is the session's. What becomes of the engine is told under a topic of that name:
    ``{"worker": address, "engine": …}`` or ``{"worker": address, "failed": sentence}``.
    """

    def __init__(self, session: str, command: EngineCommand, harness: bytes) -> None:
        self.name = session
        self._command = command
        self._harness = harness

    async def setup(self, worker: Worker) -> None:
        """Start the engine; a worker without one is still a worker to others."""
        self._worker = worker
        self._modules: Mapping[str, float] = {}
        self._runs: Dict[str, str] = {}
        self._closing = False
        self._restarting = asyncio.Lock()
        self._engine: Optional[RemoteEngine] = None
        self.state: Event = {}
        try:
            self._directory = unpack(self._harness, worker.local_directory)
            versions = await installed_versions(self._command)
            self._engine = await self._start(_busy_at_once(worker))
        except (OSError, EngineEndedError) as error:
            self.state = {"worker": worker.address, "failed": str(error)}
        else:
            engine = {**self._engine.ready, "versions": versions}
            self.state = {"worker": worker.address, "engine": engine}
            # Dask gives a run to those workers alone that have what it asks for.
            self._resource = resource_of(self.name, engine)
            await worker.set_resources(**{self._resource: worker.state.nthreads})
        self._tell(self.state)

    async def teardown(self, worker: Worker) -> None:
        self._closing = True
        if self._engine is None:
            return
        total, available = worker.state.total_resources, worker.state.available_resources
        if available[self._resource] == total[self._resource]:
            del total[self._resource], available[self._resource]
        await self._engine.close()

    def transition(self, key: Any, start: str, finish: str, **_: object) -> None:
        """Dask has withdrawn a task that is at work: end its run."""
        if start == "executing" and finish == "released" and key in self._runs and self._engine:
            self._engine.send({"type": "cancel", "run": self._runs[key]})

    async def judge(self, key: str, request: Event) -> Judgement:
        """What the engine says of a run.

        A program can end the engine that judges it. Each of the runs that were at work then is
        run again in an engine of its own; the one that ends that as well gets it as its verdict.
        """
        engine = await self._living_engine()
        self._runs[key] = request["run"]
        try:
            return {"lines": await engine.answer(request)}
        except EngineEndedError as error:
            if self._closing:
                return {"killed": str(error)}
            return await self._judge_alone(request)
        finally:
            del self._runs[key]

    def preload(self, modules: Mapping[str, float]) -> None:
        self._modules = modules
        if self._engine is not None:
            self._engine.send({"type": "preload", "modules": modules})

    async def _start(self, workers: int) -> RemoteEngine:
        command, limit = self._command, self._worker.memory_manager.memory_limit
        if limit:
            share = int(limit / _busy_at_once(self._worker))
            command = command.with_memory(min(share, _MOST_MEMORY))
        return await RemoteEngine.start(command, self._directory, workers, self._tell_log)

    async def _living_engine(self) -> RemoteEngine:
        async with self._restarting:
            assert self._engine
            if self._engine.has_ended:
                self._engine = await self._start(_busy_at_once(self._worker))
                self._engine.send({"type": "preload", "modules": self._modules})
            return self._engine

    async def _judge_alone(self, request: Event) -> Judgement:
        engine = await self._start(1)
        try:
            return {"lines": await engine.answer(request)}
        except EngineEndedError as error:
            return {"killed": str(error)}
        finally:
            await engine.close()

    def _tell(self, message: Event) -> None:
        # As text: what is in it is for the client alone to read.
        self._worker.log_event(self.name, json.dumps(message))

    def _tell_log(self, event: Event) -> None:
        if event["level"] in ("warning", "error"):
            self._tell({"worker": self._worker.address, "log": event})


def _busy_at_once(worker: Worker) -> int:
    """Dask may give a worker more runs: one that only waits leaves its core to the next."""
    return min(worker.state.nthreads, CPU_COUNT)


def judging(session: str) -> Callable[[str, str], Awaitable[Judgement]]:
    """The Dask task that has a worker's engine judge; local, so that it is sent by value."""

    async def judge(key: str, request: str) -> Judgement:
        return await _keeper(get_worker(), session).judge(key, json.loads(request))

    return judge


def describe(session: str, dask_worker: Worker) -> Event:
    """What has become of the engine on a worker."""
    return _keeper(dask_worker, session).state


def preload(session: str, modules: Mapping[str, float], dask_worker: Worker) -> None:
    _keeper(dask_worker, session).preload(modules)


def _keeper(worker: Worker, session: str) -> EngineKeeper:
    keeper: Any = worker.plugins[session]
    # No check of its class: that has come by value, and each time is another.
    return keeper  # type: ignore[no-any-return]
