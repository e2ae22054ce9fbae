"""The verdict on a run, from what its process reported and how it ended.

The process only reports. Whether that amounts to a pass is decided here, in the
engine: a report that is missing, out of order or not the harness' own never does.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import Any, Dict, FrozenSet, List, Optional

from .exit_codes import (
    EXIT_OUT_OF_MEMORY,
    EXIT_TAMPERED,
    EXIT_TOO_MANY_PROCESSES,
    EXIT_WITHOUT_REPORTS,
)
from .failures import Issue
from .limits import MOST_PROCESSES
from .protocol import TestOutcome, Verdict

__all__ = ["CLOSED_REPORTS", "GRAVEST_FIRST", "Evidence", "judge"]

CLOSED_REPORTS = "The program has closed the channel of its own reports"
_KILL = 9

GRAVEST_FIRST = (
    "import",
    "memory",
    "exit",
    "network",
    "syntax",
    "exception",
    "assertion",
)
"""The causes of issues: with a module missing, the assertions that fail as well say nothing."""


@dataclass
class Evidence:
    """Everything that the engine knows of a run."""

    entry_point: str
    timeout_s: float
    mode: str = "tests"
    refuses_network: bool = False
    """The isolation keeps the run from the network."""
    has_entry_point: bool = True
    began: bool = False
    """The imports are done and the tests have begun."""
    planned: FrozenSet[str] = frozenset()
    """The test methods that stand in the harness, as far as they are sure to run."""
    tests: List[TestOutcome] = field(default_factory=list)
    issues: List[Issue] = field(default_factory=list)
    """The failures and errors inside test cases, each with its cause."""
    between: List[Issue] = field(default_factory=list)
    """Those that belong to no test case: of class and module fixtures."""
    may_skip: bool = True
    """The harness speaks of skipping tests."""
    may_expect_failures: bool = True
    """The harness speaks of tests that are expected to fail."""
    all_skipped: bool = False
    """By a fixture of the class or the module."""
    unsaid: Optional[str] = None
    """A test case that ended without unittest saying how."""
    failed: Optional[Dict[str, Any]] = None
    """An exception outside the tests; nothing ran after it."""
    ended: Optional[Dict[str, Any]] = None
    """The tests ran to their end."""
    running: Optional[str] = None
    """The test case that had begun and not ended."""
    timed_out: bool = False
    tampered: Optional[str] = None
    too_much_output: bool = False
    too_many_processes: bool = False
    broken: Optional[str] = None
    """The harness' own failure."""
    exit_code: Optional[int] = None


def judge(evidence: Evidence) -> Verdict:
    """Weigh the evidence; the first that applies decides."""
    if evidence.broken is not None:
        return _verdict(evidence, "error", "infrastructure", evidence.broken)
    if evidence.tampered is not None:
        return _verdict(evidence, "fail", "tampered", evidence.tampered)
    if evidence.too_much_output:
        return _verdict(evidence, "fail", "output", "The program printed more than a run may")
    if evidence.too_many_processes:
        return _judge_crowd(evidence)
    if evidence.timed_out:
        return _verdict(evidence, "timeout", "timeout", _timeout_message(evidence))
    if evidence.failed is not None:
        return _judge_failed(evidence, evidence.failed)
    if evidence.ended is not None:
        return _judge_tests(evidence)
    return _judge_dead(evidence)


def _judge_failed(evidence: Evidence, failed: Dict[str, Any]) -> Verdict:
    issue = failed["issue"]
    cause, message = issue["cause"], issue["message"]
    if failed["stage"] == "compile":
        cause = "syntax"
    elif failed["stage"] == "load":
        cause, message = "no_tests", f"The tests could not be loaded: {message}"
    elif message.startswith("NameError:") and f"'{evidence.entry_point}'" in message:
        cause = "no_entry_point"
    return _verdict(evidence, "fail", cause, message, issue)


