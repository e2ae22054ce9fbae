"""Short texts that change with what verdicts depend on here beside the program."""

from __future__ import annotations

import hashlib
import os
from typing import Iterator, Sequence, Tuple

__all__ = ["harness_fingerprint", "packages_fingerprint"]

_DIGITS = 16
# What installers leave of each package: written once, unlike the package's own directory, in which
# a first import makes a __pycache__.
_METADATA = (".dist-info", ".egg-info")


def packages_fingerprint(search_path: Sequence[str]) -> str:
    """Changes whenever a package is installed, replaced or removed.

    It reads names and times, and no file. So it does not see what someone edits
    within a package, one that is installed as editable included.

    Args:
        search_path: ``sys.path`` as it is before anything has added to it.
    """
    digest = hashlib.sha256()
    for place in search_path:
        digest.update(_line(place, ""))
        for name, changed in sorted(_entries(place)):
            digest.update(_line(name, changed))
    return digest.hexdigest()[:_DIGITS]


def harness_fingerprint() -> str:
    """Changes with our own code: verdicts of another version of it are not ours."""
    package = os.path.dirname(os.path.abspath(__file__))
    digest = hashlib.sha256()
    for name in sorted(os.listdir(package)):
        if name.endswith(".py"):
            with open(os.path.join(package, name), "rb") as file:
                digest.update(_line(name, "") + file.read())
    return digest.hexdigest()[:_DIGITS]


def _entries(place: str) -> Iterator[Tuple[str, str]]:
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_file() or entry.name.endswith(_METADATA):
                    yield entry.name, str(entry.stat().st_mtime_ns)
                elif entry.name != "__pycache__":
                    yield entry.name, ""
    except NotADirectoryError:
        # An archive that modules are imported from.
        yield "", str(os.stat(place).st_mtime_ns)
    except OSError:
        # Python goes on without it as well.
        return


def _line(name: str, changed: str) -> bytes:
    return f"{name}\0{changed}\n".encode("utf-8", "surrogateescape")
