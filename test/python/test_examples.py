"""The examples of a docstring, run as doctest would, and reported like tests."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Dict, Iterator, List

import pytest
from engine_client import EngineClient, Event, Verdict, harness

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*/*.py"))


def program(*lines: str, quotes: str = '"""') -> str:
    """A function that adds one, with these lines in its docstring from line 4 on."""
    docstring = [f"    {line}".rstrip() for line in lines]
    return "\n".join(
        [
            "def task_func(x):",
            f"    {quotes}Add one.",
            "",
            *docstring,
            '    """',
            "    return x + 1",
        ]
    )


def examples(engine: EngineClient, code: str, **fields: object) -> Verdict:
    return engine.judge(code, "", mode="examples", **fields)


def statuses(verdict: Verdict) -> List[str]:
    return [test["status"] for test in verdict.tests.values()]


def only(verdict: Verdict) -> Event:
    (test,) = verdict.tests.values()
    return test


def test_examples_that_are_true_pass(engine: EngineClient) -> None:
    verdict = examples(
        engine,
        program("Examples:", ">>> task_func(1)", "2", ">>> for x in 1, 2:", "...     x", "1", "2"),
    )
    assert (verdict["status"], verdict["cause"]) == ("pass", None)
    assert verdict["message"] == "2 examples passed"
    first, second = verdict.tests.values()
    assert first["name"] == "example 1 (line 5)"
    assert first["example"] == {
        "line": 5,
        "source": "task_func(1)\n",
        "expected": "2\n",
        "got": "2\n",
    }
    assert second["example"]["source"] == "for x in 1, 2:\n    x\n"


