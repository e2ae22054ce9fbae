import datetime

import pytz


def task_func(day, zones, start_hour=9, end_hour=17):
    """
    Find the full UTC hours of a day at which people in several time zones can meet for an hour. An
    hour is suitable if, in every zone, its local start falls on a day from Monday to Friday, not
    before start_hour:00 and not after (end_hour - 1):00. The local date may differ from the UTC
    day, and daylight saving time is taken into account.

    Parameters:
    - day (str): The UTC day, in the form YYYY-MM-DD.
    - zones (list): The names of the time zones, e.g. 'Europe/Berlin'.
    - start_hour (int): The hour at which work begins. Default is 9.
    - end_hour (int): The hour at which work ends. Default is 17.

    Returns:
    - dict: From each suitable hour, as 'HH:00' in UTC and in ascending order, to the list of the
      local starts, as 'YYYY-MM-DD HH:MM', in the order of the zones.

    Raises:
    - ValueError: If the day is not valid, there are no zones, a zone is unknown (its name is in the
      message then), or 0 <= start_hour < end_hour <= 24 does not hold.

    Requirements:
    - datetime
    - pytz

    Example:
    >>> task_func("2024-07-02", ["Europe/Berlin", "America/New_York"], end_hour=16)
    {'13:00': ['2024-07-02 15:00', '2024-07-02 09:00']}
    """
    if not 0 <= start_hour < end_hour <= 24:
        raise ValueError("working hours must be ascending and within the day")
    if not zones:
        raise ValueError("there are no zones")
    try:
        places = [pytz.timezone(zone) for zone in zones]
    except pytz.UnknownTimeZoneError as error:
        raise ValueError(f"unknown time zone: {error.args[0]}") from error

    midnight = pytz.utc.localize(datetime.datetime.strptime(day, "%Y-%m-%d"))
    earliest = datetime.time(start_hour)
    latest = datetime.time(end_hour - 1)
    slots = {}
    for hour in range(24):
        start = midnight + datetime.timedelta(hours=hour)
        local_starts = [start.astimezone(place) for place in places]
        if all(
            local.weekday() < 5 and earliest <= local.time() <= latest for local in local_starts
        ):
            slots[f"{hour:02}:00"] = [local.strftime("%Y-%m-%d %H:%M") for local in local_starts]
    return slots


import unittest


class TestCases(unittest.TestCase):
    def test_two_zones(self):
        # Berlin at UTC+2 and New York at UTC-4 share two hours.
        self.assertEqual(
            task_func("2024-07-02", ["America/New_York", "Europe/Berlin"]),
            {
                "13:00": ["2024-07-02 09:00", "2024-07-02 15:00"],
                "14:00": ["2024-07-02 10:00", "2024-07-02 16:00"],
            },
        )

    def test_daylight_saving_time(self):
        # On 12 March 2024 New York has changed its clocks and Berlin has not: an hour more.
        result = task_func("2024-03-12", ["Europe/Berlin", "America/New_York"])
        self.assertEqual(list(result), ["13:00", "14:00", "15:00"])
        self.assertEqual(result["15:00"], ["2024-03-12 16:00", "2024-03-12 11:00"])

    def test_all_hours_of_one_zone(self):
        # The last meeting starts an hour before the end.
        result = task_func("2024-07-02", ["UTC"])
        self.assertEqual(list(result), [f"{hour:02}:00" for hour in range(9, 17)])
        self.assertEqual(result["09:00"], ["2024-07-02 09:00"])

    def test_zone_with_half_an_hour(self):
        # In Kolkata (UTC+5:30) meetings start at half past; 16:30 would end too late.
        result = task_func("2024-07-02", ["Asia/Kolkata"])
        self.assertEqual(
            list(result.values()),
            [[f"2024-07-02 {hour:02}:30"] for hour in range(9, 16)],
        )
        self.assertEqual(next(iter(result)), "04:00")

    def test_local_date_differs(self):
        # While Tokyo works on Thursday, Honolulu is still in its Wednesday afternoon.
        result = task_func("2024-07-04", ["Pacific/Honolulu", "Asia/Tokyo"], end_hour=20)
        self.assertEqual(list(result), ["00:00", "01:00", "02:00", "03:00", "04:00", "05:00"])
        self.assertEqual(result["00:00"], ["2024-07-03 14:00", "2024-07-04 09:00"])

    def test_weekend_is_judged_locally(self):
        # UTC Sunday is Monday morning in Auckland from 21:00 on; Saturday is never suitable.
        self.assertEqual(
            list(task_func("2024-07-07", ["Pacific/Auckland"])), ["21:00", "22:00", "23:00"]
        )
        self.assertEqual(task_func("2024-07-06", ["UTC"]), {})
        # Friday evening in UTC is Saturday in Auckland.
        self.assertEqual(
            list(task_func("2024-07-05", ["Pacific/Auckland"])),
            ["00:00", "01:00", "02:00", "03:00", "04:00"],
        )

    def test_working_hours(self):
        # A single hour, and the whole day.
        self.assertEqual(
            task_func("2024-07-02", ["Europe/London"], start_hour=23, end_hour=24),
            {"22:00": ["2024-07-02 23:00"]},
        )
        self.assertEqual(len(task_func("2024-07-02", ["UTC"], start_hour=0, end_hour=24)), 24)

    def test_no_common_hour(self):
        # Twelve hours apart.
        self.assertEqual(task_func("2024-07-02", ["Asia/Singapore", "America/New_York"]), {})

    def test_unknown_zone(self):
        # The message names the culprit among valid zones.
        with self.assertRaises(ValueError) as caught:
            task_func("2024-07-02", ["UTC", "Mars/Olympus"])
        self.assertIn("Mars/Olympus", str(caught.exception))

    def test_invalid_arguments(self):
        # No zones, a day that does not exist, and impossible working hours.
        with self.assertRaises(ValueError):
            task_func("2024-07-02", [])
        with self.assertRaises(ValueError):
            task_func("2024-06-31", ["UTC"])
        for hours in ((-1, 5), (9, 9), (17, 9), (9, 25)):
            with self.subTest(hours=hours), self.assertRaises(ValueError):
                task_func("2024-07-02", ["UTC"], *hours)
