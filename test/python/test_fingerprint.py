"""What tells one state of an interpreter from another."""

from __future__ import annotations

import os
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from engine_client import EngineClient

from bcb_harness.fingerprint import harness_fingerprint, packages_fingerprint


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A directory with an installed package."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "__init__.py").touch()
    (tmp_path / "made-1.0.dist-info").mkdir()
    return tmp_path


def of(*places: Path) -> str:
    return packages_fingerprint([str(place) for place in places])


def test_it_stays_as_it_is_when_packages_are_used(site: Path) -> None:
    before = of(site)
    (site / "__pycache__").mkdir()
    (site / "made" / "__pycache__").mkdir()
    assert of(site) == before


def test_it_changes_when_a_package_comes_goes_or_is_replaced(site: Path) -> None:
    seen = [of(site)]
    (site / "other-2.0.dist-info").mkdir()
    seen.append(of(site))
    (site / "made-1.0.dist-info").rmdir()
    seen.append(of(site))
    # Installed anew. The file system's clock may not have ticked since.
    os.utime(site / "other-2.0.dist-info", (1, 1))
    seen.append(of(site))
    (site / "editable.pth").write_text("/somewhere", encoding="utf-8")
    seen.append(of(site))
    (site / "single.py").touch()
    seen.append(of(site))
    assert len(set(seen)) == len(seen)


def test_it_knows_archives_and_does_without_what_is_not_there(site: Path) -> None:
    archive = site / "library.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("inside.py", "")
    before = of(archive)
    os.utime(archive, (1, 1))
    assert of(archive) != before
    assert of(site / "nowhere") == of(site / "nowhere")


def test_the_harness_has_one_of_its_own(site: Path) -> None:
    assert harness_fingerprint() == harness_fingerprint() != of(site)


def test_an_engine_tells_of_what_is_installed_while_it_runs(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    (library,) = (tmp_path / "venv").rglob("site-packages")
    with EngineClient(python=str(python)) as engine:

        def now() -> str:
            engine.send({"type": "inspect", "inspect": "i1", "modules": []})
            return str(engine.next_event("inspected")["packages"])

        assert now() == engine.ready["packages"]
        (library / "made-1.0.dist-info").mkdir()
        assert now() != engine.ready["packages"]
