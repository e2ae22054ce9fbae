import hashlib
import hmac
import json
import time


def task_func(body, header, secret, tolerance=300):
    """
    Verify a signed webhook and return its payload. The header is a list of KEY=VALUE parts
    separated by commas, such as 't=1700000000,v1=5257a8...': 't' is the time of sending in seconds
    since the epoch, 'v1' a signature, of which there may be several, and parts with other keys are
    ignored. A signature is valid if it is the lower-case hexadecimal HMAC-SHA256, keyed with the
    UTF-8 bytes of the secret, of the text of 't' in ASCII, a dot and the body; one valid signature
    is enough. The message must have been sent at most tolerance seconds before or after the
    current time, as told by time.time().

    Note:
    - Whitespace around a part is ignored. A header is malformed if a part has no '=', or if it has
      not exactly one 't', written with one or more of the digits 0 to 9, or no 'v1'.
    - Signatures are compared in constant time and may contain any characters.
    - The checks are made in the order in which they are listed for the exceptions.

    Parameters:
    - body (bytes): The body of the request, a JSON text in UTF-8.
    - header (str): The header with time and signatures.
    - secret (str): The secret shared with the sender.
    - tolerance (int): The accepted difference of time in seconds. Default is 300.

    Returns:
    - The payload, that is the value of the JSON text in the body.

    Raises:
    - ValueError: With the message 'malformed header', 'signature mismatch' or 'outside tolerance';
      and if a body that is signed correctly is not valid JSON.

    Requirements:
    - hashlib
    - hmac
    - json
    - time

    Example:
    >>> sent = str(int(time.time()))
    >>> signature = hmac.new(b"key", sent.encode() + b'.{"id": 7}', hashlib.sha256).hexdigest()
    >>> task_func(b'{"id": 7}', f"t={sent},v1={signature}", "key")
    {'id': 7}
    """
    times = []
    signatures = []
    for part in header.split(","):
        key, equals, value = part.strip().partition("=")
        if not equals:
            raise ValueError("malformed header")
        if key == "t":
            times.append(value)
        elif key == "v1":
            signatures.append(value.encode())
    if len(times) != 1 or not signatures:
        raise ValueError("malformed header")
    sent = times[0]
    if not (sent.isascii() and sent.isdigit()):
        raise ValueError("malformed header")

    signed = sent.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    matches = [hmac.compare_digest(expected, signature) for signature in signatures]
    if not any(matches):
        raise ValueError("signature mismatch")
    if abs(time.time() - int(sent)) > tolerance:
        raise ValueError("outside tolerance")
    return json.loads(body)


import hashlib
import hmac
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    NOW = 1_700_000_000
    BODY = b'{"event": "paid", "amount": 1250}'
    SECRET = "whsec_k\u00e4se"

    def setUp(self):
        clock = patch("time.time", return_value=float(self.NOW))
        clock.start()
        self.addCleanup(clock.stop)

    def sign(self, sent=NOW, body=BODY, secret=SECRET):
        message = str(sent).encode() + b"." + body
        return hmac.new(secret.encode("utf-8"), message, hashlib.sha256).hexdigest()

    def header(self, **options):
        return f"t={options.get('sent', self.NOW)},v1={self.sign(**options)}"

    def assert_refused(self, message, header, body=BODY, **options):
        with self.assertRaises(ValueError) as caught:
            task_func(body, header, self.SECRET, **options)
        self.assertEqual(str(caught.exception), message)

    def test_valid_message(self):
        # The payload is returned, whatever JSON value it is.
        self.assertEqual(
            task_func(self.BODY, self.header(), self.SECRET), {"event": "paid", "amount": 1250}
        )
        body = '["\u00fc", null]'.encode()
        self.assertEqual(task_func(body, self.header(body=body), self.SECRET), ["\u00fc", None])

    def test_known_signature(self):
        # A value computed with another tool.
        header = "t=1700000000,v1=" + (
            "b8569b78799ff9e3cbff0fc2d63a33a2b57f3282abd07c37ae5e8e7d79a5f163"
        )
        self.assertEqual(task_func(b"{}", header, "secret"), {})

    def test_one_of_several_signatures(self):
        # During a change of secrets there are two; order, spaces and unknown keys do not matter.
        header = f"v1={'0' * 64}, v0=x=y , v1={self.sign()} ,t={self.NOW}"
        self.assertEqual(task_func(self.BODY, header, self.SECRET)["amount"], 1250)

    def test_wrong_signature(self):
        # Another secret, another body, another time, upper case, and no ASCII.
        self.assert_refused("signature mismatch", self.header(secret="other"))
        self.assert_refused("signature mismatch", self.header(), body=self.BODY + b" ")
        self.assert_refused("signature mismatch", f"t={self.NOW},v1={self.sign(self.NOW - 1)}")
        self.assert_refused("signature mismatch", f"t={self.NOW},v1={self.sign().upper()}")
        self.assert_refused("signature mismatch", f"t={self.NOW},v1=\u00e9")
        self.assert_refused("signature mismatch", f"t={self.NOW},v1=")

    def test_tolerance_on_both_sides(self):
        # 300 seconds are accepted, in the past and in the future; 301 are not.
        for sent in (self.NOW - 300, self.NOW + 300):
            with self.subTest(sent=sent):
                payload = task_func(self.BODY, self.header(sent=sent), self.SECRET)
                self.assertEqual(payload["event"], "paid")
        for sent in (self.NOW - 301, self.NOW + 301):
            with self.subTest(sent=sent):
                self.assert_refused("outside tolerance", self.header(sent=sent))

    def test_given_tolerance(self):
        # A tolerance of 0 leaves only the very second.
        self.assertEqual(
            task_func(self.BODY, self.header(), self.SECRET, tolerance=0)["event"], "paid"
        )
        self.assert_refused("outside tolerance", self.header(sent=self.NOW - 5), tolerance=4)

    def test_malformed_header(self):
        # Missing, repeated and unreadable parts.
        good = self.sign()
        headers = [
            "",
            good,
            f"t={self.NOW}",
            f"v1={good}",
            f"t={self.NOW},t={self.NOW},v1={good}",
            f"t={self.NOW},v1={good},",
            f"t=,v1={good}",
            f"t=-{self.NOW},v1={good}",
            f"t={self.NOW}.0,v1={good}",
            f"t=\u0661\u0662,v1={good}",
            f"T={self.NOW},v1={good}",
        ]
        for header in headers:
            with self.subTest(header=header):
                self.assert_refused("malformed header", header)

    def test_signature_is_checked_before_the_time(self):
        # An old message that is also forged is reported as forged.
        self.assert_refused("signature mismatch", self.header(sent=5, secret="other"))

    def test_signed_body_that_is_no_json(self):
        # The decoder's own ValueError passes through, but only after the other checks.
        body = b"not json"
        with self.assertRaises(ValueError):
            task_func(body, self.header(body=body), self.SECRET)
        self.assert_refused("signature mismatch", self.header(), body=body)
