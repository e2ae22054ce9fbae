import json
import shlex
import subprocess


def task_func(checks, report_path, timeout=10):
    """
    Run health checks, each one a command line, and write what came of them to a JSON file. A check
    is 'ok' if the command exits with 0, 'failed' if it exits otherwise, 'timeout' if it takes
    longer than the timeout, and 'missing' if there is no such program. The report is a JSON object
    that maps the name of each check to an object with 'status' and 'detail'. The detail is the last
    line that is not blank, stripped, of the standard output of a check that is ok or of the
    standard error of one that failed; without such a line, and for the other two statuses, it is
    an empty string.

    Note:
    - The command line is split with shlex and run without a shell by one call of
      subprocess.run(arguments, capture_output=True, text=True, timeout=timeout), so that
      TimeoutExpired and FileNotFoundError tell about the last two statuses.
    - All command lines are split before the first one is run, so that nothing is run and no report
      is written if one of them is not valid.

    Parameters:
    - checks (dict): The command line (str) of each check by its name (str).
    - report_path (str): The path of the JSON file to write; an existing one is replaced.
    - timeout (float): The time in seconds that each command may take. Default is 10.

    Returns:
    - list: The names of the checks that are not ok, in the order of checks.

    Raises:
    - ValueError: If a command line is blank or has an unclosed quotation.

    Requirements:
    - json
    - shlex
    - subprocess

    Example:
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "report.json")
    ...     bad = task_func({"disk": "no-such-program --all"}, path)
    ...     with open(path) as report:
    ...         bad, json.load(report)
    (['disk'], {'disk': {'status': 'missing', 'detail': ''}})
    """
    commands = {}
    for name, line in checks.items():
        commands[name] = shlex.split(line)
        if not commands[name]:
            raise ValueError(f"the command of {name} is blank")

    report = {}
    for name, arguments in commands.items():
        output = ""
        try:
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            status = "timeout"
        except FileNotFoundError:
            status = "missing"
        else:
            status = "ok" if done.returncode == 0 else "failed"
            output = done.stdout if status == "ok" else done.stderr
        lines = output.strip().splitlines()
        report[name] = {"status": status, "detail": lines[-1].strip() if lines else ""}

    with open(report_path, "w", encoding="utf-8") as file:
        json.dump(report, file, indent=2)
    return [name for name, entry in report.items() if entry["status"] != "ok"]


import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "report.json")
        self.real_run = subprocess.run
        patcher = patch("subprocess.run")
        self.run_mock = patcher.start()
        self.addCleanup(patcher.stop)

    def outcome(self, code=0, stdout="", stderr=""):
        return subprocess.CompletedProcess([], code, stdout, stderr)

    def report(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)

    def test_ok_and_failed(self):
        # The exit code decides; the detail comes from stdout or stderr accordingly.
        self.run_mock.side_effect = [
            self.outcome(0, "starting\n  12 GB free \n\n", "a warning\n"),
            self.outcome(3, "connecting\n", "hint\nno route to host\n"),
        ]
        bad = task_func({"disk": "df", "net": "ping host"}, self.path)
        self.assertEqual(bad, ["net"])
        self.assertEqual(
            self.report(),
            {
                "disk": {"status": "ok", "detail": "12 GB free"},
                "net": {"status": "failed", "detail": "no route to host"},
            },
        )

    def test_killed_by_a_signal(self):
        # A negative exit code is a failure like any other; there may be no output at all.
        self.run_mock.return_value = self.outcome(-9, "fine so far\n", "")
        self.assertEqual(task_func({"job": "job"}, self.path), ["job"])
        self.assertEqual(self.report(), {"job": {"status": "failed", "detail": ""}})

    def test_timeout_and_missing_program(self):
        # Both are caught, and the checks after them still run.
        self.run_mock.side_effect = [
            subprocess.TimeoutExpired("slow", 10, output="partial\n"),
            FileNotFoundError("gone"),
            self.outcome(0, " \n\t\n"),
        ]
        bad = task_func({"slow": "slow", "gone": "gone", "quiet": "quiet"}, self.path)
        self.assertEqual(bad, ["slow", "gone"])
        self.assertEqual(
            self.report(),
            {
                "slow": {"status": "timeout", "detail": ""},
                "gone": {"status": "missing", "detail": ""},
                "quiet": {"status": "ok", "detail": ""},
            },
        )

    def test_arguments_of_the_call(self):
        # The line is split as a shell would, quotations included, and no shell is used.
        self.run_mock.return_value = self.outcome()
        task_func({"grep": "grep -c 'two words' \"a file\""}, self.path, timeout=2.5)
        self.run_mock.assert_called_once_with(
            ["grep", "-c", "two words", "a file"], capture_output=True, text=True, timeout=2.5
        )

    def test_default_timeout(self):
        # Ten seconds for each command.
        self.run_mock.return_value = self.outcome()
        task_func({"a": "a", "b": "b"}, self.path)
        self.assertEqual([call[1]["timeout"] for call in self.run_mock.call_args_list], [10, 10])

    def test_invalid_line_stops_everything(self):
        # The valid check before it is not run, and no report is written.
        for line in ("", "   ", "echo 'open"):
            with self.subTest(line=line), self.assertRaises(ValueError):
                task_func({"good": "true", "bad": line}, self.path)
        self.run_mock.assert_not_called()
        self.assertFalse(os.path.exists(self.path))

    def test_no_checks(self):
        # The report replaces an older one, even if it is empty.
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("an old report")
        self.assertEqual(task_func({}, self.path), [])
        self.assertEqual(self.report(), {})

    def test_real_process(self):
        # The mock passes this one on: a real interpreter that prints and exits with 1.
        self.run_mock.side_effect = self.real_run
        code = "import sys; print('out'); print('broken', file=sys.stderr); sys.exit(1)"
        line = " ".join(shlex.quote(part) for part in (sys.executable, "-c", code))
        self.assertEqual(task_func({"real": line}, self.path), ["real"])
        self.assertEqual(self.report(), {"real": {"status": "failed", "detail": "broken"}})
