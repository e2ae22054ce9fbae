"""Wrong solutions that try to be taken for right ones."""

from __future__ import annotations

from typing import Dict, Optional, Tuple

import pytest
from engine_client import EngineClient, harness

TEST = harness("self.assertEqual(task_func(1), 2)", "self.assertEqual(task_func(2), 3)")

FIND_TEST = """
def the_test():
    frame = sys._getframe()
    while not isinstance(frame.f_locals.get("self"), unittest.TestCase):
        frame = frame.f_back
    return frame.f_locals["self"]
"""

WALK = """
def walk(*roots):
    seen, queue = set(), list(roots)
    while queue:
        one = queue.pop()
        if id(one) in seen or isinstance(one, types.ModuleType):
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, dict):
            queue += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            queue += one
        else:
            queue += getattr(one, "__dict__", {}).values()
            queue += getattr(one, "__closure__", None) or ()
            queue += [getattr(one, name, None) for name in ("__self__", "func", "args")]
            try: queue.append(one.cell_contents)
            except (AttributeError, ValueError): pass
"""

FORGE = """
def forge(found):
    tokens = {one if isinstance(one, bytes) else one.encode("ascii", "replace") for one in found}
    tokens = {part for one in tokens for part in re.findall(rb"\\b[0-9a-f]{32,64}\\b", one)}
    for token in tokens:
        for report in (b'{"kind":"end","details":{},"duration_s":0,"replaced":null}',
                       b'{"kind":"done"}'):
            line = token + b" " + report + b"\\n"
            for fd in range(3, 32):
                try: os.write(fd, line)
                except OSError: pass
    if tokens: os._exit(0)
"""

HEAD = "import builtins, gc, inspect, io, os, re, signal, sys, threading, time, types, unittest\n"
WRONG = "def task_func(x):\n    return None\n"


def in_task(*lines: str) -> str:
    """A wrong solution that does something when it is called."""
    return "\n    ".join(["def task_func(x):", *lines, "return None"]) + "\n"


