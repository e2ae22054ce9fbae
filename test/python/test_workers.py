"""How many runs work at once: a run that only waits gives its place away."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Iterator, List

import pytest
from conftest import LIMITS
from engine_client import PATIENCE_SECONDS, EngineClient, descendants, harness

CODE = "def task_func(x):\n    return x + 1\n"
PASSING = harness("self.assertEqual(task_func(1), 2)")
SLEEPING = harness("time.sleep(99)")
BUSY = harness("while time.process_time() < 1.5: pass")
BUSY_BELOW = harness(
    "loop = 'import time\\nwhile time.process_time() < 1.5: pass'\n"
    "subprocess.run([sys.executable, '-c', loop], check=True)"
)


@pytest.fixture
def single_worker() -> Iterator[EngineClient]:
    with EngineClient(workers=1) as client:
        if client.ready["isolation"]["level"] != "namespaces":
            pytest.skip(client.ready["isolation"]["reason"])
        yield client


def test_a_sleeping_run_gives_its_place_away(single_worker: EngineClient) -> None:
    sleeping = single_worker.start(CODE, SLEEPING, timeout_s=99)
    assert single_worker.judge(CODE, PASSING)["status"] == "pass"
    single_worker.send({"type": "cancel", "run": sleeping})
    single_worker.next_event("cancelled", run=sleeping)


def test_no_more_than_four_runs_for_each_worker(single_worker: EngineClient) -> None:
    sleeping = [single_worker.start(CODE, harness("time.sleep(2)")) for _ in range(4)]
    quick = single_worker.start(CODE, PASSING)
    ends = _order_of_ends(single_worker, 5)
    assert set(ends) == {*sleeping, quick}
    assert ends[0] != quick


@pytest.mark.parametrize("test", [BUSY, BUSY_BELOW], ids=["itself", "a process of its"])
def test_a_busy_run_keeps_its_place(single_worker: EngineClient, test: str) -> None:
    busy = single_worker.start(CODE, test)
    quick = single_worker.start(CODE, PASSING)
    assert _order_of_ends(single_worker, 2) == [busy, quick]


def test_runs_that_could_meet_keep_their_places() -> None:
    with EngineClient(*LIMITS, workers=1) as client:
        sleeping = client.start(CODE, harness("time.sleep(1)"))
        quick = client.start(CODE, PASSING)
        assert _order_of_ends(client, 2) == [sleeping, quick]


@pytest.mark.skipif(sys.platform != "linux", reason="finds the engine's processes in /proc")
def test_a_run_that_gets_no_process_leaves_nothing_behind(tmp_path: Path) -> None:
    options = (*LIMITS, "--scratch", str(tmp_path))
    with EngineClient(*options, workers=1, launch="spawn") as client:
        (spare,) = descendants(client.process.pid)
        os.kill(spare, signal.SIGKILL)
        # A dead process has no command line, though its number is kept for its parent.
        deadline = time.monotonic() + PATIENCE_SECONDS
        while Path(f"/proc/{spare}/cmdline").read_bytes():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert "No process could be started" in client.judge(CODE, PASSING)["message"]
        assert os.listdir(tmp_path) == []


def _order_of_ends(client: EngineClient, count: int) -> List[str]:
    return [client.next_event("finished")["run"] for _ in range(count)]
