import time
import urllib.parse

import requests


def task_func(url, max_retries=3, backoff=0.5):
    """
    Collect the items of a paginated JSON API. Each page is a JSON object with the list 'items' and
    possibly 'next', the URL of the following page, which may be relative to the URL of the page it
    is on; the last page has no 'next', or null. A request that ends in requests.ConnectionError or
    in the status 429 or 500 to 599 is repeated up to max_retries times for each page, after a pause
    of backoff * 2 ** n seconds, where n counts the repetitions of this page from 0. When these are
    used up, and at once for a status from 400 to 499 other than 429, the page has failed.

    Note:
    - Every request is made by requests.get(url, timeout=10), and pauses by time.sleep.
    - A page that has failed raises the last requests.ConnectionError or a requests.HTTPError, and
      no pause precedes the exception.

    Parameters:
    - url (str): The URL of the first page.
    - max_retries (int): The number of repetitions that a page may need. Default is 3.
    - backoff (float): The first pause in seconds. Default is 0.5.

    Returns:
    - list: The items of all pages, in order.

    Raises:
    - requests.ConnectionError: If the last attempt at a page found no connection.
    - requests.HTTPError: If the last attempt at a page was answered by an error status.
    - RuntimeError: If a 'next' leads to a page that was requested already.

    Requirements:
    - requests
    - time
    - urllib

    Example:
    >>> from unittest.mock import Mock, patch
    >>> page = Mock(status_code=200, json=lambda: {"items": [1, 2], "next": None})
    >>> with patch("requests.get", return_value=page):
    ...     task_func("https://api.example/things")
    [1, 2]
    """
    items = []
    visited = set()
    while url:
        if url in visited:
            raise RuntimeError(f"the pages run in a circle at {url}")
        visited.add(url)
        repetitions = 0
        while True:
            try:
                response = requests.get(url, timeout=10)
            except requests.ConnectionError:
                if repetitions >= max_retries:
                    raise
            else:
                is_busy = response.status_code == 429 or 500 <= response.status_code <= 599
                if not is_busy or repetitions >= max_retries:
                    break
            time.sleep(backoff * 2**repetitions)
            repetitions += 1
        response.raise_for_status()
        page = response.json()
        items.extend(page["items"])
        following = page.get("next")
        url = urllib.parse.urljoin(url, following) if following else None
    return items


import io
import json
import unittest
from unittest.mock import patch

import requests


class TestCases(unittest.TestCase):
    URL = "https://api.example/v1/things"

    def setUp(self):
        self.get = self.start(patch("requests.get"))
        self.sleep = self.start(patch("time.sleep"))

    def start(self, patcher):
        self.addCleanup(patcher.stop)
        return patcher.start()

    def answer(self, page=None, status=200):
        response = requests.Response()
        response.status_code = status
        response.raw = io.BytesIO(json.dumps(page).encode())
        return response

    def requested(self):
        return [call[0][0] for call in self.get.call_args_list]

    def pauses(self):
        return [call[0][0] for call in self.sleep.call_args_list]

    def test_single_page(self):
        # One request with the timeout, no pause.
        self.get.return_value = self.answer({"items": [{"id": 1}, {"id": 2}]})
        self.assertEqual(task_func(self.URL), [{"id": 1}, {"id": 2}])
        self.get.assert_called_once_with(self.URL, timeout=10)
        self.sleep.assert_not_called()

    def test_follows_pages_in_order(self):
        # An absolute URL, a query only, and a path; each relative to the page it is on.
        self.get.side_effect = [
            self.answer({"items": [1], "next": "https://cdn.example/v2/more"}),
            self.answer({"items": [2, 3], "next": "?page=3"}),
            self.answer({"items": [], "next": "/v3/last"}),
            self.answer({"items": [4], "next": None}),
        ]
        self.assertEqual(task_func(self.URL), [1, 2, 3, 4])
        self.assertEqual(
            self.requested(),
            [
                self.URL,
                "https://cdn.example/v2/more",
                "https://cdn.example/v2/more?page=3",
                "https://cdn.example/v3/last",
            ],
        )

    def test_repeats_after_busy_status(self):
        # 429, 500 and 599 are repeated, with pauses that double.
        self.get.side_effect = [
            self.answer(status=429),
            self.answer(status=500),
            self.answer(status=599),
            self.answer({"items": ["x"]}),
        ]
        self.assertEqual(task_func(self.URL), ["x"])
        self.assertEqual(self.requested(), [self.URL] * 4)
        self.assertEqual(self.pauses(), [0.5, 1, 2])

    def test_repeats_after_lost_connection(self):
        # The pauses begin at the given backoff.
        self.get.side_effect = [
            requests.ConnectionError("reset"),
            requests.ConnectionError("reset"),
            self.answer({"items": [7]}),
        ]
        self.assertEqual(task_func(self.URL, backoff=3), [7])
        self.assertEqual(self.pauses(), [3, 6])

    def test_retries_are_counted_for_each_page(self):
        # Two pages with one failure each need one retry each.
        self.get.side_effect = [
            self.answer(status=503),
            self.answer({"items": [1], "next": "/p2"}),
            self.answer(status=503),
            self.answer({"items": [2]}),
        ]
        self.assertEqual(task_func(self.URL, max_retries=1), [1, 2])
        self.assertEqual(self.pauses(), [0.5, 0.5])

    def test_gives_up_on_busy_status(self):
        # One request and two repetitions; no pause after the last one.
        self.get.side_effect = [self.answer(status=503) for _ in range(9)]
        with self.assertRaises(requests.HTTPError):
            task_func(self.URL, max_retries=2)
        self.assertEqual(self.get.call_count, 3)
        self.assertEqual(self.pauses(), [0.5, 1])

    def test_three_retries_by_default(self):
        # Four requests in all; the last answer decides, here a lost connection.
        answers = [self.answer(status=500) for _ in range(3)]
        self.get.side_effect = [*answers, requests.ConnectionError("reset"), self.answer({})]
        with self.assertRaises(requests.ConnectionError):
            task_func(self.URL)
        self.assertEqual(self.get.call_count, 4)
        self.assertEqual(self.pauses(), [0.5, 1, 2])

    def test_gives_up_on_lost_connection(self):
        # Without retries the first error is final, and it is the original one.
        error = requests.ConnectionError("refused")
        self.get.side_effect = error
        with self.assertRaises(requests.ConnectionError) as caught:
            task_func(self.URL, max_retries=0)
        self.assertIs(caught.exception, error)
        self.assertEqual(self.get.call_count, 1)
        self.sleep.assert_not_called()

    def test_other_errors_fail_at_once(self):
        # A client error is not repeated, neither is one on a later page.
        for status in (400, 404, 499):
            self.get.reset_mock()
            self.get.side_effect = [
                self.answer({"items": [1], "next": "/p2"}),
                self.answer(status=status),
            ]
            with self.subTest(status=status), self.assertRaises(requests.HTTPError):
                task_func(self.URL)
            self.assertEqual(self.get.call_count, 2)
        self.sleep.assert_not_called()

    def test_pages_in_a_circle(self):
        # The second page points back to the first one by a relative URL.
        self.get.side_effect = [
            self.answer({"items": [1], "next": "/v1/more"}),
            self.answer({"items": [2], "next": "things"}),
        ]
        with self.assertRaises(RuntimeError):
            task_func(self.URL)
        self.assertEqual(self.get.call_count, 2)
