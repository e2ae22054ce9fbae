import collections
import math
import statistics


def task_func(events, alpha=0.05):
    """
    Compare the conversion rates of two variants with a two-sided two-proportion z-test. With the
    names in alphabetical order, a is the first variant and b the second; the statistic is
    z = (rate_b - rate_a) / sqrt(p * (1 - p) * (1 / n_a + 1 / n_b)), where n counts the events of a
    variant and p is the conversion rate over all events. The p-value is the probability that a
    standard normal variable is at least as far from 0 as z. The winner is the variant with the
    higher rate if the p-value is less than alpha, otherwise there is none.

    Note:
    - If no event or every event is a conversion, z is 0.0 and the p-value is 1.0.
    - The lift is (rate_b - rate_a) / rate_a, or None if rate_a is 0.
    - All numbers reported are rounded to four decimals; the winner is decided before rounding.

    Parameters:
    - events (iterable): Pairs of the variant's name (str) and whether it converted (bool).
    - alpha (float): The significance level, between 0 and 1 (both excluded). Default is 0.05.

    Returns:
    - dict: 'rates' (dict from each variant's name to its conversion rate), 'lift' (float or None),
      'z' (float), 'p_value' (float) and 'winner' (str or None).

    Raises:
    - ValueError: If the events do not belong to exactly two variants, or alpha is out of range.

    Requirements:
    - collections
    - math
    - statistics

    Example:
    >>> events = [("blue", i < 30) for i in range(100)] + [("red", i < 45) for i in range(100)]
    >>> report = task_func(events)
    >>> report["rates"], report["lift"]
    ({'blue': 0.3, 'red': 0.45}, 0.5)
    >>> report["z"], report["p_value"], report["winner"]
    (2.1909, 0.0285, 'red')
    """
    if not 0 < alpha < 1:
        raise ValueError("alpha must lie between 0 and 1")
    seen = collections.Counter()
    converted = collections.Counter()
    for variant, success in events:
        seen[variant] += 1
        converted[variant] += bool(success)
    if len(seen) != 2:
        raise ValueError(f"expected two variants, got {len(seen)}")

    a, b = sorted(seen)
    rates = {name: converted[name] / seen[name] for name in (a, b)}
    difference = rates[b] - rates[a]
    pooled = sum(converted.values()) / sum(seen.values())
    if pooled in (0, 1):
        z = 0.0
    else:
        z = difference / math.sqrt(pooled * (1 - pooled) * (1 / seen[a] + 1 / seen[b]))
    p_value = 2 * statistics.NormalDist().cdf(-abs(z))

    winner = None
    if p_value < alpha:
        winner = b if difference > 0 else a
    return {
        "rates": {name: round(rate, 4) for name, rate in rates.items()},
        "lift": round(difference / rates[a], 4) if rates[a] else None,
        "z": round(z, 4),
        "p_value": round(p_value, 4),
        "winner": winner,
    }


import unittest


class TestCases(unittest.TestCase):
    def events(self, **variants):
        for name, (conversions, total) in variants.items():
            for number in range(total):
                yield name, number < conversions

    def test_second_variant_wins(self):
        # A lift from 30 % to 45 % with 100 events each is significant at 5 %.
        self.assertEqual(
            task_func(self.events(blue=(30, 100), red=(45, 100))),
            {
                "rates": {"blue": 0.3, "red": 0.45},
                "lift": 0.5,
                "z": 2.1909,
                "p_value": 0.0285,
                "winner": "red",
            },
        )

    def test_first_variant_wins(self):
        # Names are sorted, so the order of the events does not matter and z is negative.
        report = task_func(self.events(new=(20, 200), control=(50, 200)))
        self.assertEqual(report["rates"], {"control": 0.25, "new": 0.1})
        self.assertEqual(report["lift"], -0.6)
        self.assertEqual(report["z"], -3.9477)
        self.assertEqual(report["p_value"], 0.0001)
        self.assertEqual(report["winner"], "control")

    def test_alpha_decides_the_winner(self):
        # The same numbers are not significant at 1 %.
        report = task_func(self.events(blue=(30, 100), red=(45, 100)), alpha=0.01)
        self.assertEqual(report["p_value"], 0.0285)
        self.assertIsNone(report["winner"])

    def test_unequal_group_sizes(self):
        # The sizes of both groups enter the standard error.
        report = task_func(self.events(a=(1, 3), b=(5, 7)))
        self.assertEqual(report["rates"], {"a": 0.3333, "b": 0.7143})
        self.assertEqual(report["lift"], 1.1429)
        self.assertEqual(report["z"], 1.1269)
        self.assertEqual(report["p_value"], 0.2598)
        self.assertIsNone(report["winner"])

    def test_no_conversions_at_all(self):
        # There is no variance to divide by, and no lift over a rate of 0.
        self.assertEqual(
            task_func(self.events(a=(0, 5), b=(0, 9))),
            {"rates": {"a": 0.0, "b": 0.0}, "lift": None, "z": 0.0, "p_value": 1.0, "winner": None},
        )

    def test_only_conversions(self):
        # The other end: every event is a conversion.
        report = task_func(self.events(a=(4, 4), b=(6, 6)))
        self.assertEqual((report["z"], report["p_value"], report["lift"]), (0.0, 1.0, 0.0))
        self.assertIsNone(report["winner"])

    def test_lift_over_zero_is_none(self):
        # Only the second variant converts.
        report = task_func(self.events(a=(0, 50), b=(20, 50)))
        self.assertIsNone(report["lift"])
        self.assertEqual(report["z"], 5.0)
        self.assertEqual(report["winner"], "b")

    def test_number_of_variants(self):
        # None, one and three variants are refused.
        for variants in ({}, {"a": (1, 2)}, {"a": (1, 2), "b": (1, 2), "c": (1, 2)}):
            with self.subTest(variants=variants), self.assertRaises(ValueError):
                task_func(self.events(**variants))

    def test_alpha_out_of_range(self):
        # Both ends of the range are excluded.
        for alpha in (0, 1, -0.1, 1.5):
            with self.subTest(alpha=alpha), self.assertRaises(ValueError):
                task_func(self.events(a=(1, 2), b=(1, 2)), alpha=alpha)
