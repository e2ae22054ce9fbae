"""Notices a program that bends unittest instead of passing its tests."""

from __future__ import annotations

import builtins
import sys
import unittest
from types import CodeType, FunctionType
from typing import Any, FrozenSet, Iterable, Iterator, List, Mapping, Optional, Tuple, Type

from .failures import is_of_program

__all__ = ["Integrity"]

# What decides about a test, where it is loaded when the run begins.
_MODULES = (
    "contextlib",
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
_BUILTINS = (
    *("AssertionError", "__build_class__", "__import__", "isinstance", "issubclass"),
    *("abs", "all", "any", "getattr", "hasattr", "iter", "len", "list", "max", "min", "next"),
    *("repr", "round", "set", "sorted", "str", "sum", "tuple", "type", "zip"),
)
# What a class of unittest's has not and would be ruled by.
_RULES = ("__getattr__", "__getattribute__", "__init_subclass__", "__new__", "__setattr__")
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
            # With the built-in functions that it could come to have of its own.
            self._keep(module, name, {*parts, *_BUILTINS})
            for part in parts.values():
                if isinstance(part, type) and part.__module__ == name:
                    self._keep_class(part)
        self._keep(unittest.case, "unittest.case", ("_ShouldStop",))
        self._assertions = [
            name
            for name, value in vars(unittest.TestCase).items()
            if _decides(value) and name.startswith(("_", "assert", "fail"))
        ]
        self._comparisons = dict(vars(unittest.TestCase())["_type_equality_funcs"])
        self._own: FrozenSet[int] = frozenset()
        self._codes: List[Tuple[FunctionType, CodeType]] = []
        self._test_cases: Optional[type] = None
        self._bases: Tuple[type, ...] = ()
        self._foreign: Optional[str] = None

    def violation(self) -> Optional[str]:
        """What has been replaced; ``None`` if nothing has."""
        for name, module in self._modules:
            if sys.modules.get(name) is not module:
                return name
        for owner, owner_name, name, value in self._kept:
            if vars(owner).get(name) is not value:
                return f"{owner_name}.{name}"
        for function, code in self._codes:
            if function.__code__ is not code:
                return function.__qualname__
        if self._test_cases and self._test_cases.__mro__ != self._bases:
            return f"what {self._test_cases.__name__} inherits"
        return self._foreign

    def violation_of(self, test: unittest.TestCase) -> Optional[str]:
        """What has been replaced in one test case, or for all."""
        if self._test_cases and type(test) is not self._test_cases:
            return f"the class of {test}"
        own = vars(test)
        replaced = next((name for name in self._assertions if name in own), None)
        if replaced is None and not self._compares_as_meant(own):
            replaced = "way to compare"
        return f"the test case's {replaced}" if replaced else self.violation()

    def _compares_as_meant(self, own: Mapping[str, Any]) -> bool:
        """Whether each type is compared by what unittest or the harness has named for it."""
        for kind, how in own["_type_equality_funcs"].items():
            if how is self._comparisons.get(kind):
                continue
            # A method may be named.
            function = getattr(self._test_cases, how, None) if type(how) is str else how
            if id(getattr(function, "__code__", None)) not in self._own or how in own:
                return False
        return True

    def watch(self, test_cases: Type[unittest.TestCase], program: CodeType, last_line: int) -> None:
        """Remember the program's test cases, whose harness begins after ``last_line``, as well."""
        self._test_cases, self._bases = test_cases, test_cases.__mro__
        self._own = frozenset(
            id(code) for code in _codes(program) if code.co_firstlineno > last_line
        )
        for owner in test_cases.__mro__:
            if owner is unittest.TestCase:
                break
            # With what it does not have now and could come to have.
            self._keep_class(owner, vars(unittest.TestCase))
            self.runners += _runners(owner)
            for name, value in vars(owner).items():
                self._keep_codes(value)
                code = getattr(value, "__code__", None)
                if (
                    name not in _FIXTURES
                    and hasattr(unittest.TestCase, name)
                    and isinstance(code, CodeType)
                    and id(code) not in self._own
                    # A library may well bring test cases of its own.
                    and is_of_program(code)
                ):
                    self._foreign = f"{owner.__name__}.{name}"

    def _keep_class(self, owner: type, inherited: Mapping[str, object] = _NOTHING) -> None:
        # Not plain values: a test may well set `unittest.TestCase.maxDiff`.
        names = {name for name, value in vars(owner).items() if _decides(value)}
        names |= {name for name, value in inherited.items() if _decides(value)} - _FIXTURES
        names |= {*_RULES}
        self._keep(owner, owner.__qualname__, names)

    def _keep_codes(self, value: object) -> None:
        while isinstance(value, FunctionType):
            self._codes.append((value, value.__code__))
            # What a decorator has put a function of its own around.
            value = vars(value).get("__wrapped__")

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
