"""How the process of a run tells the engine what happens in it.

The program works in the same interpreter and can walk from object to object. So the token
that leads every report is kept where no object shows it, and reports are taken from the
harness' own functions alone; the good news on a test case only while the program has no
part in the call.
"""

from __future__ import annotations

import functools
import json
import json.encoder
import os
import signal
import sys
from types import CodeType, FrameType
from typing import (
    Any,
    Callable,
    Dict,
    FrozenSet,
    Iterable,
    List,
    NoReturn,
    Optional,
    Tuple,
    TypeVar,
)

from .exit_codes import EXIT_OUT_OF_MEMORY, EXIT_TAMPERED, EXIT_WITHOUT_REPORTS
from .onlookers import Onlookers
from .tripwire import hide, set_tripwire

__all__ = ["Reporter", "parse_report", "reports"]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Caller = Tuple[CodeType, Dict[str, Any]]
"""A function as its frames show it: the code and the globals, compared by identity."""

_reporting: List[_Caller] = []
# The kinds that make a pass. `unittest` reports them, called by the harness.
_FROM_UNITTEST: FrozenSet[str] = frozenset({"start", "pass", "test"})


def reports(function: _Function) -> _Function:
    """Let ``function``, one of the harness', send reports."""
    _reporting.append(_caller(function))
    return function


class Reporter:
    """Writes reports, one a line, each led by the run's token.

    Tests replace parts of ``os``, ``json`` and ``time``, some for their whole
    duration. So every function needed is taken from its module now, before the
    program's first line runs, and kept in this object: tools that patch modules
    look through globals and defaults, not through instances.
    """

    def __init__(
        self, send: Callable[[bytes], int], token: str, watched: bool, may_trace: bool
    ) -> None:
        self._getpid = os.getpid
        self._exit = os._exit
        self._own_pid = os.getpid()
        self._mask: Any = signal.pthread_sigmask if sys.platform != "win32" else None
        if sys.platform != "win32":
            self._block_all = (signal.SIG_BLOCK, signal.valid_signals())
            self._restore = signal.SIG_SETMASK
        busy = [False]
        self._send, self._trust_only, code = _sealed(send, token, busy)
        # Not with a debugger, which looks everywhere.
        self._onlookers = Onlookers(code) if watched else None
        if watched:
            set_tripwire((self._send, self._trust_only), busy, may_trace)

    def report(self, kind: str, **fields: Any) -> None:
        """Send one report; it has reached the engine's pipe when this returns."""
        before = self._mask(*self._block_all) if self._mask else None
        onlookers = self._onlookers.send_away() if self._onlookers else ()
        try:
            self._send(kind, fields)
        finally:
            for call_back in onlookers:
                call_back()
            if self._mask:
                self._mask(self._restore, before)

    def trust_only(self, bottom: FrameType, functions: Iterable[Callable[..., Any]]) -> None:
        """Have test cases reported only while ``bottom`` runs them by way of ``functions``."""
        self._trust_only(bottom, functions)

    def write(self, data: bytes, send: Callable[[bytes], int]) -> None:
        """Send all of ``data``; a signal handler of the program's cannot tear it apart."""
        self.leave_if_copied()
        before = self._mask(*self._block_all) if self._mask else None
        try:
            while data:
                data = data[send(data) :]
        except OSError:
            self._exit(EXIT_WITHOUT_REPORTS)
        finally:
            if self._mask:
                self._mask(self._restore, before)

    def deafen(self) -> None:
        """From now on no signal handler of the program's interrupts this thread."""
        while self._mask:
            try:
                self._mask(*self._block_all)
                return
            except BaseException:
                # A handler that was due before the mask held; those are few.
                continue

    def leave_if_copied(self) -> None:
        """End a process that the program forked and that came back into the harness."""
        if self._getpid() != self._own_pid:
            self.leave()

    def leave(self) -> NoReturn:
        """End this process at once: no exit handler, no waiting for the program's threads."""
        self._exit(0)
        raise AssertionError("unreachable")


def parse_report(line: bytes, token: bytes) -> Tuple[str, Any]:
    """The kind and the fields of a report.

    Raises:
        ValueError: the line was not written by the harness.
    """
    given, _, text = line.partition(b" ")
    if given != token:
        raise ValueError("not led by the run's token")
    value = json.loads(text)
    return value["kind"], value


def _sealed(
    send: Callable[[bytes], int], token: str, busy: List[bool]
) -> Tuple[Any, Any, CodeType]:
    """What sends a report, what says who may have one sent on a test case, the former's code.

    While a report is sent no function of Python's is called, so that no frame of the
    program's comes to stand above one that knows the token; and no exception leaves that
    would carry such a frame.
    """
    lead = token.encode("ascii") + b" "
    door, reporting = _caller(Reporter.report), tuple(_reporting)
    bottom: Optional[FrameType] = None
    between: Tuple[_Caller, ...] = ()
    own_pid = os.getpid()
    frame_at, getpid, leave = sys._getframe, os.getpid, os._exit
    # What `json.dumps` uses, without the parts of it that are Python's.
    ascii_text: Any = json.encoder.c_encode_basestring_ascii  # type: ignore[attr-defined]
    make_encoder: Any = json.encoder.c_make_encoder  # type: ignore[attr-defined]
    encode = make_encoder(None, None, ascii_text, None, ":", ",", False, False, True)
    joined = "".join

    def send_report(kind: str, fields: Dict[str, Any]) -> None:
        try:
            if getpid() != own_pid:
                leave(0)
            busy[0] = True
            frame: Any = frame_at(1)
            if frame.f_code is not door[0] or frame.f_globals is not door[1]:
                leave(EXIT_TAMPERED)
            frame, trusted = frame.f_back, reporting
            while True:
                for code, names in trusted:
                    if frame.f_code is code and frame.f_globals is names:
                        break
                else:
                    leave(EXIT_TAMPERED)
                frame, trusted = frame.f_back, between
                if kind not in _FROM_UNITTEST or frame is bottom:
                    break
            fields["kind"] = kind
            data = lead + joined(encode(fields, 0)).encode("ascii") + b"\n"
            while data:
                data = data[send(data) :]
            busy[0] = False
        except OSError:
            leave(EXIT_WITHOUT_REPORTS)
        except MemoryError:
            leave(EXIT_OUT_OF_MEMORY)
        except BaseException:
            leave(EXIT_TAMPERED)

    def trust_only(frame: FrameType, functions: Iterable[Callable[..., Any]]) -> None:
        nonlocal bottom, between
        if bottom is not None:
            leave(EXIT_TAMPERED)
        bottom, between = frame, tuple(_caller(function) for function in functions)

    return _opaque(send_report), _opaque(trust_only), send_report.__code__


def _caller(function: Any) -> _Caller:
    return function.__code__, function.__globals__


def _opaque(function: Callable[..., None]) -> Callable[..., None]:
    """``function`` as an object that does not show it, and that nothing else leads to."""
    # A cache of no entries, written in C, calls what it was made for and keeps it to itself.
    door = functools.lru_cache(maxsize=0)(function)
    del door.__wrapped__
    hide(function)
    return door
