"""The host's requests, checked field by field, and the shapes of what the engine answers."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

__all__ = [
    "PROTOCOL_VERSION",
    "Branch",
    "CancelRequest",
    "CoverageReport",
    "Debug",
    "Event",
    "ExampleReport",
    "Frame",
    "InspectRequest",
    "PreloadRequest",
    "RefusedError",
    "Request",
    "RunRequest",
    "TestOutcome",
    "Verdict",
    "parse_request",
]

PROTOCOL_VERSION = 1
MODES = ("tests", "examples")

Event = Dict[str, Any]
Branch = Tuple[int, int]


class Frame(TypedDict):
    """A frame of the program: a 1-based line and the function's name."""

    line: int
    function: str


class TestOutcome(TypedDict):
    """How one test case ended."""

    name: str
    status: str
    duration_s: float
    message: str
    traceback: str
    frames: List[Frame]
    stdout: str
    stderr: str
    output_cut: bool


class ExampleReport(TypedDict):
    """An example of the docstring, beside how it ended as a test case."""

    line: int
    source: str
    expected: Optional[str]
    """``None`` where the docstring says nothing of its output."""
    got: Optional[str]
    """``None`` as long as it has not ended."""


class CoverageReport(TypedDict):
    """Coverage of the program's ``code``, in coverage.py's terms."""

    executed_lines: List[int]
    missing_lines: List[int]
    executed_branches: List[Branch]
    missing_branches: List[Branch]


class Verdict(TypedDict):
    """What the engine decided about a run."""

    status: str
    official: Optional[str]
    cause: Optional[str]
    message: str
    module: Optional[str]
    frames: List[Frame]
    tests_run: int
    details: Dict[str, str]


@dataclass(frozen=True)
class Debug:
    """How the user's debugger comes into a run."""

    port: int
    """Of 127.0.0.1, where the debug adapter awaits the run's process."""
    debugpy: str
    """The directory that holds the package debugpy."""
    file: str
    """A file with the program's text, which the adapter knows the program by."""

    @property
    def needs(self) -> Tuple[str, ...]:
        """The directories that must stay readable when the run is shut in."""
        return (self.debugpy, os.path.dirname(self.file))


@dataclass(frozen=True)
class RunRequest:
    """One program to judge; see docs/engine-protocol.md."""

    run: str
    code: str
    test: str
    entry_point: str
    timeout_s: float
    coverage: bool
    mode: str = "tests"
    """One of `MODES`: what is run of the program."""
    only: Optional[Tuple[str, ...]] = None
    shuffle: Optional[int] = None
    """The seed of a random order of the test methods."""
    debug: Optional[Debug] = None

    @property
    def limit_s(self) -> float:
        """The time limit in force: there is none while a person steps through the program."""
        return math.inf if self.debug else self.timeout_s

    @property
    def program(self) -> str:
        """The text that is compiled, joined as the official evaluator joins it.

        Examples stand in the prompt, so they get no more than it and the solution bring along.
        """
        return self.code if self.mode == "examples" else self.code + "\n" + self.test


@dataclass(frozen=True)
class CancelRequest:
    run: str


@dataclass(frozen=True)
class InspectRequest:
    inspect: str
    modules: Tuple[str, ...]


@dataclass(frozen=True)
class PreloadRequest:
    modules: Mapping[str, float]
    """Each with the share of runs that import it, in the order of the import."""


Request = Union[RunRequest, CancelRequest, InspectRequest, PreloadRequest]


class RefusedError(Exception):
    """A request that does not fit the protocol; ``request`` is its id where one could be read."""

    def __init__(self, request: Optional[str], message: str) -> None:
        super().__init__(message)
        self.request = request
        self.message = message


def parse_request(line: Union[bytes, str]) -> Request:
    """Read one line as a request.

    Raises:
        RefusedError: naming the field that does not fit.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RefusedError(None, f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise RefusedError(None, "expected a JSON object")
    request = value.get("run", value.get("inspect"))
    fields = _Fields(value, request if isinstance(request, str) else None)
    kind = fields.text("type")
    if kind == "run":
        return RunRequest(
            run=fields.text("run"),
            code=fields.text("code"),
            test=fields.text("test"),
            entry_point=fields.text("entry_point"),
            timeout_s=fields.positive_number("timeout_s"),
            coverage=fields.boolean("coverage"),
            mode=fields.choice("mode", MODES),
            only=fields.texts("only") if "only" in value else None,
            shuffle=fields.whole_number("shuffle") if "shuffle" in value else None,
            debug=_debug(fields.fields("debug")) if "debug" in value else None,
        )
    if kind == "cancel":
        return CancelRequest(run=fields.text("run"))
    if kind == "inspect":
        return InspectRequest(inspect=fields.text("inspect"), modules=fields.texts("modules"))
    if kind == "preload":
        return PreloadRequest(modules=fields.shares("modules"))
    raise fields.refusal("type", "one of run, cancel, inspect, preload")


def _debug(fields: _Fields) -> Debug:
    return Debug(
        port=int(fields.positive_number("port")),
        debugpy=fields.text("debugpy"),
        file=fields.text("file"),
    )


class _Fields:
    """The fields of one request, each read as the kind of value that it must be."""

    def __init__(self, value: Dict[str, Any], request: Optional[str], within: str = "") -> None:
        self._value = value
        self._request = request
        self._within = within

    def fields(self, name: str) -> _Fields:
        value = self._value.get(name)
        if not isinstance(value, dict):
            raise self.refusal(name, "an object")
        return _Fields(value, self._request, f"{self._within}{name}.")

    def text(self, name: str) -> str:
        value = self._value.get(name)
        if not isinstance(value, str):
            raise self.refusal(name, "text")
        return value

    def texts(self, name: str) -> Tuple[str, ...]:
        value = self._value.get(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.refusal(name, "a list of texts")
        return tuple(value)

    def shares(self, name: str) -> Dict[str, float]:
        value = self._value.get(name)
        if not isinstance(value, dict) or not all(map(_is_share, value.values())):
            raise self.refusal(name, "an object of numbers above 0 and up to 1")
        return {key: float(share) for key, share in value.items()}

    def choice(self, name: str, choices: Sequence[str]) -> str:
        value = self._value.get(name)
        if not isinstance(value, str) or value not in choices:
            raise self.refusal(name, f"one of {', '.join(choices)}")
        return value

    def boolean(self, name: str) -> bool:
        value = self._value.get(name)
        if not isinstance(value, bool):
            raise self.refusal(name, "true or false")
        return value

    def positive_number(self, name: str) -> float:
        value: Any = self._value.get(name)
        if not _is_number(value) or not 0 < value < math.inf:
            raise self.refusal(name, "a number above 0")
        return float(value)

    def whole_number(self, name: str) -> int:
        value = self._value.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.refusal(name, "a whole number")
        return value

    def refusal(self, field: str, expected: str) -> RefusedError:
        return RefusedError(self._request, f'field "{self._within}{field}": expected {expected}')


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_share(value: Any) -> bool:
    return _is_number(value) and 0 < value <= 1
