"""Line and branch coverage of the program's ``code``, measured and counted by coverage.py.

coverage.py decides which arcs are possible and which ran, so the numbers are its own.
It is spared what one run does not need: configuration files, a data file, a source file
on disk, and looking at the name of every library file that the tests execute.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import time
from typing import Any, Dict, Iterable, Iterator, List, Optional

from .failures import FILE_NAME
from .protocol import Branch, CoverageReport, RunRequest

__all__ = ["Measurement", "coverage_version", "warm_up"]

_OLDEST_MAJOR = 6


def coverage_version() -> Optional[str]:
    """The version of coverage.py in this interpreter; ``None`` without a usable one."""
    if importlib.util.find_spec("coverage") is None:
        return None
    # The version alone is a cheap import; the rest follows with the first measured run.
    try:
        version = str(importlib.import_module("coverage.version").__version__)
        major = int(version.split(".")[0])
    except Exception:
        return None
    return version if major >= _OLDEST_MAJOR else None


def warm_up() -> None:
    """Let coverage.py import its parts and look at the installation once, for all forks."""
    measurement = Measurement(RunRequest("", "", "", "", 1.0, coverage=True))
    measurement.start()
    measurement.stop()
    measurement.report()


class Measurement:
    """Measures one program in this process."""

    def __init__(self, request: RunRequest) -> None:
        self._clock = time.perf_counter
        began = self._clock()
        # By the environment, because older versions know no option for it: the C tracer knows
        # branches on every Python, sys.monitoring does not before 3.14.
        with _variable("COVERAGE_CORE", "ctrace"):
            self._coverage = _program_coverage(request.program)
        self._last_line = request.code.count("\n") + 1
        self.seconds = self._clock() - began
        """What measuring has taken so far, besides slowing the program down."""

    def start(self) -> None:
        """Begin; frames that exist already are not measured."""
        self._coverage.start()

    def stop(self) -> None:
        """End, in this thread and in those that the program started."""
        self._coverage.stop()

    def report(self) -> CoverageReport:
        """What ran and what did not, of the lines of ``code``."""
        began = self._clock()
        analysis = self._coverage.analyze_program()
        report: CoverageReport = {
            "executed_lines": self._lines(analysis.statements - analysis.missing),
            "missing_lines": self._lines(analysis.missing),
            "executed_branches": self._branches(analysis.executed_branch_arcs()),
            "missing_branches": self._branches(analysis.missing_branch_arcs()),
        }
        self.seconds += self._clock() - began
        return report

    def _lines(self, lines: Iterable[int]) -> List[int]:
        return sorted(line for line in lines if line <= self._last_line)

    def _branches(self, arcs: Dict[int, List[int]]) -> List[Branch]:
        return sorted(
            (start, end) for start, ends in arcs.items() if start <= self._last_line for end in ends
        )


def _program_coverage(program: str) -> Any:
    """A started and stopped ``coverage.Coverage`` that knows one file, which is in memory only.

    The classes are made here because coverage.py is imported only when it is asked for.
    """
    from coverage import Coverage
    from coverage.parser import PythonParser
    from coverage.python import PythonFileReporter

    class ProgramReporter(PythonFileReporter):
        @property
        def parser(self) -> PythonParser:
            if self._parser is None:
                exclude = measured._exclude_regex("exclude")
                self._parser = PythonParser(text=program, filename=FILE_NAME, exclude=exclude)
                self._parser.parse_source()
            return self._parser

    class ProgramCoverage(Coverage):
        program: Any = None
        library: Any = None

        def prepare(self) -> None:
            """Decide once what to trace, with the working directory and `os` as they should be."""
            self.start()
            self.stop()
            assert self._inorout is not None
            self.program = self._inorout.should_trace(FILE_NAME)
            self.library = self._inorout.should_trace("<library>")

        def analyze_program(self) -> Any:
            return self._analyze(self.program.source_filename)

        def _should_trace(self, filename: str, frame: Any) -> Any:
            # Asked for every file that runs, also while a test has replaced parts of `os`.
            if self.program is None:
                return super()._should_trace(filename, frame)
            return self.program if filename == FILE_NAME else self.library

        def _get_file_reporter(self, morf: Any) -> Any:
            return ProgramReporter(morf, self)

        def _warn(self, *_: Any, **__: Any) -> None:
            """Say nothing: standard error is the program's."""

    measured = ProgramCoverage(data_file=None, branch=True, config_file=False, include=["*"])
    measured.prepare()
    return measured


@contextlib.contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
