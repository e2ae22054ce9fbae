"""Watches a test suite and reports what becomes of each test case."""

from __future__ import annotations

import time
import unittest
from typing import Any, Callable, Dict, Optional

from .failures import ExcInfo, Issue, cut_text, describe, remark
from .integrity import Integrity
from .limits import make_room_to_report
from .reporter import Reporter, reports

__all__ = ["Observer"]


class Observer(unittest.TestResult):
    """A plain ``unittest.TestResult``, as the official evaluator uses, that also reports.

    It keeps what the base class keeps, so that ``details`` is made from the same lists as
    the official one. What the verdict rests on it does not keep: that is told at once, and
    cannot be unsaid.
    """

    def __init__(
        self, reporter: Reporter, mark_output: Callable[[], None], integrity: Integrity
    ) -> None:
        super().__init__()
        self._reporter = reporter
        self._mark_output = mark_output
        self._integrity = integrity
        self._is_running = False
        self._swallowed: Optional[str] = None
        self._clock = time.perf_counter
        self._began = 0.0

    @reports
    def startTest(self, test: unittest.TestCase) -> None:
        self._mark_output()
        self._reporter.report("start", **self._facts(test))
        self._is_running = True
        self._swallowed = None
        super().startTest(test)
        self._began = self._clock()

    @reports
    def stopTest(self, test: unittest.TestCase) -> None:
        duration = self._clock() - self._began
        super().stopTest(test)
        self._is_running = False
        self._mark_output()
        self._reporter.report(
            "test",
            **self._facts(test),
            duration_s=max(0.0, duration),
            replaced=self._swallowed or self._integrity.violation_of(test),
        )

    @reports
    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        outcome: Any = getattr(test, "_outcome", None)
        if outcome is not None and outcome.expectedFailure:
            # It would have been told as an expected one, had unittest expected it.
            self._swallowed = "what becomes of a failure"
        self._reporter.report("pass")

    @reports
    def addError(self, test: unittest.TestCase, err: ExcInfo) -> None:
        super().addError(test, err)
        if isinstance(test, unittest.TestCase):
            self._note("error", self._issue(err[1]))
        else:
            # setUpClass or setUpModule: no test case has been started.
            self._reporter.report("outside", issue=self._issue(err[1]))

    def addFailure(self, test: unittest.TestCase, err: ExcInfo) -> None:
        super().addFailure(test, err)
        self._note("fail", self._issue(err[1]))

    def addSubTest(
        self, test: unittest.TestCase, subtest: unittest.TestCase, err: Optional[ExcInfo]
    ) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None and err[0] is not None:
            failed = issubclass(err[0], test.failureException)
            self._note("fail" if failed else "error", self._issue(err[1]))

    @reports
    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        if not isinstance(test, unittest.TestCase):
            # Raised in setUpClass or setUpModule: none of the test cases will be started.
            self._reporter.report("all_skipped")
            return
        if not self._is_running:
            # Python 3.12.1 does not start one that is to be skipped, and stops it nevertheless.
            self.startTest(test)
        self._note("skip", remark(str(reason)))

    def addExpectedFailure(self, test: unittest.TestCase, err: ExcInfo) -> None:
        super().addExpectedFailure(test, err)
        self._note("expected_failure", None)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        super().addUnexpectedSuccess(test)
        self._note("unexpected_success", remark("The test was expected to fail and passed."))

    def official_details(self) -> Dict[str, str]:
        """Test method to traceback, exactly as the official evaluator collects them."""
        return {
            test.id().split(".")[-1]: cut_text(trace) for test, trace in self.failures + self.errors
        }

    def _facts(self, test: unittest.TestCase) -> Dict[str, Any]:
        """What its reports say of a test case from the start."""
        return {"name": getattr(test, "_testMethodName", None) or str(test)}

    def _issue(self, error: Optional[BaseException]) -> Issue:
        return describe(error)

    @reports
    def _note(self, status: str, issue: Optional[Issue]) -> None:
        if issue is not None and issue["cause"] == "memory":
            make_room_to_report()
        self._reporter.report("note", status=status, issue=issue)
