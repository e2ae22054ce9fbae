"""Programs that try to get away with something, or simply go very wrong, for tests and bench/soak.

Each has a ``code`` or a ``test``, or both, and the ``cause`` that its verdict must name or the
``causes`` of which it may name any; a cause of ``None`` is a pass.
"""

from __future__ import annotations

from typing import Any, Dict

from engine_client import harness

__all__ = ["BOMB", "CODE", "HOG", "PASSING", "PRINTER", "PROGRAMS", "TRUTHFUL"]

CODE = "def task_func(x):\n    return x + 1\n"
PASSING = harness("self.assertEqual(task_func(1), 2)")

PROGRAMS: Dict[str, Dict[str, Any]] = {
    "os._exit with success": {"test": harness("os._exit(0)"), "cause": "exit"},
    "os._exit at import": {"code": "import os\nos._exit(0)\n", "cause": "exit"},
    "SystemExit in setUp": {
        "test": PASSING + "    def setUp(self): sys.exit(0)\n",
        "cause": "exit",
    },
    "a segmentation fault": {"test": harness("ctypes.string_at(0)"), "cause": "crash"},
    "an abort": {"test": harness("os.abort()"), "cause": "crash"},
    "suicide": {"test": harness("os.kill(os.getpid(), 9)"), "cause": "crash"},
    "an alarm": {"test": harness("signal.alarm(1)\ntime.sleep(10)"), "cause": "crash"},
    "deep recursion": {
        # Through C, whose stack is limited. Newer Pythons raise RecursionError even then.
        "test": harness("sys.setrecursionlimit(10 ** 9)\ndef f(_): sorted([0], key=f)\nf(0)"),
        "causes": {"crash", "exception"},
    },
    "closing every descriptor": {
        "test": harness("os.closerange(0, 1024)\ntime.sleep(5)"),
        "cause": "tampered",
    },
    "closing every descriptor and passing": {
        "test": harness("os.closerange(0, 1024)"),
        "cause": "tampered",
    },
    "writing into every descriptor": {
        "test": harness(
            "for fd in range(3, 64):\n"
            '    try: os.write(fd, b\'{"kind": "done"}\\n\')\n'
            "    except OSError: pass\n"
            "self.fail()"
        ),
        "cause": "tampered",
    },
    "replacing unittest": {
        "code": "import unittest\nunittest.TestCase.assertEqual = lambda *_: None\n",
        "test": harness("self.assertEqual(1, 2)"),
        "cause": "tampered",
    },
    "replacing AssertionError": {
        "code": CODE + "import builtins\nbuiltins.AssertionError = type('A', (Exception,), {})\n",
        "cause": "tampered",
    },
    "chdir into a directory that is gone": {
        "test": harness("os.mkdir('gone')\nos.chdir('gone')\nos.rmdir('../gone')"),
        "cause": None,
    },
    "removing its own directory": {
        "test": harness("import shutil\nshutil.rmtree(os.getcwd())"),
        "cause": None,
    },
    "input()": {
        "test": harness("with self.assertRaises(EOFError): input('? ')"),
        "cause": None,
    },
    "a thread that never ends": {
        "test": harness("threading.Thread(target=time.sleep, args=(999,)).start()"),
        "cause": None,
    },
    "a fork that comes back": {"test": harness("os.fork()", "os.fork()"), "cause": None},
    "a handler that raises everywhere": {
        "test": harness(
            "def ring(*_): raise ValueError('ring')\n"
            "signal.signal(signal.SIGALRM, ring)\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)\n"
            "time.sleep(1)"
        ),
        # By where the first ring falls: in the test, or in the harness, which it then breaks.
        "causes": {"exception", "tampered"},
    },
    "time, os and json replaced for good": {
        "code": CODE + "import json, os, time\n"
        "os.write = os.getpid = json.dumps = time.perf_counter = time.monotonic = None\n",
        "test": "import unittest\n\nclass TestCases(unittest.TestCase):\n"
        "    def test_1(self): self.assertEqual(task_func(1), 2)\n",
        "cause": None,
    },
    "a daemon that keeps writing": {
        "test": harness(
            "if os.fork() == 0:\n"
            "    os.setsid()\n"
            "    if os.fork() == 0:\n"
            "        while True: time.sleep(0.01)\n"
            "    os._exit(0)\n"
            "os.wait()"
        ),
        "cause": None,
    },
    "huge output": {"test": harness("print('x' * 10_000_000)"), "cause": None},
    "a huge message": {"test": harness("self.fail('x' * 5_000_000)"), "cause": "assertion"},
    "a file of 10 GB": {
        "test": harness(
            "with open('big', 'wb') as file:\n    file.seek(10 << 30)\n    file.write(b'x')"
        ),
        "cause": "exception",
    },
    "a file too large": {
        "test": harness(
            "with self.assertRaises(OSError):\n"
            "    with open('big', 'wb') as file: file.truncate(1 << 40)"
        ),
        "cause": None,
    },
}

TRUTHFUL: Dict[str, Dict[str, Any]] = {
    "a right solution": {"cause": None},
    "a wrong solution": {"code": "def task_func(x):\n    return x\n", "cause": "assertion"},
    "a solution that raises": {"code": "def task_func(x):\n    1 / 0\n", "cause": "exception"},
    "a missing module": {"code": "import no_such_module\n" + CODE, "cause": "import"},
}

HOG = "def task_func(x):\n    kept.append(b'x' * 1000)\nkept = []\n"
"""Takes a little more memory with each call, and keeps it."""

BOMB = harness(
    "def bomb():\n    while True:\n        try: os.fork()\n        except OSError: pass\nbomb()"
)
"""Has no end of processes."""

PRINTER = harness("while True: print('x' * 100_000)")
"""Has no end of output."""
