import collections
import itertools

import matplotlib.pyplot as plt


def task_func(defects, threshold=80):
    """
    Draw a Pareto chart of defect reports in a new figure. One bar for each category shows how often
    it was reported, sorted by count from high to low and, for equal counts, by name; a line on a
    twin axis with its own scale at the right shows the cumulative percentage of all reports. The
    vital few are the shortest run of leading categories whose cumulative percentage is at least
    the threshold; their bars are 'tab:red', all others 'tab:gray'.

    Note:
    - The bars are drawn with Axes.bar and are the only patches of their axes; bar and line point
      number i are at x = i, counted from 0, and the x tick labels are the categories' names.
    - The line is drawn with Axes.plot and is the only one of its axes.
    - The title is 'Pareto chart of N reports', the y labels are 'Reports' for the bars and
      'Cumulative %' for the line, and the y axis of the line runs from 0 to 105.

    Parameters:
    - defects (list): The category (str) of each report.
    - threshold (float): The percentage that the vital few account for. Default is 80.

    Returns:
    - tuple: The Axes of the bars, the Axes of the line, and the list of the vital few's names in
      the order of their bars.

    Raises:
    - ValueError: If there are no reports, or the threshold is not greater than 0 and at most 100.

    Requirements:
    - collections
    - itertools
    - matplotlib

    Example:
    >>> bars, line, vital = task_func(["scratch"] * 6 + ["dent"] * 3 + ["stain"])
    >>> vital
    ['scratch', 'dent']
    >>> bars.get_title()
    'Pareto chart of 10 reports'
    >>> plt.close(bars.figure)
    """
    if not defects:
        raise ValueError("there are no reports")
    if not 0 < threshold <= 100:
        raise ValueError("threshold must be greater than 0 and at most 100")

    ranking = sorted(collections.Counter(defects).items(), key=lambda item: (-item[1], item[0]))
    names = [name for name, _ in ranking]
    counts = [count for _, count in ranking]
    cumulative = [100 * running / len(defects) for running in itertools.accumulate(counts)]
    vital_count = 1 + sum(share < threshold for share in cumulative)

    positions = range(len(names))
    colors = ["tab:red" if i < vital_count else "tab:gray" for i in positions]
    _, bar_ax = plt.subplots()
    bar_ax.bar(positions, counts, color=colors)
    bar_ax.set_xticks(positions)
    bar_ax.set_xticklabels(names)
    bar_ax.set_ylabel("Reports")
    bar_ax.set_title(f"Pareto chart of {len(defects)} reports")

    line_ax = bar_ax.twinx()
    line_ax.plot(positions, cumulative, marker="o")
    line_ax.set_ylim(0, 105)
    line_ax.set_ylabel("Cumulative %")
    return bar_ax, line_ax, names[:vital_count]


import unittest

import matplotlib.pyplot as plt
from matplotlib.colors import to_rgba


class TestCases(unittest.TestCase):
    def setUp(self):
        self.defects = ["dent"] * 3 + ["stain"] + ["scratch"] * 6

    def tearDown(self):
        plt.close("all")

    def labels(self, ax):
        ax.figure.canvas.draw()
        return [label.get_text() for label in ax.get_xticklabels()]

    def colors(self, ax):
        names = {to_rgba(name): name for name in ("tab:red", "tab:gray")}
        return [names.get(bar.get_facecolor()) for bar in ax.patches]

    def test_bars_are_ranked(self):
        # Heights from high to low, with their names below.
        bars, _, _ = task_func(self.defects)
        self.assertEqual([bar.get_height() for bar in bars.patches], [6, 3, 1])
        centers = [bar.get_x() + bar.get_width() / 2 for bar in bars.patches]
        for position, center in enumerate(centers):
            self.assertAlmostEqual(center, position)
        self.assertEqual(self.labels(bars), ["scratch", "dent", "stain"])

    def test_cumulative_line(self):
        # The line ends at 100 % and has its own scale on a twin axis.
        bars, line_ax, _ = task_func(self.defects)
        self.assertIsNot(bars, line_ax)
        self.assertIs(bars.figure, line_ax.figure)
        self.assertEqual(len(line_ax.lines), 1)
        self.assertEqual(list(line_ax.lines[0].get_xdata()), [0, 1, 2])
        self.assertEqual(list(line_ax.lines[0].get_ydata()), [60, 90, 100])
        self.assertEqual(line_ax.get_ylim(), (0, 105))

    def test_texts(self):
        # Title and both y labels.
        bars, line_ax, _ = task_func(self.defects)
        self.assertEqual(bars.get_title(), "Pareto chart of 10 reports")
        self.assertEqual(bars.get_ylabel(), "Reports")
        self.assertEqual(line_ax.get_ylabel(), "Cumulative %")

    def test_vital_few_are_highlighted(self):
        # 60 % is not enough for 80 %, 90 % is.
        bars, _, vital = task_func(self.defects)
        self.assertEqual(vital, ["scratch", "dent"])
        self.assertEqual(self.colors(bars), ["tab:red", "tab:red", "tab:gray"])

    def test_threshold_met_exactly(self):
        # A cumulative percentage equal to the threshold suffices.
        bars, _, vital = task_func(self.defects, threshold=60)
        self.assertEqual(vital, ["scratch"])
        self.assertEqual(self.colors(bars), ["tab:red", "tab:gray", "tab:gray"])
        _, _, vital = task_func(self.defects, threshold=100)
        self.assertEqual(vital, ["scratch", "dent", "stain"])

    def test_default_threshold(self):
        # 80 % suffice for one category, 79.5 % do not; hardly anything suffices if asked for.
        _, _, vital = task_func(["a"] * 8 + ["b"] + ["c"])
        self.assertEqual(vital, ["a"])
        _, _, vital = task_func(["a"] * 159 + ["b"] * 41)
        self.assertEqual(vital, ["a", "b"])
        _, _, vital = task_func(["a"] * 159 + ["b"] * 41, threshold=0.5)
        self.assertEqual(vital, ["a"])

    def test_equal_counts_are_sorted_by_name(self):
        # The order of the reports does not matter.
        bars, _, vital = task_func(["c", "b", "a", "b", "c", "a"], threshold=50)
        self.assertEqual(self.labels(bars), ["a", "b", "c"])
        self.assertEqual(vital, ["a", "b"])

    def test_single_category(self):
        # One bar is all of it.
        bars, line_ax, vital = task_func(["rust"])
        self.assertEqual(vital, ["rust"])
        self.assertEqual([bar.get_height() for bar in bars.patches], [1])
        self.assertEqual(list(line_ax.lines[0].get_ydata()), [100])

    def test_each_call_has_its_own_figure(self):
        # A second chart does not draw into the first one.
        first, _, _ = task_func(self.defects)
        second, _, _ = task_func(["rust"])
        self.assertIsNot(first.figure, second.figure)
        self.assertEqual(len(first.patches), 3)

    def test_invalid_arguments(self):
        # No reports, and thresholds beyond either end.
        with self.assertRaises(ValueError):
            task_func([])
        for threshold in (0, -5, 100.5):
            with self.subTest(threshold=threshold), self.assertRaises(ValueError):
                task_func(self.defects, threshold=threshold)
