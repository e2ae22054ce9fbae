"""Programs that try to get away with something, or simply go very wrong."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Dict

import pytest
from engine_client import EngineClient, await_rest, descendants, harness, is_alive
from hostile_programs import CODE, HOG, PASSING, PROGRAMS

from bcb_harness.scratch import Scratch


@pytest.mark.parametrize("case", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_hostile_program_gets_its_verdict(engine: EngineClient, case: Dict[str, Any]) -> None:
    verdict = engine.judge(case.get("code", CODE), case.get("test", PASSING))
    assert verdict["cause"] in case.get("causes", {case.get("cause")}), verdict["message"]
    assert verdict["status"] == ("pass" if verdict["cause"] is None else "fail")
    assert engine.judge(CODE, PASSING)["status"] == "pass"


@pytest.mark.parametrize("launch", ["fork", "spawn"])
def test_a_program_that_takes_all_memory(launch: str) -> None:
    with EngineClient("--memory", "256", launch=launch) as engine:
        for code in (HOG, HOG + "while True: task_func(1)\n"):
            verdict = engine.judge(code, harness("while True: task_func(1)", "pass"))
            assert (verdict["status"], verdict["cause"]) == ("fail", "memory"), verdict["message"]
        assert engine.judge(CODE, PASSING)["status"] == "pass"


def test_the_verdict_on_a_process_that_left_is_a_timeout_to_the_official_evaluator(
    engine: EngineClient,
) -> None:
    verdict = engine.judge(CODE, harness("print('so far')\nos._exit(7)"))
    assert (verdict["official"], verdict["details"]) == ("timeout", {})
    assert "exit code 7 while test_1 was running" in verdict["message"]
    # The test during which it happened is told, with what it had printed.
    assert verdict.tests["test_1"]["status"] == "error"
    assert verdict.tests["test_1"]["stdout"] == "so far\n"


LEAVING_PROCESSES = """
def task_func(x):
    import os, subprocess, sys, time
    wait = [sys.executable, "-c", "import time; time.sleep(999)"]
    started = [subprocess.Popen(wait).pid, subprocess.Popen(wait, start_new_session=True).pid]
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.write(writer, str(os.getpid()).encode())
            time.sleep(999)
        os._exit(0)
    started.append(int(os.read(reader, 99)))
    print(*started)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="asks /proc")
@pytest.mark.parametrize("ending", ["pass", "self.fail()", "os._exit(0)", "time.sleep(99)"])
def test_no_process_survives_a_run(engine: EngineClient, ending: str) -> None:
    test = harness(f"task_func(1)\n{ending}")
    verdict = engine.judge(LEAVING_PROCESSES, test, timeout_s=2)
    started = [int(pid) for pid in verdict.tests["test_1"]["stdout"].split()]
    assert len(started) == 3
    if engine.ready["isolation"]["level"] != "namespaces":
        # In a namespace the numbers are others, and what is below the engine tells it all.
        assert [pid for pid in started if is_alive(pid)] == []
    await_rest(engine)


def test_the_files_of_a_run_are_removed(engine: EngineClient) -> None:
    body = (
        "import tempfile\n"
        "print(os.getcwd(), tempfile.mkdtemp())\n"
        "os.makedirs('locked/inner')\n"
        "os.chmod('locked', 0)"
    )
    verdict = engine.judge(CODE, harness(body))
    paths = verdict.tests["test_1"]["stdout"].split()
    assert verdict["status"] == "pass"
    # The verdict comes first; the next one cannot be given before the files are gone.
    engine.judge(CODE, PASSING)
    assert [path for path in paths if os.path.exists(path)] == []


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("for number in range(6_000): open(f'{number}', 'w').close()", id="many files"),
        pytest.param(
            "for _ in range(3000):\n    os.mkdir('d')\n    os.chdir('d')",
            id="directories too deep for a path",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no directory is that deep"),
        ),
    ],
)
def test_what_is_hard_to_remove_is_gone_at_the_end(tmp_path: Path, body: str) -> None:
    with EngineClient("--scratch", str(tmp_path)) as engine:
        assert engine.judge(CODE, harness(body))["status"] == "pass"
        assert engine.judge(CODE, PASSING)["status"] == "pass"
        assert engine.complaints == b""
    assert not tmp_path.exists()


@pytest.mark.skipif(not shutil.which("rm"), reason="no other program removes files")
def test_many_files_are_removed_by_another_process(tmp_path: Path) -> None:
    scratch = Scratch(str(tmp_path))
    few, many = scratch.make(), scratch.make()
    for number in range(6_000):
        Path(many, "work", str(number)).touch()
    scratch.remove(few)
    assert not os.path.exists(few)
    assert scratch.own_pids() == []
    scratch.remove(many)
    assert len(scratch.own_pids()) == 1
    scratch.close()
    assert not tmp_path.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found on Linux only")
def test_a_process_that_flees_by_forking_is_caught(engine: EngineClient) -> None:
    body = (
        "end = time.monotonic() + 60\n"
        "for _ in range(6):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        while time.monotonic() < end and os.fork() == 0: pass\n"
        "        os._exit(0)"
    )
    assert engine.judge(CODE, harness(body))["status"] == "pass"
    await_rest(engine)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such locks")
def test_a_lock_ends_with_its_run(engine: EngineClient) -> None:
    body = (
        "import fcntl\n"
        "with open(os.devnull) as nothing: fcntl.flock(nothing, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        "fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)"
    )
    for _ in range(2):
        verdict = engine.judge(CODE, harness(body))
        assert verdict["status"] == "pass", verdict.tests


def test_the_engine_is_told_nothing_by_descriptors_that_the_program_finds(
    engine: EngineClient,
) -> None:
    body = (
        "names = [os.readlink(f'/proc/self/fd/{fd}') for fd in os.listdir('/proc/self/fd')\n"
        "         if os.path.exists(f'/proc/self/fd/{fd}')]\n"
        "kinds = sorted({name.split(':')[0] for name in names})\n"
        "print(len(names), kinds)"
    )
    if not os.path.exists("/proc/self/fd"):
        pytest.skip("asks /proc")
    printed = engine.judge(CODE, harness(body)).tests["test_1"]["stdout"]
    # Standard streams, a mark for two of them, and the reports.
    assert printed.split()[0] in ("6", "7"), printed


def test_an_engine_that_a_program_kills_takes_its_runs_along(tmp_path: Path) -> None:
    # The host gives the directory, and so can remove what a killed engine leaves there.
    options = ("--scratch", str(tmp_path), "--isolation-at-most", "limits")
    with EngineClient(*options) as engine:
        run = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
        engine.next_event("started", run=run)
        deadline = time.monotonic() + 10
        while not descendants(engine.process.pid):
            assert time.monotonic() < deadline
        pids = descendants(engine.process.pid)
        engine.start(CODE, harness("os.kill(os.getppid(), 9)\ntime.sleep(99)"), timeout_s=99)
        assert engine.process.wait(10) == -9
        while any(is_alive(pid) for pid in pids):
            assert time.monotonic() < deadline
    assert list(tmp_path.iterdir())