PROGRAMS: Dict[str, Tuple[str, ...]] = {
    # What decides about a test is replaced
    "TestCase.run": (
        WRONG + "unittest.TestCase.run = lambda self, result=None: result\n",
        "tampered",
    ),
    "TestCase.assertEqual": (WRONG + "unittest.TestCase.assertEqual = print\n", "tampered"),
    "unittest.TestCase": (
        WRONG + "class Fake(unittest.TestCase):\n    def assertEqual(self, *_): pass\n"
        "unittest.TestCase = Fake\n",
        "tampered",
    ),
    "the code of assertEqual": (
        WRONG + "unittest.TestCase.assertEqual.__code__ = (lambda self, *_, **__: None).__code__\n",
        "tampered",
    ),
    "the defaults of _baseAssertEqual": (
        WRONG + "unittest.TestCase._baseAssertEqual.__defaults__ = (1,)\n",
        "tampered",
    ),
    "_Outcome": (
        WRONG + "class Fake(unittest.case._Outcome):\n"
        "    @property\n    def success(self): return True\n"
        "    @success.setter\n    def success(self, value): pass\n"
        "unittest.case._Outcome = Fake\n",
        "tampered",
    ),
    "TestResult.addFailure": (
        WRONG + "for each in (unittest.TestResult, *unittest.TestResult.__subclasses__()):\n"
        "    each.addFailure = each.addError = lambda *_: None\n",
        "tampered",
    ),
    "AssertionError.__init__": (
        WRONG + "class Quiet(AssertionError): pass\n"
        "unittest.TestCase.failureException = Quiet\nbuiltins.AssertionError = Quiet\n",
        "tampered",
    ),
    "__import__": (
        WRONG + "real = builtins.__import__\n"
        "class Fake(unittest.TestCase):\n    def assertEqual(self, *_): pass\n"
        "class Unittest(types.ModuleType): TestCase = Fake\n"
        "def fake(name, *rest):\n"
        "    return Unittest('unittest') if name == 'unittest' else real(name, *rest)\n"
        "builtins.__import__ = fake\n",
        "tampered",
    ),
    "__import__, for a time": (
        WRONG + "real = builtins.__import__\n"
        "class Fake(unittest.TestCase):\n    def assertEqual(self, *_): pass\n"
        "class Unittest(types.ModuleType): TestCase = Fake\n"
        "def fake(name, *rest):\n"
        "    if name != 'unittest': return real(name, *rest)\n"
        "    builtins.__import__ = real\n"
        "    return Unittest('unittest')\n"
        "builtins.__import__ = fake\n",
        "tampered",
    ),
    "__build_class__": (
        WRONG + "real = builtins.__build_class__\n"
        "def build(body, name, *bases, **rest):\n"
        "    made = real(body, name, *bases, **rest)\n"
        "    if name == 'TestCases': made.test_1 = made.test_2 = lambda self: None\n"
        "    return made\n"
        "builtins.__build_class__ = build\n",
        "tampered",
    ),
    "the tests' own class": (
        FIND_TEST
        + in_task(
            "the_test().__class__ = type('T', (unittest.TestCase,), {"
            "'assertEqual': lambda *_: None, 'test_1': None, 'test_2': None})"
        ),
        "tampered",
        "assertion",
    ),
    "its assertions": (
        FIND_TEST + in_task("type(the_test()).assertEqual = lambda *_: None"),
        "tampered",
    ),
    "the next test": (
        FIND_TEST + "def task_func(x):\n"
        "    type(the_test()).test_2 = lambda self: None\n    return 2\n",
        "tampered",
    ),
    "the tests that there are": (
        WRONG + "real = unittest.TestLoader.getTestCaseNames\n"
        "unittest.TestLoader.testMethodPrefix = 'none'\n",
        "tampered",
    ),
    "an attribute of the class that it had not": (
        WRONG + "def find(self, name):\n"
        "    if name.startswith('assert'): return lambda *_: None\n"
        "    return object.__getattribute__(self, name)\n"
        "unittest.TestCase.__getattribute__ = find\n",
        "tampered",
    ),
    "a built-in function": (WRONG + "builtins.round = lambda *_: 0\n", "tampered"),
    "a built-in function of unittest's own": (
        WRONG + "unittest.case.round = lambda *_: 0\n",
        "tampered",
    ),
    "the assertions of one test case": (
        FIND_TEST + in_task("test = the_test()", "test.assertEqual = lambda *_: None"),
        "tampered",
    ),
    "the class of one test case": (
        FIND_TEST + in_task("test = the_test()", "test.__class__ = type('T', (type(test),), {})"),
        "tampered",
    ),
    "what the test case inherits": (
        FIND_TEST
        + "class Fake(unittest.TestCase):\n    def assertEqual(self, *_): pass\n"
        + in_task("type(the_test()).__bases__ = (Fake,)"),
        "tampered",
    ),
    "the code of the tests": (
        FIND_TEST + in_task("type(the_test()).test_2.__code__ = (lambda self: None).__code__"),
        "tampered",
    ),
    "how a type is compared": (
        FIND_TEST + "def task_func(x):\n"
        "    the_test()._type_equality_funcs[int] = lambda *_, **__: None\n    return 0\n",
        "tampered",
    ),
    "an exception that unittest takes for done": (
        "done = getattr(unittest.case, '_ShouldStop')\ndef task_func(x): raise done\n",
        "exception",
    ),
    "an outcome that expects a failure": (
        FIND_TEST + in_task("the_test()._outcome.expecting_failure = True"),
        "tampered",
    ),
    "the context in which a test runs": (
        "import contextlib\n" + WRONG + "manager = contextlib._GeneratorContextManager\n"
        "leave = manager.__exit__\n"
        "manager.__exit__ = lambda self, *_: leave(self, None, None, None) or True\n",
        "tampered",
    ),
    # Tests are let off
    "SkipTest": (
        "def task_func(x):\n    if x == 1: return 2\n    raise unittest.SkipTest\n",
        "tampered",
    ),
    "a result that skips when compared": (
        "class Skipping:\n    def __eq__(self, other): raise unittest.SkipTest\n"
        "def task_func(x): return 2 if x == 1 else Skipping()\n",
        "tampered",
    ),
    "a test that is skipped": (
        FIND_TEST + "def task_func(x):\n"
        "    type(the_test()).test_2.__unittest_skip__ = True\n    return 2\n",
        "tampered",
    ),
    "failures that are expected": (
        WRONG + "unittest.TestCase.__unittest_expecting_failure__ = True\n",
        "tampered",
    ),
    # What was noted is taken back, or nothing is noted
    "the list of failures": (
        FIND_TEST
        + in_task(
            "test = the_test()",
            "result = test._outcome.result",
            "test.addCleanup(result.failures.clear)",
            "test.addCleanup(result.errors.clear)",
        ),
        "assertion",
    ),
    "the outcome's result": (
        FIND_TEST
        + in_task(
            "outcome = the_test()._outcome",
            "outcome.result = unittest.TestResult()",
        ),
        "tampered",
        "assertion",
    ),
    "the result's own addFailure": (
        FIND_TEST + in_task("the_test()._outcome.result.addFailure = lambda *_: None"),
        "tampered",
    ),
    "the result's class": (
        FIND_TEST
        + in_task(
            "result = the_test()._outcome.result",
            "result.__class__ = type('R', (type(result),), {'addFailure': lambda *_: None})",
        ),
        "tampered",
    ),
    "good news of its own": (
        FIND_TEST + in_task("test = the_test()", "test._outcome.result.addSuccess(test)"),
        "tampered",
    ),
    "a note of its own": (
        FIND_TEST
        + in_task(
            "result = the_test()._outcome.result",
            "result._note('pass', None)",
            "result.addFailure = result.addError = lambda *_: None",
        ),
        "tampered",
    ),
    "a note of nothing": (
        FIND_TEST
        + in_task(
            "result = the_test()._outcome.result",
            "result._note('fail', None)",
            "result.addFailure = result.addError = lambda *_: None",
        ),
        "tampered",
    ),
    "a note of something else": (
        FIND_TEST + in_task("the_test()._outcome.result._note('fail', {'cause': 'fate'})"),
        "tampered",
    ),
    "milder news than a failure": (
        FIND_TEST + in_task("the_test()._outcome.result._note('expected_failure', None)"),
        "assertion",
    ),
    "tests ended by itself": (
        FIND_TEST
        + in_task(
            "test = the_test()",
            "result = test._outcome.result",
            "result.stopTest(test)",
            "for name in ('test_1', 'test_2'):",
            "    other = type(test)(name)",
            "    result.startTest(other); result.addSuccess(other); result.stopTest(other)",
        ),
        "tampered",
    ),
    "the rest left out": (
        FIND_TEST
        + "def task_func(x):\n    the_test()._outcome.result.shouldStop = True\n    return 2\n",
        "tampered",
    ),
    "a reporter that leaves failures out": (
        FIND_TEST + "class Quiet:\n"
        "    def __init__(self, real): self.real = real\n"
        "    def report(self, kind, **fields):\n"
        "        self.real.report('pass' if kind == 'note' else kind, **fields)\n"
        + in_task(
            "result = the_test()._outcome.result",
            "result._reporter = Quiet(result._reporter)",
        ),
        "tampered",
    ),
    # The token is looked for
    "frames": (
        WALK
        + FORGE
        + in_task(
            "found = []",
            "frame = sys._getframe()",
            "while frame:",
            "    found += walk(frame.f_locals)",
            "    frame = frame.f_back",
            "forge([one for one in found if isinstance(one, (bytes, str))])",
        ),
        "tampered",
        "assertion",
    ),
    "frames of other threads": (
        WALK + FORGE + "def look():\n"
        "    while True:\n"
        "        for frame in sys._current_frames().values():\n"
        "            while frame:\n"
        "                if frame.f_code.co_name == 'send_report':\n"
        "                    forge([v for v in frame.f_locals.values() if isinstance(v, bytes)])\n"
        "                frame = frame.f_back\n"
        "sys.setswitchinterval(1e-6)\n"
        "threading.Thread(target=look, daemon=True).start()\n" + WRONG,
        "tampered",
        "assertion",
    ),
    "all objects": (
        FORGE
        + in_task(
            "gc.unfreeze()",
            "found = []",
            "for one in gc.get_objects():",
            "    if isinstance(one, types.CellType):",
            "        try: found.append(one.cell_contents)",
            "        except ValueError: pass",
            "    elif type(one) in (list, tuple): found += one",
            "    elif type(one) is dict: found += one.values()",
            "forge([one for one in found if isinstance(one, bytes) and len(one) < 99])",
        ),
        "tampered",
        "assertion",
    ),
    "what a door leads to": (
        FIND_TEST + in_task("print(gc.get_referents(the_test()._outcome.result._reporter._send))"),
        "tampered",
    ),
    "a call with a failure inside": (
        # Whose traceback would show the frames of what was called.
        FIND_TEST + in_task("the_test()._outcome.result._reporter._send('note', object())"),
        "tampered",
    ),
    "memory": (
        in_task("open('/proc/self/mem', 'rb').close()"),
        "tampered",
    ),
    "memory by another path": (
        in_task("os.chdir('/proc/self')", "open(b'mem', 'rb').close()"),
        "tampered",
    ),
    "its own output": (
        FORGE + "def steal():\n"
        "    pipe = os.open('/proc/self/fd/1', os.O_RDONLY)\n"
        "    forge([os.read(pipe, 65536)])\n"
        "threading.Thread(target=steal, daemon=True).start()\n"
        + in_task("print('x' * 100, flush=True)", "time.sleep(0.1)"),
        "tampered",
        "assertion",
        "exit",
    ),
    "its own reports": (
        "def steal(fd):\n"
        "    os.read(os.open(f'/proc/self/fd/{fd}', os.O_RDONLY), 65536)\n"
        "    os._exit(0)\n"
        "for fd in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd') else ():\n"
        "    if not os.path.realpath(f'/proc/self/fd/{fd}').split('/')[-1].startswith('socket'):\n"
        "        continue\n"
        "    threading.Thread(target=steal, args=(fd,), daemon=True).start()\n"
        + in_task("time.sleep(0.1)"),
        "assertion",
    ),
    "an audit hook": (
        "found = []\n"
        "def hook(event, arguments):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        if frame.f_code.co_name == 'send_report': os._exit(0)\n"
        "        frame = frame.f_back\n"
        "sys.addaudithook(hook)\n" + WRONG,
        "assertion",
    ),
    "a trace function": (
        "def trace(frame, event, argument):\n"
        "    if frame.f_code.co_name == 'send_report': os._exit(0)\n"
        "    return trace\n"
        "sys.settrace(trace)\n" + WRONG,
        "tampered",
    ),
    "a trace function that jumps over an assertion": (
        FIND_TEST + "def jump(frame, event, argument):\n"
        "    if event == 'line' and frame.f_code.co_name.startswith('test_'):\n"
        "        frame.f_lineno = frame.f_lineno + 1\n"
        "    return jump\n"
        + in_task(
            "test = sys._getframe(1)",
            "test.f_trace = jump",
            "sys.settrace(jump)",
        ),
        "tampered",
    ),
    "a profiler": (
        "def look(frame, *_):\n"
        "    if frame.f_code.co_name == 'send_report': os._exit(0)\n"
        "sys.setprofile(look)\n" + WRONG,
        "assertion",
    ),
    "a profiler of all threads": (
        FORGE + "def profile(frame, *_):\n"
        "    if frame.f_code.co_name == 'send_report':\n"
        "        forge([v for v in frame.f_locals.values() if isinstance(v, bytes)])\n"
        "def look():\n"
        "    while True: threading.setprofile_all_threads(profile)\n"
        "sys.setswitchinterval(1e-6)\n"
        "if hasattr(threading, 'setprofile_all_threads'):\n"
        "    threading.Thread(target=look, daemon=True).start()\n" + WRONG,
        "tampered",
        "assertion",
    ),
    "a monitoring tool": (
        "def look(code, *_):\n"
        "    if code.co_name == 'send_report': os._exit(0)\n"
        "if hasattr(sys, 'monitoring'):\n"
        "    sys.monitoring.use_tool_id(3, 'tool')\n"
        "    sys.monitoring.register_callback(3, sys.monitoring.events.PY_START, look)\n"
        "    sys.monitoring.set_events(3, sys.monitoring.events.PY_START)\n" + WRONG,
        "assertion",
    ),
    # The process ends, or is doubled
    "an exit handler": ("import atexit\natexit.register(os._exit, 0)\n" + WRONG, "assertion"),
    "sys.exit": (in_task("sys.exit(0)"), "exit"),
    "SystemExit past unittest": (
        in_task(
            "signal.signal(signal.SIGALRM, lambda *_: sys.exit(0))",
            "signal.alarm(1)",
            "time.sleep(5)",
        ),
        "exit",
    ),
    "a fork that passes": (
        FIND_TEST + "def task_func(x):\n    return x + 1 if os.fork() == 0 else None\n",
        "assertion",
    ),
}


