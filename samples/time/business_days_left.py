import calendar
import datetime


def task_func(day, holidays=(), weekend=(calendar.SATURDAY, calendar.SUNDAY)):
    """
    Tell how many business days are left in a month. Counted are the days from the given one to the
    last of its month, both included, that neither fall on a weekend nor are holidays. The result
    holds the count, the next business day on or after the given day, and the last business day of
    the month; the last two are None if the count is 0.

    Note:
    - Days are texts of the form YYYY-MM-DD, in the arguments and in the result.
    - Holidays may be in any order, repeated, on a weekend, or outside the month.

    Parameters:
    - day (str): The day to count from.
    - holidays (iterable): The holidays, each a str. Default is none.
    - weekend (iterable): The days of the week without work, as numbers from calendar.MONDAY (0) to
      calendar.SUNDAY (6). Default is Saturday and Sunday.

    Returns:
    - tuple: The count (int), the next business day (str or None) and the last business day of the
      month (str or None).

    Raises:
    - ValueError: If the day or a holiday is not a valid date.

    Requirements:
    - calendar
    - datetime

    Example:
    >>> task_func("2024-05-25", holidays=["2024-05-27"])
    (4, '2024-05-28', '2024-05-31')
    """

    def parse(text):
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()

    first = parse(day)
    closed = {parse(holiday) for holiday in holidays}
    days_off = set(weekend)
    _, length = calendar.monthrange(first.year, first.month)

    open_days = []
    for number in range(first.day, length + 1):
        current = first.replace(day=number)
        if current.weekday() not in days_off and current not in closed:
            open_days.append(current.isoformat())
    if not open_days:
        return 0, None, None
    return len(open_days), open_days[0], open_days[-1]


import calendar
import unittest


class TestCases(unittest.TestCase):
    def test_whole_month(self):
        # February of a leap year has 21 business days.
        self.assertEqual(task_func("2024-02-01"), (21, "2024-02-01", "2024-02-29"))

    def test_from_the_middle_of_the_month(self):
        # 18 June 2025 is a Wednesday; the month ends on a Monday.
        self.assertEqual(task_func("2025-06-18"), (9, "2025-06-18", "2025-06-30"))

    def test_starting_on_a_weekend(self):
        # The next business day is the Monday after; the month ends on a Sunday.
        self.assertEqual(task_func("2024-06-15"), (10, "2024-06-17", "2024-06-28"))

    def test_holidays_are_not_counted(self):
        # Given out of order and repeated; the first day and the last one are holidays.
        holidays = ["2024-12-31", "2024-12-25", "2024-12-23", "2024-12-25"]
        self.assertEqual(
            task_func("2024-12-23", holidays=holidays), (4, "2024-12-24", "2024-12-30")
        )

    def test_holidays_that_change_nothing(self):
        # On a weekend, before the day, and in another month or year.
        holidays = ["2024-05-26", "2024-05-20", "2024-06-03", "2023-05-28"]
        self.assertEqual(
            task_func("2024-05-25", holidays=iter(holidays)), (5, "2024-05-27", "2024-05-31")
        )

    def test_last_day_of_the_month(self):
        # The day itself counts; as a holiday it leaves nothing.
        self.assertEqual(task_func("2023-01-31"), (1, "2023-01-31", "2023-01-31"))
        self.assertEqual(task_func("2023-01-31", holidays=["2023-01-31"]), (0, None, None))

    def test_nothing_left(self):
        # 30 and 31 March 2024 are a Saturday and a Sunday.
        self.assertEqual(task_func("2024-03-30"), (0, None, None))

    def test_other_weekend(self):
        # With Friday and Saturday off, 31 March 2024 (a Sunday) is a business day.
        weekend = [calendar.FRIDAY, calendar.SATURDAY]
        self.assertEqual(task_func("2024-03-28", weekend=weekend), (2, "2024-03-28", "2024-03-31"))
        self.assertEqual(task_func("2024-03-28", weekend=())[0], 4)

    def test_invalid_dates(self):
        # Days that do not exist, and other formats.
        for day in ("2023-02-29", "2024-13-01", "31/01/2024", ""):
            with self.subTest(day=day), self.assertRaises(ValueError):
                task_func(day)
        with self.assertRaises(ValueError):
            task_func("2024-01-01", holidays=["2024-01-32"])
