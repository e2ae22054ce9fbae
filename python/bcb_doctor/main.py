"""Reads the request and answers it line by line."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict

from bcb_harness.environment import prepare_environment

from .data import find_data
from .distributions import distributions_by_module
from .imports import Importer
from .surroundings import disks, interpreter

__all__ = ["main"]

_EXIT_STOPPED = 1


def main() -> int:
    """Answer the request on the first line of standard input; end early when the input ends."""
    request = json.loads(sys.stdin.buffer.readline())
    # Libraries are imported in the same surroundings as in a run.
    prepare_environment()
    _tell("interpreter", **interpreter(), disks=disks())
    for tool in request["tools"]:
        _tell("tool", name=tool, path=shutil.which(tool))
    for each in request["data"]:
        _tell("data", **each, path=find_data(each["library"], each["name"]))
    importer = Importer(request["import_limit_s"])
    threading.Thread(target=_stop_with_input, args=(importer,), daemon=True).start()
    _check_libraries(request["libraries"], request["workers"], importer)
    _tell("done")
    return 0


def _check_libraries(libraries: Dict[str, Any], workers: int, importer: Importer) -> None:
    distributions = distributions_by_module()

    def check(library: str) -> None:
        found = importer.check(library, libraries[library])
        _tell(
            "library",
            name=library,
            state=found.state,
            message=found.message,
            origin=found.origin,
            import_s=found.seconds,
            failures=[failure.__dict__ for failure in found.failures],
            distributions=[each._asdict() for each in distributions.get(library, [])],
        )

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(check, libraries):
            pass


def _stop_with_input(importer: Importer) -> None:
    """The host holds our input open for as long as it wants the answer."""
    # Unbuffered: the interpreter's own end must not find this thread within a buffer.
    while os.read(0, 1024):
        pass
    importer.stop()
    os._exit(_EXIT_STOPPED)


_telling = threading.Lock()


def _tell(kind: str, **fields: Any) -> None:
    line = json.dumps({"type": kind, **fields})
    with _telling:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
