"""Engines shared by tests, and the Pythons of this machine."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from typing import Dict, Iterator, List, Tuple

import pytest
from engine_client import EngineClient

_OLDEST = (3, 8)
_NEWEST = (3, 13)


def _interpreters() -> List[str]:
    """One Python of each supported version that runs here, this one first."""
    minors = range(_OLDEST[1], _NEWEST[1] + 1)
    candidates = [sys.executable]
    candidates += [path for path in (shutil.which(f"python3.{minor}") for minor in minors) if path]
    candidates += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python")))
    found: Dict[Tuple[int, int], str] = {}
    for path in candidates:
        version = _version(path)
        if _OLDEST <= version <= _NEWEST:
            found.setdefault(version, path)
    return list(found.values())


def _version(path: str) -> Tuple[int, int]:
    code = "import sys; print(*sys.version_info[:2])"
    answer = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
    parts = answer.stdout.split()
    # A version manager's stand-in for a Python that is not chosen answers nothing.
    return (int(parts[0]), int(parts[1])) if len(parts) == 2 else (0, 0)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "interpreter" in metafunc.fixturenames:
        metafunc.parametrize("interpreter", _interpreters(), scope="session")


LIMITS = ("--isolation-at-most", "limits")


@pytest.fixture(
    scope="session",
    params=[("fork",), ("fork", *LIMITS), ("spawn",)],
    ids=["fork", "fork-limits", "spawn"],
)
def engine(request: pytest.FixtureRequest) -> Iterator[EngineClient]:
    """An engine that many tests share, as users' runs do: none may disturb the next.

    It isolates as well as the machine lets it, and once no better than every system can.
    """
    launch, *options = request.param
    with EngineClient(*options, launch=launch) as client:
        yield client


@pytest.fixture(scope="session", params=["fork", "spawn"])
def shut_in(request: pytest.FixtureRequest) -> Iterator[EngineClient]:
    """An engine that shuts runs into namespaces."""
    with EngineClient(launch=request.param) as client:
        if client.ready["isolation"]["level"] != "namespaces":
            pytest.skip(client.ready["isolation"]["reason"])
        yield client


@pytest.fixture
def own_engine() -> Iterator[EngineClient]:
    """An engine of the test's own."""
    with EngineClient() as client:
        yield client
