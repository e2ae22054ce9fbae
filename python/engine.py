"""Starts the engine: ``python engine.py --workers 2``.

The syntax of this one file is understood by every Python, so that one which is
too old says so in a sentence rather than with a SyntaxError.
"""

import os
import sys

OLDEST = (3, 8)
EXIT_TOO_OLD = 3


def main():  # type: ignore[no-untyped-def]  # annotations are too new for an old Python
    if sys.version_info < OLDEST:
        sys.stderr.write(
            "The engine needs Python 3.8 or newer; %s is Python %d.%d.\n"
            % (sys.executable, sys.version_info[0], sys.version_info[1])
        )
        return EXIT_TOO_OLD
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    from bcb_harness.main import main as run_engine

    # Code under test must not find our files by importing: the package is loaded
    # and knows its own path, so nothing here needs the entry any more.
    sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != os.path.realpath(here)]
    return run_engine(sys.argv[1:])


# multiprocessing's "spawn" imports this file again in the processes that a program starts.
if __name__ == "__main__":
    sys.exit(main())  # type: ignore[no-untyped-call]
