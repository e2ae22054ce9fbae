import gzip
import os
import shutil
import time


def task_func(directory, max_age_days=7):
    """
    Replace the old log files of a directory by gzip archives. A log file is a regular file directly
    in the directory whose name ends in '.log'; it is old if it was last modified more than
    max_age_days times 24 hours before the current time, as told by time.time(). An old log is
    compressed to a file of the same name with '.gz' appended, which takes over its modification
    time, and is then removed. If that archive exists already, both files are left as they are and
    the log is reported as skipped.

    Note:
    - Subdirectories are not entered, and symbolic links are left alone.

    Parameters:
    - directory (str): The directory with the logs.
    - max_age_days (float): The age in days that a log may have. Default is 7.

    Returns:
    - dict: 'compressed' and 'skipped', each the sorted list of the names of the logs concerned
      (without the directory), and 'saved_bytes' (int), the total size of the compressed logs less
      the total size of their archives.

    Raises:
    - NotADirectoryError: If the directory does not exist or is not a directory.

    Requirements:
    - gzip
    - os
    - shutil
    - time

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "web.log")
    ...     with open(path, "w") as log:
    ...         _ = log.write("GET / 200 " * 1000)
    ...     os.utime(path, (0, 0))
    ...     report = task_func(folder)
    ...     report["compressed"], report["saved_bytes"] > 9000, os.listdir(folder)
    (['web.log'], True, ['web.log.gz'])
    """
    if not os.path.isdir(directory):
        raise NotADirectoryError(directory)
    newest = time.time() - max_age_days * 24 * 60 * 60

    report = {"compressed": [], "skipped": [], "saved_bytes": 0}
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        if not name.endswith(".log") or os.path.islink(path) or not os.path.isfile(path):
            continue
        status = os.stat(path)
        if status.st_mtime >= newest:
            continue
        archive = path + ".gz"
        if os.path.lexists(archive):
            report["skipped"].append(name)
            continue
        with open(path, "rb") as source, gzip.open(archive, "wb") as target:
            shutil.copyfileobj(source, target)
        os.utime(archive, ns=(status.st_atime_ns, status.st_mtime_ns))
        os.remove(path)
        report["compressed"].append(name)
        report["saved_bytes"] += status.st_size - os.path.getsize(archive)
    return report


import gzip
import os
import tempfile
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    NOW = 1_700_000_000
    DAY = 24 * 60 * 60

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        clock = patch("time.time", return_value=float(self.NOW))
        clock.start()
        self.addCleanup(clock.stop)

    def add(self, name, days, content=b"line\n" * 200):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        modified = self.NOW - days * self.DAY
        os.utime(path, (modified, modified))
        return path

    def names(self):
        return sorted(os.listdir(self.folder))

    def test_old_logs_are_replaced(self):
        # The archive holds the content, and the original is gone.
        self.add("web.log", 8, b"one\ntwo\n" * 50)
        self.add("db.log", 30, b"three\n" * 50)
        self.add("new.log", 1)
        report = task_func(self.folder)
        self.assertEqual(report["compressed"], ["db.log", "web.log"])
        self.assertEqual(report["skipped"], [])
        self.assertEqual(self.names(), ["db.log.gz", "new.log", "web.log.gz"])
        with gzip.open(os.path.join(self.folder, "web.log.gz")) as archive:
            self.assertEqual(archive.read(), b"one\ntwo\n" * 50)

    def test_saved_bytes(self):
        # The sum over all logs; it may be negative, as an empty file grows.
        self.add("a.log", 9, b"x" * 5000)
        self.add("b.log", 9, b"y" * 7000)
        report = task_func(self.folder)
        sizes = [os.path.getsize(os.path.join(self.folder, name)) for name in self.names()]
        self.assertEqual(report["saved_bytes"], 12000 - sum(sizes))
        self.add("empty.log", 9, b"")
        report = task_func(self.folder)
        self.assertEqual(report["compressed"], ["empty.log"])
        self.assertLess(report["saved_bytes"], 0)

    def test_exact_age_is_not_old(self):
        # Seven days to the second are kept, one second more is too old.
        self.add("edge.log", 7)
        self.add("past.log", 7 + 1 / self.DAY)
        self.assertEqual(task_func(self.folder)["compressed"], ["past.log"])

    def test_max_age(self):
        # The age can be given, in fractions of a day as well.
        self.add("a.log", 1)
        self.add("b.log", 0.4)
        self.assertEqual(task_func(self.folder, max_age_days=0.5)["compressed"], ["a.log"])
        self.assertEqual(self.names(), ["a.log.gz", "b.log"])

    def test_modification_time_is_kept(self):
        # The archive is as old as the log was.
        self.add("web.log", 100)
        task_func(self.folder)
        modified = os.path.getmtime(os.path.join(self.folder, "web.log.gz"))
        self.assertAlmostEqual(modified, self.NOW - 100 * self.DAY, delta=1)

    def test_existing_archive_is_not_overwritten(self):
        # The log is skipped, and both files stay as they were.
        self.add("web.log", 8, b"new content")
        archive = self.add("web.log.gz", 8, b"something else")
        report = task_func(self.folder)
        self.assertEqual(report, {"compressed": [], "skipped": ["web.log"], "saved_bytes": 0})
        self.assertEqual(self.names(), ["web.log", "web.log.gz"])
        with open(archive, "rb") as file:
            self.assertEqual(file.read(), b"something else")

    def test_other_entries_are_left_alone(self):
        # Other suffixes, directories and the files in them are no log files.
        self.add("notes.txt", 99)
        self.add("web.log.1", 99)
        self.add("log", 99)
        nested = os.path.join(self.folder, "old.log")
        os.mkdir(nested)
        self.add(os.path.join("old.log", "inner.log"), 99)
        os.utime(nested, (0, 0))
        report = task_func(self.folder)
        self.assertEqual(report, {"compressed": [], "skipped": [], "saved_bytes": 0})
        self.assertEqual(self.names(), ["log", "notes.txt", "old.log", "web.log.1"])
        self.assertEqual(os.listdir(nested), ["inner.log"])

    @unittest.skipUnless(os.name == "posix", "symbolic links may need privileges")
    def test_symbolic_links_are_left_alone(self):
        # Neither the link nor its target is touched.
        self.add("target.txt", 99)
        link = os.path.join(self.folder, "current.log")
        os.symlink(os.path.join(self.folder, "target.txt"), link)
        self.assertEqual(task_func(self.folder)["compressed"], [])
        self.assertTrue(os.path.islink(link))

    def test_not_a_directory(self):
        # A path that does not exist, and one of a file.
        with self.assertRaises(NotADirectoryError):
            task_func(os.path.join(self.folder, "missing"))
        with self.assertRaises(NotADirectoryError):
            task_func(self.add("web.log", 8))
