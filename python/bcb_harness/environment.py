"""The environment in which the official evaluator runs programs."""

from __future__ import annotations

import os
import time

__all__ = ["prepare_environment"]

_VARIABLES = {
    "TZ": "UTC",
    # One thread each also keeps this process without threads, which forking needs.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
}


def prepare_environment() -> None:
    """Set it for this process and all that it starts."""
    os.environ.update(_VARIABLES)
    if hasattr(time, "tzset"):
        time.tzset()
