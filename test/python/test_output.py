"""What a program prints, and where it is told."""

from __future__ import annotations

import os

import pytest
from engine_client import EngineClient, harness
from hostile_programs import PRINTER

from bcb_harness.output import KEPT_BYTES, OutputStream, output_mark
from bcb_harness.sources import source_of_fd

CODE = "print('at import')\ndef task_func(x):\n    print('in the function')\n"


def test_each_test_has_its_own_output(engine: EngineClient) -> None:
    test = harness("print('one')", "task_func(1)\nprint('two', file=sys.stderr)")
    verdict = engine.judge(CODE, test)
    outputs = [(each["stdout"], each["stderr"]) for each in verdict.tests.values()]
    assert outputs == [("one\n", ""), ("in the function\n", "two\n")]
    assert (verdict["stdout"], verdict["stderr"]) == ("at import\n", "")


def test_the_output_of_other_processes_is_kept(engine: EngineClient) -> None:
    body = "os.system('echo from the shell')\nos.write(2, b'raw\\n')"
    outcome = engine.judge(CODE, harness(body)).tests["test_1"]
    assert (outcome["stdout"], outcome["stderr"]) == ("from the shell\n", "raw\n")


def test_long_output_is_cut_and_said_to_be(engine: EngineClient) -> None:
    test = harness(f"print('x' * {KEPT_BYTES * 3})", "print('short')")
    verdict = engine.judge(CODE, test)
    first, second = verdict.tests.values()
    assert (len(first["stdout"]), first["output_cut"]) == (KEPT_BYTES, True)
    assert (second["stdout"], second["output_cut"]) == ("short\n", False)


def test_output_that_is_not_text(engine: EngineClient) -> None:
    body = "os.write(1, bytes([0, 255, 10]))\nprint('\\ud800')"
    outcome = engine.judge(CODE, harness(body)).tests["test_1"]
    assert outcome["stdout"] == "\0\ufffd\n\\ud800\n"


def test_a_program_may_replace_its_streams(engine: EngineClient) -> None:
    body = (
        "import contextlib, io\n"
        "from unittest.mock import patch\n"
        "with patch('sys.stdout', new_callable=io.StringIO) as out: print('patched')\n"
        "self.assertEqual(out.getvalue(), 'patched\\n')\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out: print('redirected')\n"
        "self.assertEqual(out.getvalue(), 'redirected\\n')\n"
        "sys.stdout = sys.__stdout__\n"
        "print('seen')\n"
    )
    verdict = engine.judge(CODE, harness(body, "sys.stdout.close()", "pass"))
    assert verdict["status"] == "pass"
    assert verdict.tests["test_1"]["stdout"] == "seen\n"


def test_an_endless_printer_is_stopped(engine: EngineClient) -> None:
    verdict = engine.judge(CODE, PRINTER, timeout_s=60)
    assert (verdict["status"], verdict["cause"]) == ("fail", "output")


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_marks_are_found_wherever_the_stream_is_torn(chunk: int) -> None:
    mark = output_mark("0123456789abcdef")
    data = b"before" + mark + b"in\0side\0" + mark + b"\0after\0"
    reading, writing = os.pipe()
    stream = OutputStream(source_of_fd(reading), mark)
    for start in range(0, len(data), chunk):
        os.write(writing, data[start : start + chunk])
        stream.drain()
    os.close(writing)
    texts = [stream.up_to_mark().text, stream.up_to_mark().text, stream.rest().text]
    stream.source.close()
    assert texts == ["before", "in\0side\0", "\0after\0"]
