"""Requests are checked field by field; the fixtures, the document and the engine agree."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any, Dict, List

import pytest
from engine_client import EngineClient, harness

from bcb_harness.protocol import Debug, RefusedError, RunRequest, parse_request

ROOT = Path(__file__).parents[2]
FIXTURES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "test/fixtures/protocol").glob("*.json"))
}
REQUESTS = {name[8:]: value for name, value in FIXTURES.items() if name.startswith("request-")}
EVENTS = {name[6:]: value for name, value in FIXTURES.items() if name.startswith("event-")}


def parse(value: Any) -> Any:
    return parse_request(json.dumps(value))


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())
def test_each_example_of_a_request_is_understood(request_: Dict[str, Any]) -> None:
    parsed = parse(request_)
    fields = {name: value for name, value in request_.items() if name != "type"}
    for name, value in fields.items():
        given = getattr(parsed, name)
        given = asdict(given) if isinstance(given, Debug) else given
        assert (list(given) if isinstance(given, tuple) else given) == value


def test_the_document_shows_the_fixtures() -> None:
    document = (ROOT / "docs/engine-protocol.md").read_text(encoding="utf-8")
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", document, re.DOTALL)]
    assert sorted(map(json.dumps, shown)) == sorted(map(json.dumps, FIXTURES.values()))


def test_a_program_is_code_and_test_joined_by_a_newline() -> None:
    assert RunRequest("r", "code", "test", "f", 1.0, coverage=False).program == "code\ntest"


RUN = {
    "type": "run",
    "run": "r1",
    "code": "",
    "test": "",
    "entry_point": "f",
    "timeout_s": 1,
    "coverage": False,
    "mode": "tests",
}
REFUSED: List[Any] = [
    ("not JSON", None, "not JSON"),
    ("[1]", None, "expected a JSON object"),
    ("[" * 100_000, None, "not JSON"),
    ({}, None, 'field "type": expected text'),
    ({"type": "dance"}, None, 'field "type": expected one of'),
    ({"type": "cancel"}, None, 'field "run": expected text'),
    ({"type": "inspect", "inspect": "i1", "modules": "os"}, "i1", 'field "modules"'),
    (
        {"type": "preload", "modules": ["os"]},
        None,
        'field "modules": expected an object of numbers',
    ),
    ({"type": "preload", "modules": {"os": 0}}, None, 'field "modules"'),
    ({"type": "preload", "modules": {"os": 1.1}}, None, 'field "modules"'),
    ({**RUN, "code": None}, "r1", 'field "code": expected text'),
    ({**RUN, "timeout_s": 0}, "r1", 'field "timeout_s": expected a number above 0'),
    ({**RUN, "timeout_s": True}, "r1", 'field "timeout_s"'),
    ({**RUN, "timeout_s": "5"}, "r1", 'field "timeout_s"'),
    ({**RUN, "coverage": 1}, "r1", 'field "coverage": expected true or false'),
    ({**RUN, "mode": "all"}, "r1", 'field "mode": expected one of tests, examples'),
    ({**RUN, "only": "test_one"}, "r1", 'field "only": expected a list of texts'),
    ({**RUN, "shuffle": 1.5}, "r1", 'field "shuffle": expected a whole number'),
    ({**RUN, "debug": 5678}, "r1", 'field "debug": expected an object'),
    ({**RUN, "debug": {"port": "x"}}, "r1", 'field "debug.port": expected a number above 0'),
    ({**RUN, "run": 7}, None, 'field "run": expected text'),
]


@pytest.mark.parametrize(("request_", "name", "message"), REFUSED)
def test_what_does_not_fit_is_refused_by_its_field(request_: Any, name: Any, message: str) -> None:
    line = request_ if isinstance(request_, str) else json.dumps(request_)
    with pytest.raises(RefusedError) as refused:
        parse_request(line)
    assert refused.value.request == name
    assert refused.value.message.startswith(message)


def test_the_engine_answers_a_refusal_and_goes_on(own_engine: EngineClient) -> None:
    own_engine.send_line("what?")
    assert own_engine.next_event("refused")["request"] is None
    own_engine.send({**RUN, "timeout_s": -1})
    assert own_engine.next_event("refused") == {
        "type": "refused",
        "request": "r1",
        "message": 'field "timeout_s": expected a number above 0',
    }
    assert own_engine.judge("task_func = int\n", harness("pass"))["status"] == "pass"


def test_a_name_is_taken_while_its_run_works(own_engine: EngineClient) -> None:
    run = own_engine.start("task_func = int\n", harness("time.sleep(99)"), timeout_s=99)
    own_engine.send({**RUN, "run": run})
    assert own_engine.next_event("refused", request=run)
    own_engine.send({"type": "cancel", "run": run})
    own_engine.next_event("cancelled", run=run)


def shape(value: Any) -> Any:
    """The names and kinds of values, to compare a real event with an example."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return "list"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"
    return type(value).__name__


def test_real_events_have_the_shape_of_the_examples(own_engine: EngineClient) -> None:
    own_engine.send(REQUESTS["run"])
    own_engine.send({**RUN, "run": "r2", "timeout_s": 99, "code": "while True: pass"})
    own_engine.send({"type": "cancel", "run": "r2"})
    own_engine.send(REQUESTS["inspect"])
    own_engine.send({**RUN, "run": "r3", "timeout_s": None})
    code = 'def f():\n    """\n    >>> 1\n    2\n    """\n'
    own_engine.send({**RUN, "run": "r4", "mode": "examples", "code": code})
    example = own_engine.next_event("test", run="r4")
    events = [
        own_engine.ready,
        own_engine.next_event("log"),
        own_engine.next_event("started", run="r1"),
        own_engine.next_event("test", run="r1"),
        own_engine.next_event("finished", run="r1"),
        own_engine.next_event("cancelled"),
        own_engine.next_event("inspected"),
        own_engine.next_event("refused"),
        example,
    ]
    for event in events:
        expected = shape(EVENTS["test-example" if event is example else event["type"]])
        if event["type"] == "ready" and event["coverage"] is None:
            expected["coverage"] = "NoneType"
        if event["type"] == "finished" and event["coverage"] is None:
            expected["coverage"] = "NoneType"
        assert shape(event) == expected
