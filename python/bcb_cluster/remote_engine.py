"""One engine process on a worker machine, and what is asked of it.

Sent to the workers by value: nothing of this package may be imported here.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any, Callable, Dict, List, Optional, Sequence

__all__ = ["EngineCommand", "EngineEndedError", "RemoteEngine", "installed_versions"]

Event = Dict[str, Any]

# A line holds one test case at most, with 64 KiB of each stream.
_LONGEST_LINE = 256 * 1024 * 1024
_PATIENCE_AFTER_GOODBYE = 2.0
_LAST_EVENTS = frozenset({"finished", "cancelled", "refused"})
_ASK_VERSIONS = """
import importlib.metadata as metadata, json
names = sorted((str(one.metadata["Name"]), one.version) for one in metadata.distributions())
print(json.dumps(dict(reversed(names))))
"""


class EngineEndedError(Exception):
    """The engine's process has ended; the message says how."""


class EngineCommand:
    """How an engine is started on any worker machine."""

    def __init__(self, python: str, arguments: Sequence[str], variables: Sequence[str]) -> None:
        self.python = python
        self.arguments = tuple(arguments)
        """The engine's, but for ``--workers`` and ``--scratch``."""
        self.variables = frozenset(variables)
        """The variables of the worker's environment that programs may see; ``LC_*`` besides."""

    def with_memory(self, limit: int) -> EngineCommand:
        """With so many bytes for each run, unless the host has said how many."""
        if "--memory" in self.arguments:
            return self
        arguments = (*self.arguments, "--memory", str(limit // 1024**2))
        return EngineCommand(self.python, arguments, tuple(self.variables))

    def environment(self) -> Dict[str, str]:
        return {
            name: value
            for name, value in os.environ.items()
            if name in self.variables or name.startswith("LC_")
        }


async def installed_versions(command: EngineCommand) -> Dict[str, str]:
    """The versions of the packages in the tasks' interpreter, by name.

    Raises:
        EngineEndedError: it could not be asked.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            command.python,
            "-c",
            _ASK_VERSIONS,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            env=command.environment(),
        )
    except OSError as error:
        raise EngineEndedError(f"{command.python}: {error.strerror}") from None
    answer, errors = await process.communicate()
    try:
        versions: Dict[str, str] = json.loads(answer)
        return versions
    except ValueError:
        lines = errors.decode("utf-8", "replace").split("\n")
        raise EngineEndedError(
            "\n".join(lines).strip() or _manner(process.returncode or 0)
        ) from None


class RemoteEngine:
    """Answers each request with the lines that its process wrote about it."""

    def __init__(self, process: Process, scratch: str, log: Callable[[Event], None]) -> None:
        self.ready: Event = {}
        self._process = process
        self._scratch = scratch
        self._log = log
        self._lines: Dict[str, List[str]] = {}
        self._answers: Dict[str, asyncio.Future[List[str]]] = {}
        self._is_ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._end: Optional[EngineEndedError] = None
        self._last_words = ""
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def start(
        cls, command: EngineCommand, harness: str, workers: int, log: Callable[[Event], None]
    ) -> RemoteEngine:
        """Start a process for so many runs at once, and wait until it is ready.

        Raises:
            EngineEndedError: it could not be started, or has ended at once.
        """
        # Letters and digits only: some tests split paths at everything else.
        scratch = tempfile.mkdtemp(prefix="bcb")
        arguments = ["--workers", str(workers), "--scratch", scratch, *command.arguments]
        try:
            process = await asyncio.create_subprocess_exec(
                command.python,
                os.path.join(harness, "engine.py"),
                *arguments,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env=command.environment(),
                cwd=harness,
                limit=_LONGEST_LINE,
            )
        except OSError as error:
            shutil.rmtree(scratch, ignore_errors=True)
            raise EngineEndedError(f"{command.python}: {error.strerror}") from None
        engine = cls(process, scratch, log)
        await engine._is_ready
        return engine

    @property
    def has_ended(self) -> bool:
        return self._end is not None

    async def answer(self, request: Event) -> List[str]:
        """Send a request and return what the engine says of it, up to its last event.

        Raises:
            EngineEndedError: the engine has ended before.
        """
        name: str = request["run"]
        self._lines[name] = []
        self._answers[name] = asyncio.get_running_loop().create_future()
        self.send(request)
        try:
            return await self._answers[name]
        finally:
            del self._answers[name], self._lines[name]

    def send(self, request: Event) -> None:
        """Send what has no answer, or none that anyone waits for."""
        if self._end is not None:
            self._fail(self._end)
            return
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request).encode("ascii") + b"\n")

    async def close(self) -> None:
        """Let the engine end its runs and itself, and kill it where it does not."""
        assert self._process.stdin
        self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._reading), _PATIENCE_AFTER_GOODBYE)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._reading

    async def _read(self) -> None:
        assert self._process.stdout and self._process.stderr
        errors = asyncio.ensure_future(self._read_errors())
        async for line in self._process.stdout:
            try:
                self._take(line.decode("ascii").rstrip("\n"))
            except (ValueError, KeyError):
                self._last_words = "it wrote something unknown"
                self._process.kill()
                break
        code = await self._process.wait()
        await errors
        self._end = EngineEndedError(self._last_words or _manner(code))
        self._fail(self._end)
        shutil.rmtree(self._scratch, ignore_errors=True)

    async def _read_errors(self) -> None:
        assert self._process.stderr
        async for line in self._process.stderr:
            self._last_words = line.decode("utf-8", "replace").strip() or self._last_words

    def _take(self, line: str) -> None:
        event = json.loads(line)
        kind = event["type"]
        if kind == "ready":
            self.ready = event
            self._is_ready.set_result(None)
            return
        if kind == "log":
            self._log(event)
            return
        name = event.get("run") or event.get("request")
        if name in self._lines:
            self._lines[name].append(line)
            answer = self._answers[name]
            if kind in _LAST_EVENTS and not answer.done():
                answer.set_result(self._lines[name])

    def _fail(self, error: EngineEndedError) -> None:
        awaited: List[asyncio.Future[Any]] = [self._is_ready, *self._answers.values()]
        for answer in awaited:
            if not answer.done():
                answer.set_exception(error)


def _manner(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
