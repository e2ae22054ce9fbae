import json
import os

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


def task_func(path, keys):
    """
    Bring the secrets in a JSON file under a new key. The file holds an object that maps names to
    Fernet tokens (str), each encrypted under one of the keys, of which the first is the newest. A
    token that the first key opens is current and stays exactly as it is; a token that only a later
    key opens is rotated, that is encrypted anew under the first key with the time of creation
    that it has in it; a token that no key opens has failed and stays as it is.

    Note:
    - If a token was rotated, the file is replaced in one step: the new object is written to a file
      with the same path and '.new' appended, which os.replace then puts in the place of the old
      one. Otherwise the file is not touched.
    - Only the tokens' values change: the names and their order remain.

    Parameters:
    - path (str): The path of the JSON file, in UTF-8.
    - keys (list): The Fernet keys (bytes or str), the newest first.

    Returns:
    - dict: 'current', 'rotated' and 'failed', each a sorted list of names.

    Raises:
    - ValueError: If there are no keys, a key is not a Fernet key, or the file does not hold a JSON
      object.
    - OSError: If the file cannot be replaced. It is then as it was before.

    Requirements:
    - cryptography
    - json
    - os

    Example:
    >>> import tempfile
    >>> old, new = Fernet.generate_key(), Fernet.generate_key()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "secrets.json")
    ...     with open(path, "w") as file:
    ...         json.dump({"db": Fernet(old).encrypt(b"hunter2").decode()}, file)
    ...     report = task_func(path, [new, old])
    ...     with open(path) as file:
    ...         token = json.load(file)["db"]
    >>> report, Fernet(new).decrypt(token.encode())
    ({'current': [], 'rotated': ['db'], 'failed': []}, b'hunter2')
    """
    if not keys:
        raise ValueError("there are no keys")
    fernets = [Fernet(key) for key in keys]
    with open(path, encoding="utf-8") as file:
        secrets = json.load(file)
    if not isinstance(secrets, dict):
        raise ValueError(f"{path} does not hold a JSON object")

    ring = MultiFernet(fernets)
    report = {"current": [], "rotated": [], "failed": []}
    for name in sorted(secrets):
        token = secrets[name].encode("utf-8")
        try:
            fernets[0].decrypt(token)
            outcome = "current"
        except InvalidToken:
            try:
                secrets[name] = ring.rotate(token).decode("ascii")
                outcome = "rotated"
            except InvalidToken:
                outcome = "failed"
        report[outcome].append(name)

    if report["rotated"]:
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(secrets, file, indent=2)
        os.replace(path + ".new", path)
    return report


import json
import os
import tempfile
import unittest
from unittest.mock import patch

from cryptography.fernet import Fernet


class TestCases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "secrets.json")
        self.new, self.old, self.older, self.lost = (Fernet.generate_key() for _ in range(4))

    def seal(self, key, text):
        return Fernet(key).encrypt(text.encode()).decode()

    def store(self, value):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(value, file)

    def load(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)

    def test_old_tokens_are_rotated(self):
        # The tokens of both older keys can be opened with the new key afterwards.
        self.store({"mail": self.seal(self.older, "m"), "db": self.seal(self.old, "d")})
        report = task_func(self.path, [self.new, self.old, self.older])
        self.assertEqual(report, {"current": [], "rotated": ["db", "mail"], "failed": []})
        secrets = self.load()
        self.assertEqual(list(secrets), ["mail", "db"])
        self.assertEqual(Fernet(self.new).decrypt(secrets["mail"].encode()), b"m")
        self.assertEqual(Fernet(self.new).decrypt(secrets["db"].encode()), b"d")

    def test_current_and_failed_tokens_stay(self):
        # Among the three only the old one changes; keys may be texts, names any letters.
        before = {
            "k\u00e4se": self.seal(self.lost, "x"),
            "broken": "no token \u00fc",
            "api": self.seal(self.new, "a"),
            "db": self.seal(self.old, "d"),
        }
        self.store(before)
        report = task_func(self.path, [self.new.decode(), self.old.decode()])
        self.assertEqual(
            report, {"current": ["api"], "rotated": ["db"], "failed": ["broken", "k\u00e4se"]}
        )
        after = self.load()
        self.assertNotEqual(after.pop("db"), before.pop("db"))
        self.assertEqual(after, before)

    def test_time_of_creation_is_kept(self):
        # A rotated token is as old as the one it replaces.
        token = Fernet(self.old).encrypt_at_time(b"d", 1_500_000_000).decode()
        self.store({"db": token})
        task_func(self.path, [self.new, self.old])
        rotated = self.load()["db"].encode()
        self.assertEqual(Fernet(self.new).extract_timestamp(rotated), 1_500_000_000)

    def test_untouched_without_rotation(self):
        # Not a byte of the file changes, odd formatting included, and nothing is replaced.
        token = self.seal(self.new, "z")
        text = f'{{ "z":"{token}",\n\n"a" : "?" }}'
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        with patch("os.replace") as replace:
            report = task_func(self.path, [self.new, self.old])
        self.assertEqual(report, {"current": ["z"], "rotated": [], "failed": ["a"]})
        replace.assert_not_called()
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_second_run_changes_nothing(self):
        # What was rotated once is current the next time; no other file is left behind.
        self.store({"db": self.seal(self.old, "d")})
        task_func(self.path, [self.new, self.old])
        after_first = self.load()
        report = task_func(self.path, [self.new, self.old])
        self.assertEqual(report, {"current": ["db"], "rotated": [], "failed": []})
        self.assertEqual(self.load(), after_first)
        self.assertEqual(os.listdir(self.folder), ["secrets.json"])

    def test_replaced_in_one_step(self):
        # If the last step fails, the old file is still whole.
        before = {"db": self.seal(self.old, "d")}
        self.store(before)
        failing = patch("os.replace", side_effect=OSError("disk"))
        with failing as replace, self.assertRaises(OSError):
            task_func(self.path, [self.new, self.old])
        replace.assert_called_once_with(self.path + ".new", self.path)
        self.assertEqual(self.load(), before)

    def test_single_key_and_empty_object(self):
        # With one key there is nothing to rotate from.
        self.store({"db": self.seal(self.old, "d")})
        self.assertEqual(
            task_func(self.path, [self.new]), {"current": [], "rotated": [], "failed": ["db"]}
        )
        self.store({})
        self.assertEqual(
            task_func(self.path, [self.new]), {"current": [], "rotated": [], "failed": []}
        )

    def test_invalid_keys(self):
        # None at all, and one that is no key.
        self.store({})
        with self.assertRaises(ValueError):
            task_func(self.path, [])
        with self.assertRaises(ValueError):
            task_func(self.path, [self.new, b"too short"])

    def test_file_must_hold_an_object(self):
        # A list, a text and something that is not JSON.
        for content in ("[]", '"db"', "not json"):
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(content)
            with self.subTest(content=content), self.assertRaises(ValueError):
                task_func(self.path, [self.new])
