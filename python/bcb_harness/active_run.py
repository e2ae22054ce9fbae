"""A run from its process' start to its end: reports and output come in, events go out."""

from __future__ import annotations

import enum
import math
import time
from typing import Any, Callable, Dict, List, Optional

from .child import Job
from .failures import Issue, remark
from .judge import CLOSED_REPORTS, GRAVEST_FIRST, Evidence, judge
from .lines import LineBuffer
from .order import ReportOrder
from .output import OutputStream, Printed, output_mark
from .processes import RunProcess
from .protocol import CoverageReport, Event, ExampleReport, RunRequest, TestOutcome
from .reporter import parse_report
from .sources import Source
from .times import RunTimes

__all__ = ["ActiveRun", "Phase", "unlaunched"]

_MOST_REPORTED = 64 * 1024 * 1024
_MOST_PRINTED = 256 * 1024 * 1024
# Counting coverage takes milliseconds; this is for a machine that hangs.
_COUNTING_SECONDS = 60.0
# A process closes its reports an instant before it can be seen to be dead, and what it wrote
# to a socket may arrive an instant after.
_DYING_SECONDS = 1.0
# A test can fail and its tearDown raise: the error says more than the failure. And a part of it
# that was skipped says nothing against another that failed.
_MILDEST_FIRST = ("pass", "expected_failure", "skip", "unexpected_success", "fail", "error")
_FAILING = ("fail", "error")


class Phase(enum.Enum):
    """Where a run is. Each but the last has a time limit of its own."""

    IMPORTING = enum.auto()
    TESTING = enum.auto()
    COUNTING = enum.auto()
    """The tests have ended; coverage is being counted."""
    DYING = enum.auto()
    """Either the reports have ended or the process has, and the other must follow."""
    ENDING = enum.auto()
    """Decided and killed; the process is still to be reaped."""


