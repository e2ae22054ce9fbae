"""Has this process' memory in few large pages, so that a fork has few of them to account for.

Most of what a fork of a process with large libraries costs, and its end once more, is
one entry for each page of 4 KiB.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Iterator, Tuple

from .linux import call

__all__ = ["use_huge_pages"]

# Since Linux 6.1; whatever is not to be had stays as it is.
_MADV_COLLAPSE = 25
_HUGE = 2 * 1024 * 1024


def use_huge_pages() -> None:
    """Gather the pages of this process' own data, wherever a large page has room."""
    for start, end in _areas_of_data():
        first, last = -(-start // _HUGE) * _HUGE, end // _HUGE * _HUGE
        if first < last:
            with contextlib.suppress(OSError):
                call(
                    "madvise",
                    ctypes.c_void_p(first),
                    ctypes.c_size_t(last - first),
                    _MADV_COLLAPSE,
                )


def _areas_of_data() -> Iterator[Tuple[int, int]]:
    """The writable areas of memory that show no file."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as lines:
        for area, access, _, _, _, *name in [line.split() for line in lines]:
            if access == "rw-p" and name in ([], ["[heap]"]):
                start, end = area.split("-")
                yield int(start, 16), int(end, 16)
