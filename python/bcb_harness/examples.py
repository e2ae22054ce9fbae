"""The examples of the entry point's docstring, judged as doctest judges them.

doctest's parser finds the examples and its checker compares their output. They run here as
test cases, one after the other in the same names, so that each is timed, reported and ended
like a test. Only runs of examples import this module: doctest brings a debugger along.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import re
import sys
import traceback
import unittest
from typing import Any, Dict, List, NoReturn, Optional

from .failures import FILE_NAME, Issue, cut_text, remark
from .observer import Observer
from .protocol import ExampleReport

__all__ = ["ExampleObserver", "Examples"]

# Docstrings are written for people: tables are aligned by hand, long lines folded, and `...`
# stands for what differs from run to run (`<Axes object at 0x...>`). Nothing else is lenient:
# another number, name or exception message is a mismatch.
_FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
# What is printed beyond goes to the run's own output, which has a limit.
_MOST_COMPARED = 1024 * 1024
_TRACEBACK = "Traceback (most recent call last):\n    ...\n"
# What breaks a line in a literal's text or in its value: a line's end, an escaped one, an escape.
_BREAK = re.compile(r"\n|\\\n|\\n|\\.")
_REFUSAL = re.compile(r"line (\d+) of the doc(?:string|test) for \S+ (.*)", re.DOTALL)
_ESCAPED_BREAK = r' (in a docstring "\n" breaks the line: write "\\n", or r before its quotes)'


class Examples:
    """The examples in the docstring of a function of ``code``.

    Raises:
        SyntaxError: doctest cannot take the docstring apart; it names the program's line.
    """

    def __init__(self, code: str, function: str) -> None:
        self._lines: List[int] = []
        self._found: List[doctest.Example] = []
        docstring = _docstring(code, function)
        if docstring is None:
            return
        self._lines = _lines_of_value(docstring, code)
        try:
            self._found = doctest.DocTestParser().get_examples(str(docstring.value), function)
        except ValueError as error:
            self._refuse(str(error))

    def suite(self, names: Dict[str, Any]) -> unittest.TestSuite:
        """The examples as test cases that use and change the same ``names``."""
        return unittest.TestSuite(
            _ExampleCase(number, self._line(example.lineno), example, names)
            for number, example in enumerate(self._found, start=1)
        )

    def _line(self, index: int) -> int:
        """The program's line for one of the docstring's value, counted from 0."""
        return self._lines[min(index, len(self._lines) - 1)]

    def _refuse(self, why: str) -> NoReturn:
        parts = _REFUSAL.match(why)
        if not parts:
            raise SyntaxError(why)
        index = int(parts[1]) - 1
        message = f"The docstring {parts[2]}"
        if index > 0 and self._line(index - 1) == self._line(index):
            message += _ESCAPED_BREAK
        raise SyntaxError(message, (FILE_NAME, self._line(index), None, None))


class ExampleObserver(Observer):
    """Reports each example with what it expected and what it gave."""

    def _facts(self, test: unittest.TestCase) -> Dict[str, Any]:
        if isinstance(test, _ExampleCase):
            return {"name": test.name, "example": test.report()}
        return super()._facts(test)

    def _issue(self, error: Optional[BaseException]) -> Issue:
        if isinstance(error, _MismatchError):
            issue = remark(str(error))
            issue["cause"] = "assertion"
            issue["frames"] = [{"line": error.line, "function": "<module>"}]
            return issue
        issue = super()._issue(error)
        if isinstance(error, SyntaxError) and error.filename == FILE_NAME:
            issue["cause"] = "syntax"
        return issue


class _MismatchError(Exception):
    """An example gave something else than it says."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class _ExampleCase(unittest.TestCase):
    """One example as a test case. A mismatch fails it; whatever else is raised is its error."""

    failureException = _MismatchError

    def __init__(
        self, number: int, line: int, example: doctest.Example, names: Dict[str, Any]
    ) -> None:
        super().__init__("run_example")
        self.name = f"example {number} (line {line})"
        self._line = line
        self._example = example
        self._names = names
        self._got: Optional[str] = None
        # Now, as the program may replace it.
        self._checker = doctest.OutputChecker()
        self._flags = _FLAGS
        for flag, is_on in example.options.items():
            self._flags = self._flags | flag if is_on else self._flags & ~flag

    def report(self) -> ExampleReport:
        """What is known of it so far."""
        example = self._example
        return {
            "line": self._line,
            "source": cut_text(example.source),
            "expected": cut_text(example.want) if example.want else None,
            "got": None if self._got is None else cut_text(self._got),
        }

    def run_example(self) -> None:
        if self._flags & doctest.SKIP:
            self.skipTest("Skipped by its doctest directive")
        # At its place in the program, so that a traceback names the docstring's line.
        source = "\n" * (self._line - 1) + self._example.source
        compiled = compile(source, FILE_NAME, "single", dont_inherit=True)
        printed = _Printed(sys.stdout)
        try:
            with contextlib.redirect_stdout(printed):
                exec(compiled, self._names)
        except BaseException as error:
            # A docstring may well show that its function leaves by SystemExit.
            if self._example.exc_msg is None:
                raise
            raised = traceback.format_exception_only(type(error), error)[-1]
            self._got = f"{printed.getvalue()}{_TRACEBACK}{raised}"
            if self._flags & doctest.IGNORE_EXCEPTION_DETAIL:
                self._compare(_kind(self._example.exc_msg), _kind(raised))
            else:
                self._compare(self._example.exc_msg, raised)
        else:
            self._got = printed.getvalue()
            self._compare(self._example.want, self._got)
        finally:
            if self._got is None:
                self._got = printed.getvalue()

    def _compare(self, expected: str, got: str) -> None:
        # An example that says nothing of its output promises no more than to run.
        if expected and not self._checker.check_output(expected, got, self._flags):
            difference = self._checker.output_difference(
                self._example, self._got or "", self._flags
            )
            raise _MismatchError(self._line, difference.strip())


class _Printed(io.StringIO):
    """Keeps what an example prints, as far as it can matter to a comparison."""

    def __init__(self, beyond: Any) -> None:
        super().__init__()
        self._beyond = beyond

    def write(self, text: str) -> int:
        if self.tell() < _MOST_COMPARED:
            return super().write(text)
        written: int = self._beyond.write(text)
        return written


def _kind(message: str) -> str:
    """The exception's name in ``module.Name: details``."""
    return message.partition(":")[0].strip().rpartition(".")[2]


def _docstring(code: str, function: str) -> Optional[ast.Constant]:
    """The docstring of the function that the name means in the end."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for node in reversed(ast.parse(code).body):
        if isinstance(node, definitions) and node.name == function:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                return first.value if isinstance(first.value.value, str) else None
            return None
    return None


def _lines_of_value(literal: ast.Constant, code: str) -> List[int]:
    """The line of ``code`` for each line of the literal's value."""
    text = ast.get_source_segment(code, literal) or ""
    is_raw = "r" in text[: text.find(text[-1])].lower()
    line = literal.lineno
    lines = [line]
    for found in _BREAK.findall(text):
        line += found.endswith("\n")
        if found == "\n" or (is_raw and found == "\\\n") or (not is_raw and found == "\\n"):
            lines.append(line)
    return lines
