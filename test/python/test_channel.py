"""The channel stays the host's and the engine's own, and ends as it should."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

from engine_client import ENGINE, EngineClient, descendants, harness, is_alive

from bcb_harness.sources import pumped

CODE = "task_func = int\n"


def test_the_engine_ends_with_its_input_and_takes_its_runs_along() -> None:
    with EngineClient() as engine:
        run = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
        engine.next_event("started", run=run)
        pids = descendants(engine.process.pid)
        assert engine.close() == 0
        assert [pid for pid in pids if is_alive(pid)] == []


def test_a_signal_to_stop_takes_the_runs_along() -> None:
    with EngineClient() as engine:
        run = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
        engine.next_event("started", run=run)
        pids = descendants(engine.process.pid)
        engine.process.send_signal(signal.SIGINT)
        assert engine.judge(CODE, harness("pass"))["status"] == "pass"
        engine.process.send_signal(signal.SIGTERM)
        assert engine.process.wait(10) == 0
        assert [pid for pid in pids if is_alive(pid)] == []


def test_nothing_is_left_of_an_engine_in_the_temporary_directory(tmp_path: os.PathLike) -> None:  # type: ignore[type-arg]
    environment = {**os.environ, "TMPDIR": os.fspath(tmp_path)}
    request = {
        "type": "run",
        "run": "r",
        "code": "open('left', 'w')\nimport tempfile\ntempfile.mkdtemp()\n",
        "test": harness("pass"),
        "entry_point": "f",
        "timeout_s": 9,
        "coverage": False,
        "mode": "tests",
    }
    process = subprocess.Popen(
        [sys.executable, str(ENGINE), "--workers", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    with process:
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        for line in process.stdout:
            if json.loads(line)["type"] == "finished":
                break
        process.stdin.close()
        process.wait(10)
    assert os.listdir(tmp_path) == []


def test_large_messages_pass_in_both_directions(engine: EngineClient) -> None:
    code = CODE + "# " + "x" * 5_000_000 + "\n"
    test = harness("print('y' * 200_000)\nself.fail('z' * 400_000)")
    verdict = engine.judge(code, test)
    assert verdict["cause"] == "assertion"
    assert "characters cut" in verdict.tests["test_1"]["message"]


def test_requests_that_arrive_all_at_once_are_all_served() -> None:
    with EngineClient(workers=2) as engine:
        os.kill(engine.process.pid, signal.SIGSTOP)
        runs = [engine.start(CODE, harness("print('x' * 60_000)")) for _ in range(40)]
        os.kill(engine.process.pid, signal.SIGCONT)
        for run in runs:
            verdict = engine.verdict(run)
            assert len(verdict.tests["test_1"]["stdout"]) == 60_001


def test_modules_are_found_without_being_imported(engine: EngineClient) -> None:
    modules = ["os", "no_such_module", "unittest", "no.such", ""]
    engine.send({"type": "inspect", "inspect": "i", "modules": modules})
    answer = engine.next_event("inspected", inspect="i")
    assert answer["missing"] == ["no_such_module", "no.such", ""]


def test_a_thread_carries_a_pipe_where_pipes_cannot_be_watched() -> None:
    reading, writing = os.pipe()
    source = pumped(reading)
    os.write(writing, b"carried")
    os.close(writing)
    data = b""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        chunk = source.read()
        if chunk == b"":
            break
        data += chunk or b""
    source.close()
    assert data == b"carried"
