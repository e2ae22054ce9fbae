"""Runs samples through the official evaluator.

    python peer_evaluation.py TASKS.jsonl SAMPLES.jsonl WORKERS SECONDS > VERDICTS.jsonl

Prints a line for each sample, in their order: task_id, status, details. The evaluator
(the PyPI package bigcodebench) has to be importable; SECONDS takes the place of its time limit.
"""

import json
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor

import bigcodebench.eval as evaluator

MIB_OF_MEMORY = 30 * 1024
MIB_OF_STACK = 10


def check(row, solution, seconds):
    # It adds a second to the greatest of three limits: a constant of its own, which the
    # environment cannot change as it would be text, and two arguments.
    evaluator.TIMEOUT_LIMIT = 0
    status, details = evaluator.untrusted_check(
        solution,
        row["test"],
        row["entry_point"],
        MIB_OF_MEMORY,
        MIB_OF_MEMORY,
        MIB_OF_STACK,
        min_time_limit=seconds - 1,
        gt_time_limit=0,
    )
    return {"task_id": row["task_id"], "status": status, "details": details}


def let_go(fd):
    """Keep this process, and what solutions leave running, from holding on to our output."""
    os.close(fd)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (1, 2):
        os.dup2(nothing, standard)


def end_leftovers():
    """The evaluator leaves a process running for each solution that ends its own."""
    if os.getpgrp() == os.getpid():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main(tasks, samples, workers, seconds):
    rows = {row["task_id"]: row for row in read(tasks)}
    verdicts = open(os.dup(1), "w", encoding="utf-8")
    with ProcessPoolExecutor(
        int(workers), initializer=let_go, initargs=[verdicts.fileno()]
    ) as pool:
        futures = [
            pool.submit(check, rows[sample["task_id"]], sample["solution"], float(seconds))
            for sample in read(samples)
        ]
        for future in futures:
            print(json.dumps(future.result()), file=verdicts, flush=True)
    end_leftovers()


if __name__ == "__main__":
    main(*sys.argv[1:])
