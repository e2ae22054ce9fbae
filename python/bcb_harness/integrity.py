"""Notices a program that bends unittest instead of passing its tests."""

from __future__ import annotations

import builtins
import sys
import unittest
from typing import List, Optional, Tuple

__all__ = ["Integrity"]

_CLASSES = (
    unittest.TestCase,
    unittest.BaseTestSuite,
    unittest.TestSuite,
    unittest.TestResult,
    unittest.TestLoader,
)


class Integrity:
    """Remembers what decides about a test, to be compared once the tests have ended."""

    def __init__(self) -> None:
        # Functions only: a test may well set `unittest.TestCase.maxDiff`.
        self._kept: List[Tuple[type, str, object]] = [
            (owner, name, value)
            for owner in _CLASSES
            for name, value in vars(owner).items()
            if callable(value) or isinstance(value, (classmethod, staticmethod))
        ]
        self._assertion_error = AssertionError

    def violation(self) -> Optional[str]:
        """What has been replaced; ``None`` if nothing has."""
        if sys.modules.get("unittest") is not unittest:
            return "unittest"
        if getattr(builtins, "AssertionError", None) is not self._assertion_error:
            return "AssertionError"
        for owner, name, value in self._kept:
            if vars(owner).get(name) is not value:
                return f"unittest.{owner.__name__}.{name}"
        return None
