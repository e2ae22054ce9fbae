"""Which installed distributions a top-level module belongs to."""

from __future__ import annotations

import importlib.metadata
from typing import Dict, Iterable, List, NamedTuple, Set

__all__ = ["Distribution", "distributions_by_module"]


class Distribution(NamedTuple):
    """A distribution as pip lists it."""

    name: str
    version: str


def distributions_by_module() -> Dict[str, List[Distribution]]:
    """The installed distributions by the top-level modules that they bring.

    Python 3.11's ``packages_distributions`` does this; older ones have no such function, or pass
    over what was installed without a ``top_level.txt``.
    """
    found: Dict[str, List[Distribution]] = {}
    seen: Set[str] = set()
    for each in importlib.metadata.distributions():
        name = each.metadata["Name"]
        # Of two on the path, the first is the one that is imported.
        if not isinstance(name, str) or name.lower() in seen:
            continue
        seen.add(name.lower())
        for module in _modules_of(each):
            found.setdefault(module, []).append(Distribution(name, each.version))
    return found


def _modules_of(distribution: importlib.metadata.Distribution) -> Iterable[str]:
    named = (distribution.read_text("top_level.txt") or "").split()
    if named:
        return named
    return {
        file.parts[0].split(".")[0]
        for file in distribution.files or ()
        if file.suffix in {".py", ".so", ".pyd"} and file.parts[0] != ".."
    }