class ActiveRun:
    """The engine's side of one run."""

    def __init__(
        self,
        job: Job,
        process: RunProcess,
        taken_at: float,
        emit: Callable[[Event], None],
        refuses_network: bool,
    ) -> None:
        request = job.request
        self.job = job
        self.process = process
        self.phase = Phase.IMPORTING
        self.deadline = time.monotonic() + request.limit_s
        self.cancelled = False
        self._emit = emit
        self._taken_at = taken_at
        self._startup_s = 0.0
        self._times = RunTimes()
        self._began_at = 0.0
        self._running_since = 0.0
        self._evidence = Evidence(
            request.entry_point, request.timeout_s, request.mode, refuses_network
        )
        if request.mode == "tests":
            self._evidence.may_skip = "skip" in request.test.lower()
            self._evidence.may_expect_failures = "expectedFailure" in request.test
        self._running_example: Optional[ExampleReport] = None
        self._coverage: Optional[CoverageReport] = None
        self._order = ReportOrder()
        self._issues: List[Issue] = []
        self._status: Optional[str] = None
        self._token = job.token.encode("ascii")
        self._unread = LineBuffer()
        self._reported = 0
        self._reports_ended = False
        mark = output_mark(job.token)
        self._stdout = OutputStream(process.stdout, mark)
        self._stderr = OutputStream(process.stderr, mark)
        self._outside = (Printed(bytearray()), Printed(bytearray()))

    @property
    def run(self) -> str:
        return self.job.request.run

    def read_reports(self) -> None:
        """Take the reports that have arrived."""
        while self.phase is not Phase.ENDING and not self._reports_ended:
            chunk = self.process.reports.read()
            if chunk is None:
                return
            if not chunk:
                self._reports_ended = True
                self._enter(Phase.DYING, time.monotonic() + _DYING_SECONDS)
                return
            self._reported += len(chunk)
            if self._reported > _MOST_REPORTED:
                self._evidence.too_much_output = True
                self.end()
                return
            for line in self._unread.feed(chunk):
                self._take_line(line)

    def read_output(self) -> None:
        """Take what has been printed, so that no program waits for a reader."""
        for stream in (self._stdout, self._stderr):
            stream.drain()
            if stream.total > _MOST_PRINTED and self.phase is not Phase.ENDING:
                self._evidence.too_much_output = True
                self.end()

    def ended_sources(self) -> List[Source]:
        """Those that will never give anything again."""
        ended = [stream.source for stream in (self._stdout, self._stderr) if stream.ended]
        if self._reports_ended:
            ended.append(self.process.reports)
        return ended

    def expire(self) -> None:
        """The deadline has passed."""
        # What was said in time counts, even if this process was too busy to hear it.
        self.read_reports()
        if self.phase is Phase.ENDING or time.monotonic() < self.deadline:
            return
        if self.phase in (Phase.IMPORTING, Phase.TESTING):
            self._evidence.timed_out = True
        elif self.phase is Phase.DYING and not self.process.has_ended():
            self._evidence.tampered = CLOSED_REPORTS
        self.end()

    def limit_processes(self) -> None:
        """End the run if it has too many. Namespaces count by themselves, and sooner."""
        if self.phase is not Phase.ENDING and self.process.has_too_many_descendants():
            self._evidence.too_many_processes = True
            self.end()

    def cancel(self) -> None:
        """End the run; nothing more is said of it but that it was cancelled."""
        self.cancelled = True
        self.end()

    def process_died(self) -> None:
        """The process is dead: hear its last words and be done."""
        self.read_reports()
        if self._reports_ended or not self.process.reports.lags:
            self.end()
        elif self.phase not in (Phase.DYING, Phase.ENDING):
            # What it has left behind would keep its reports open.
            self.process.kill()
            self._enter(Phase.DYING, time.monotonic() + _DYING_SECONDS)

    def end(self) -> None:
        """Kill what is left of the run. It is over once the process is reaped."""
        if self.phase is not Phase.ENDING:
            self._enter(Phase.ENDING, math.inf)
            self.process.kill()

    def conclude(self, exit_code: int) -> None:
        """Emit the verdict, now that nothing of the run is left."""
        if self.cancelled:
            self._emit({"type": "cancelled", "run": self.run})
            return
        evidence = self._evidence
        evidence.exit_code = exit_code
        self.read_output()
        if evidence.running is not None:
            self._emit_unfinished_test(judge(evidence)["message"])
        self._print_outside(self._stdout.rest(), self._stderr.rest())
        running_for = time.monotonic() - self._began_at if evidence.began else 0.0
        stdout, stderr = self._outside
        self._emit(
            {
                "type": "finished",
                "run": self.run,
                **judge(evidence),
                "duration_s": evidence.ended["duration_s"] if evidence.ended else running_for,
                "startup_s": self._startup_s or time.monotonic() - self._taken_at,
                "times": self._times.shares(time.monotonic() - self._taken_at),
                "stdout": stdout.text,
                "stderr": stderr.text,
                "output_cut": stdout.cut or stderr.cut,
                "coverage": self._coverage,
            }
        )

    def _enter(self, phase: Phase, deadline: float) -> None:
        self.phase = phase
        self.deadline = deadline

    def _take_line(self, line: bytes) -> None:
        if self.phase is Phase.ENDING:
            return
        try:
            kind, report = parse_report(line, self._token)
            self._order.check(kind, report)
            self._take_report(kind, report)
        except (LookupError, ValueError, TypeError, AttributeError):
            self._evidence.tampered = "The program wrote into the channel of its own reports"
            self.end()

    def _take_report(self, kind: str, report: Dict[str, Any]) -> None:
        evidence = self._evidence
        if kind == "plan":
            evidence.planned = frozenset(report["tests"])
        elif kind == "begin":
            self._print_outside_to_mark()
            now = time.monotonic()
            # The child's word for when it began, within what is possible: this process may
            # have been busy when it was given.
            self._began_at = min(max(float(report["at"]), self._taken_at), now)
            self._startup_s = self._began_at - self._taken_at
            self._times.began(self._startup_s, report)
            evidence.began = True
            evidence.has_entry_point = bool(report["entry_point"])
            self._enter(Phase.TESTING, self._began_at + self.job.request.limit_s)
        elif kind == "start":
            self._print_outside_to_mark()
            evidence.running = str(report["name"])
            self._running_example = report.get("example")
            self._running_since = time.monotonic()
            self._status, self._issues = None, []
        elif kind == "pass":
            self._status = self._status or "pass"
        elif kind == "note":
            noted = str(report["status"])
            self._status = max(self._status or noted, noted, key=_MILDEST_FIRST.index)
            if self._status == "pass":
                # The harness says that by a report of its own.
                raise ValueError(noted)
            if report["issue"] is not None:
                self._issues.append(_issue(report["issue"]))
            if noted in _FAILING:
                evidence.issues.append(self._issues[-1])
        elif kind == "test":
            self._take_test(report)
        elif kind == "outside":
            evidence.between.append(_issue(report["issue"]))
        elif kind == "all_skipped":
            evidence.all_skipped = True
        elif kind == "end":
            self._print_outside_to_mark()
            self._times.ended(report)
            evidence.ended = report
            self._note_replaced(report)
            self._enter(Phase.COUNTING, time.monotonic() + _COUNTING_SECONDS)
        elif kind == "failed":
            self._print_outside_to_mark()
            evidence.failed = report
            self._enter(Phase.COUNTING, time.monotonic() + _COUNTING_SECONDS)
        elif kind == "coverage":
            self._times.counted(report)
            self._coverage = report["coverage"]
        elif kind == "log":
            self._emit({"type": "log", "level": "warning", "message": str(report["message"])})
        elif kind == "broken":
            message = str(report["message"])
            if report["stage"] == "preparing":
                evidence.broken = message
            else:
                evidence.tampered = f"The program made the harness fail: {message}"
        elif kind == "done":
            self.end()
        else:
            raise ValueError(kind)

    def _take_test(self, report: Dict[str, Any]) -> None:
        stdout, stderr = self._stdout.up_to_mark(), self._stderr.up_to_mark()
        self._note_replaced(report)
        issues = self._issues
        first = issues[0] if issues else remark("")
        if self._status is None:
            # unittest says what became of a test, but for one that it was kept from ending.
            self._evidence.unsaid = str(report["name"])
        status = self._status or "error"
        outcome: TestOutcome = {
            "name": str(report["name"]),
            "status": status,
            "duration_s": float(report["duration_s"]),
            "message": first["message"],
            "traceback": "\n".join(issue["traceback"] for issue in issues),
            "frames": first["frames"],
            "stdout": stdout.text,
            "stderr": stderr.text,
            "output_cut": stdout.cut or stderr.cut,
        }
        self._evidence.running = None
        self._evidence.tests.append(outcome)
        self._emit_test(outcome, report.get("example"))

    def _note_replaced(self, report: Dict[str, Any]) -> None:
        if report["replaced"] is not None:
            self._evidence.tampered = f"The program has replaced {report['replaced']}"

    def _emit_unfinished_test(self, message: str) -> None:
        stdout, stderr = self._stdout.rest(), self._stderr.rest()
        outcome: TestOutcome = {
            "name": self._evidence.running or "",
            "status": "error",
            "duration_s": time.monotonic() - self._running_since,
            "message": message,
            "traceback": "",
            "frames": [],
            "stdout": stdout.text,
            "stderr": stderr.text,
            "output_cut": stdout.cut or stderr.cut,
        }
        self._emit_test(outcome, self._running_example)

    def _emit_test(self, outcome: TestOutcome, example: Optional[ExampleReport]) -> None:
        told = {**outcome, "example": example} if example else outcome
        self._emit({"type": "test", "run": self.run, "test": told})

    def _print_outside_to_mark(self) -> None:
        self._print_outside(self._stdout.up_to_mark(), self._stderr.up_to_mark())

    def _print_outside(self, *printed: Printed) -> None:
        for kept, more in zip(self._outside, printed):
            kept.add(bytes(more.data))
            kept.cut = kept.cut or more.cut


def _issue(reported: Any) -> Issue:
    """What the program may have had a hand in, as it must be to be weighed and passed on.

    Raises:
        ValueError: it is something else.
    """
    texts = [reported["message"], reported["traceback"], reported["module"] or ""]
    texts += [frame["function"] for frame in reported["frames"]]
    lines = [frame["line"] for frame in reported["frames"]]
    if (
        reported["cause"] not in GRAVEST_FIRST
        or not all(isinstance(text, str) for text in texts)
        or not all(isinstance(line, int) for line in lines)
    ):
        raise ValueError("not an issue")
    issue: Issue = reported
    return issue


def unlaunched(request: RunRequest, message: str) -> Event:
    """The verdict on a run that the machine has no process for."""
    evidence = Evidence(request.entry_point, request.timeout_s, broken=message)
    return {
        "type": "finished",
        "run": request.run,
        **judge(evidence),
        "duration_s": 0.0,
        "startup_s": 0.0,
        "times": RunTimes().shares(0.0),
        "stdout": "",
        "stderr": "",
        "output_cut": False,
        "coverage": None,
    }
