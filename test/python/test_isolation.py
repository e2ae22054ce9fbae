"""What namespaces keep from a run, and the run from everything else."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterator, List

import pytest
from engine_client import (
    ENGINE,
    PATIENCE_SECONDS,
    EngineClient,
    await_rest,
    descendants,
    harness,
)
from hostile_programs import BOMB

from bcb_harness.isolation import Isolation, choose_isolation
from bcb_harness.linux import children_of
from bcb_harness.scratch import Scratch

CODE = "def task_func(x):\n    return x + 1\n"
PASSING = harness("self.assertEqual(task_func(1), 2)")


def passes(engine: EngineClient, body: str, **fields: Any) -> str:
    """What a test prints that passes."""
    verdict = engine.judge(CODE, harness(body), **fields)
    assert verdict["status"] == "pass", [test["message"] for test in verdict.tests.values()]
    printed: str = verdict.tests["test_1"]["stdout"]
    return printed


@pytest.fixture
def listener() -> Iterator[int]:
    """The port of a server outside."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


# Files


def test_two_runs_at_once_do_not_see_each_other_s_temporary_files(shut_in: EngineClient) -> None:
    body = (
        "import glob, tempfile\n"
        "for place in ('/tmp', '/dev/shm', tempfile.gettempdir(), '.'):\n"
        "    with open(place + '/met', 'x'): pass\n"
        "self.assertEqual(os.listdir('/var/tmp'), os.listdir('/tmp'))\n"
        "time.sleep(0.5)\n"
        "self.assertEqual(len(glob.glob(os.path.dirname(os.path.dirname(os.getcwd())) + '/*')), 1)"
    )
    runs = [shut_in.start(CODE, harness(body)) for _ in range(2)]
    for verdict in [shut_in.verdict(run) for run in runs]:
        assert verdict["status"] == "pass", verdict.tests
    left = [place + "/met" for place in ("/tmp", "/var/tmp", "/dev/shm")]
    assert [path for path in left if os.path.exists(path)] == []


def test_temporary_directories_are_empty(shut_in: EngineClient) -> None:
    body = (
        "import tempfile\n"
        "self.assertEqual(os.listdir(tempfile.gettempdir()), [])\n"
        "self.assertEqual(os.listdir('.'), [])\n"
        "self.assertEqual(os.listdir('/dev/shm'), [])"
    )
    passes(shut_in, body)


def test_the_home_directory_is_hidden(shut_in: EngineClient, tmp_path: Path) -> None:
    # The interpreter may live there, so it need not be empty, but files of one's own are not there.
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "id").write_text("secret")
    launch = shut_in.ready["launch"]
    path = os.pathsep.join([str(home), str(tmp_path), os.environ["PATH"]])
    with EngineClient(launch=launch, environment={"HOME": str(home), "PATH": path}) as engine:
        body = (
            "home = os.path.expanduser('~')\n"
            f"self.assertEqual(home, {str(home)!r})\n"
            "self.assertEqual(os.listdir(home), [])"
        )
        passes(engine, body)


def test_libraries_can_unpack_into_the_cache_directory(shut_in: EngineClient) -> None:
    body = (
        "cache = os.environ['XDG_CACHE_HOME']\n"
        "with open(os.path.join(cache, 'unpacked'), 'x') as file: file.write('data')"
    )
    passes(shut_in, body)
    # And each run into its own.
    passes(shut_in, body)


def test_matplotlib_finds_its_list_of_fonts(shut_in: EngineClient, tmp_path: Path) -> None:
    cache = tmp_path / ".cache" / "matplotlib"
    cache.mkdir(parents=True)
    (cache / "fontlist-v1.json").write_text("{}")
    environment = {"HOME": str(tmp_path), "XDG_CACHE_HOME": "", "MPLCONFIGDIR": ""}
    with EngineClient(launch=shut_in.ready["launch"], environment=environment) as engine:
        body = (
            "config = os.environ['MPLCONFIGDIR']\n"
            "self.assertEqual(os.listdir(config), ['fontlist-v1.json'])\n"
            "open(config + '/fontlist-v1.json', 'w').close()"
        )
        passes(engine, body)
    assert (cache / "fontlist-v1.json").read_text() == "{}"


