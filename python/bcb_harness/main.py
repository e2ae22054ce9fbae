"""Puts the engine's parts together."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from typing import List, Optional, Sequence

from .channel import HostChannel, take_standard_streams
from .environment import prepare_environment
from .fingerprint import harness_fingerprint, packages_fingerprint
from .fork import ForkLauncher
from .isolation import LEVELS, NETWORKS, choose_isolation
from .limits import MIB, limits_memory, memory_for_each
from .linux import adopt_orphans
from .measurement import coverage_version
from .protocol import PROTOCOL_VERSION, Event
from .scratch import Scratch
from .spawn import SpawnLauncher, is_spare, serve_as_spare
from .supervisor import Launcher, Settings, Supervisor

__all__ = ["main"]

_EXIT_UNISOLATED = 4


def main(arguments: Sequence[str]) -> int:
    """Serve the host on standard input and output until it closes them."""
    if is_spare():
        serve_as_spare()
    began = time.monotonic()
    options = _options(arguments)
    search_path = tuple(sys.path)
    prepare_environment()
    channel = HostChannel(*take_standard_streams())
    adopt_orphans()
    coverage = coverage_version()
    memory = options.memory * MIB if options.memory else memory_for_each(options.workers)
    scratch = Scratch(options.scratch)
    ours = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    isolation = choose_isolation(options.isolation_at_most, options.network, scratch, ours)
    if not isolation.reaches(options.isolation):
        scratch.close()
        sys.stderr.write(
            f"Runs cannot be isolated as demanded ({options.isolation}): {isolation.reason}.\n"
        )
        return _EXIT_UNISOLATED
    settings = Settings(options.workers, memory, coverage is not None, isolation, search_path)
    supervisor = Supervisor(channel, scratch, settings)
    launcher: Launcher
    if options.launch == "fork":
        launcher = ForkLauncher(supervisor.leave)
    else:
        launcher = SpawnLauncher(options.workers)
    channel.send(_ready(settings, launcher.name, coverage))
    milliseconds = (time.monotonic() - began) * 1000
    channel.send(
        {"type": "log", "level": "info", "message": f"engine started in {milliseconds:.0f} ms"}
    )
    supervisor.serve(launcher)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="engine.py", description="Judges programs.")
    parser.add_argument("--workers", type=_count, default=os.cpu_count() or 1)
    parser.add_argument("--launch", choices=_launches(), default=_launches()[0])
    parser.add_argument("--memory", type=_count, metavar="MIB", help="for each run")
    parser.add_argument("--isolation", choices=LEVELS, default=LEVELS[-1], help="at least")
    parser.add_argument(
        "--isolation-at-most", choices=LEVELS, default=LEVELS[0], help="to test with less"
    )
    parser.add_argument("--network", choices=NETWORKS, default="loopback", help="for runs")
    parser.add_argument("--scratch", metavar="DIR", help="an empty directory to work in")
    return parser.parse_args(arguments)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("expected 1 or more")
    return count


def _launches() -> List[str]:
    """The ways to start a run on this system, the preferred one first."""
    if not hasattr(os, "fork"):
        return ["spawn"]
    # On macOS system libraries may break in a process that forks without exec.
    return ["spawn", "fork"] if sys.platform == "darwin" else ["fork", "spawn"]


def _ready(settings: Settings, launch: str, coverage: Optional[str]) -> Event:
    isolation = settings.isolation
    return {
        "type": "ready",
        "protocol": PROTOCOL_VERSION,
        "python": {
            "version": platform.python_version(),
            "executable": sys.executable,
            "platform": sys.platform,
        },
        "workers": settings.workers,
        "launch": launch,
        "isolation": {
            "level": isolation.level,
            "reason": isolation.reason,
            "network": isolation.network,
        },
        "memory_mib": settings.memory // MIB if limits_memory() else None,
        "coverage": coverage,
        "packages": packages_fingerprint(settings.search_path),
        "harness": harness_fingerprint(),
    }
