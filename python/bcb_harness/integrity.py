"""Notices a program that bends unittest instead of passing its tests."""

from __future__ import annotations

import builtins
import sys
import unittest
from types import CodeType, FunctionType
from typing import Any, Iterable, Iterator, List, Mapping, Optional, Tuple, Type

from .failures import FILE_NAME

__all__ = ["Integrity"]

# What decides about a test, where it is loaded when the run begins.
_MODULES = (
    "unittest",
    "unittest.case",
    "unittest.loader",
    "unittest.mock",
    "unittest.result",
    "unittest.suite",
    "unittest.util",
    "numpy.testing",
    "pandas.testing",
    *(f"{__package__}.{name}" for name in ("failures", "observer", "program", "reporter")),
)
_BUILTINS = ("AssertionError", "__build_class__", "__import__", "isinstance", "issubclass")
# Of what a test case inherits, this is meant to be overridden, by whomever.
_FIXTURES = frozenset(
    {"__init__", "id", "setUp", "setUpClass", "shortDescription", "tearDown", "tearDownClass"}
)


_RUNNERS = ("__call__", "_addSkip", "run")
_NOTHING: Mapping[str, object] = {}


class Integrity:
    """Remembers what decides about a test, to be compared with what there is later."""

    def __init__(self) -> None:
        self._modules = [(name, sys.modules[name]) for name in _MODULES if name in sys.modules]
        self._kept: List[Tuple[Any, str, str, object]] = []
        self._keep(builtins, "builtins", _BUILTINS)
        self.runners = _runners(
            unittest.BaseTestSuite, unittest.TestSuite, unittest.TestCase, unittest.case
        )
        """The functions by way of which a test case is run."""
        for name, module in self._modules:
            parts = {key: value for key, value in vars(module).items() if _decides(value)}
            self._keep(module, name, parts)
            for part in parts.values():
                if isinstance(part, type) and part.__module__ == name:
                    self._keep_class(part)
        self._foreign: Optional[str] = None

    def violation(self) -> Optional[str]:
        """What has been replaced; ``None`` if nothing has."""
        for name, module in self._modules:
            if sys.modules.get(name) is not module:
                return name
        for owner, owner_name, name, value in self._kept:
            if vars(owner).get(name) is not value:
                return f"{owner_name}.{name}"
        return self._foreign

    def watch(self, test_cases: Type[unittest.TestCase], program: CodeType, last_line: int) -> None:
        """Remember the program's test cases, whose harness begins after ``last_line``, as well."""
        own = {id(code) for code in _codes(program) if code.co_firstlineno > last_line}
        for owner in test_cases.__mro__:
            if owner is unittest.TestCase:
                break
            # With what it does not have now and could come to have.
            self._keep_class(owner, vars(unittest.TestCase))
            self.runners += _runners(owner)
            for name, value in vars(owner).items():
                code = getattr(value, "__code__", None)
                if (
                    name not in _FIXTURES
                    and hasattr(unittest.TestCase, name)
                    and isinstance(code, CodeType)
                    and id(code) not in own
                    # A library may well bring test cases of its own.
                    and (code.co_filename == FILE_NAME or code.co_filename.startswith("<"))
                ):
                    self._foreign = f"{owner.__name__}.{name}"

    def _keep_class(self, owner: type, inherited: Mapping[str, object] = _NOTHING) -> None:
        # Not plain values: a test may well set `unittest.TestCase.maxDiff`.
        names = {name for name, value in vars(owner).items() if _decides(value)}
        names |= {name for name, value in inherited.items() if _decides(value)} - _FIXTURES
        self._keep(owner, owner.__qualname__, names)

    def _keep(self, owner: Any, owner_name: str, names: Iterable[str]) -> None:
        self._kept += [(owner, owner_name, name, vars(owner).get(name)) for name in names]


def _runners(*owners: Any) -> List[FunctionType]:
    found = [vars(owner).get(name) for owner in owners for name in _RUNNERS]
    return [function for function in found if isinstance(function, FunctionType)]


def _decides(value: object) -> bool:
    return isinstance(value, (FunctionType, type, classmethod, staticmethod, property))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of everything that is defined within ``code``."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
