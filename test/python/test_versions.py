"""The engine in each supported Python of this machine, and in one that is too old."""

from __future__ import annotations

import glob
import os
import subprocess
from typing import List

import pytest
from engine_client import ENGINE, EngineClient, harness

CODE = "def task_func(x):\n    return x + 1\n"


@pytest.mark.parametrize("launch", ["fork", "spawn"])
def test_verdicts_are_the_same_in_every_python(interpreter: str, launch: str) -> None:
    test = harness(
        "self.assertEqual(task_func(1), 2)\nprint('one')",
        "self.assertEqual(task_func(1), 3)",
        "task_func(None)",
        "self.skipTest('why not')",
        "with self.subTest(1): self.fail()",
    )
    with EngineClient(python=interpreter, launch=launch) as engine:
        runs = [
            engine.start(CODE, test),
            engine.start(CODE, harness("while True: pass"), timeout_s=0.3),
            engine.start(CODE, harness("os._exit(0)")),
            engine.start(CODE, harness("ctypes.string_at(0)")),
            engine.start("def task_func(:\n", test),
            engine.start("import no_such_module\n", test),
        ]
        verdicts = [engine.verdict(run) for run in runs]
        causes = ["exception", "timeout", "exit", "crash", "syntax", "import"]
        assert [verdict["cause"] for verdict in verdicts] == causes
        first = verdicts[0]
        statuses = [each["status"] for each in first.tests.values()]
        assert statuses == ["pass", "fail", "error", "skip", "fail"]
        assert first.tests["test_1"]["stdout"] == "one\n"
        assert sorted(first["details"]) == ["test_2", "test_3", "test_5 [1]"]
        if engine.ready["coverage"] is None:
            assert engine.judge(CODE, harness("pass"), coverage=True)["coverage"] is None
            engine.next_event("log", level="warning")


EXAMPLES = r'''
def task_func(x):
    """Add one.\n

    >>> task_func(1)
    2
    >>> for x in range(3):
    ...     task_func(x)
    1 2 ...
    >>> task_func("a")
    Traceback (most recent call last):
    TypeError: ...
    >>> y = task_func(1)
    >>> y
    3
    >>> task_func(
    """
    return x + 1
'''


def test_examples_are_the_same_in_every_python(interpreter: str) -> None:
    with EngineClient(python=interpreter) as engine:
        verdict = engine.judge(EXAMPLES, "", mode="examples")
        outcomes = [(each["example"]["line"], each["status"]) for each in verdict.tests.values()]
        passing = [(5, "pass"), (7, "pass"), (10, "pass"), (13, "pass")]
        assert outcomes == [*passing, (14, "fail"), (16, "error")]
        assert verdict["cause"] == "syntax"
        assert verdict.tests["example 6 (line 16)"]["frames"] == [
            {"line": 16, "function": "<module>"}
        ]
        broken = engine.judge(EXAMPLES.replace("    3\n", "   3\n"), "", mode="examples")
        assert (broken["cause"], broken["frames"][0]["line"]) == ("syntax", 15)


def too_old_interpreters() -> List[str]:
    pattern = os.path.expanduser("~/.pyenv/versions/{}.*/bin/python")
    return [path for old in ("2.7", "3.6", "3.7") for path in glob.glob(pattern.format(old))]


def test_an_old_python_is_refused_in_one_sentence() -> None:
    interpreters = too_old_interpreters()
    if not interpreters:
        pytest.skip("no Python older than 3.8 here")
    for path in interpreters:
        ended = subprocess.run([path, str(ENGINE)], capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stdout) == (3, "")
        assert ended.stderr.startswith("The engine needs Python 3.8 or newer; ")
        assert len(ended.stderr.splitlines()) == 1
