"""Imports one library: ``python trial.py DIRECTORY``, in which ``names`` is a JSON list.

Its first name is the library. A name is a module (``os.path``), or what is imported or read of one
(``os.path:join``, ``pandas:DataFrame.from_dict``). Each is written to ``answers`` in the directory
before it is looked for: what stands there last is what ended the interpreter.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
import types
from typing import Any, Optional, TextIO


def main(directory: str) -> None:
    """Look for the names and write what came of it."""
    # What a library imports is found as a task finds it, never beside this file.
    del sys.path[0]
    with open(os.path.join(directory, "names"), encoding="utf-8") as file:
        names = json.load(file)
    library = names[0]
    with open(os.path.join(directory, "answers"), "w", encoding="utf-8") as file:
        began = time.perf_counter()
        for name in names:
            _tell(file, importing=name)
            error = _look_for(name)
            if error is None:
                continue
            missing = isinstance(error, ModuleNotFoundError) and error.name == library
            _tell(file, failed=name, message=_described(error), missing=missing)
            if name == library:
                return
        origin = getattr(sys.modules[library], "__file__", None)
        _tell(file, seconds=time.perf_counter() - began, origin=origin)


def _look_for(name: str) -> Optional[BaseException]:
    module, _, attributes = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for attribute in attributes.split(".") if attributes else ():
            # What objects have may depend on what was done with them, and some even claim a class.
            if not issubclass(type(found), (types.ModuleType, type)):
                break
            found = _attribute(found, attribute)
    except BaseException as error:
        # A library may even raise SystemExit.
        return error
    return None


def _attribute(found: Any, name: str) -> Any:
    try:
        return getattr(found, name)
    except AttributeError:
        if not isinstance(found, types.ModuleType):
            raise
        # Not imported yet: a submodule.
        below = f"{found.__name__}.{name}"
        try:
            return importlib.import_module(below)
        except ModuleNotFoundError as error:
            if error.name not in (below, found.__name__):
                raise
        raise


def _described(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _tell(file: TextIO, **fields: Any) -> None:
    file.write(json.dumps(fields) + "\n")
    file.flush()


if __name__ == "__main__":
    main(sys.argv[1])
