"""What a program finds around itself."""

from __future__ import annotations

import json
import os
from typing import Any, Dict

import pytest
from engine_client import ENGINE, EngineClient, harness

PROBE = """
import builtins, gc, importlib.util, json, os, resource, signal, sys, tempfile, threading, time
def task_func():
    return None
print(json.dumps({
    "name": __name__, "file": __file__, "argv": sys.argv,
    "given": [sys is globals()["sys"], environ is os.environ],
    "exit": builtins.exit,
    "tz": time.tzname, "omp": os.environ["OMP_NUM_THREADS"], "backend": os.environ["MPLBACKEND"],
    "input": sys.stdin.read(),
    "listing": os.listdir("."), "cwd": os.getcwd(), "tmp": tempfile.gettempdir(),
    "path": sys.path,
    "session": os.getsid(0) == os.getpid(),
    "core": resource.getrlimit(resource.RLIMIT_CORE)[0],
    "space": resource.getrlimit(resource.RLIMIT_AS)[0],
    "threads": threading.active_count(),
    "sigint": signal.getsignal(signal.SIGINT) is signal.default_int_handler,
    "sigchld": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
    "token": [name for name in os.environ if "BCB" in name],
    "module": "__test__" in sys.modules,
}))
"""


@pytest.fixture(scope="module")
def surroundings(engine: EngineClient) -> Dict[str, Any]:
    verdict = engine.judge(PROBE, harness("self.assertIs(sys.modules['__test__'].sys, sys)"))
    assert verdict["status"] == "pass", verdict
    found: Dict[str, Any] = json.loads(verdict["stdout"])
    return found


def test_the_module_is_as_the_official_evaluator_makes_it(surroundings: Dict[str, Any]) -> None:
    assert (surroundings["name"], surroundings["file"]) == ("__test__", "__test__.py")
    assert surroundings["given"] == [True, True]
    assert surroundings["exit"] is None
    assert surroundings["module"] is False


def test_the_environment_is_as_the_official_evaluator_makes_it(
    surroundings: Dict[str, Any],
) -> None:
    assert surroundings["tz"] == ["UTC", "UTC"]
    assert (surroundings["omp"], surroundings["backend"]) == ("1", "Agg")
    assert surroundings["input"] == ""
    assert surroundings["space"] == 30 * 1024**3


def test_the_working_directory_is_fresh_and_the_run_s_own(surroundings: Dict[str, Any]) -> None:
    assert surroundings["listing"] == []
    assert os.path.dirname(surroundings["cwd"]) == os.path.dirname(surroundings["tmp"])


def test_the_process_stands_alone(surroundings: Dict[str, Any]) -> None:
    assert surroundings["session"]
    assert surroundings["threads"] == 1
    assert surroundings["core"] == 0
    assert surroundings["sigint"]
    assert surroundings["sigchld"]


def test_nothing_of_ours_is_in_the_way(surroundings: Dict[str, Any]) -> None:
    assert str(ENGINE.parent) not in surroundings["path"]
    assert surroundings["argv"] == ["__test__.py"]
    assert surroundings["token"] == []