def test_nothing_outside_can_be_written_to(shut_in: EngineClient) -> None:
    names = ["/", "/etc", "/usr", "/var", "/home", "/root", "/run", "/dev", "/sys", "/proc"]
    names += [os.path.dirname(os.__file__), str(ENGINE.parent), sys.prefix]
    body = (
        f"for name in {names!r}:\n"
        "    with self.assertRaises(OSError, msg=name): open(name + '/bcb_written', 'w')\n"
        "with self.assertRaises(OSError): os.makedirs('/no/such/place/ever')\n"
        "with self.assertRaises(OSError): os.remove(os.__file__)\n"
        "self.assertNotEqual(os.getuid(), 0)\n"
        "status = open('/proc/self/status').read()\n"
        "self.assertIn('CapEff:\\t0000000000000000', status)\n"
        "self.assertIn('NoNewPrivs:\\t1', status)"
    )
    passes(shut_in, body)


def test_devices_are_those_that_harm_nobody(shut_in: EngineClient) -> None:
    body = (
        "import pty, multiprocessing\n"
        "kinds = {name: os.stat(f'/dev/{name}').st_mode & 0o170000\n"
        "         for name in os.listdir('/dev')}\n"
        "self.assertNotIn(0o060000, kinds.values())\n"
        "with open('/dev/null', 'w') as null: null.write('nothing')\n"
        "self.assertEqual(len(open('/dev/urandom', 'rb').read(4)), 4)\n"
        "pty.openpty()\n"
        "multiprocessing.Lock()\n"
        "with self.assertRaises(OSError): open('/proc/sys/kernel/core_pattern', 'w')"
    )
    passes(shut_in, body)


def test_mounts_cannot_be_undone(shut_in: EngineClient) -> None:
    body = (
        "libc = ctypes.CDLL(None)\n"
        "def attempt():\n"
        "    for path in (b'/tmp', b'/root', b'/home', b'/proc'): libc.umount2(path, 2)\n"
        "    libc.mount(b'none', b'/', None, ctypes.c_ulong(32 | 4096), None)\n"
        "attempt()\n"
        "libc.unshare(0x10020000)\n"
        "attempt()\n"
        "with self.assertRaises(OSError): open('/written', 'w')\n"
        f"self.assertFalse(os.path.exists({__file__!r}) and {__file__!r}.startswith('/tmp/'))"
    )
    passes(shut_in, body)


# Processes


def test_other_processes_are_out_of_sight(shut_in: EngineClient) -> None:
    body = (
        "pids = sorted(int(name) for name in os.listdir('/proc') if name.isdigit())\n"
        "self.assertEqual(pids, [1, os.getpid()])\n"
        f"with self.assertRaises(OSError): os.kill({shut_in.process.pid}, 0)"
    )
    passes(shut_in, body)


def test_killing_everything_in_reach_harms_nobody_else(shut_in: EngineClient) -> None:
    other = shut_in.start(CODE, harness("time.sleep(1)"))
    body = (
        "for pid in (1, -1):\n"
        "    try: os.kill(pid, 9)\n"
        "    except (PermissionError, ProcessLookupError): pass"
    )
    passes(shut_in, body)
    assert shut_in.verdict(other)["status"] == "pass"


def test_a_detached_daemon_ends_with_its_run(shut_in: EngineClient) -> None:
    body = (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "        os.closerange(0, 64)\n"
        "        os.execvp('sleep', ['sleep', '987654'])\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "time.sleep(0.1)"
    )
    passes(shut_in, body)
    await_rest(shut_in)
    commands = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "sleep 987654" not in commands.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted on Linux only")
