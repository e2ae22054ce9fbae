"""A run under the user's debugger: the program of an ordinary run, shut in as one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Iterator

import debugpy
import pytest
from debug_adapter import DebugAdapter
from engine_client import EngineClient, harness

CODE = """import os

def task_func(x):
    y = x + 1
    return y
"""
IN_SOLUTION = 4
TEST = harness("self.assertEqual(task_func(1), 3)", "pass")
IN_TEST = 11


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The program's text where the debugger finds it, readable to whoever the run becomes."""
    tmp_path.chmod(0o755)
    path = tmp_path / "task.py"
    path.write_text(f"{CODE}\n{TEST}", encoding="utf-8")
    return str(path)


@pytest.fixture(scope="session")
def debugpy_dir(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package by itself, as other Pythons cannot import what else this one has."""
    directory = tmp_path_factory.mktemp("debugpy")
    directory.chmod(0o755)
    shutil.copytree(Path(debugpy.__file__).parent, directory / "debugpy")
    return str(directory)


@pytest.fixture
def adapter(debugpy_dir: str) -> Iterator[DebugAdapter]:
    with DebugAdapter(debugpy_dir) as started:
        yield started


def test_it_stops_in_solution_and_test_and_is_judged(
    engine: EngineClient, adapter: DebugAdapter, file: str
) -> None:
    run = engine.start(CODE, TEST, timeout_s=0.01, debug=adapter.debug(file))
    adapter.begin(file, IN_SOLUTION, IN_TEST)
    frame, *_ = adapter.stopped()
    assert (frame["line"], frame["name"]) == (IN_TEST, "test_1")
    assert Path(frame["source"]["path"]) == Path(file)
    adapter.resume()
    frame, caller, *_ = adapter.stopped()
    assert (frame["line"], frame["name"]) == (IN_SOLUTION, "task_func")
    assert (caller["line"], caller["name"]) == (IN_TEST, "test_1")
    assert adapter.value("x", frame) == "1"
    assert adapter.value("__file__", frame) == "'__test__.py'"
    adapter.resume("next")
    frame, *_ = adapter.stopped()
    assert frame["line"] == IN_SOLUTION + 1
    assert adapter.value("y", frame) == "2"
    adapter.resume()
    verdict = engine.verdict(run)
    assert (verdict["status"], verdict["cause"]) == ("fail", "assertion")
    assert [test["status"] for test in verdict.tests.values()] == ["fail", "pass"]
    assert verdict.tests["test_1"]["frames"] == [{"line": IN_TEST, "function": "test_1"}]
    adapter.event("terminated")


def test_it_works_in_every_python(interpreter: str, debugpy_dir: str, file: str) -> None:
    with EngineClient(python=interpreter) as engine, DebugAdapter(
        debugpy_dir, interpreter
    ) as adapter:
        run = engine.start(CODE, TEST, debug=adapter.debug(file))
        adapter.begin(file, IN_SOLUTION)
        frame, *_ = adapter.stopped()
        assert (frame["line"], adapter.value("x", frame)) == (IN_SOLUTION, "1")
        adapter.resume()
        assert engine.verdict(run)["cause"] == "assertion"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_it_is_shut_in_as_any_run(shut_in: EngineClient, adapter: DebugAdapter, file: str) -> None:
    test = harness(
        "self.assertLess(os.getpid(), 5)\nself.assertFalse(os.access('/', os.W_OK))",
        f"with self.assertRaises(OSError): open({file!r}, 'w')",
    )
    run = shut_in.start(CODE, test, debug=adapter.debug(file))
    adapter.begin(file)
    verdict = shut_in.verdict(run)
    assert verdict["status"] == "pass", verdict


def test_it_keeps_no_other_run_waiting_and_can_be_cancelled(
    adapter: DebugAdapter, file: str
) -> None:
    with EngineClient(workers=1) as engine:
        run = engine.start(CODE, TEST, debug=adapter.debug(file))
        adapter.begin(file, IN_SOLUTION)
        adapter.stopped()
        assert engine.judge(CODE, TEST)["cause"] == "assertion"
        engine.send({"type": "cancel", "run": run})
        engine.next_event("cancelled", run=run)
        adapter.event("terminated")


def test_without_its_adapter_it_is_no_verdict(
    own_engine: EngineClient, debugpy_dir: str, file: str
) -> None:
    with DebugAdapter(debugpy_dir) as adapter:
        gone = adapter.debug(file)
    verdict = own_engine.judge(CODE, TEST, debug=gone)
    assert (verdict["status"], verdict["cause"]) == ("error", "infrastructure")
