"""Coverage is what coverage.py's own command line reports for the same program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List

import pytest
from engine_client import EngineClient, harness

pytest.importorskip("coverage")

PROGRAMS: Dict[str, str] = {
    "straight": "import os\n\ndef task_func(x):\n    return x + 1\n",
    "branches": """
import sys
LIMIT = 3 if sys.version_info else 4

def task_func(x):
    if x > LIMIT:
        return 0
    elif x == LIMIT:
        x += 1
    else:
        x -= 1
    for i in range(x):
        if i == 99:
            break
    else:
        x = -x
    while x > 0:
        x -= 1
        continue
    return x
""",
    "exceptions": """
def task_func(x):
    try:
        if x:
            raise ValueError(x)
    except ValueError:
        x = 0
    except (TypeError, KeyError):
        x = 1
    else:
        x = 2
    finally:
        x = x or 3
    with open(__import__('os').devnull) as file:
        if file:
            return x
    assert x, "never"
""",
    "nested": """
from functools import wraps

def twice(function):
    @wraps(function)
    def inner(*args):
        if not args:
            return None
        return function(*args) * 2
    return inner

class Helper:
    size = 2

    def grow(self):
        return self.size + 1

    def shrink(self):
        if self.size:
            return self.size - 1

@twice
def task_func(x):
    double = lambda y: y * 2
    unused = lambda y: (
        y * 3
    )
    items = [i for i in range(x) if i % 2]
    pairs = {
        i: j
        for i in items
        for j in items
        if i < j
    }
    def generate():
        for item in items:
            yield item
    return double(len(pairs)) + sum(
        item
        for item in generate()
    ) + Helper().grow()
""",
    "excluded": """
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import decimal

def task_func(x):
    if x > 10:  # pragma: no cover
        return 0
    while True:  # pragma: no branch
        if x:
            return x + 1

def other():  # pragma: no cover
    return 1

def stub(): ...
""",
    "threads": """
import threading

def work(results, number):
    if number % 2:
        results.append(number)

def task_func(x):
    results = []
    threads = [threading.Thread(target=work, args=(results, n)) for n in (1, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
""",
    "ends in a branch": """
def task_func(x):
    return x + 1
if task_func(1) > 5:
    print('never')
""",
    "text over several lines": '''
"""A module's
docstring."""

def task_func(x):
    """A function's
    docstring."""
    text = f"""
    {x}
    """
    if (x and
            text):
        return x
''',
}
if sys.version_info >= (3, 10):
    PROGRAMS["match"] = """
def task_func(x):
    match x:
        case 1:
            return 'one'
        case [a, *_] if a:
            return a
        case _:
            return None
"""
TEST = harness("task_func(1)", "self.assertIsNotNone(TestCases)")


def reported_by_coverage(program: str, directory: Path) -> Dict[str, Any]:
    """What ``coverage run`` and ``coverage json`` say."""
    file = directory / "__test__.py"
    file.write_text(program, encoding="utf-8")
    environment = {**os.environ, "COVERAGE_CORE": "ctrace"}
    for arguments in (
        ["run", "--branch", "--rcfile=", "--include=*/__test__.py", "-m", "unittest", "__test__"],
        ["json", "--rcfile=", "-o", "report.json"],
    ):
        subprocess.run(
            [sys.executable, "-m", "coverage", *arguments],
            cwd=directory,
            env=environment,
            check=True,
            capture_output=True,
        )
    report = json.loads((directory / "report.json").read_text(encoding="utf-8"))
    measured: Dict[str, Any] = report["files"]["__test__.py"]
    return measured


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_equal_to_the_report_of_coverage(engine: EngineClient, code: str, tmp_path: Path) -> None:
    expected = reported_by_coverage(code + "\n" + TEST, tmp_path)
    verdict = engine.judge(code, TEST, coverage=True)
    assert verdict["status"] == "pass"
    last = code.count("\n") + 1
    for name, values in verdict["coverage"].items():
        assert values == of_code(expected[name], last), name


def of_code(values: List[Any], last: int) -> List[Any]:
    """The lines, or the branches that start on lines, up to the last of the code."""
    return sorted(v for v in values if (v[0] if isinstance(v, list) else v) <= last)


def test_none_where_nobody_asks(engine: EngineClient) -> None:
    assert engine.judge(PROGRAMS["straight"], TEST)["coverage"] is None


def test_failing_tests_are_measured_too(engine: EngineClient) -> None:
    code = "def task_func(x):\n    if x:\n        return 1\n    return 2\n"
    verdict = engine.judge(code, harness("self.assertEqual(task_func(0), 1)"), coverage=True)
    assert verdict["status"] == "fail"
    assert verdict["coverage"] == {
        "executed_lines": [1, 2, 4],
        "missing_lines": [3],
        "executed_branches": [[2, 4]],
        "missing_branches": [[2, 3]],
    }


def test_none_where_no_test_ran(engine: EngineClient) -> None:
    assert engine.judge("1 / 0\n", TEST, coverage=True)["coverage"] is None


def test_a_program_that_replaces_what_coverage_uses(engine: EngineClient) -> None:
    body = (
        "from unittest.mock import patch, mock_open\n"
        "with patch('builtins.open', mock_open()), patch('os.getcwd', return_value='/nowhere'):\n"
        "  with patch('os.path.exists', return_value=False), patch('time.time', return_value=0):\n"
        "    import calendar\n"
        "    task_func(1)"
    )
    verdict = engine.judge(PROGRAMS["straight"], harness(body), coverage=True)
    assert verdict["status"] == "pass", verdict.tests
    assert verdict["coverage"]["missing_lines"] == []


def test_no_file_is_left_where_the_program_works(engine: EngineClient) -> None:
    test = harness("self.assertEqual(os.listdir('.'), [])")
    assert engine.judge(PROGRAMS["straight"], test, coverage=True)["status"] == "pass"
