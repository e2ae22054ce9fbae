"""Speaks as one engine for a whole cluster: ``python cluster.py --scheduler tcp://HOST:PORT …``.

Runs in an environment of its own that has ``distributed`` (docs/cluster.md).
"""

import os
import sys

OLDEST = (3, 10)
EXIT_NO_CLUSTER = 5


def main() -> int:
    """Start the program, or say in a sentence what it lacks."""
    if sys.version_info < OLDEST:
        sys.stderr.write(f"A cluster needs Python 3.10 or newer, {sys.executable} is older.\n")
        return EXIT_NO_CLUSTER
    try:
        import distributed  # noqa: F401
    except ImportError:
        sys.stderr.write(
            f"{sys.executable} lacks “distributed”, which is to be of the cluster's version. "
            f'Install with: "{sys.executable}" -m pip install distributed\n'
        )
        return EXIT_NO_CLUSTER
    here = os.path.dirname(os.path.abspath(__file__))
    # Modules are sent to the workers by value, this one's neighbours with them.
    sys.path.insert(0, here)
    from bcb_cluster.main import main as run_cluster

    return run_cluster(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
