"""Each status and cause that a run can have."""

from __future__ import annotations

from typing import Any, Dict, List

import pytest
from engine_client import EngineClient, harness

CODE = "def task_func(x):\n    return x + 1\n"
PASSING = harness("self.assertEqual(task_func(1), 2)")


def test_a_pass(engine: EngineClient) -> None:
    verdict = engine.judge(CODE, harness("self.assertEqual(task_func(1), 2)", "pass"))
    assert (verdict["status"], verdict["official"], verdict["cause"]) == ("pass", "pass", None)
    assert verdict["message"] == "2 tests passed"
    assert verdict["tests_run"] == 2
    assert verdict["details"] == {}
    assert [test["status"] for test in verdict.tests.values()] == ["pass", "pass"]


def test_a_failed_assertion(engine: EngineClient) -> None:
    verdict = engine.judge(CODE, harness("self.assertEqual(task_func(1), 3)", "pass"))
    assert (verdict["status"], verdict["official"], verdict["cause"]) == (
        "fail",
        "fail",
        "assertion",
    )
    assert verdict["message"] == "1 of 2 tests failed"
    failing = verdict.tests["test_1"]
    assert failing["status"] == "fail"
    assert failing["message"] == "AssertionError: 2 != 3"
    line = failing["frames"][0]["line"]
    assert (CODE + "\n" + harness("self.assertEqual(task_func(1), 3)")).splitlines()[line - 1] == (
        "        self.assertEqual(task_func(1), 3)"
    )
    # Word for word what unittest says, as the official evaluator has it.
    assert verdict["details"] == {"test_1": failing["traceback"]}


def test_an_exception_points_at_the_program_s_own_lines(engine: EngineClient) -> None:
    code = "import json\ndef task_func(text):\n    return json.loads(text)\n"
    verdict = engine.judge(code, harness("task_func('{')"))
    assert (verdict["status"], verdict["cause"]) == ("fail", "exception")
    test = verdict.tests["test_1"]
    assert test["status"] == "error"
    assert [frame["function"] for frame in test["frames"]] == ["test_1", "task_func"]
    assert test["frames"][-1]["line"] == 3
    assert "json/decoder.py" not in test["traceback"]
    assert "json/decoder.py" in verdict["details"]["test_1"]


FAILURES: Dict[str, Dict[str, Any]] = {
    "syntax": {"code": "def task_func(:\n", "cause": "syntax", "frames": [1]},
    "null byte": {"code": "x = '\0'\n", "cause": "syntax"},
    "import": {
        "code": "import no_such_module.part\n" + CODE,
        "cause": "import",
        "module": "no_such_module",
        "frames": [1],
    },
    "import inside": {
        "code": "def task_func(x):\n    import no_such_module\n",
        "cause": "import",
        "module": "no_such_module",
    },
    "exception at import": {"code": CODE + "1 / 0\n", "cause": "exception", "frames": [3]},
    "unknown name in an annotation": {
        "code": "def task_func(x) -> no_such_name:\n    return x + 1\n",
        "cause": "exception",
        "frames": [1],
    },
    "exit at import": {"code": CODE + "import sys\nsys.exit(0)\n", "cause": "exit", "frames": [4]},
    "exit in a test": {"code": "def task_func(x):\n    raise SystemExit(0)\n", "cause": "exit"},
    "no entry point": {"code": "def other(x):\n    return x + 1\n", "cause": "no_entry_point"},
    "entry point used at import": {
        "code": "",
        "test": PASSING + "task_func\n",
        "cause": "no_entry_point",
    },
    "no TestCases": {"test": "import unittest\n", "cause": "no_tests"},
    "TestCases of another kind": {"test": "TestCases = 3\n", "cause": "no_tests"},
    "no test method": {"test": harness() + "    pass\n", "cause": "no_tests", "official": "pass"},
    "none of the chosen": {"only": ["test_9"], "cause": "no_tests", "official": "pass"},
    "all skipped": {
        "test": harness("self.skipTest('later')"),
        "cause": "no_tests",
        "official": "pass",
    },
    "memory": {"code": "def task_func(x):\n    return bytearray(1 << 42)\n", "cause": "memory"},
    "recursion": {"code": "def task_func(x):\n    return task_func(x)\n", "cause": "exception"},
    "keyboard interrupt": {
        "code": "def task_func(x):\n    raise KeyboardInterrupt\n",
        "cause": "exception",
    },
    "an error that cannot be printed": {
        "code": "class E(Exception):\n    def __str__(self): raise ValueError\n"
        "def task_func(x):\n    raise E\n",
        "cause": "exception",
    },
    "setUpClass": {
        "test": PASSING + "    @classmethod\n    def setUpClass(cls): 1 / 0\n",
        "cause": "exception",
    },
    "tearDown": {"test": PASSING + "    def tearDown(self): 1 / 0\n", "cause": "exception"},
    "sub tests": {
        "test": harness("for i in range(3):\n    with self.subTest(i=i): self.assertEqual(i, 1)"),
        "cause": "assertion",
    },
}


