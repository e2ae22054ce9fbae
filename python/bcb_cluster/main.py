"""Puts the parts together."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import secrets
import signal
import sys
from typing import Sequence

import cloudpickle
import dask
from distributed import Client

from bcb_harness.channel import take_standard_streams
from bcb_harness.protocol import (
    CancelRequest,
    InspectRequest,
    PreloadRequest,
    RefusedError,
    parse_request,
)

from . import engines, remote_engine, scheduler_plugin, shipment, worker_plugin
from .fleet import ClusterError, Fleet
from .host import Host
from .remote_engine import EngineCommand
from .runs import Runs

__all__ = ["main"]

_EXIT_NO_CLUSTER = 5
_CONNECT_SECONDS = 5
_LOOKING_SECONDS = 0.5


def main(arguments: Sequence[str]) -> int:
    """Serve the host on standard input and output until it closes them."""
    options = _options(arguments)
    incoming, outgoing = take_standard_streams()
    # Ctrl+C in a terminal reaches the host as well, which knows what to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What concerns the user is said in our own words.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    # Dask would look up the source of all callers at each run that is submitted.
    dask.config.set({"distributed.diagnostics.computations.nframes": 0})
    for module in (engines, remote_engine, scheduler_plugin, shipment, worker_plugin):
        cloudpickle.register_pickle_by_value(module)
    try:
        asyncio.run(_serve(options, incoming, outgoing))
    except ClusterError as error:
        sys.stderr.write(f"{error}\n")
        return _EXIT_NO_CLUSTER
    return 0


async def _serve(options: argparse.Namespace, incoming: int, outgoing: int) -> None:
    host = Host(incoming, outgoing)
    session = f"bcb{secrets.token_hex(8)}"
    async with await _connect(options.scheduler) as client:
        fleet = Fleet(client, session, host)
        runs = Runs(client, session, fleet, host)
        command = EngineCommand(options.python, options.engine, options.variables.split(","))
        directory = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        await fleet.start(command, shipment.pack(directory))
        serving = asyncio.ensure_future(_take_requests(host, fleet, runs))
        watching = asyncio.ensure_future(_watch(client, options.scheduler))
        await asyncio.wait([serving, watching], return_when=asyncio.FIRST_COMPLETED)
        await (serving if serving.done() else watching)


async def _connect(address: str) -> Client:
    try:
        client: Client = await Client(
            address, asynchronous=True, timeout=_CONNECT_SECONDS, set_as_default=False
        )
        return client
    except (OSError, ValueError) as error:
        raise ClusterError(f"There is no Dask scheduler at {address}: {error}") from None


async def _take_requests(host: Host, fleet: Fleet, runs: Runs) -> None:
    """Do what the host asks until it closes its end."""
    while True:
        line = await host.line()
        if line is None:
            return
        try:
            _take(line, fleet, runs)
        except RefusedError as error:
            host.send({"type": "refused", "request": error.request, "message": error.message})


def _take(line: bytes, fleet: Fleet, runs: Runs) -> None:
    request = parse_request(line)
    if isinstance(request, CancelRequest):
        runs.cancel(request.run)
    elif isinstance(request, PreloadRequest):
        fleet.preload(request.modules)
    elif isinstance(request, InspectRequest):
        raise RefusedError(request.inspect, "a cluster does not answer inspect")
    else:
        runs.begin(request, line.decode("utf-8"))


async def _watch(client: Client, scheduler: str) -> None:
    """Wait until the scheduler is lost.

    Raises:
        ClusterError: always.
    """
    while client.status == "running":
        await asyncio.sleep(_LOOKING_SECONDS)
    raise ClusterError(f"The Dask scheduler at {scheduler} was lost.")


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cluster.py", description="Judges programs on a cluster.")
    parser.add_argument("--scheduler", required=True, metavar="ADDRESS")
    parser.add_argument("--python", required=True, help="of the tasks, on the workers' machines")
    parser.add_argument("--variables", required=True, help="that programs may see, by commas")
    parser.add_argument("engine", nargs="*", help="arguments of the workers' engines, after --")
    return parser.parse_args(arguments)
