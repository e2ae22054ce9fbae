"""Modules that are imported ahead of the runs that need them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Iterator, List

import pytest
from engine_client import EngineClient, await_rest, harness

CODE = "def task_func(x):\n    return x + 1\n"

MODULES = {
    "good": "",
    "package/__init__": "answer = 42",
    "package/part": "",
    "starts_a_thread": (
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(99,), daemon=True).start()"
    ),
    "leaves": "raise SystemExit",
    "kills": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "vanishes": "import os\nos._exit(0)",
    "fails": "import no_such_module",
    "is_large": "held = bytearray(b'x') * (400 << 20)",
    "has_data": "held = bytearray(b'x') * (64 << 20)",
    "builds_on_data": "import has_data",
    "rare": "",
    "prints": "import os\nprint('printed')\nos.write(1, b'written')",
    "starts_a_process": "import subprocess\nsubprocess.Popen(['sleep', '99'])",
    "last": "",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def forking(library: Path) -> Iterator[EngineClient]:
    with EngineClient(environment={"PYTHONPATH": str(library)}) as client:
        yield client


def preload(engine: EngineClient, *modules: str) -> List[str]:
    """Ask for modules; return what the engine warned of once it is through with them."""
    return preload_shared(engine, dict.fromkeys(modules, 1))


def preload_shared(engine: EngineClient, shares: Dict[str, float]) -> List[str]:
    engine.send({"type": "preload", "modules": shares})
    engine.send({"type": "preload", "modules": {"unittest": 1}})
    warnings = []
    while True:
        event = engine.next_event("log")
        if event["level"] == "warning":
            warnings.append(event["message"])
        if event["message"].startswith("preloading has ended"):
            return warnings


def are_imported(engine: EngineClient, *modules: str) -> bool:
    test = harness(f"self.assertTrue({set(modules)} <= set(sys.modules))")
    return bool(engine.judge(CODE, test)["status"] == "pass")


def test_every_run_finds_them_in_place(forking: EngineClient) -> None:
    assert preload(forking, "good", "this_is_missing", "tensorflow", "package.part", "last") == []
    assert are_imported(forking, "good", "package", "package.part", "last")


def test_what_a_package_has_for_something_else_is_no_module(forking: EngineClient) -> None:
    assert preload(forking, "package.answer", "package.missing", "package", "os.path.join") == []
    assert are_imported(forking, "package")


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("starts_a_thread", "it leaves 1 threads behind"),
        ("leaves", "SystemExit: "),
        ("kills", "it ended the process that tried it (signal 9)"),
        ("vanishes", "it ended the process that tried it (exit)"),
        ("fails", "No module named 'no_such_module'"),
        ("is_large", "the engine has no memory left for it"),
    ],
)
def test_a_module_that_the_engine_must_not_have(
    forking: EngineClient, module: str, reason: str
) -> None:
    assert preload(forking, "good", module, "last") == [f"not preloaded: {module}: {reason}"]
    assert are_imported(forking, "good", "last")
    assert not are_imported(forking, module)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_what_few_runs_need_is_not_put_upon_all(forking: EngineClient) -> None:
    shares = {"rare": 0.001, "has_data": 0.002, "builds_on_data": 0.002, "good": 0.002}
    assert preload_shared(forking, shares) == []
    assert are_imported(forking, "good")
    assert not are_imported(forking, "rare")
    # The second would cost next to nothing, once the first were there.
    assert not are_imported(forking, "has_data")
    assert preload_shared(forking, {"builds_on_data": 1}) == []
    assert are_imported(forking, "has_data")


def test_mock_does_its_work_when_it_was_there_before(forking: EngineClient) -> None:
    preload(forking, "unittest.mock")
    test = harness("import unittest.mock as mock\nmock.create_autospec(ctypes.CDLL)('name')")
    assert forking.judge(CODE, test)["message"] == "1 test passed"


def test_what_a_module_prints_is_nobodys(forking: EngineClient) -> None:
    preload(forking, "prints")
    assert are_imported(forking, "prints")


@pytest.mark.skipif(
    not os.path.isdir("/sys/kernel/mm/transparent_hugepage")
    or tuple(map(int, os.uname().release.split(".")[:2])) < (6, 1),
    reason="needs a Linux that gathers pages",
)
def test_what_forks_share_is_in_large_pages(forking: EngineClient) -> None:
    preload(forking, "has_data")
    text = Path(f"/proc/{forking.process.pid}/smaps_rollup").read_text(encoding="ascii")
    assert int(text.partition("AnonHugePages:")[2].split()[0]) >= 48 * 1024


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_the_engine_sleeps_when_it_is_through(forking: EngineClient) -> None:
    for number in range(5):
        preload(forking, *("good", "package.part", "last")[: 1 + number % 3])
    assert are_imported(forking, "last")
    run = forking.start(CODE, harness("time.sleep(1)"))
    forking.next_event("started", run=run)
    before = _processor_seconds(forking.process.pid)
    forking.verdict(run)
    assert _processor_seconds(forking.process.pid) - before < 0.5


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_process_that_a_module_starts_is_ended(forking: EngineClient) -> None:
    preload(forking, "starts_a_process")
    assert are_imported(forking, "starts_a_process")
    await_rest(forking)


def test_spares_import_them_while_they_wait(library: Path) -> None:
    environment = {"PYTHONPATH": str(library)}
    with EngineClient(launch="spawn", environment=environment) as client:
        client.send({"type": "preload", "modules": {"good": 1, "leaves": 1, "last": 1}})
        # Spares that were waiting already do not have them; those started from now on do.
        assert [are_imported(client, "good", "last") for _ in range(5)][-1]
