"""Reports in the order of the harness, and in others."""

from __future__ import annotations

import pytest

from bcb_harness.order import ReportOrder


def follow(*reports: str) -> None:
    """Check reports, each a kind and, for test cases, a name."""
    order = ReportOrder()
    for report in reports:
        kind, _, name = report.partition(" ")
        order.check(kind, {"name": name})


@pytest.mark.parametrize(
    "reports",
    [
        ("failed", "done"),
        ("plan", "failed", "done"),
        ("log", "plan", "begin", "end", "done"),
        ("plan", "begin", "start a", "pass", "test a", "start b", "note", "test b", "end", "done"),
        ("plan", "begin", "outside", "end", "coverage", "done"),
        ("plan", "begin", "all_skipped", "end", "done"),
        ("plan", "begin", "start a", "note", "note", "test a", "failed", "done"),
    ],
)
def test_the_order_of_the_harness(reports: str) -> None:
    follow(*reports)


@pytest.mark.parametrize(
    "reports",
    [
        ("begin",),
        ("plan", "plan"),
        ("plan", "begin", "pass"),
        ("plan", "begin", "start a", "start b"),
        ("plan", "begin", "start a", "end"),
        ("plan", "begin", "start a", "test b"),
        ("plan", "begin", "start a", "test a", "test a"),
        ("plan", "begin", "start a", "test a", "start a"),
        ("plan", "begin", "start a", "pass", "pass"),
        ("plan", "begin", "end", "start a"),
        ("plan", "begin", "end", "end"),
        ("plan", "done"),
        ("plan", "begin", "end", "done", "done"),
        ("unheard",),
    ],
)
def test_any_other_order(reports: str) -> None:
    with pytest.raises(ValueError, match=r"after|second time|end of"):
        follow(*reports)
