"""Runs programs on end in one engine, most of them hostile, and watches what becomes of it.

    npm run bench:soak -- [--python PATH] [--runs 2000] [--isolation-at-most LEVEL] [--launch WAY]

PATH is the Python of the engine. Prints, before, at ten points on the way and after, the
engine's resident memory, descriptors, processes below it and directories of runs, and every
verdict that named another cause than the program deserves. Needs Linux, and no packages.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "test" / "python"))

from engine_client import EngineClient, descendants, harness
from hostile_programs import BOMB, CODE, HOG, PASSING, PRINTER, PROGRAMS, TRUTHFUL

MIB_OF_MEMORY = 512
WORKERS = 2
QUEUED = 2 * WORKERS
POINTS = 10
# A machine that has other work may need long to count the processes of two bombs at once.
LONG_SECONDS = 60
# As often as each hostile program; half of all runs are truthful.
COSTLY = {
    "a fork bomb": {"test": BOMB, "cause": "crash", "timeout_s": LONG_SECONDS},
    "a memory hog": {
        "code": HOG,
        "test": harness("while True: task_func(1)"),
        "cause": "memory",
        "timeout_s": LONG_SECONDS,
    },
    "an endless printer": {"test": PRINTER, "cause": "output", "timeout_s": LONG_SECONDS},
    "an endless loop": {"test": harness("while True: pass"), "cause": "timeout", "timeout_s": 0.5},
}


def programs(runs):
    """The names and the programs of so many runs, in an order that is always the same."""
    hostile = [*PROGRAMS.items(), *COSTLY.items()]
    truthful = list(TRUTHFUL.items())
    mixed = [pair for turn, one in enumerate(hostile) for pair in (one, truthful[turn % 4])]
    many = [mixed[turn % len(mixed)] for turn in range(runs)]
    random.Random(0).shuffle(many)
    return many


def state(engine, scratch):
    """What the engine uses, once no run is left."""
    pid = engine.process.pid
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii").split("VmRSS:")[1]
    return {
        "MiB": round(int(status.split()[0]) / 1024, 1),
        "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
        "processes": len(descendants(pid)),
        "directories": len(os.listdir(scratch)),
    }


def show(done, engine, scratch):
    # A finished run's directory is removed after its verdict, and a spare starts after it too.
    engine.judge(CODE, PASSING)
    time.sleep(1)
    figures = "  ".join(f"{value:>7} {name}" for name, value in state(engine, scratch).items())
    print(f"{done:>6} runs  {figures}", flush=True)


def soak(engine, scratch, runs):
    """Run them all; the verdicts that are not what they should be."""
    show(0, engine, scratch)
    wrong, waiting = [], []

    def take():
        name, program, run = waiting.pop(0)
        verdict = engine.verdict(run)
        causes = program.get("causes", {program.get("cause")})
        if verdict["cause"] not in causes:
            wrong.append(f"{name}: {verdict['cause']}, {verdict['message']}")

    for done, (name, program) in enumerate(programs(runs), start=1):
        test, timeout = program.get("test", PASSING), program.get("timeout_s", 10)
        run = engine.start(program.get("code", CODE), test, timeout_s=timeout)
        waiting.append((name, program, run))
        if len(waiting) == QUEUED:
            take()
        if done % max(1, runs // POINTS) == 0:
            while waiting:
                take()
            show(done, engine, scratch)
    while waiting:
        take()
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--isolation-at-most", default="namespaces")
    parser.add_argument("--launch", default="fork")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        options = ["--scratch", scratch, "--memory", str(MIB_OF_MEMORY)]
        options += ["--isolation-at-most", arguments.isolation_at_most]
        client = EngineClient(
            *options,
            python=arguments.python,
            workers=WORKERS,
            launch=arguments.launch,
            patience_s=2 * LONG_SECONDS,
        )
        with client as engine:
            print(f"isolation {engine.ready['isolation']['level']}, {arguments.launch}")
            began = time.monotonic()
            wrong = soak(engine, scratch, arguments.runs)
            print(f"{time.monotonic() - began:.0f} s, wrong causes: {len(wrong)}")
            for line in wrong:
                print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
