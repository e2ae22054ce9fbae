import numpy as np
import pandas as pd


def task_func(readings, threshold=3.5):
    """
    Flag implausible meter readings with the modified z-score, each meter judged on its own.
    The score of a reading x is 0.6745 * (x - median) / MAD, where the median and the MAD (the
    median of the absolute deviations from that median) are taken over the readings of the same
    meter that are not NaN. A reading is a spike when the absolute value of its score is greater
    than the threshold. Where the MAD of a meter is 0, a reading equal to the median scores 0.0,
    a larger one scores inf and a smaller one scores -inf.

    Note:
    - A reading counts as NaN if it is None or cannot be converted to a number, such as 'n/a'; texts
      of numbers, such as '12.5', are converted.
    - A NaN reading has a NaN score and is not a spike.
    - The frame passed in is not changed, and the result keeps its index, row order and columns.

    Parameters:
    - readings (pandas.DataFrame): The readings, with the columns 'meter' (label of the meter) and
      'value' (numbers, or a mixture of numbers, texts and None), and any further columns.
    - threshold (float): The score above which a reading is a spike. Default is 3.5.

    Returns:
    - pandas.DataFrame: The readings with two more columns at the right, 'score' (float) and
      'spike' (bool).

    Raises:
    - KeyError: If the column 'meter' or the column 'value' is missing.
    - ValueError: If the threshold is not greater than 0.

    Requirements:
    - numpy
    - pandas

    Example:
    >>> frame = pd.DataFrame({"meter": ["a"] * 5, "value": [10, 11, 12, 13, 90]})
    >>> task_func(frame)["spike"].tolist()
    [False, False, False, False, True]
    """
    if not threshold > 0:
        raise ValueError("threshold must be greater than 0")

    meter = readings["meter"]
    value = pd.to_numeric(readings["value"], errors="coerce").astype(float)
    deviation = value - value.groupby(meter).transform("median")
    mad = deviation.abs().groupby(meter).transform("median")

    regular = 0.6745 * deviation / mad.where(mad > 0)
    score = np.select(
        [mad > 0, deviation.isna(), deviation == 0],
        [regular, np.nan, 0.0],
        default=np.copysign(np.inf, deviation),
    )
    return readings.assign(score=score, spike=np.abs(score) > threshold)


import math
import unittest

import numpy as np
import pandas as pd


class TestCases(unittest.TestCase):
    def frame(self, meters, values):
        return pd.DataFrame({"meter": list(meters), "value": values})

    def test_scores_of_one_meter(self):
        # Median 12 and MAD 1: the scores follow from the formula.
        result = task_func(self.frame("aaaaa", [10, 11, 12, 13, 90]))
        expected = [-1.349, -0.6745, 0.0, 0.6745, 0.6745 * 78]
        np.testing.assert_allclose(result["score"], expected)
        self.assertEqual(result["spike"].tolist(), [False, False, False, False, True])

    def test_score_is_relative_to_the_spread(self):
        # With a MAD of 4 the same distances score a quarter; the median may lie between readings.
        result = task_func(self.frame("aaaa", [0, 4, 8, 16]))
        np.testing.assert_allclose(
            result["score"], [-0.6745 * 1.5, -0.6745 * 0.5, 0.6745 * 0.5, 0.6745 * 2.5]
        )

    def test_default_threshold(self):
        # 17 scores 3.3725 and 18 scores 4.047; the threshold is 3.5.
        for value, expected in ((17, False), (18, True)):
            with self.subTest(value=value):
                result = task_func(self.frame("aaaaa", [10, 11, 12, 13, value]))
                self.assertEqual(bool(result["spike"].iloc[4]), expected)

    def test_meters_are_judged_separately(self):
        # 100 is normal for meter b and would be a spike among the readings of meter a.
        result = task_func(self.frame("abababab", [1, 100, 2, 101, 3, 102, 50, 5]))
        self.assertEqual(result["spike"].tolist(), [False] * 6 + [True, True])
        self.assertGreater(result["score"].iloc[6], 0)
        self.assertLess(result["score"].iloc[7], 0)

    def test_zero_mad_gives_signed_infinity(self):
        # Most readings are the same, so the MAD is 0.
        result = task_func(self.frame("aaaaa", [5, 5, 5, 6, 4]))
        self.assertEqual(result["score"].tolist(), [0.0, 0.0, 0.0, math.inf, -math.inf])
        self.assertEqual(result["spike"].tolist(), [False, False, False, True, True])

    def test_nan_is_ignored_and_never_a_spike(self):
        # A missing reading changes neither the median nor the MAD.
        result = task_func(self.frame("aaaaaab", [10, 11, 12, 13, 90, np.nan, np.nan]))
        self.assertAlmostEqual(result["score"].iloc[0], -1.349)
        self.assertTrue(result["score"].iloc[5:].isna().all())
        self.assertEqual(result["spike"].tolist(), [False] * 4 + [True, False, False])

    def test_texts_are_converted(self):
        # What is no number counts as NaN, and the column itself stays as it is.
        values = ["10", 11, 12.0, "13", "90", "n/a", None]
        result = task_func(self.frame("aaaaaaa", values))
        self.assertEqual(result["spike"].tolist(), [False] * 4 + [True, False, False])
        self.assertAlmostEqual(result["score"].iloc[3], 0.6745)
        self.assertTrue(result["score"].iloc[5:].isna().all())
        self.assertEqual(result["value"].iloc[:6].tolist(), values[:6])

    def test_threshold_itself_is_not_a_spike(self):
        # The comparison is strict: 0.6745 is the score of the neighbours of the median.
        frame = self.frame("aaaaa", [10, 11, 12, 13, 90])
        self.assertEqual(task_func(frame, threshold=0.6745)["spike"].sum(), 2)
        self.assertEqual(task_func(frame, threshold=0.6744)["spike"].sum(), 4)

    def test_index_and_columns_are_kept(self):
        # The input stays as it was; further columns and the index are carried over.
        frame = self.frame("ba", [1, 2]).assign(site=["x", "y"])
        frame.index = [7, 3]
        before = frame.copy()
        result = task_func(frame)
        self.assertEqual(result.columns.tolist(), ["meter", "value", "site", "score", "spike"])
        self.assertEqual(result.index.tolist(), [7, 3])
        self.assertEqual(result["site"].tolist(), ["x", "y"])
        self.assertEqual(result["spike"].dtype, bool)
        pd.testing.assert_frame_equal(frame, before)

    def test_empty_frame(self):
        # No rows give no rows, with the new columns in place.
        result = task_func(pd.DataFrame({"meter": [], "value": []}))
        self.assertEqual(len(result), 0)
        self.assertEqual(result.columns.tolist(), ["meter", "value", "score", "spike"])

    def test_missing_column(self):
        # Each of the two columns is needed.
        with self.assertRaises(KeyError):
            task_func(pd.DataFrame({"meter": ["a"]}))
        with self.assertRaises(KeyError):
            task_func(pd.DataFrame({"value": [1.0]}))

    def test_threshold_must_be_positive(self):
        # Zero and negative thresholds are refused.
        for threshold in (0, -1):
            with self.assertRaises(ValueError):
                task_func(self.frame("a", [1]), threshold=threshold)
