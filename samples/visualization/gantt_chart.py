import datetime

import matplotlib.pyplot as plt

COLORS = ["tab:blue", "tab:orange", "tab:green", "tab:purple"]


def task_func(tasks):
    """
    Draw the schedule of a project as a Gantt chart in a new figure, one horizontal bar for each
    task. A bar begins at the number of days from the earliest start of all tasks to the start of
    its own, and is as long as the task has days, the first and the last one included. Each owner
    has one of the COLORS, given out in the order in which the owners first appear and from the
    beginning again when they run out. Bar number i, counted from 0, is centred on y = i, and the
    y axis is inverted so that the first task is at the top.

    Note:
    - The bars are drawn with Axes.barh in the order of the tasks and are the only patches of the
      axes; the y tick labels are the names of the tasks.
    - The title is 'FIRST to LAST' with the earliest start and the latest end as YYYY-MM-DD, and
      the x label is 'Day'.
    - The legend has the title 'Owner' and one entry for each owner, a patch in the owner's colour
      and the name, in order of appearance.

    Parameters:
    - tasks (list): Dicts with the keys 'name', 'owner', 'start' and 'end', all of them str; the
      dates have the form YYYY-MM-DD.

    Returns:
    - matplotlib.axes.Axes: The axes of the chart.

    Raises:
    - ValueError: If there are no tasks, a date is not valid, or a task ends before it starts.

    Requirements:
    - datetime
    - matplotlib

    Example:
    >>> ax = task_func([
    ...     {"name": "Draft", "owner": "Ada", "start": "2024-02-28", "end": "2024-03-01"},
    ...     {"name": "Review", "owner": "Bo", "start": "2024-03-01", "end": "2024-03-01"},
    ... ])
    >>> [(float(bar.get_x()), float(bar.get_width())) for bar in ax.patches]
    [(0.0, 3.0), (2.0, 1.0)]
    >>> plt.close(ax.figure)
    """
    if not tasks:
        raise ValueError("there are no tasks")
    spans = []
    for task in tasks:
        start = datetime.datetime.strptime(task["start"], "%Y-%m-%d").date()
        end = datetime.datetime.strptime(task["end"], "%Y-%m-%d").date()
        if end < start:
            raise ValueError(f"{task['name']} ends before it starts")
        spans.append((start, end))
    first = min(start for start, _ in spans)
    last = max(end for _, end in spans)

    _, ax = plt.subplots()
    color_of = {}
    for position, (task, (start, end)) in enumerate(zip(tasks, spans)):
        owner = task["owner"]
        label = None
        if owner not in color_of:
            color_of[owner] = COLORS[len(color_of) % len(COLORS)]
            label = owner
        days = (end - start + datetime.timedelta(days=1)).days
        left = (start - first).days
        ax.barh(position, days, left=left, color=color_of[owner], label=label)

    ax.set_yticks(range(len(tasks)))
    ax.set_yticklabels([task["name"] for task in tasks])
    ax.invert_yaxis()
    ax.set_xlabel("Day")
    ax.set_title(f"{first.isoformat()} to {last.isoformat()}")
    ax.legend(title="Owner")
    return ax


import unittest

import matplotlib.pyplot as plt
from matplotlib.colors import to_rgba


class TestCases(unittest.TestCase):
    def setUp(self):
        self.tasks = [
            self.task("Build", "Ada", "2024-03-04", "2024-03-08"),
            self.task("Plan", "Bo", "2024-02-27", "2024-03-01"),
            self.task("Ship", "Ada", "2024-03-11", "2024-03-11"),
        ]

    def tearDown(self):
        plt.close("all")

    def task(self, name, owner, start, end):
        return {"name": name, "owner": owner, "start": start, "end": end}

    def test_bars_begin_and_last(self):
        # Offsets count from 27 February across the leap day; lengths include both ends.
        ax = task_func(self.tasks)
        self.assertEqual([bar.get_x() for bar in ax.patches], [6, 0, 13])
        self.assertEqual([bar.get_width() for bar in ax.patches], [5, 4, 1])

    def test_rows_run_from_the_top(self):
        # Row i is at y = i, labelled with the task's name, on an inverted axis.
        ax = task_func(self.tasks)
        for row, bar in enumerate(ax.patches):
            self.assertAlmostEqual(bar.get_y() + bar.get_height() / 2, row)
        ax.figure.canvas.draw()
        self.assertEqual(
            [label.get_text() for label in ax.get_yticklabels()], ["Build", "Plan", "Ship"]
        )
        bottom, top = ax.get_ylim()
        self.assertGreater(bottom, top)

    def test_title_and_label(self):
        # The title spans the whole project, whatever the order of the tasks.
        ax = task_func(self.tasks)
        self.assertEqual(ax.get_title(), "2024-02-27 to 2024-03-11")
        self.assertEqual(ax.get_xlabel(), "Day")

    def test_latest_end_may_belong_to_an_early_task(self):
        # The end in the title is the greatest one, not that of the last task to start.
        tasks = [
            self.task("Long", "Ada", "2023-12-30", "2024-01-20"),
            self.task("Short", "Ada", "2024-01-02", "2024-01-03"),
        ]
        ax = task_func(tasks)
        self.assertEqual(ax.get_title(), "2023-12-30 to 2024-01-20")
        self.assertEqual([bar.get_width() for bar in ax.patches], [22, 2])

    def test_one_color_for_each_owner(self):
        # Both tasks of Ada share the first colour.
        ax = task_func(self.tasks)
        expected = [to_rgba(name) for name in ("tab:blue", "tab:orange", "tab:blue")]
        self.assertEqual([bar.get_facecolor() for bar in ax.patches], expected)

    def test_legend_names_each_owner_once(self):
        # In order of appearance, under a title, with the owners' colours.
        legend = task_func(self.tasks).get_legend()
        self.assertEqual(legend.get_title().get_text(), "Owner")
        self.assertEqual([text.get_text() for text in legend.get_texts()], ["Ada", "Bo"])
        colors = [patch.get_facecolor() for patch in legend.get_patches()]
        self.assertEqual(colors, [to_rgba("tab:blue"), to_rgba("tab:orange")])

    def test_colors_start_again(self):
        # The fifth owner has the colour of the first.
        tasks = [self.task(owner, owner, "2024-01-01", "2024-01-02") for owner in "abcde"]
        ax = task_func(tasks)
        colors = [bar.get_facecolor() for bar in ax.patches]
        self.assertEqual(colors[3], to_rgba("tab:purple"))
        self.assertEqual(colors[4], to_rgba("tab:blue"))

    def test_each_call_has_its_own_figure(self):
        # A second chart does not draw into the first one.
        first = task_func(self.tasks)
        second = task_func(self.tasks[:1])
        self.assertIsNot(first.figure, second.figure)
        self.assertEqual((len(first.patches), len(second.patches)), (3, 1))

    def test_invalid_tasks(self):
        # No tasks, a task that ends before it starts, and a day that does not exist.
        with self.assertRaises(ValueError):
            task_func([])
        with self.assertRaises(ValueError):
            task_func([self.task("Late", "Ada", "2024-01-02", "2024-01-01")])
        with self.assertRaises(ValueError):
            task_func([self.task("Never", "Ada", "2023-02-28", "2023-02-29")])
