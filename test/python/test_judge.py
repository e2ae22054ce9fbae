"""The verdict follows from the evidence alone."""

from __future__ import annotations

from typing import Any, Dict, List

import pytest

from bcb_harness.failures import Issue, remark
from bcb_harness.judge import Evidence, judge
from bcb_harness.protocol import TestOutcome as Outcome


def outcome(status: str) -> Outcome:
    return {
        "name": "test_one",
        "status": status,
        "duration_s": 0.0,
        "message": "",
        "traceback": "",
        "frames": [],
        "stdout": "",
        "stderr": "",
        "output_cut": False,
    }


def issue(cause: str) -> Issue:
    described = remark(cause)
    described["cause"] = cause
    return described


def evidence(statuses: List[str], **fields: Any) -> Evidence:
    fields.setdefault("ended", {"duration_s": 0.0, "details": {}})
    return Evidence("task_func", 5.0, tests=[outcome(each) for each in statuses], **fields)


PASSING: Dict[str, Any] = {"statuses": ["pass"]}


def test_only_tests_that_ended_can_pass() -> None:
    assert judge(evidence(["pass"]))["status"] == "pass"
    assert judge(evidence(["pass"], ended=None, exit_code=0))["cause"] == "exit"


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({"tampered": "why"}, "tampered"),
        ({"too_much_output": True}, "output"),
        ({"timed_out": True}, "timeout"),
        ({"broken": "why"}, "infrastructure"),
        ({"ended": None, "exit_code": -11}, "crash"),
        ({"ended": None, "exit_code": 0}, "exit"),
    ],
)
def test_passing_tests_do_not_outweigh(fields: Dict[str, Any], cause: str) -> None:
    verdict = judge(evidence(["pass"], **fields))
    assert verdict["cause"] == cause
    assert verdict["status"] != "pass"


def test_infrastructure_is_no_verdict_on_the_program() -> None:
    verdict = judge(evidence(["fail"], broken="the disk is full"))
    assert (verdict["status"], verdict["official"]) == ("error", None)


@pytest.mark.parametrize(
    ("causes", "gravest"),
    [
        (["assertion", "exception"], "exception"),
        (["assertion", "import", "exception"], "import"),
        (["exit", "memory"], "memory"),
    ],
)
def test_the_gravest_cause_is_named(causes: List[str], gravest: str) -> None:
    issues = [issue(cause) for cause in causes]
    assert judge(evidence(["error"] * len(causes), issues=issues))["cause"] == gravest


def test_a_signal_is_named() -> None:
    verdict = judge(evidence([], ended=None, exit_code=-11, running="test_one"))
    assert verdict["message"] == "The process was ended by SIGSEGV while test_one was running"


def test_the_official_evaluator_knows_three_words() -> None:
    assert judge(evidence([]))["official"] == "pass"
    assert judge(evidence(["unexpected_success"]))["official"] == "pass"
    assert judge(evidence([], ended=None, exit_code=0))["official"] == "timeout"
    details = {"duration_s": 0.0, "details": {"test_one": "Traceback"}}
    assert judge(evidence(["fail"], ended=details, issues=[issue("assertion")]))["official"] == (
        "fail"
    )
