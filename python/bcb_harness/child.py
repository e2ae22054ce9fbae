"""Furnishes the process of a run, then runs the program in it."""

from __future__ import annotations

import builtins
import contextlib
import functools
import gc
import io
import os
import signal
import sys
import tempfile
import traceback
from dataclasses import dataclass
from typing import Any, Callable, NoReturn, Optional, Tuple

from .debugger import Debugger
from .limits import apply_limits
from .linux import adopt_orphans, die_with_parent
from .measurement import Measurement
from .output import output_mark
from .program import run_program
from .protocol import RunRequest
from .reporter import Reporter, reports

if sys.platform == "linux":
    from .cells import Cell, join
    from .landlock import Landlock, restrict

__all__ = ["Job", "run_job", "stand_alone"]


@dataclass
class Job:
    """A run as its process gets it."""

    request: RunRequest
    token: str
    """Known to the harness only; leads every report. A run's process forgets it at once."""
    memory: int
    """The bytes that it may use."""
    directory: str
    """The run's own; its ``work`` is the working directory, its ``tmp`` for temporary files."""
    cell: Optional[Cell] = None
    """What it is shut into; ``None`` where that does not work."""
    landlock: Optional[Landlock] = None
    """What it is restricted by instead."""


def stand_alone(engine: int) -> None:
    """Leave the session and the signal handling of the process ``engine``, and die with it."""
    if sys.platform == "win32":
        return
    os.setsid()
    die_with_parent()
    # From a cell's processes the engine is not to be seen; those end with it in another way.
    if os.getppid() not in (engine, 0):
        # It has ended before we could ask for that.
        os._exit(1)
    # What the program starts and abandons stays below this process while it lives.
    adopt_orphans()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@reports
def run_job(job: Job, send: Callable[[bytes], int]) -> NoReturn:
    """Run the program, report, and end the process.

    Standard input must be empty and descriptors 1 and 2 must lead to the engine.
    """
    stage = "preparing"
    debugger, failure = _shut_in(job)
    # Only now, as it knows the process that it speaks for.
    mark = output_mark(job.token)
    may_trace = job.request.mode != "tests" or "trace" in job.request.test
    reporter = Reporter(send, job.token, watched=debugger is None, may_trace=may_trace)
    job.token = ""
    try:
        if failure:
            raise failure
        mark_output = _standard_streams(reporter, mark)
        os.chdir(os.path.join(job.directory, "work"))
        _environment(os.path.join(job.directory, "tmp"))
        measurement = _measurement(job.request, reporter) if job.request.coverage else None
        apply_limits(job.memory)
        if debugger:
            debugger.attach()
        stage = "running"
        run_program(job.request, reporter, mark_output, measurement)
        reporter.report("done")
    except BaseException:
        # What the program raises is reported as its own. Anything else is our failure, unless
        # the program has run, as it could provoke one in order not to be judged.
        reporter.deafen()
        reporter.report("broken", stage=stage, message=traceback.format_exc())
    reporter.leave()


def _shut_in(job: Job) -> Tuple[Optional[Debugger], Optional[Exception]]:
    debugger = None
    try:
        if job.request.debug:
            debugger = Debugger(job.request.debug)
        if job.cell is not None:
            join(job.cell)
        if job.landlock is not None:
            restrict(job.landlock, job.directory)
    except Exception as error:
        # Whatever process we are in now, a run without its isolation must not begin.
        return debugger, error
    return debugger, None


@reports
def _measurement(request: RunRequest, reporter: Reporter) -> Optional[Measurement]:
    try:
        return Measurement(request)
    except Exception as error:
        # Coverage is an extra: the verdict must not depend on it.
        reporter.report("log", message=f"no coverage: {type(error).__name__}: {error}")
        return None


def _environment(temporary: str) -> None:
    os.environ["TMPDIR"] = os.environ["TEMP"] = os.environ["TMP"] = temporary
    tempfile.tempdir = None
    sys.argv[:] = ["__test__.py"]
    # The official evaluator takes these two away, as nobody sits at a prompt.
    builtins.exit = builtins.quit = None  # type: ignore[assignment]
    # Forks of one parent would all draw the same numbers; `random` sees to that itself.
    numpy_random: Any = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed()
    gc.enable()


def _standard_streams(reporter: Reporter, mark: bytes) -> Callable[[], None]:
    """Give the program fresh standard streams; return what marks their segments."""
    streams = (_stream(1), _stream(2))
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = streams
    # What redirects the standard streams for a time may put these back.
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, *streams  # type: ignore[misc]
    # Copies, because the program may close or redirect 1 and 2.
    writers = [functools.partial(os.write, os.dup(fd)) for fd in (1, 2)]

    def mark_output() -> None:
        reporter.leave_if_copied()
        for stream in streams:
            _flush(stream)
        for write in writers:
            reporter.write(mark, write)

    return mark_output


def _stream(fd: int) -> io.TextIOWrapper:
    # By the line, so that what was printed before a crash is not lost with it.
    return open(fd, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)


def _flush(stream: io.TextIOWrapper) -> None:
    # The program may have closed the stream or the descriptor below: then there is nothing to keep.
    with contextlib.suppress(OSError, ValueError):
        stream.flush()
