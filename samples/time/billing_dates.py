import datetime

from dateutil import relativedelta


def task_func(start, count, every_months=1, holidays=()):
    """
    List the dates on which a subscription is billed. The nominal date number k, counted from 0, is
    k * every_months months after the start, on the start's day of the month or, in months that are
    too short for it, on their last day; a short month does not change the dates after it. A nominal
    date that is on a Saturday, on a Sunday or in the holidays is moved to the next day that is
    none of these, or, if that day is in another month, to the last day before the nominal date
    that is none of these.

    Note:
    - Dates are texts of the form YYYY-MM-DD, in the arguments and in the result.

    Parameters:
    - start (str): The first nominal date.
    - count (int): The number of dates to list.
    - every_months (int): The number of months from one nominal date to the next. Default is 1.
    - holidays (iterable): The dates, each a str, on which nothing is billed. Default is none.

    Returns:
    - list: The dates of billing (str), in the order of their nominal dates.

    Raises:
    - ValueError: If count or every_months is less than 1, or a date is not valid.

    Requirements:
    - datetime
    - dateutil

    Example:
    >>> task_func("2024-01-31", 4)
    ['2024-01-31', '2024-02-29', '2024-03-29', '2024-04-30']
    """
    if count < 1 or every_months < 1:
        raise ValueError("count and every_months must be at least 1")

    def parse(text):
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()

    closed = {parse(holiday) for holiday in holidays}

    def open_day(date, step):
        while date.weekday() >= 5 or date in closed:
            date += datetime.timedelta(days=step)
        return date

    first = parse(start)
    dates = []
    for number in range(count):
        nominal = first + relativedelta.relativedelta(months=number * every_months)
        billed = open_day(nominal, 1)
        if billed.month != nominal.month:
            billed = open_day(nominal, -1)
        dates.append(billed.isoformat())
    return dates


import unittest


class TestCases(unittest.TestCase):
    def test_monthly_on_weekdays(self):
        # 15 January 2024 is a Monday; 15 June is a Saturday, the only date that moves.
        self.assertEqual(
            task_func("2024-01-15", 6),
            ["2024-01-15", "2024-02-15", "2024-03-15", "2024-04-15", "2024-05-15", "2024-06-17"],
        )

    def test_short_months_do_not_drift(self):
        # After February the 31st comes back; 31 March 2024 is a Sunday and moves back.
        self.assertEqual(
            task_func("2024-01-31", 5),
            ["2024-01-31", "2024-02-29", "2024-03-29", "2024-04-30", "2024-05-31"],
        )

    def test_sunday_moves_to_monday(self):
        # 1 September 2024 is a Sunday.
        self.assertEqual(task_func("2024-09-01", 2), ["2024-09-02", "2024-10-01"])

    def test_month_end_moves_back_to_friday(self):
        # 30 November 2024 is a Saturday, and the Monday after it is in December.
        self.assertEqual(task_func("2024-11-30", 1), ["2024-11-29"])

    def test_quarters_across_years(self):
        # Every three months, over the turn of a year and a February of 28 days.
        self.assertEqual(
            task_func("2022-08-30", 4, every_months=3),
            ["2022-08-30", "2022-11-30", "2023-02-28", "2023-05-30"],
        )

    def test_yearly_leap_day(self):
        # 29 February exists again after four years.
        self.assertEqual(
            task_func("2024-02-29", 5, every_months=12),
            ["2024-02-29", "2025-02-28", "2026-02-27", "2027-02-26", "2028-02-29"],
        )

    def test_holidays_move_forward(self):
        # A holiday on a Friday skips the weekend, too; a holiday on the Monday goes on to Tuesday.
        self.assertEqual(task_func("2024-05-10", 1, holidays=["2024-05-10"]), ["2024-05-13"])
        self.assertEqual(
            task_func("2024-05-10", 1, holidays=iter(["2024-05-13", "2024-05-10"])),
            ["2024-05-14"],
        )

    def test_holidays_move_back_at_the_month_end(self):
        # 31 December is closed and 1 January is next year, so it is 30 December or earlier.
        closed = ["2024-12-31"]
        self.assertEqual(task_func("2024-12-31", 1, holidays=closed), ["2024-12-30"])
        closed.append("2024-12-30")
        self.assertEqual(task_func("2024-12-31", 1, holidays=closed), ["2024-12-27"])

    def test_invalid_arguments(self):
        # Numbers below 1, and dates that do not exist.
        for arguments in (("2024-01-01", 0), ("2024-01-01", 3, 0), ("2024-02-30", 1)):
            with self.subTest(arguments=arguments), self.assertRaises(ValueError):
                task_func(*arguments)
        with self.assertRaises(ValueError):
            task_func("2024-01-01", 1, holidays=["2024-00-01"])
