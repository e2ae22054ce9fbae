"""Facts about the interpreter and the machine below it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from typing import Any, Dict, List, Optional

__all__ = ["disks", "interpreter"]


def interpreter() -> Dict[str, Any]:
    """What decides how libraries get into this interpreter."""
    return {
        "version": platform.python_version(),
        "executable": sys.executable,
        "prefix": sys.prefix,
        "platform": sys.platform,
        "virtual": sys.prefix != sys.base_prefix,
        "pip": importlib.util.find_spec("pip") is not None,
        "externally_managed": _is_externally_managed(),
        "search_path": [os.path.abspath(entry) for entry in sys.path if os.path.isdir(entry)],
        "memory_bytes": _memory(),
    }


def disks() -> List[Dict[str, Any]]:
    """The free room where runs work and where libraries are installed."""
    places = {"runs": tempfile.gettempdir(), "libraries": sys.prefix}
    return [
        {"use": use, "path": path, "free_bytes": shutil.disk_usage(path).free}
        for use, path in places.items()
    ]


def _is_externally_managed() -> bool:
    """Whether the system keeps pip from installing into it (PEP 668)."""
    marker = os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and os.path.exists(marker)


def _memory() -> Optional[int]:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
