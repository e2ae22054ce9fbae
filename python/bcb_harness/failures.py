"""What an exception tells about the program: its kind, its words and the program's own lines."""

from __future__ import annotations

import errno
import socket
import traceback
from types import CodeType, TracebackType
from typing import List, Optional, Tuple, Type, TypedDict, Union

from .protocol import Frame

__all__ = [
    "FILE_NAME",
    "ExcInfo",
    "Issue",
    "cut_text",
    "describe",
    "details_text",
    "is_of_program",
    "remark",
]

FILE_NAME = "__test__.py"
"""The program's file name in tracebacks; the official evaluator's."""

ExcInfo = Union[
    Tuple[Type[BaseException], BaseException, TracebackType],
    Tuple[None, None, None],
]
"""What unittest hands to a result."""

_NO_WAY = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
_LONGEST_TEXT = 256 * 1024
_FRAMES_AT_EACH_END = 25


class Issue(TypedDict):
    """What is told of one exception, or of a test that was skipped."""

    cause: str
    message: str
    module: Optional[str]
    """The module that an import did not find."""
    traceback: str
    frames: List[Frame]


def describe(error: Optional[BaseException]) -> Issue:
    """An exception as an issue."""
    if error is None:
        return remark("")
    message = _message(error)
    frames = _program_frames(error.__traceback__) or _syntax_frames(error)
    return {
        "cause": _cause(error),
        "message": message,
        "module": _missing_module(error),
        "traceback": _trimmed_traceback(frames, message),
        "frames": frames,
    }


def remark(text: str) -> Issue:
    """An issue without an exception."""
    return {
        "cause": "exception",
        "message": cut_text(text),
        "module": None,
        "traceback": "",
        "frames": [],
    }


def cut_text(text: str) -> str:
    """``text``, or its two ends with a note between them where it is too long to pass on."""
    if len(text) <= _LONGEST_TEXT:
        return text
    half = _LONGEST_TEXT // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters cut]\n{text[-half:]}"


def details_text(error: BaseException) -> str:
    """``str(error)``, as the official evaluator notes an error outside the tests."""
    try:
        return cut_text(str(error))
    except Exception:
        return f"<unprintable {type(error).__name__}>"


def _cause(error: BaseException) -> str:
    if isinstance(error, AssertionError):
        return "assertion"
    if isinstance(error, ImportError):
        return "import"
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, SystemExit):
        return "exit"
    return "network" if _wants_network(error) else "exception"


def _missing_module(error: BaseException) -> Optional[str]:
    # Whoever raises it can give anything for a name.
    name = error.name if isinstance(error, ImportError) else None
    return str(name) if isinstance(name, str) else None


def _wants_network(error: BaseException) -> bool:
    """Whether it comes from a connection that no network could be found for.

    Libraries wrap what the system told them, some several times over.
    """
    seen: List[BaseException] = []
    link: Optional[BaseException] = error
    while link is not None and link not in seen:
        if isinstance(link, socket.gaierror):
            if link.errno == socket.EAI_AGAIN:
                return True
        elif isinstance(link, OSError) and link.errno in _NO_WAY:
            return True
        seen.append(link)
        link = link.__cause__ or link.__context__
    return False


def _message(error: BaseException) -> str:
    try:
        lines = traceback.format_exception_only(type(error), error)
        if isinstance(error, SyntaxError) and error.filename == FILE_NAME:
            # What is wrong comes first: the frame says where, in place of the line with the file.
            lines = [lines[-1], *lines[1:-1]]
        text = "".join(lines)
    except Exception:
        text = f"{type(error).__name__}: <unprintable>"
    return cut_text(text.strip())


def is_of_program(code: CodeType) -> bool:
    """Whether a function stands in the program, or in a text that the program runs."""
    return code.co_filename == FILE_NAME or code.co_filename.startswith("<")


def _program_frames(trace: Optional[TracebackType]) -> List[Frame]:
    frames: List[Frame] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE_NAME:
            frames.append({"line": trace.tb_lineno, "function": code.co_name})
        trace = trace.tb_next
    if len(frames) > 2 * _FRAMES_AT_EACH_END:
        # Endless recursion: the ends tell the story.
        frames = frames[:_FRAMES_AT_EACH_END] + frames[-_FRAMES_AT_EACH_END:]
    return frames


def _syntax_frames(error: BaseException) -> List[Frame]:
    if isinstance(error, SyntaxError) and error.filename == FILE_NAME and error.lineno:
        return [{"line": error.lineno, "function": "<module>"}]
    return []


def _trimmed_traceback(frames: List[Frame], message: str) -> str:
    lines = [
        f'  File "{FILE_NAME}", line {frame["line"]}, in {frame["function"]}\n' for frame in frames
    ]
    return "Traceback (most recent call last):\n" + "".join(lines) + message + "\n"
