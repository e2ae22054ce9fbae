import heapq
import itertools
import operator


def task_func(ledgers):
    """
    Merge ledgers that are each sorted by account into one summary, reading every ledger only once.
    A ledger is an iterable, possibly a generator, of (account, cents) pairs; the same account may
    occur several times, in one ledger and across ledgers. The summary holds, for each account in
    ascending order, the sum of its cents and the number of its entries. Accounts whose cents sum
    up to 0 are left out.

    Parameters:
    - ledgers (list): The ledgers, each an iterable of pairs of account (str) and cents (int).

    Returns:
    - list: Tuples (account, total cents, number of entries), sorted by account.

    Raises:
    - ValueError: If an account in a ledger is smaller than the one before it. The message is
      'ledger N is not sorted at ACCOUNT', with the position N of the ledger in the list, counted
      from 0, and the account that comes too late.

    Requirements:
    - heapq
    - itertools
    - operator

    Example:
    >>> task_func([[("cash", 500), ("rent", -300)], [("cash", -120), ("tax", 0)]])
    [('cash', 380, 2), ('rent', -300, 1)]
    """

    def checked(position, ledger):
        previous = None
        for account, cents in ledger:
            if previous is not None and account < previous:
                raise ValueError(f"ledger {position} is not sorted at {account}")
            previous = account
            yield account, cents

    account_of = operator.itemgetter(0)
    streams = [checked(position, ledger) for position, ledger in enumerate(ledgers)]
    summary = []
    for account, entries in itertools.groupby(heapq.merge(*streams, key=account_of), account_of):
        amounts = [cents for _, cents in entries]
        total = sum(amounts)
        if total != 0:
            summary.append((account, total, len(amounts)))
    return summary


import unittest


class TestCases(unittest.TestCase):
    def test_accounts_of_several_ledgers(self):
        # Entries of one account are added up across ledgers.
        result = task_func(
            [
                [("bank", 1000), ("rent", -700)],
                [("bank", -250), ("fuel", -60)],
                [("fuel", -15), ("rent", -20), ("wages", 1800)],
            ]
        )
        self.assertEqual(
            result, [("bank", 750, 2), ("fuel", -75, 2), ("rent", -720, 2), ("wages", 1800, 1)]
        )

    def test_repeated_account_within_a_ledger(self):
        # Equal neighbours are in order.
        result = task_func([[("a", 1), ("a", 2), ("a", 4), ("b", 8)]])
        self.assertEqual(result, [("a", 7, 3), ("b", 8, 1)])

    def test_balanced_accounts_are_left_out(self):
        # A total of 0 is dropped, whether by cancelling or by entries of 0.
        result = task_func([[("a", 5), ("b", 0), ("c", 1)], [("a", -5), ("c", 1)]])
        self.assertEqual(result, [("c", 2, 2)])

    def test_generators_are_read_once(self):
        # Iterators of different lengths work as lists do.
        ledgers = [
            ((f"{number:03}", 1) for number in range(100)),
            iter([("050", 10)]),
            (pair for pair in []),
        ]
        result = task_func(ledgers)
        self.assertEqual(len(result), 100)
        self.assertEqual(result[49:52], [("049", 1, 1), ("050", 11, 2), ("051", 1, 1)])

    def test_nothing_to_merge(self):
        # No ledger and empty ledgers give an empty summary.
        self.assertEqual(task_func([]), [])
        self.assertEqual(task_func([[], []]), [])

    def test_unsorted_ledger(self):
        # The message names the ledger and the account.
        with self.assertRaises(ValueError) as caught:
            task_func([[("a", 1), ("b", 1)], [("a", 1), ("c", 1), ("b", 1)]])
        self.assertEqual(str(caught.exception), "ledger 1 is not sorted at b")

    def test_unsorted_at_the_very_end(self):
        # The check goes on when the other ledgers are used up.
        with self.assertRaises(ValueError) as caught:
            task_func([[("x", 1), ("y", 1), ("z", 1), ("a", 1)], [("b", 1)]])
        self.assertEqual(str(caught.exception), "ledger 0 is not sorted at a")
