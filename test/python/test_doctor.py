"""The doctor's look at an interpreter, from outside as the host sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

import pytest

_DOCTOR = Path(__file__).parents[2] / "python" / "doctor.py"

_FINE = """
import os as parts
print("hello")
class Thing:
    known = 1
    __class__ = property(lambda self: 1 / 0)
thing = Thing()
"""

Answer = Dict[str, Any]


def ask(libraries: Dict[str, List[str]], site: Path, **options: Any) -> Dict[str, Answer]:
    """The answers to what `start` asks, by what they are about."""
    with start(libraries, site, **options) as doctor:
        assert doctor.stdout
        lines = [json.loads(line) for line in doctor.stdout]
        assert doctor.wait() == 0
    assert [lines[0]["type"], lines[-1]["type"]] == ["interpreter", "done"]
    return {each.get("name", each["type"]): each for each in lines}


def start(
    libraries: Dict[str, List[str]],
    site: Path,
    python: str = sys.executable,
    data: Sequence[Dict[str, str]] = (),
    tools: Sequence[str] = (),
    limit: float = 30,
    env: Optional[Dict[str, str]] = None,
) -> subprocess.Popen[str]:
    """A doctor at work; the libraries of the directory ``site`` are on its search path."""
    doctor = subprocess.Popen(
        [python, str(_DOCTOR)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(site), **(env or {})},
    )
    request = {
        "libraries": libraries,
        "data": list(data),
        "tools": list(tools),
        "workers": 2,
        "import_limit_s": limit,
    }
    assert doctor.stdin
    # Its input stays open: that is how it knows that the answer is still wanted.
    doctor.stdin.write(json.dumps(request) + "\n")
    doctor.stdin.flush()
    return doctor


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A directory of libraries, each worse than the one before."""
    folder = tmp_path / "site"
    folder.mkdir()
    texts = {
        "fine": _FINE,
        "broken": "raise ValueError('wrong ABI\\nand more')",
        "needy": "import no_such_library",
        "leaving": "raise SystemExit(3)",
        "ended": "import os; os._exit(3)",
        "crashing": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "hanging": "import time; time.sleep(600)",
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_each_library_answers_for_itself_in_every_python(interpreter: str, site: Path) -> None:
    names = ["fine", "broken", "needy", "leaving", "ended", "no_such_library"]
    found = ask({name: [] for name in names}, site, python=interpreter)
    assert {name: found[name]["state"] for name in names} == {
        "fine": "ok",
        "broken": "fails",
        "needy": "fails",
        "leaving": "fails",
        "ended": "crashes",
        "no_such_library": "missing",
    }
    assert found["fine"]["origin"] == str(site / "fine.py")
    assert found["fine"]["import_s"] > 0
    assert found["broken"]["message"] == "ValueError: wrong ABI"
    assert found["needy"]["message"] == "ModuleNotFoundError: No module named 'no_such_library'"
    assert found["ended"]["message"] == "importing ended ended the interpreter with exit code 3"
    assert found["interpreter"]["executable"] == interpreter


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_a_crash_is_told_with_its_signal_in_every_python(interpreter: str, site: Path) -> None:
    crashing = ask({"crashing": []}, site, python=interpreter)["crashing"]
    assert crashing["state"] == "crashes"
    expected = "importing crashing ended the interpreter with signal 11 (SIGSEGV)"
    assert crashing["message"] == expected


def test_a_hanging_import_is_ended_at_the_limit(site: Path) -> None:
    hanging = ask({"hanging": []}, site, limit=0.5)["hanging"]
    assert hanging["state"] == "hangs"
    assert hanging["message"] == "importing hanging did not end within 0.5 s"


def test_names_within_a_library_are_told_apart(site: Path) -> None:
    good = ["fine:parts", "fine:parts.path.join", "fine:Thing.known", "fine:thing.computed"]
    bad = ["fine:gone", "fine:Thing.gone", "fine.below"]
    fine = ask({"fine": [*good, *bad]}, site)["fine"]
    assert fine["state"] == "ok"
    assert [(each["name"], each["message"]) for each in fine["failures"]] == [
        ("fine:gone", "AttributeError: module 'fine' has no attribute 'gone'"),
        ("fine:Thing.gone", "AttributeError: type object 'Thing' has no attribute 'gone'"),
        (
            "fine.below",
            "ModuleNotFoundError: No module named 'fine.below'; 'fine' is not a package",
        ),
    ]


def test_the_module_that_ends_the_interpreter_is_named(site: Path) -> None:
    package = site / "package"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "bad.py").write_text("import os; os._exit(9)", encoding="utf-8")
    found = ask({"package": ["package.bad:name"]}, site)["package"]
    assert found["state"] == "crashes"
    assert found["message"].startswith("importing package.bad:name ended")


