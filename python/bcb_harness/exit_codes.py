"""The exit codes by which the harness says why a run's process has ended.

A program that leaves with one of them gains nothing: no exit code is a pass.
"""

from __future__ import annotations

__all__ = [
    "EXIT_OUT_OF_MEMORY",
    "EXIT_TAMPERED",
    "EXIT_TOO_MANY_PROCESSES",
    "EXIT_WITHOUT_REPORTS",
]

EXIT_WITHOUT_REPORTS = 117
"""The process could no longer report."""

EXIT_TOO_MANY_PROCESSES = 118
"""The run was ended for its number of processes."""

EXIT_TAMPERED = 119
"""The program has reached into the harness."""

EXIT_OUT_OF_MEMORY = 120
"""No memory was left to say so in a report."""