@pytest.mark.parametrize("case", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_forged_verdict_is_none(engine: EngineClient, case: Tuple[str, ...]) -> None:
    code, *causes = case
    verdict = engine.judge(HEAD + code, TEST)
    assert verdict["status"] == "fail", verdict
    assert verdict["cause"] in causes, verdict


def test_a_program_finds_no_other_in_its_memory() -> None:
    look = """
import gc
def task_func(x):
    gc.unfreeze()
    requests = [one for one in gc.get_objects() if type(one).__name__ == "RunRequest"]
    return sum("another" + "_answer" in one.code for one in requests)
"""
    other = "def task_func(x):\n    return 'another_answer'\n"
    with EngineClient(workers=2) as engine:
        before = engine.start(other, harness("time.sleep(0.5)"))
        looking = engine.start(look, harness("self.assertEqual(task_func(1), 0)"))
        engine.start(other, harness("pass"))
        assert engine.verdict(looking)["status"] == "pass"
        assert engine.verdict(before)["status"] == "pass"


RIGHT = "def task_func(x):\n    return x + 1\n"
IMPORTS = (
    "import asyncio, cProfile, ctypes, gc, os, sys, unittest\nfrom unittest.mock import patch\n"
)
CLASS = "class TestCases(unittest.TestCase):\n"
A_TEST = "    def test_1(self): self.assertEqual(task_func(1), 2)\n"

HONEST: Dict[str, Tuple[str, Optional[str]]] = {
    "its own run": (
        CLASS + A_TEST + "    def run(self, result=None): return super().run(result)\n",
        None,
    ),
    "its own assertions": (
        CLASS + A_TEST + "    def assertEqual(self, *args):\n"
        "        super().assertEqual(*args)\n        self.assertTrue(True)\n",
        None,
    ),
    "assertions of a base class": (
        "class Base(unittest.TestCase):\n"
        "    def assertEqual(self, *args): super().assertEqual(*args)\n"
        "class TestCases(Base):\n" + A_TEST,
        None,
    ),
    "coroutines": (
        "class TestCases(unittest.IsolatedAsyncioTestCase):\n"
        "    async def test_1(self):\n"
        "        await asyncio.sleep(0)\n"
        "        with self.subTest(x=1): self.assertEqual(task_func(1), 2)\n",
        None,
    ),
    "sub tests": (
        CLASS + "    def test_1(self):\n"
        "        for x in range(3):\n"
        "            with self.subTest(x=x): self.assertEqual(task_func(x), x + 1)\n",
        None,
    ),
    "comparisons of its own": (
        CLASS + "    def near(self, one, other, msg=None): self.assertAlmostEqual(one, other)\n"
        "    def setUp(self):\n"
        "        self.addTypeEqualityFunc(float, self.near)\n"
        "        self.addTypeEqualityFunc(int, 'near')\n"
        "        self.addTypeEqualityFunc(complex, lambda one, other, msg=None: None)\n"
        "    def test_1(self):\n"
        "        self.assertEqual(float(task_func(1)), 2 + 1e-9)\n"
        "        self.assertEqual(task_func(1), 2)\n",
        None,
    ),
    "a decorated class": (
        "@patch('os.getcwd', lambda: '/')\n" + CLASS + A_TEST,
        None,
    ),
    "a decorated test": (
        CLASS + "    @patch('builtins.open')\n    @patch('os.write', side_effect=OSError)\n"
        "    @patch('json.dumps')\n    @patch('time.perf_counter')\n"
        "    def test_1(self, *_): self.assertEqual(task_func(1), 2)\n",
        None,
    ),
    "a test for elsewhere": (
        CLASS + A_TEST + "    if not sys:\n        def test_2(self): 1 / 0\n",
        None,
    ),
    "a test of the same name": (CLASS + A_TEST + A_TEST, None),
    "a class that skips itself": (
        CLASS + A_TEST + "    @classmethod\n"
        "    def setUpClass(cls): raise unittest.SkipTest('no display')\n",
        "no_tests",
    ),
    "a class that is skipped": ("@unittest.skip('later')\n" + CLASS + A_TEST, "no_tests"),
    "settings of unittest": (
        CLASS + "    def test_1(self):\n        unittest.TestCase.maxDiff = None\n"
        "        type(self).longMessage = False\n        type(self).kept = 1\n",
        None,
    ),
    "observers left on": (
        CLASS + "    def test_1(self):\n        sys.settrace(lambda *_: None)\n"
        "    def test_2(self):\n        sys.setprofile(lambda *_: None)\n"
        "    def test_3(self):\n        sys.setprofile(None)\n        cProfile.Profile().enable()\n"
        "    def test_4(self): pass\n",
        None,
    ),
    "a look around": (
        CLASS + "    def test_1(self):\n"
        "        self.assertTrue(gc.get_objects() and gc.get_referents([1]))\n"
        "        class Same:\n            def __eq__(self, other): return True\n"
        "        gc.get_referents(Same())\n"
        "        self.assertTrue(gc.get_referrers(self) and sys._current_frames())\n"
        "        self.assertEqual(ctypes.string_at(ctypes.create_string_buffer(b'x')), b'x')\n"
        "        def f(): pass\n        f.__code__ = (lambda: 1).__code__\n",
        None,
    ),
}


@pytest.mark.parametrize("case", HONEST.values(), ids=HONEST.keys())
def test_an_honest_harness_is_not_accused(
    engine: EngineClient, case: Tuple[str, Optional[str]]
) -> None:
    test, cause = case
    verdict = engine.judge(RIGHT, IMPORTS + test)
    assert verdict["cause"] == cause, verdict