def test_distributions_are_found_with_and_without_a_list_of_modules(
    interpreter: str, site: Path
) -> None:
    for name, extra in (("Top-Level", "top_level.txt"), ("ByRecord", "RECORD")):
        folder = site / f"{name}-1.2.dist-info"
        folder.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n"
        (folder / "METADATA").write_text(metadata, encoding="utf-8")
        text = "fine\n" if extra == "top_level.txt" else "broken.py,,\n"
        (folder / extra).write_text(text, encoding="utf-8")
    found = ask({"fine": [], "broken": []}, site, python=interpreter)
    assert found["fine"]["distributions"] == [{"name": "Top-Level", "version": "1.2"}]
    assert found["broken"]["distributions"] == [{"name": "ByRecord", "version": "1.2"}]


def test_data_is_found_where_the_library_looks_for_it(site: Path, tmp_path: Path) -> None:
    corpora = tmp_path / "nltk" / "corpora"
    corpora.mkdir(parents=True)
    (corpora / "stopwords.zip").write_bytes(b"")
    (tmp_path / "nltk" / "tokenizers" / "punkt").mkdir(parents=True)
    home = tmp_path / "home"
    (home / "scikit_learn_data").mkdir(parents=True)
    (home / "scikit_learn_data" / "cal_housing_py3.pkz").write_bytes(b"")
    asked = [
        {"library": "nltk", "name": "stopwords"},
        {"library": "nltk", "name": "punkt"},
        {"library": "nltk", "name": "words"},
        {"library": "sklearn", "name": "california_housing"},
        {"library": "seaborn", "name": "tips"},
    ]
    env = {"NLTK_DATA": str(tmp_path / "nltk"), "HOME": str(home), "USERPROFILE": str(home)}
    found = ask({}, site, data=asked, env=env)
    assert found["stopwords"]["path"] == str(corpora / "stopwords.zip")
    assert found["punkt"]["path"] == str(tmp_path / "nltk" / "tokenizers" / "punkt")
    assert found["words"]["path"] is None
    assert found["california_housing"]["path"] is not None
    assert found["tips"]["path"] is None


def test_tools_are_looked_for_on_the_path(site: Path) -> None:
    found = ask({}, site, tools=["no-such-tool", sys.executable])
    assert found["no-such-tool"]["path"] is None
    assert found[sys.executable]["path"] == sys.executable


@pytest.mark.skipif(sys.platform == "win32", reason="looks for processes as POSIX has them")
def test_the_end_of_the_input_ends_what_is_being_imported(site: Path) -> None:
    mark = site / "pid"
    text = f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    (site / "waiting.py").write_text(text, encoding="utf-8")
    doctor = start({"waiting": []}, site)
    assert doctor.stdin and doctor.stdout
    deadline = time.monotonic() + 30
    while not (mark.exists() and mark.read_text()) and time.monotonic() < deadline:
        time.sleep(0.01)
    pid = int(mark.read_text())
    doctor.stdin.close()
    assert doctor.wait(30) == 1
    doctor.stdout.close()
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    pytest.fail("the import goes on")
