"""Runs canonical solutions through the official evaluator, as its ground-truth check does.

    python peer_ground_truth.py TASKS.jsonl WORKERS > VERDICTS.jsonl

Prints a line for each task as it ends: task_id, status, details, seconds. The evaluator
(the PyPI package bigcodebench) has to be importable; its limits are its own defaults.
"""

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from bigcodebench.eval import untrusted_check

MIB_OF_MEMORY = 30 * 1024
MIB_OF_STACK = 10


def check(row):
    began = time.monotonic()
    status, details = untrusted_check(
        row["complete_prompt"] + "\n" + row["canonical_solution"],
        row["test"],
        row["entry_point"],
        MIB_OF_MEMORY,
        MIB_OF_MEMORY,
        MIB_OF_STACK,
    )
    seconds = time.monotonic() - began
    return {
        "task_id": row["task_id"],
        "status": status,
        "details": sorted(details),
        "seconds": seconds,
    }


def main(path, workers):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    with ProcessPoolExecutor(max_workers=int(workers)) as pool:
        for future in as_completed([pool.submit(check, row) for row in rows]):
            print(json.dumps(future.result()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
