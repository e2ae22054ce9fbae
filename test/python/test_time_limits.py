"""What counts towards the time limit and what does not; runs that are cancelled."""

from __future__ import annotations

import time

from engine_client import EngineClient, harness

CODE = "def task_func(x):\n    return x + 1\n"
PASSING = harness("self.assertEqual(task_func(1), 2)")


def test_a_test_that_does_not_end(engine: EngineClient) -> None:
    began = time.monotonic()
    test = harness("pass", "print('waiting')\nwhile True: pass", "pass")
    verdict = engine.judge(CODE, test, timeout_s=0.5)
    assert time.monotonic() - began < 2.5
    assert [verdict[name] for name in ("status", "official", "cause")] == ["timeout"] * 3
    assert verdict["message"] == "test_2 was still running at the limit of 0.5 s"
    assert verdict["tests_run"] == 1
    assert 0.5 <= verdict["duration_s"] < 2
    assert [test["status"] for test in verdict.tests.values()] == ["pass", "error"]
    assert verdict.tests["test_2"]["stdout"] == "waiting\n"


def test_a_program_cannot_ask_for_more_time(engine: EngineClient) -> None:
    body = (
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "while True:\n"
        "    try: time.sleep(1)\n"
        "    except BaseException: pass"
    )
    assert engine.judge(CODE, harness(body), timeout_s=0.5)["status"] == "timeout"


def test_imports_do_not_count_as_the_tests_time(engine: EngineClient) -> None:
    code = "import time\ntime.sleep(0.6)\n" + CODE
    verdict = engine.judge(code, harness("time.sleep(0.6)"), timeout_s=1)
    assert verdict["status"] == "pass"
    assert 0.6 <= verdict["duration_s"] < 1
    assert verdict["startup_s"] >= 0.6


def test_where_the_time_goes(engine: EngineClient) -> None:
    code = "import time\ntime.sleep(0.2)\n" + CODE
    busy = "loop = 'import time\\nwhile time.process_time() < 0.2: pass'\n"
    busy += "subprocess.run([sys.executable, '-c', loop], check=True)\n"
    busy += "while time.process_time() < 0.2: pass"
    verdict = engine.judge(code, harness("time.sleep(0.3)", busy))
    times = verdict["times"]
    assert 0.2 <= times["imports_s"] <= verdict["startup_s"] - times["launch_s"] + 1e-6
    assert times["tests_cpu_s"] >= 0.2
    assert times["launch_s"] > 0 and times["ending_s"] > 0 and times["coverage_s"] == 0


def test_times_that_never_came_are_0(engine: EngineClient) -> None:
    assert set(engine.judge("1 / 0\n", PASSING)["times"].values()) == {0}
    times = engine.judge(CODE, harness("while True: pass"), timeout_s=0.5)["times"]
    assert times["launch_s"] > 0
    assert times["ending_s"] == times["tests_cpu_s"] == 0


def test_imports_have_a_limit_of_their_own(engine: EngineClient) -> None:
    verdict = engine.judge("while True: pass\n" + CODE, PASSING, timeout_s=0.5)
    assert (verdict["status"], verdict["cause"]) == ("timeout", "timeout")
    assert verdict["message"] == "The imports reached the limit of 0.5 s"
    assert (verdict["tests_run"], verdict["duration_s"]) == (0, 0)


def test_a_working_run_is_cancelled_at_once(engine: EngineClient) -> None:
    run = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
    engine.next_event("started", run=run)
    began = time.monotonic()
    engine.send({"type": "cancel", "run": run})
    engine.next_event("cancelled", run=run)
    assert time.monotonic() - began < 1


def test_a_waiting_run_is_cancelled_without_being_started() -> None:
    with EngineClient(workers=1) as engine:
        first = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
        second = engine.start(CODE, PASSING)
        engine.send({"type": "cancel", "run": second})
        engine.next_event("cancelled", run=second)
        engine.send({"type": "cancel", "run": first})
        engine.next_event("cancelled", run=first)
        third = engine.start(CODE, PASSING)
        assert engine.verdict(third)["status"] == "pass"


def test_cancelling_what_is_unknown_or_over_says_nothing(engine: EngineClient) -> None:
    run = engine.start(CODE, PASSING)
    engine.verdict(run)
    engine.send({"type": "cancel", "run": run})
    engine.send({"type": "cancel", "run": "nobody"})
    assert engine.judge(CODE, PASSING)["status"] == "pass"


def test_only_as_many_runs_at_once_as_there_are_workers() -> None:
    with EngineClient(workers=1) as engine:
        runs = [engine.start(CODE, harness("time.sleep(0.2)")) for _ in range(3)]
        began = time.monotonic()
        for run in runs:
            assert engine.verdict(run)["status"] == "pass"
        assert time.monotonic() - began > 0.4
