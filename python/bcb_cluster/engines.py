"""Which of the workers' engines give the same verdicts, and what they are together.

Sent to the workers by value.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any, Dict, Sequence

__all__ = ["differences", "likeness", "most_common", "resource_of", "together"]

Engine = Dict[str, Any]
"""An engine's ``ready``, with the ``versions`` of the packages in its interpreter."""

# May differ from machine to machine. The fingerprint of the packages holds times of files.
_OWN = frozenset({"type", "workers", "isolation", "memory_mib", "packages"})
_WEAKEST_FIRST = ("limits", "landlock", "namespaces")


def likeness(engine: Engine) -> Dict[str, Any]:
    """What two engines have in common if they give the same verdicts."""
    python = {name: value for name, value in engine["python"].items() if name != "executable"}
    return {
        **{name: value for name, value in engine.items() if name not in _OWN},
        "python": python,
    }


def resource_of(session: str, engine: Engine) -> str:
    """The Dask resource that the workers with such engines have, and their runs ask for."""
    return f"{session}-{_digest(likeness(engine))}"


def most_common(engines: Sequence[Engine]) -> Engine:
    """One of the kind that can do most runs at once."""
    runs: Counter[str] = Counter()
    for engine in engines:
        runs[_digest(likeness(engine))] += engine["workers"]
    return max(engines, key=lambda engine: runs[_digest(likeness(engine))])


def together(engines: Sequence[Engine]) -> Dict[str, Any]:
    """The ``ready`` of like engines as one: as isolated as the least of them."""
    ready = {**engines[0], "packages": _digest(engines[0]["versions"])}
    del ready["versions"]
    ready["workers"] = sum(engine["workers"] for engine in engines)
    ready["isolation"] = min(
        (engine["isolation"] for engine in engines),
        key=lambda isolation: _WEAKEST_FIRST.index(isolation["level"]),
    )
    limits = [engine["memory_mib"] for engine in engines if engine["memory_mib"] is not None]
    ready["memory_mib"] = min(limits, default=None)
    return ready


def differences(engine: Engine, expected: Engine) -> str:
    """How an engine differs from what is expected, in words."""
    found, wanted = _flat(likeness(engine)), _flat(likeness(expected))
    names = sorted(name for name in {**found, **wanted} if found.get(name) != wanted.get(name))
    return ", ".join(
        f"{name} is {found.get(name, 'missing')} and not {wanted.get(name, 'missing')}"
        for name in names
    )


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _flat(value: Dict[str, Any]) -> Dict[str, Any]:
    """Without the inner levels: their names say enough, `numpy` for example."""
    flat: Dict[str, Any] = {}
    for name, inner in value.items():
        flat.update(_flat(inner) if isinstance(inner, dict) else {name: inner})
    return flat
