"""Which of a cluster's engines go together, and how the harness gets to them."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path
from typing import Any, Dict

import pytest

from bcb_cluster.engines import differences, likeness, most_common, resource_of, together
from bcb_cluster.shipment import pack, unpack

PYTHON = Path(__file__).parents[2] / "python"

Engine = Dict[str, Any]


def an_engine(**fields: Any) -> Engine:
    return {
        "type": "ready",
        "protocol": 1,
        "python": {"version": "3.10.13", "executable": "/opt/python", "platform": "linux"},
        "workers": 2,
        "launch": "fork",
        "isolation": {"level": "namespaces", "reason": "", "network": "loopback"},
        "memory_mib": 8192,
        "coverage": None,
        "packages": "0123",
        "harness": "4567",
        "versions": {"numpy": "1.21.2"},
        **fields,
    }


def limited() -> Dict[str, str]:
    return {"level": "limits", "reason": "switched off", "network": "on"}


def test_what_a_machine_has_does_not_set_its_engine_apart() -> None:
    python = {"version": "3.10.13", "executable": "/usr/bin/python3", "platform": "linux"}
    other = an_engine(
        python=python, workers=64, memory_mib=None, packages="89ab", isolation=limited()
    )
    assert likeness(other) == likeness(an_engine())
    assert resource_of("s", other) == resource_of("s", an_engine())


def test_another_package_does() -> None:
    other = an_engine(versions={"numpy": "1.22.0", "scipy": "1.7.1"})
    assert resource_of("s", other) != resource_of("s", an_engine())
    assert differences(other, an_engine()) == (
        "numpy is 1.22.0 and not 1.21.2, scipy is 1.7.1 and not missing"
    )


def test_the_kind_that_can_do_most_at_once_is_expected() -> None:
    rare = an_engine(versions={}, workers=3)
    assert most_common([rare, an_engine(), an_engine()])["versions"] != {}


def test_together_they_are_as_isolated_as_the_least() -> None:
    whole = together([an_engine(), an_engine(workers=8, memory_mib=4096, isolation=limited())])
    assert whole["workers"] == 10
    assert whole["memory_mib"] == 4096
    assert whole["isolation"]["level"] == "limits"
    assert "versions" not in whole


def test_packages_are_told_apart_by_their_versions_alone() -> None:
    elsewhere = an_engine(packages="89ab")
    assert together([elsewhere])["packages"] == together([an_engine()])["packages"]
    updated = an_engine(versions={"numpy": "1.22.0"})
    assert together([updated])["packages"] != together([an_engine()])["packages"]


def test_the_harness_is_unpacked_once(tmp_path: Path) -> None:
    packed = pack(str(PYTHON))
    directory = Path(unpack(packed, str(tmp_path)))
    engine = directory / "engine.py"
    assert engine.read_bytes() == (PYTHON / "engine.py").read_bytes()
    ours = sorted(path.name for path in (PYTHON / "bcb_harness").glob("*.py"))
    assert sorted(path.name for path in (directory / "bcb_harness").iterdir()) == ours
    engine.write_text("kept")
    assert unpack(packed, str(tmp_path)) == str(directory)
    assert engine.read_text() == "kept"


def test_half_a_harness_is_none(tmp_path: Path) -> None:
    packed = bytearray(pack(str(PYTHON)))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        last = archive.infolist()[-1]
    # All but the last of its files can be unpacked.
    packed[last.header_offset + 100] ^= 0xFF
    with pytest.raises((zipfile.BadZipFile, zlib.error)):
        unpack(bytes(packed), str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_nothing_but_the_harness_is_sent(tmp_path: Path) -> None:
    path = tmp_path / "harness.zip"
    path.write_bytes(pack(str(PYTHON)))
    names = zipfile.ZipFile(path).namelist()
    assert all(name == "engine.py" or name.startswith("bcb_harness/") for name in names)
