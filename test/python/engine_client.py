"""A real engine in a real process, spoken to as the host speaks to it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

ENGINE = Path(__file__).parents[2] / "python" / "engine.py"
PATIENCE_SECONDS = 30.0

Event = Dict[str, Any]


class Verdict(Dict[str, Any]):
    """A `finished` event with the `test` events before it, by name, under "tests"."""

    @property
    def tests(self) -> Dict[str, Event]:
        tests: Dict[str, Event] = self["tests"]
        return tests


class EngineClient:
    """Starts an engine; use as a context manager."""

    def __init__(
        self,
        *options: str,
        python: str = sys.executable,
        workers: int = 2,
        launch: str = "fork",
        environment: Optional[Dict[str, str]] = None,
        patience_s: float = PATIENCE_SECONDS,
    ) -> None:
        self._patience_s = patience_s
        self.process = subprocess.Popen(
            [python, str(ENGINE), "--workers", str(workers), "--launch", launch, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self._events: queue.Queue[Optional[Event]] = queue.Queue()
        self._seen: List[Event] = []
        self._numbered = 0
        self.complaints = bytearray()
        """What the engine has written to its standard error, which is not for reports."""
        # Both are read at once: an engine must never have to wait for either.
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()
        self.ready = self.next_event("ready")

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        """Close the engine's input and wait for its end."""
        assert self.process.stdin and self.process.stdout and self.process.stderr
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(PATIENCE_SECONDS)
        for reader in self._readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def send(self, request: Event) -> None:
        self.send_line(json.dumps(request))

    def send_line(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.encode("utf-8") + b"\n")
        self.process.stdin.flush()

    def next_event(self, kind: str, **fields: Any) -> Event:
        """The next event of this kind with these fields; others are kept for later calls."""
        for event in self._matching(kind, fields):
            return event
        raise AssertionError("unreachable")

    def start(self, code: str, test: str, **fields: Any) -> str:
        """Ask for a run and return its name."""
        self._numbered += 1
        name = f"r{self._numbered}"
        request = {"entry_point": "task_func", "timeout_s": 10, "coverage": False, "mode": "tests"}
        self.send({"type": "run", "run": name, "code": code, "test": test, **request, **fields})
        return name

    def verdict(self, run: str) -> Verdict:
        """Wait for a run's verdict."""
        verdict = Verdict(self.next_event("finished", run=run))
        tests = [event["test"] for event in self._seen if _is(event, "test", {"run": run})]
        self._seen = [event for event in self._seen if event.get("run") != run]
        verdict["tests"] = {test["name"]: test for test in tests}
        return verdict

    def judge(self, code: str, test: str, **fields: Any) -> Verdict:
        """Run a program and return its verdict."""
        return self.verdict(self.start(code, test, **fields))

    def _matching(self, kind: str, fields: Event) -> Iterator[Event]:
        for event in list(self._seen):
            if _is(event, kind, fields):
                self._seen.remove(event)
                yield event
        while True:
            event = self._take()
            if _is(event, kind, fields):
                yield event
            else:
                self._seen.append(event)

    def _take(self) -> Event:
        try:
            event = self._events.get(timeout=self._patience_s)
        except queue.Empty:
            raise AssertionError(f"nothing came; before that: {self._seen[-5:]}") from None
        if event is None:
            raise AssertionError(f"the engine ended; before that: {self._seen[-5:]}")
        return event

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._events.put(json.loads(line))
        self._events.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.complaints += line


def _is(event: Event, kind: str, fields: Event) -> bool:
    return event["type"] == kind and all(event.get(name) == fields[name] for name in fields)


def harness(*bodies: str) -> str:
    """A harness of one test method for each body, named test_1, test_2 and so on."""
    lines = ["import ctypes, os, signal, subprocess, sys, threading, time, unittest", ""]
    lines.append("class TestCases(unittest.TestCase):")
    for number, body in enumerate(bodies, start=1):
        lines.append(f"    def test_{number}(self):")
        lines += [f"        {line}" for line in body.splitlines()]
    return "\n".join(lines) + "\n"


def descendants(pid: int) -> List[int]:
    """The processes below ``pid``, as Linux tells."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    below = [int(child) for child in children]
    return below + [each for child in below for each in descendants(child)]


def await_rest(engine: EngineClient) -> None:
    """Wait until nothing is below the engine but what it has without a run.

    That is what makes its cells, and a cell and a spare for each worker where it has those.
    """
    workers = engine.ready["workers"]
    at_rest = 1 + workers if engine.ready["isolation"]["level"] == "namespaces" else 0
    at_rest += workers if engine.ready["launch"] == "spawn" else 0
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(descendants(engine.process.pid)) != at_rest:
        assert time.monotonic() < deadline, descendants(engine.process.pid)
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
