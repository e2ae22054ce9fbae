import matplotlib.pyplot as plt
import numpy as np


def task_func(samples, limit=None):
    """
    Plot how a service's latency develops over time, in a new figure. For each minute (column) a
    line shows the median of all runs (rows), and a filled band spans from the 5th to the 95th
    percentile; NaN marks a lost sample and is ignored, and percentiles are interpolated linearly.
    If a limit is given, a dashed red horizontal line is drawn at it, and the minutes whose median
    is greater than the limit are returned.

    Note:
    - Minutes are counted from 0 and are the x values of the median.
    - The median is the first line of the axes, the limit, drawn with Axes.axhline, the second, and
      there are no others; the band is drawn with Axes.fill_between and is the only collection.
    - The labels in the legend are 'median', '5-95 %' and, if a limit is given, 'limit'.
    - The x label is 'Minute' and the y label is 'Latency (ms)'.

    Parameters:
    - samples (array-like): Latencies in milliseconds, one row for each run and one column for each
      minute.
    - limit (float or None): The greatest acceptable median. Default is None.

    Returns:
    - tuple: The matplotlib Axes, and the list of the minutes (int) above the limit in ascending
      order, empty if no limit is given.

    Raises:
    - ValueError: If samples is not two-dimensional, has no rows or no columns, or some minute has
      no sample but NaN.

    Requirements:
    - matplotlib
    - numpy

    Example:
    >>> ax, slow = task_func([[10, 20, 30], [12, 24, 90]], limit=25)
    >>> slow
    [2]
    >>> [float(y) for y in ax.lines[0].get_ydata()]
    [11.0, 22.0, 60.0]
    >>> plt.close(ax.figure)
    """
    data = np.asarray(samples, dtype=float)
    if data.ndim != 2 or data.size == 0:
        raise ValueError("samples must be a table with rows and columns")
    if np.isnan(data).all(axis=0).any():
        raise ValueError("every minute needs at least one sample")

    low, median, high = np.nanpercentile(data, [5, 50, 95], axis=0)
    minutes = np.arange(data.shape[1])
    _, ax = plt.subplots()
    ax.plot(minutes, median, label="median")
    ax.fill_between(minutes, low, high, alpha=0.3, label="5-95 %")
    slow = []
    if limit is not None:
        ax.axhline(limit, color="red", linestyle="--", label="limit")
        slow = [int(minute) for minute in minutes[median > limit]]
    ax.set_xlabel("Minute")
    ax.set_ylabel("Latency (ms)")
    ax.legend()
    return ax, slow


import unittest

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgba


class TestCases(unittest.TestCase):
    def setUp(self):
        # Eleven runs: minute 0 has 0..100 in steps of ten, minute 1 a hundred more.
        steps = np.arange(0, 101, 10)
        self.samples = np.column_stack([steps, steps + 100])

    def tearDown(self):
        plt.close("all")

    def test_median_line(self):
        # The first line is the median over the runs.
        ax, _ = task_func(self.samples)
        self.assertEqual(list(ax.lines[0].get_xdata()), [0, 1])
        self.assertEqual(list(ax.lines[0].get_ydata()), [50, 150])
        self.assertEqual(len(ax.lines), 1)

    def test_band_between_percentiles(self):
        # 5 % and 95 % of eleven equal steps lie half a step within the extremes.
        ax, _ = task_func(self.samples)
        self.assertEqual(len(ax.collections), 1)
        vertices = ax.collections[0].get_paths()[0].vertices
        for minute, expected in ((0, (5, 95)), (1, (105, 195))):
            heights = vertices[np.isclose(vertices[:, 0], minute), 1]
            self.assertAlmostEqual(heights.min(), expected[0])
            self.assertAlmostEqual(heights.max(), expected[1])

    def test_limit_line_and_slow_minutes(self):
        # The limit is a dashed red line; only the second minute is above it.
        ax, slow = task_func(self.samples, limit=120)
        self.assertEqual(slow, [1])
        self.assertIsInstance(slow[0], int)
        line = ax.lines[1]
        self.assertEqual(list(line.get_ydata()), [120, 120])
        self.assertEqual(line.get_linestyle(), "--")
        self.assertEqual(to_rgba(line.get_color()), to_rgba("red"))

    def test_median_equal_to_the_limit(self):
        # Equal is acceptable, and a limit of 0 is a limit, too.
        self.assertEqual(task_func(self.samples, limit=50)[1], [1])
        ax, slow = task_func(self.samples, limit=0)
        self.assertEqual(slow, [0, 1])
        self.assertEqual(len(ax.lines), 2)

    def test_lost_samples_are_ignored(self):
        # The median is that of the samples which are left.
        ax, slow = task_func([[1, np.nan], [3, np.nan], [np.nan, 7]], limit=5)
        self.assertEqual(list(ax.lines[0].get_ydata()), [2, 7])
        self.assertEqual(slow, [1])

    def test_legend_and_axis_labels(self):
        # The limit is in the legend only if there is one.
        ax, slow = task_func(self.samples)
        texts = [text.get_text() for text in ax.get_legend().get_texts()]
        self.assertEqual(sorted(texts), ["5-95 %", "median"])
        self.assertEqual((ax.get_xlabel(), ax.get_ylabel()), ("Minute", "Latency (ms)"))
        self.assertEqual(slow, [])
        ax, _ = task_func(self.samples, limit=1)
        texts = [text.get_text() for text in ax.get_legend().get_texts()]
        self.assertEqual(sorted(texts), ["5-95 %", "limit", "median"])

    def test_plain_lists(self):
        # A list of lists with a single run is enough; the band has no height then.
        ax, _ = task_func([[4, 8, 6]])
        self.assertEqual(list(ax.lines[0].get_ydata()), [4, 8, 6])
        heights = ax.collections[0].get_paths()[0].vertices[:, 1]
        self.assertEqual((heights.min(), heights.max()), (4, 8))

    def test_each_call_has_its_own_figure(self):
        # A second plot does not draw into the first one.
        first, _ = task_func(self.samples)
        second, _ = task_func(self.samples)
        self.assertIsNot(first.figure, second.figure)

    def test_invalid_samples(self):
        # Not a table, an empty one, and a minute without any sample.
        for samples in ([1, 2, 3], [[[1]]], [], [[]], np.empty((0, 3)), [[1, np.nan]]):
            with self.subTest(samples=samples), self.assertRaises(ValueError):
                task_func(samples)