def _judge_tests(evidence: Evidence) -> Verdict:
    statuses = [test["status"] for test in evidence.tests]
    case = "test" if evidence.mode == "tests" else "example"
    ran = f"1 {case}" if len(statuses) == 1 else f"{len(statuses)} {case}s"
    failing = sum(status in ("fail", "error") for status in statuses)
    unexpected = statuses.count("unexpected_success")
    skipped = statuses.count("skip")
    if evidence.between:
        first = evidence.between[0]
        return _verdict(evidence, "fail", first["cause"], first["message"], first)
    never_run = evidence.planned.difference(test["name"] for test in evidence.tests)
    if never_run and not evidence.all_skipped:
        return _verdict(evidence, "fail", "tampered", f"{min(never_run)} was never run")
    if evidence.unsaid is not None:
        message = f"The program kept unittest from saying how {evidence.unsaid} ended"
        return _verdict(evidence, "fail", "tampered", message)
    if failing:
        gravest = _gravest(evidence.issues)
        cause = gravest["cause"] if evidence.has_entry_point else "no_entry_point"
        message = f"{failing} of {ran} failed"
        return _verdict(evidence, "fail", cause, message, module=gravest["module"])
    if unexpected:
        message = f"{unexpected} of {ran} passed though expected to fail"
        return _verdict(evidence, "fail", "assertion", message)
    if skipped == len(statuses):
        message = f"All of {ran} were skipped" if skipped else f"There is no {case} to run"
        if evidence.all_skipped:
            message = "All tests were skipped"
        return _verdict(evidence, "fail", "no_tests", message)
    excused = _excused_without_leave(evidence)
    if excused is not None:
        return _verdict(evidence, "fail", "tampered", excused)
    if skipped:
        passed = len(statuses) - skipped
        return _verdict(evidence, "pass", None, f"{passed} of {ran} passed, {skipped} skipped")
    return _verdict(evidence, "pass", None, f"{ran} passed")


def _excused_without_leave(evidence: Evidence) -> Optional[str]:
    """What was let off a test by others than the harness, which alone may do so."""
    for test in evidence.tests:
        if test["status"] == "skip" and not evidence.may_skip:
            return f"{test['name']} was skipped, and its harness skips no test"
        if test["status"] == "expected_failure" and not evidence.may_expect_failures:
            return f"{test['name']} failed as expected, and its harness expects no failure"
    return None


def _judge_dead(evidence: Evidence) -> Verdict:
    code = evidence.exit_code
    if code == EXIT_WITHOUT_REPORTS:
        return _verdict(evidence, "fail", "tampered", CLOSED_REPORTS)
    if code == EXIT_TAMPERED:
        message = "The program has reached for what judges it"
        return _verdict(evidence, "fail", "tampered", message)
    if code == EXIT_OUT_OF_MEMORY:
        return _verdict(evidence, "fail", "memory", "The program left no memory to report with")
    if code == EXIT_TOO_MANY_PROCESSES:
        return _judge_crowd(evidence)
    while_running = f" while {evidence.running} was running" if evidence.running else ""
    if code is not None and code < 0:
        hint = ", as happens when a machine is short of memory" if -code == _KILL else ""
        message = f"The process was ended by {_signal_name(-code)}{while_running}{hint}"
        return _verdict(evidence, "fail", "crash", message)
    before = f"before its {evidence.mode} had ended"
    message = f"The process left with exit code {code}{while_running} {before}"
    return _verdict(evidence, "fail", "exit", message)


def _judge_crowd(evidence: Evidence) -> Verdict:
    message = f"The program had more than {MOST_PROCESSES} processes at once"
    return _verdict(evidence, "fail", "crash", message)


def _verdict(
    evidence: Evidence,
    status: str,
    cause: Optional[str],
    message: str,
    located: Optional[Issue] = None,
    module: Optional[str] = None,
) -> Verdict:
    source = evidence.failed or evidence.ended
    if cause == "network" and not evidence.refuses_network:
        # The machine itself has none, or the program went where nobody listens.
        cause = "exception"
    official = _official_status(evidence)
    return {
        "status": status,
        "official": official,
        "cause": cause,
        "message": message,
        "module": located["module"] if located else module,
        "frames": located["frames"] if located else [],
        "tests_run": len(evidence.tests),
        "details": source["details"] if source and official not in (None, "timeout") else {},
    }


def _official_status(evidence: Evidence) -> Optional[str]:
    """What the official evaluator calls the same run.

    Any process that ends without a word is a timeout to it, and anything else
    without a failure or an error is a pass, even without a single test. It runs no examples.
    """
    if evidence.broken is not None or evidence.mode != "tests":
        return None
    if evidence.timed_out:
        return "timeout"
    if evidence.failed is not None:
        return "fail"
    if evidence.ended is not None:
        return "fail" if evidence.ended["details"] else "pass"
    return "timeout"


def _timeout_message(evidence: Evidence) -> str:
    limit = f"the limit of {evidence.timeout_s:g} s"
    if not evidence.began:
        return f"The imports reached {limit}"
    if evidence.running:
        return f"{evidence.running} was still running at {limit}"
    return f"The {evidence.mode} reached {limit}"


def _gravest(issues: List[Issue]) -> Issue:
    return min(issues, key=lambda issue: GRAVEST_FIRST.index(issue["cause"]))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
