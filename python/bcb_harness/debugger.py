"""Lets the user's debugger into the process of a run, by debugpy.

The debug adapter listens in a process of the host. The run connects to it before it is shut in,
while it can still reach it, and takes the connection along.
"""

from __future__ import annotations

import importlib
import os
import socket
import sys
from typing import Any

from .failures import FILE_NAME
from .protocol import Debug

__all__ = ["Debugger"]


class Debugger:
    """A connection to the debug adapter, through which the user comes to control this process."""

    def __init__(self, debug: Debug) -> None:
        """Connect, and start no thread yet: a process with threads cannot enter namespaces.

        Raises:
            OSError: the adapter is not there any more.
        """
        self._debug = debug
        self._connection = socket.create_connection(("127.0.0.1", debug.port))

    def attach(self) -> None:
        """Hand this thread to the debugger; return once the user's breakpoints are set."""
        # The last to be searched, and kept, as parts of the debugger are imported when needed.
        sys.path.append(self._debug.debugpy)
        debugpy = importlib.import_module("debugpy")
        # A process that the program starts could not reach the adapter.
        debugpy.configure(subProcess=False)
        self._prepare_pydevd()
        debugpy.connect(("127.0.0.1", self._debug.port))
        debugpy.wait_for_client()

    def _prepare_pydevd(self) -> None:
        """Two things that debugpy's own interface has no words for."""
        pydevd: Any = importlib.import_module("pydevd")
        paths: Any = importlib.import_module("pydevd_file_utils")
        pydevd.start_client = lambda *_: self._connection
        # The program keeps its name, which tracebacks show, and the debugger finds its text.
        file = self._debug.file
        paths.NORM_PATHS_AND_BASE_CONTAINER[FILE_NAME] = (
            file,
            paths.normcase(file),
            os.path.basename(file),
        )