def test_a_fork_bomb_is_ended(engine: EngineClient) -> None:
    began = time.monotonic()
    verdict = engine.judge(CODE, BOMB, timeout_s=5)
    assert time.monotonic() - began < 7
    assert (verdict["status"], verdict["cause"]) == ("fail", "crash"), verdict["message"]
    assert "more than 512 processes" in verdict["message"]
    assert engine.judge(CODE, PASSING)["status"] == "pass"
    await_rest(engine)
    assert engine.complaints == b""


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="needs signals")
def test_more_signals_than_the_engine_can_take_are_no_matter() -> None:
    with EngineClient() as engine:
        for _ in range(20_000):
            os.kill(engine.process.pid, signal.SIGCHLD)
        assert engine.judge(CODE, PASSING)["status"] == "pass"
        engine.close()
        assert engine.complaints == b""


def test_how_a_program_ends_is_told_as_it_is(shut_in: EngineClient) -> None:
    endings = {
        "os.kill(os.getpid(), signal.SIGTERM)": "SIGTERM",
        "os.kill(os.getpid(), signal.SIGXFSZ)": "test_1 was running",
        "os._exit(7)": "exit code 7",
        "os._exit(0)": "exit code 0",
    }
    for body, words in endings.items():
        signals = "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        verdict = shut_in.judge(CODE, harness(signals + body))
        assert words in verdict["message"]


# The network


def test_a_local_server_works(shut_in: EngineClient) -> None:
    body = (
        "import http.server, urllib.request\n"
        "server = http.server.HTTPServer(('localhost', 8765), http.server.BaseHTTPRequestHandler)\n"
        "threading.Thread(target=server.serve_forever, daemon=True).start()\n"
        "with self.assertRaises(urllib.error.HTTPError):\n"
        "    urllib.request.urlopen('http://127.0.0.1:8765/')"
    )
    # The same port at once in both: each has a loopback of its own.
    runs = [shut_in.start(CODE, harness(body)) for _ in range(2)]
    assert [shut_in.verdict(run)["status"] for run in runs] == ["pass", "pass"]


@pytest.mark.parametrize(
    "connect",
    [
        "import socket; socket.create_connection(('192.0.2.1', 80), 5)",
        "import socket; socket.create_connection(('example.org', 80), 5)",
        "import urllib.request; urllib.request.urlopen('http://example.org', timeout=5)",
    ],
)
def test_a_refused_connection_is_the_cause(shut_in: EngineClient, connect: str) -> None:
    verdict = shut_in.judge(CODE, harness(connect))
    assert (verdict["status"], verdict["official"]) == ("fail", "fail")
    assert verdict["cause"] == "network", verdict.tests
    # Whoever copes with it is not held to it.
    coping = harness(f"with self.assertRaises(OSError):\n    {connect}")
    assert shut_in.judge(CODE, coping)["status"] == "pass"


def test_a_server_outside_is_out_of_reach(shut_in: EngineClient, listener: int) -> None:
    connect = f"import socket; socket.create_connection(('127.0.0.1', {listener}), 5).close()"
    assert shut_in.judge(CODE, harness(connect))["cause"] == "exception"
    with EngineClient("--network", "on") as engine:
        passes(engine, connect)
    with EngineClient("--network", "off") as engine:
        assert engine.judge(CODE, harness(connect))["cause"] == "network"


# The engine's side


def test_fifty_runs_leave_nothing_behind(tmp_path: Path) -> None:
    mounts = Path("/proc/self/mountinfo")
    with EngineClient("--scratch", str(tmp_path)) as engine:
        before = len(mounts.read_text().splitlines())
        body = "import subprocess\nopen('/tmp/left', 'w')\nsubprocess.Popen(['sleep', '99'])"
        runs = [engine.start(CODE, harness(body)) for _ in range(50)]
        assert {engine.verdict(run)["status"] for run in runs} == {"pass"}
        engine.judge(CODE, PASSING)
        await_rest(engine)
        assert len(mounts.read_text().splitlines()) == before
        assert len(os.listdir(f"/proc/{engine.process.pid}/fd")) < 20
        # The last one may be about to go, and each cell has one.
        assert len(os.listdir(tmp_path)) <= 1 + engine.ready["workers"]
    assert not tmp_path.exists()


