"""Brings the harness to machines that do not have it: a zip file, unpacked once."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import zipfile

__all__ = ["pack", "unpack"]

_ENTRY = "engine.py"
_PACKAGE = "bcb_harness"


def pack(directory: str) -> bytes:
    """The harness that is in ``directory``, as a zip file."""
    names = [_ENTRY]
    for folder, _, files in os.walk(os.path.join(directory, _PACKAGE)):
        paths = (os.path.join(folder, file) for file in files if file.endswith(".py"))
        names += sorted(os.path.relpath(path, directory) for path in paths)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.write(os.path.join(directory, name), name)
    return packed.getvalue()


def unpack(packed: bytes, parent: str) -> str:
    """Unpack into a directory below ``parent`` that is named by the content; returns it."""
    directory = os.path.join(parent, f"bcb-{hashlib.sha256(packed).hexdigest()[:16]}")
    if os.path.isdir(directory):
        return directory
    # Beside it first: another worker of this machine must not take half of it for all.
    with tempfile.TemporaryDirectory(prefix="bcb-", dir=parent) as beside:
        whole = os.path.join(beside, "whole")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(whole)
        try:
            os.rename(whole, directory)
        except OSError:
            # The other may have been faster.
            if not os.path.isdir(directory):
                raise
    return directory