@pytest.mark.parametrize("case", FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_has_its_cause(engine: EngineClient, case: Dict[str, Any]) -> None:
    fields = {"only": case["only"]} if "only" in case else {}
    verdict = engine.judge(case.get("code", CODE), case.get("test", PASSING), **fields)
    assert (verdict["status"], verdict["cause"]) == ("fail", case["cause"])
    assert verdict["official"] == case.get("official", "fail")
    assert verdict["module"] == case.get("module")
    assert verdict["message"]
    if "frames" in case:
        assert [frame["line"] for frame in verdict["frames"]] == case["frames"]
    if verdict["official"] == "fail":
        assert verdict["details"]


def test_an_unexpected_success_is_no_pass(engine: EngineClient) -> None:
    test = PASSING.replace("    def test_1", "    @unittest.expectedFailure\n    def test_1")
    verdict = engine.judge(CODE, test)
    assert (verdict["status"], verdict["official"]) == ("fail", "pass")
    assert verdict.tests["test_1"]["status"] == "unexpected_success"


def test_a_skipped_test_and_an_expected_failure_are_told(engine: EngineClient) -> None:
    test = harness("self.skipTest('no display')", "self.fail()", "pass")
    test = test.replace("    def test_2", "    @unittest.expectedFailure\n    def test_2")
    verdict = engine.judge(CODE, test)
    assert (verdict["status"], verdict["message"]) == ("pass", "2 of 3 tests passed, 1 skipped")
    statuses = [outcome["status"] for outcome in verdict.tests.values()]
    assert statuses == ["skip", "expected_failure", "pass"]
    assert verdict.tests["test_1"]["message"] == "no display"


@pytest.mark.parametrize(
    "body",
    [
        "with self.subTest(i=1): self.skipTest('later')\nwith self.subTest(i=2): self.fail()",
        "self.addCleanup(self.fail)\nself.skipTest('later')",
    ],
    ids=["in another part", "in a cleanup"],
)
def test_what_was_skipped_does_not_hide_a_failure(engine: EngineClient, body: str) -> None:
    verdict = engine.judge(CODE, harness(body, "pass"))
    assert (verdict["status"], verdict["official"]) == ("fail", "fail")
    assert verdict["cause"] == "assertion"
    assert verdict.tests["test_1"]["status"] == "fail"


def test_only_the_chosen_tests_run(engine: EngineClient) -> None:
    verdict = engine.judge(CODE, harness("self.fail()", "pass", "pass"), only=["test_3", "test_2"])
    assert (verdict["status"], list(verdict.tests)) == ("pass", ["test_2", "test_3"])


def test_a_run_is_not_affected_by_the_one_before(engine: EngineClient) -> None:
    spoiling = (
        "import builtins, json, os, sys\nbuiltins.len = json.dumps = None\nsys.path.clear()\n"
    )
    engine.judge(CODE + spoiling, PASSING)
    assert engine.judge(CODE, PASSING)["status"] == "pass"


def test_two_runs_at_once_do_not_meet(engine: EngineClient) -> None:
    body = "open('mine', 'w').close()\ntime.sleep(0.2)\nself.assertEqual(os.listdir('.'), ['mine'])"
    runs = [engine.start(CODE, harness(body)) for _ in range(2)]
    assert [engine.verdict(run)["status"] for run in runs] == ["pass", "pass"]


def test_a_shuffled_run_has_the_order_of_its_seed(engine: EngineClient) -> None:
    test = harness(*["pass"] * 8)

    def order(**fields: Any) -> List[str]:
        return list(engine.judge(CODE, test, **fields).tests)

    assert order() == sorted(order())
    assert order(shuffle=3) == order(shuffle=3) != order(shuffle=4)
    assert sorted(order(shuffle=3)) == order()
    assert len(order(shuffle=3, only=["test_1", "test_2"])) == 2


def test_a_shuffle_finds_tests_that_depend_on_each_other(engine: EngineClient) -> None:
    test = harness("type(self).made = 1", "self.assertEqual(self.made, 1)")
    assert engine.judge(CODE, test)["status"] == "pass"
    statuses = {engine.judge(CODE, test, shuffle=seed)["status"] for seed in range(8)}
    assert statuses == {"pass", "fail"}


def test_a_missing_module_without_a_proper_name_has_none(engine: EngineClient) -> None:
    code = "def task_func(x):\n    raise ImportError('gone', name=['not', {'a': 'name'}])\n"
    verdict = engine.judge(code, harness("task_func(1)"))
    assert (verdict["cause"], verdict["module"]) == ("import", None)