def test_a_killed_engine_takes_its_runs_along(tmp_path: Path) -> None:
    with EngineClient("--scratch", str(tmp_path)) as engine:
        run = engine.start(CODE, harness("os.system('sleep 99')"), timeout_s=99)
        engine.next_event("started", run=run)
        time.sleep(0.3)
        pids = descendants(engine.process.pid)
        assert pids
        engine.process.kill()
        deadline = time.monotonic() + 5
        while any(os.path.exists(f"/proc/{pid}") for pid in pids):
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_an_engine_that_gets_no_more_namespaces_ends_and_says_why(tmp_path: Path) -> None:
    with EngineClient("--isolation", "namespaces", "--scratch", str(tmp_path)) as engine:
        engine.judge(CODE, PASSING)
        run = engine.start(CODE, harness("time.sleep(99)"), timeout_s=99)
        engine.next_event("started", run=run)
        warden = children_of(engine.process.pid)[0]
        os.kill(warden, signal.SIGKILL)
        assert engine.process.wait(PATIENCE_SECONDS) == 1
        engine.close()
        assert b"the process that makes namespaces has ended" in engine.complaints
    assert not tmp_path.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_where_what_makes_namespaces_dies_at_once_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bcb_harness.cells._serve", lambda *_: os._exit(1))
    isolation = choose_isolation(
        "namespaces", "loopback", Scratch(str(tmp_path)), str(ENGINE.parent)
    )
    assert isolation.level != "namespaces"
    assert "the process that makes namespaces has ended" in isolation.reason


def test_a_level_that_is_not_reached_is_refused() -> None:
    command = [sys.executable, str(ENGINE), "--isolation", "namespaces"]
    ended = subprocess.run(
        [*command, "--isolation-at-most", "limits"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (4, "")
    assert ended.stderr == (
        "Runs cannot be isolated as demanded (namespaces): "
        "the engine was told to use nothing stronger.\n"
    )


@pytest.mark.parametrize(
    ("level", "reached"),
    [("namespaces", ["namespaces", "landlock", "limits"]), ("limits", ["limits"])],
)
def test_levels_are_compared(level: str, reached: List[str]) -> None:
    isolation = Isolation(level, "")
    levels = ("namespaces", "landlock", "limits")
    assert [each for each in levels if isolation.reaches(each)] == reached


def test_landlock_keeps_writes_within_the_run_s_directory(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    with EngineClient("--isolation-at-most", "landlock") as engine:
        if engine.ready["isolation"]["level"] != "landlock":
            pytest.skip(engine.ready["isolation"]["reason"])
        assert "files can be read" in engine.ready["isolation"]["reason"]
        body = (
            "import multiprocessing, tempfile\n"
            f"for path in ({str(outside)!r}, '/tmp/written', '/written'):\n"
            "    with self.assertRaises(PermissionError): open(path, 'w')\n"
            f"with self.assertRaises(PermissionError): os.remove({str(outside)!r})\n"
            f"with self.assertRaises(PermissionError): os.rename({str(outside)!r}, 'stolen')\n"
            "open('mine', 'w').close()\n"
            "os.rename('mine', tempfile.mkdtemp() + '/mine')\n"
            "multiprocessing.Lock()\n"
            "open('/dev/null', 'w').write('nothing')\n"
            "subprocess.run(['true'], check=True)"
        )
        passes(engine, body)
    assert outside.read_text() == "kept"


def test_limits_alone_blame_no_isolation() -> None:
    with EngineClient("--isolation-at-most", "limits") as engine:
        body = "import errno\nraise OSError(errno.ENETUNREACH, 'Network is unreachable')"
        assert engine.judge(CODE, harness(body))["cause"] == "exception"
