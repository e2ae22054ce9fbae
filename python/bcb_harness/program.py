"""Runs the code and its ``TestCases`` the way the official evaluator does, or its examples."""

from __future__ import annotations

import ast
import builtins
import os
import sys
import time
import types
import unittest
import warnings
from random import Random
from typing import Any, Callable, List, Optional, Tuple

from .failures import FILE_NAME, describe, details_text
from .integrity import Integrity
from .limits import make_room_to_report
from .measurement import Measurement
from .observer import Observer
from .protocol import RunRequest
from .reporter import Reporter, reports

__all__ = ["run_program"]

MODULE_NAME = "__test__"


@reports
def run_program(
    request: RunRequest,
    reporter: Reporter,
    mark_output: Callable[[], None],
    measurement: Optional[Measurement],
) -> None:
    """Run the program; whatever happens in it becomes a report, never an exception."""
    if "expectedFailure" not in request.test:
        # unittest takes a test that raises this for one that has been judged by its sub-tests.
        vars(unittest.case)["_ShouldStop"] = ()
    # Everything that is needed later is taken now: the program may replace it.
    integrity = Integrity()
    clock = time.perf_counter
    processor_time = _processor_clock()
    monotonic = time.monotonic
    module = _module()
    stage = "compile"
    importing_since = clock()
    try:
        # Not with the language features that this file asks for.
        compiled = compile(request.program, FILE_NAME, "exec", dont_inherit=True)
        observer, suite_of = _mode(request, reporter, mark_output, integrity)
        reporter.report("plan", tests=_planned_tests(request))
        stage = "import"
        if measurement:
            measurement.start()
        exec(compiled, module.__dict__)
        # Not before the program has run: the official evaluator's order, which a program can see.
        sys.modules[MODULE_NAME] = module
        stage = "load"
        suite = suite_of(module)
        if request.mode == "tests":
            integrity.watch(module.TestCases, compiled, request.code.count("\n") + 1)
        reporter.trust_only(sys._getframe(), [*integrity.runners, Observer.addSkip])
        mark_output()
        reporter.report(
            "begin",
            at=monotonic(),
            imports_s=clock() - importing_since,
            coverage_s=measurement.seconds if measurement else 0.0,
            entry_point=hasattr(module, request.entry_point),
        )
        stage = "tests"
        began, used = clock(), processor_time()
        suite.run(observer)
        duration, cpu = clock() - began, processor_time() - used
        reporter.deafen()
        make_room_to_report()
        if measurement:
            measurement.stop()
        mark_output()
        reporter.report(
            "end",
            duration_s=duration,
            cpu_s=cpu,
            details=observer.official_details(),
            replaced=integrity.violation(),
        )
    except BaseException as error:
        # BaseException: SystemExit and KeyboardInterrupt are verdicts on the program too.
        reporter.deafen()
        make_room_to_report()
        mark_output()
        reporter.report(
            "failed",
            stage=stage,
            entry_point=hasattr(module, request.entry_point),
            issue=describe(error),
            details={"ALL": details_text(error)},
        )
        return
    if measurement:
        _report_coverage(measurement, reporter)


@reports
def _report_coverage(measurement: Measurement, reporter: Reporter) -> None:
    try:
        coverage = measurement.report()
        reporter.report("coverage", coverage=coverage, coverage_s=measurement.seconds)
    except Exception as error:
        # The tests have ended and the verdict stands.
        reporter.report("log", message=f"no coverage: {type(error).__name__}: {error}")


def _processor_clock() -> Callable[[], float]:
    """What reads the processor time of this process, and of those it has waited for."""
    own, all_times = time.process_time, os.times

    def read() -> float:
        times = all_times()
        return own() + times.children_user + times.children_system

    return read


def _planned_tests(request: RunRequest) -> List[str]:
    """The test methods that stand in the harness, read before the program can hide them."""
    if request.mode != "tests":
        return []
    try:
        with warnings.catch_warnings():
            # They have been given when the program was compiled.
            warnings.simplefilter("ignore")
            statements = ast.parse(request.test).body
    except (SyntaxError, ValueError):
        # Only what is before it makes it a program: then nothing is known of it.
        return []
    for node in statements:
        if isinstance(node, ast.ClassDef) and node.name == "TestCases" and not node.decorator_list:
            names = {
                each.name
                for each in node.body
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
                and each.name.startswith(unittest.TestLoader.testMethodPrefix)
            }
            return sorted(names if request.only is None else names.intersection(request.only))
    return []


def _module() -> types.ModuleType:
    """An empty module with the names that the official evaluator puts into it."""
    module = types.ModuleType(MODULE_NAME)
    module.__dict__.update(
        {
            "__builtins__": builtins,
            "__file__": FILE_NAME,
            "__package__": None,
            "__doc__": None,
            "sys": sys,
            "os": os,
            "environ": os.environ,
        }
    )
    return module


def _mode(
    request: RunRequest,
    reporter: Reporter,
    mark_output: Callable[[], None],
    integrity: Integrity,
) -> Tuple[Observer, Callable[[Any], unittest.TestSuite]]:
    """Who reports, and what makes the suite of the module once it is there."""
    if request.mode == "tests":
        observer = Observer(reporter, mark_output, integrity)
        return observer, lambda module: _suite(module, request)
    from .examples import ExampleObserver, Examples

    examples = Examples(request.code, request.entry_point)
    observer = ExampleObserver(reporter, mark_output, integrity)
    return observer, lambda module: examples.suite(vars(module))


def _suite(module: Any, request: RunRequest) -> unittest.TestSuite:
    test_cases = module.TestCases
    suite = unittest.TestLoader().loadTestsFromTestCase(test_cases)
    tests = list(suite)
    if request.only is not None:
        wanted = set(request.only)
        tests = [test for test in tests if _method(test) in wanted]
    if request.shuffle is not None:
        Random(request.shuffle).shuffle(tests)
    return unittest.TestSuite(tests)


def _method(test: object) -> str:
    return str(getattr(test, "_testMethodName", ""))
