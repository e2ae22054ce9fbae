"""Imports libraries in processes of their own and says what came of it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set

__all__ = ["Failure", "ImportCheck", "Importer"]

_TRIAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "trial.py")
_LONGEST_WORDS = 300


@dataclasses.dataclass(frozen=True)
class Failure:
    """A name that could not be imported although the library could."""

    name: str
    message: str


@dataclasses.dataclass(frozen=True)
class ImportCheck:
    """What importing a library came to."""

    state: str
    """``ok``, ``missing``, ``fails``, ``crashes`` or ``hangs``."""
    message: str = ""
    origin: Optional[str] = None
    seconds: Optional[float] = None
    failures: Sequence[Failure] = ()


class Importer:
    """Runs the processes, and ends those that still work when it is told to stop."""

    def __init__(self, limit: float) -> None:
        """``limit``: the seconds that the imports of one library may take."""
        self._limit = limit
        self._running: Set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def check(self, library: str, names: Sequence[str]) -> ImportCheck:
        """Import ``library``, then each of ``names``, see `trial`."""
        with tempfile.TemporaryDirectory(prefix="bcb-doctor") as directory:
            answers = os.path.join(directory, "answers")
            with open(os.path.join(directory, "names"), "w", encoding="utf-8") as file:
                json.dump([library, *names], file)
            with open(os.path.join(directory, "errors"), "w+b") as errors:
                code = self._run(directory, errors.fileno())
                errors.seek(0)
                last_words = _last_line(errors.read().decode("utf-8", "replace"))
            return _judge(library, list(_read(answers)), code, last_words, self._limit)

    def stop(self) -> None:
        """End every process; nothing is started any more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _kill(process)

    def _run(self, directory: str, errors: int) -> Optional[int]:
        """The exit code, or none where the time was up."""
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                [sys.executable, _TRIAL, directory],
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
            self._running.add(process)
        try:
            return process.wait(self._limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # Also what the import has started and left behind.
            _kill(process)
            process.wait()
            with self._lock:
                self._running.discard(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _read(path: str) -> Iterator[Dict[str, Any]]:
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            with contextlib.suppress(ValueError):
                yield json.loads(line)


def _judge(
    library: str,
    answers: List[Dict[str, Any]],
    code: Optional[int],
    last_words: str,
    limit: float,
) -> ImportCheck:
    failures = [
        Failure(each["failed"], each["message"][:_LONGEST_WORDS])
        for each in answers
        if "failed" in each
    ]
    if failures and failures[0].name == library:
        missing = answers[-1].get("missing") is True
        return ImportCheck("missing" if missing else "fails", failures[0].message)
    if answers and "seconds" in answers[-1]:
        end = answers[-1]
        return ImportCheck("ok", "", end["origin"], end["seconds"], failures)
    importing = [each["importing"] for each in answers if "importing" in each]
    what = "importing " + (importing[-1] if importing else library)
    if code is None:
        return ImportCheck("hangs", f"{what} did not end within {limit:g} s")
    message = f"{what} ended the interpreter with {_described(code)}"
    return ImportCheck("crashes", f"{message}: {last_words}" if last_words else message)


def _described(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"signal {-code}"


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip()[:_LONGEST_WORDS] if lines else ""