def test_a_mismatch_is_a_failure_at_its_line(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> task_func(1)", "3", ">>> task_func(2)", "3"))
    assert (verdict["status"], verdict["cause"]) == ("fail", "assertion")
    assert verdict["message"] == "1 of 2 examples failed"
    assert statuses(verdict) == ["fail", "pass"]
    failed = verdict.tests["example 1 (line 4)"]
    assert failed["message"] == "Expected:\n    3\nGot:\n    2"
    assert failed["frames"] == [{"line": 4, "function": "<module>"}]


def test_an_exception_is_an_error_with_the_frames_to_it(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> task_func(None)", "2"))
    assert (verdict["status"], verdict["cause"]) == ("fail", "exception")
    assert statuses(verdict) == ["error"]
    assert only(verdict)["message"].startswith("TypeError: unsupported operand")
    assert only(verdict)["frames"] == [
        {"line": 4, "function": "<module>"},
        {"line": 7, "function": "task_func"},
    ]


def test_an_assertion_of_the_function_is_no_mismatch(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> assert task_func(1) == 3"))
    assert statuses(verdict) == ["error"]
    assert verdict["cause"] == "assertion"


def test_an_example_without_output_has_but_to_run(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> x = task_func(1)", ">>> x + 1"))
    assert statuses(verdict) == ["pass", "pass"]
    _, second = verdict.tests.values()
    assert (second["example"]["expected"], second["example"]["got"]) == (None, "3\n")


@pytest.mark.parametrize(
    ("source", "expected", "status"),
    [
        ("print('a   b')", "a b", "pass"),
        ("object()", "<object object at 0x...>", "pass"),
        ("[1,  2]", "[1,2]", "fail"),
        ("task_func(0.1)", "1.10", "fail"),
        ("task_func(1)", "# a number", "fail"),
        ("task_func(1)", "the number behind x", "fail"),
        (
            "task_func('a')",
            "Traceback (most recent call last):\n    ...\n    TypeError: ...",
            "pass",
        ),
        (
            "task_func('a')",
            "Traceback (most recent call last):\n    ...\n    KeyError: 'a'",
            "fail",
        ),
        (
            "task_func('a')  # doctest: +IGNORE_EXCEPTION_DETAIL",
            "Traceback (most recent call last):\n    TypeError: whatever",
            "pass",
        ),
        ("raise SystemExit(2)", "Traceback (most recent call last):\n    SystemExit: 2", "pass"),
        ("raise SystemExit(2)", "2", "error"),
        ("open('missing.csv')", "<file>", "error"),
        ("nothing()  # doctest: +SKIP", "5", "skip"),
        ("print('a  b')  # doctest: -NORMALIZE_WHITESPACE", "a b", "fail"),
    ],
)
def test_output_is_compared_as_doctest_compares_it(
    engine: EngineClient, source: str, expected: str, status: str
) -> None:
    verdict = examples(engine, program(f">>> {source}", expected))
    assert statuses(verdict) == [status]


def test_examples_share_their_names(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> y = 5", ">>> y += 1", ">>> task_func(y)", "7"))
    assert verdict["status"] == "pass"


def test_examples_have_what_the_code_has_and_nothing_of_the_tests(engine: EngineClient) -> None:
    code = "import math\n" + program(">>> math.floor(2.5)", "2", ">>> json.dumps(1)", "'1'")
    verdict = engine.judge(code, "import json\n" + harness("self.fail()"), mode="examples")
    assert statuses(verdict) == ["pass", "error"]
    assert verdict["message"] == "1 of 2 examples failed"


def test_an_example_that_does_not_compile_is_one_of_several(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> task_func(", ">>> task_func(1)", "2"))
    assert statuses(verdict) == ["error", "pass"]
    assert verdict["cause"] == "syntax"
    assert verdict.tests["example 1 (line 4)"]["message"].startswith("SyntaxError: ")
    assert verdict.tests["example 1 (line 4)"]["frames"] == [{"line": 4, "function": "<module>"}]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ((">>> task_func(1)", "2", "", ">>> print('a')", "a", " 7"), 9, "leading whitespace"),
        ((">>>task_func(1)", "2"), 4, "lacks blank after >>>: '    >>>task_func(1)'"),
        ((">>> 1", "1", "", ">>> print('a\\nb')", "a"), 7, r'write "\\n", or r before its quotes'),
    ],
)
def test_what_doctest_cannot_take_apart_is_named_by_its_line(
    engine: EngineClient, lines: List[str], line: int, message: str
) -> None:
    code = program(*lines)
    if message.startswith("leading"):
        code = code.replace("     7\n", "   7\n")
    verdict = examples(engine, code)
    assert (verdict["status"], verdict["cause"]) == ("fail", "syntax")
    assert verdict["frames"] == [{"line": line, "function": "<module>"}]
    assert verdict["message"].startswith("SyntaxError: The docstring ")
    assert message in verdict["message"]
    assert verdict.tests == {}


def test_lines_are_those_of_the_program_whatever_its_escapes(engine: EngineClient) -> None:
    shown = ["First\\nsecond \\\\nthird \\", "continued", ">>> task_func(1)", "2"]
    assert list(examples(engine, program(*shown)).tests) == ["example 1 (line 6)"]
    raw = examples(engine, program(*shown, ">>> len('\\n')", "1", quotes='r"""'))
    assert raw["status"] == "pass"
    assert list(raw.tests) == ["example 1 (line 6)", "example 2 (line 8)"]


@pytest.mark.parametrize("code", ["task_func = int", program("No example."), "def task_func(): 1"])
def test_without_examples_there_is_nothing_to_run(engine: EngineClient, code: str) -> None:
    verdict = examples(engine, code)
    assert (verdict["status"], verdict["cause"]) == ("fail", "no_tests")
    assert verdict["message"] == "There is no example to run"


def test_the_official_evaluator_has_no_word_for_it(engine: EngineClient) -> None:
    for expected in "2", "3":
        verdict = examples(engine, program(">>> task_func(1)", expected))
        assert (verdict["official"], verdict["details"]) == (None, {})


def test_limits_hold(engine: EngineClient) -> None:
    endless = examples(engine, program(">>> 1", "1", ">>> while True: pass"), timeout_s=0.3)
    assert (endless["status"], endless["cause"]) == ("timeout", "timeout")
    unfinished = endless.tests["example 2 (line 6)"]
    assert unfinished["status"] == "error"
    assert unfinished["example"]["got"] is None
    assert endless["message"] == "example 2 (line 6) was still running at the limit of 0.3 s"
    left = examples(engine, program(">>> import os", ">>> os._exit(0)"))
    assert (left["status"], left["cause"]) == ("fail", "exit")
    assert left["message"].endswith("before its examples had ended")


def test_what_is_printed_without_end_is_not_kept(engine: EngineClient) -> None:
    verdict = examples(engine, program(">>> while True: print('x' * 9999)"), timeout_s=60)
    assert verdict["cause"] == "output"


def test_output_of_processes_is_the_examples_own(engine: EngineClient) -> None:
    verdict = examples(
        engine,
        program(">>> import os", ">>> os.system('echo from below')", "0", ">>> print(1)", "1"),
    )
    outputs: Dict[str, str] = {name: test["stdout"] for name, test in verdict.tests.items()}
    assert outputs["example 2 (line 5)"] == "from below\n"
    assert outputs["example 3 (line 7)"] == ""
    assert verdict["status"] == "pass"


@pytest.fixture(scope="module")
def samples_engine() -> Iterator[EngineClient]:
    with EngineClient() as client:
        yield client


def test_there_are_samples() -> None:
    assert len(SAMPLES) == 21


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_examples_of_the_samples_are_true(path: Path, samples_engine: EngineClient) -> None:
    text = path.read_text(encoding="utf-8")
    (end,) = (
        node.end_lineno
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name == "task_func"
    )
    verdict = examples(samples_engine, "\n".join(text.splitlines()[:end]) + "\n", timeout_s=60)
    assert verdict["status"] == "pass", verdict.tests
    # At least one says what comes out.
    assert any(test["example"]["expected"] for test in verdict.tests.values())
