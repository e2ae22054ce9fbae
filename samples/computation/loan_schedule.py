import decimal

import pandas as pd

CENT = decimal.Decimal("0.01")


def task_func(principal, annual_rate, months):
    """
    Build the repayment schedule of a loan in exact cents. The regular payment is
    principal * r / (1 - (1 + r) ** -months) with the monthly rate r = annual_rate / 1200, or
    principal / months if the rate is 0. The interest of a month is the balance before the payment
    times r; the principal part is the regular payment less that interest, but never more than
    the balance, and in the last month it is the whole balance. The payment of a month is its
    interest plus its principal part, and the balance shown is what remains afterwards.

    Note:
    - The regular payment and each month's interest are rounded to cents, halves away from zero.
    - All amounts are decimal.Decimal objects with two decimal places, in columns of dtype object.

    Parameters:
    - principal (str, int or decimal.Decimal): The amount borrowed, in whole cents, e.g. '1000.50'.
    - annual_rate (str, int or decimal.Decimal): The yearly interest in percent, e.g. '4.5'.
    - months (int): The number of monthly payments.

    Returns:
    - pandas.DataFrame: One row for each month in order, with the columns 'month' (int, from 1),
      'payment', 'interest', 'principal' and 'balance', in this order.

    Raises:
    - ValueError: If the principal is not greater than 0, the rate is negative, or months is less
      than 1.

    Requirements:
    - decimal
    - pandas

    Example:
    >>> schedule = task_func("1000", "12", 3)
    >>> [str(amount) for amount in schedule["payment"]]
    ['340.02', '340.02', '340.03']
    >>> str(schedule["balance"].iloc[-1])
    '0.00'
    """
    balance = decimal.Decimal(principal).quantize(CENT)
    rate = decimal.Decimal(annual_rate) / 1200
    if balance <= 0 or rate < 0 or months < 1:
        raise ValueError("principal and months must be positive and the rate not negative")

    def to_cents(amount):
        return amount.quantize(CENT, rounding=decimal.ROUND_HALF_UP)

    if rate == 0:
        regular = to_cents(balance / months)
    else:
        regular = to_cents(balance * rate / (1 - (1 + rate) ** -months))

    rows = []
    for month in range(1, months + 1):
        interest = to_cents(balance * rate)
        part = balance if month == months else min(regular - interest, balance)
        balance -= part
        rows.append((month, interest + part, interest, part, balance))
    return pd.DataFrame(rows, columns=["month", "payment", "interest", "principal", "balance"])


import unittest
from decimal import Decimal

import pandas as pd


class TestCases(unittest.TestCase):
    def texts(self, schedule, column):
        return [str(amount) for amount in schedule[column]]

    def test_every_column_of_a_short_loan(self):
        # 1 % a month over three months, worked out by hand.
        schedule = task_func("1000", "12", 3)
        self.assertIsInstance(schedule, pd.DataFrame)
        self.assertEqual(
            schedule.columns.tolist(), ["month", "payment", "interest", "principal", "balance"]
        )
        self.assertEqual(schedule["month"].tolist(), [1, 2, 3])
        self.assertEqual(self.texts(schedule, "payment"), ["340.02", "340.02", "340.03"])
        self.assertEqual(self.texts(schedule, "interest"), ["10.00", "6.70", "3.37"])
        self.assertEqual(self.texts(schedule, "principal"), ["330.02", "333.32", "336.66"])
        self.assertEqual(self.texts(schedule, "balance"), ["669.98", "336.66", "0.00"])

    def test_without_interest(self):
        # The cent that does not divide evenly ends up in the last payment.
        schedule = task_func("100", 0, 3)
        self.assertEqual(self.texts(schedule, "payment"), ["33.33", "33.33", "33.34"])
        self.assertEqual(self.texts(schedule, "interest"), ["0.00", "0.00", "0.00"])

    def test_halves_are_rounded_up(self):
        # 2.50 at 1 % is 0.025 of interest; banker's rounding would give 0.02.
        schedule = task_func("2.50", "12", 1)
        self.assertEqual(self.texts(schedule, "interest"), ["0.03"])
        self.assertEqual(self.texts(schedule, "payment"), ["2.53"])
        # 0.25 in two parts is 0.125 each.
        self.assertEqual(self.texts(task_func("0.25", 0, 2), "payment"), ["0.13", "0.12"])

    def test_never_pays_more_than_the_balance(self):
        # 0.05 in nine parts rounds up to 0.01, so the debt is gone after five months.
        schedule = task_func("0.05", "0", 9)
        self.assertEqual(self.texts(schedule, "payment"), ["0.01"] * 5 + ["0.00"] * 4)
        self.assertEqual(self.texts(schedule, "balance")[4:], ["0.00"] * 5)

    def test_last_payment_settles_a_tiny_loan(self):
        # A regular payment of 0.00 leaves everything to the last month.
        schedule = task_func("0.01", 0, 3)
        self.assertEqual(self.texts(schedule, "payment"), ["0.00", "0.00", "0.01"])

    def test_long_loan_adds_up(self):
        # Thirty years at 4.5 %: the parts sum up to the principal exactly.
        schedule = task_func(Decimal(250000), Decimal("4.5"), 360)
        self.assertEqual(len(schedule), 360)
        self.assertEqual(str(schedule["payment"].iloc[0]), "1266.71")
        self.assertEqual(str(schedule["interest"].iloc[0]), "937.50")
        self.assertEqual(sum(schedule["principal"]), Decimal(250000))
        self.assertEqual(schedule["balance"].iloc[-1], Decimal("0.00"))
        self.assertTrue((schedule["payment"] == schedule["interest"] + schedule["principal"]).all())

    def test_invalid_arguments(self):
        # Each condition is refused on its own.
        for arguments in (("0", "5", 12), ("-10", "5", 12), ("10", "-1", 12), ("10", "5", 0)):
            with self.subTest(arguments=arguments), self.assertRaises(ValueError):
                task_func(*arguments)
