import hashlib
import pathlib
import re


def task_func(directory, manifest="SHA256SUMS"):
    """
    Check the files below a directory against a manifest of SHA-256 checksums in it. A line of the
    manifest has 64 hexadecimal digits in either case, a space, a second space or an asterisk, and
    the path of a file relative to the directory, with slashes; blank lines and lines that begin
    with '#' are ignored. A file listed is 'ok' or 'changed' depending on its checksum, and
    'missing' if no regular file is at its path; all other regular files at any depth, except the
    manifest itself, are 'unlisted'.

    Note:
    - A path that is listed twice counts by its last line only.
    - The manifest is read as UTF-8, and its lines are checked in order before any file is read.

    Parameters:
    - directory (str): The directory to check.
    - manifest (str): The name of the manifest, a file directly in the directory. Default is
      'SHA256SUMS'.

    Returns:
    - dict: 'ok', 'changed', 'missing' and 'unlisted', each a sorted list of relative paths (str)
      with slashes.

    Raises:
    - FileNotFoundError: If there is no manifest.
    - ValueError: If a line is not of the form described, or its path is absolute or contains '..'
      as one of its parts. The message contains 'line N', with N counted from 1.

    Requirements:
    - hashlib
    - pathlib
    - re

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "a.txt").write_bytes(b"data")
    ...     line = hashlib.sha256(b"data").hexdigest() + "  a.txt\\n"
    ...     _ = pathlib.Path(folder, "SHA256SUMS").write_text(line)
    ...     task_func(folder)
    {'ok': ['a.txt'], 'changed': [], 'missing': [], 'unlisted': []}
    """
    root = pathlib.Path(directory)
    listed = {}
    lines = (root / manifest).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([0-9a-fA-F]{64}) [ *](.+)", line)
        path = pathlib.PurePosixPath(match.group(2)) if match else None
        if path is None or path.is_absolute() or ".." in path.parts:
            raise ValueError(f"line {number} of {manifest} is not valid")
        listed[str(path)] = match.group(1).lower()

    result = {"ok": [], "changed": [], "missing": [], "unlisted": []}
    for name, checksum in sorted(listed.items()):
        file = root / name
        if not file.is_file():
            result["missing"].append(name)
            continue
        digest = hashlib.sha256()
        with file.open("rb") as stream:
            for block in iter(lambda: stream.read(1 << 16), b""):
                digest.update(block)
        result["ok" if digest.hexdigest() == checksum else "changed"].append(name)

    present = {file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()}
    result["unlisted"] = sorted(present - set(listed) - {manifest})
    return result


import hashlib
import os
import tempfile
import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def add(self, name, content):
        path = os.path.join(self.folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def line(self, name, content, mark=" "):
        return f"{hashlib.sha256(content).hexdigest()} {mark}{name}\n"

    def manifest(self, *lines, name="SHA256SUMS"):
        self.add(name, "".join(lines).encode("utf-8"))

    def test_all_four_kinds(self):
        # One file of each kind, the missing one in a directory that does not exist.
        self.add("good.bin", b"good")
        self.add("bad.bin", b"tampered")
        self.add("extra.bin", b"extra")
        self.manifest(
            self.line("good.bin", b"good"),
            self.line("bad.bin", b"original"),
            self.line("gone/away.bin", b""),
        )
        self.assertEqual(
            task_func(self.folder),
            {
                "ok": ["good.bin"],
                "changed": ["bad.bin"],
                "missing": ["gone/away.bin"],
                "unlisted": ["extra.bin"],
            },
        )

    def test_known_checksum(self):
        # The SHA-256 of no bytes at all, in upper case.
        self.add("empty", b"")
        checksum = "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"
        self.manifest(f"{checksum}  empty\n")
        self.assertEqual(task_func(self.folder)["ok"], ["empty"])

    def test_nested_paths_are_sorted(self):
        # Relative paths with slashes, sorted as texts; a manifest's name deeper down is a file.
        for name in ("b/2.txt", "b/1.txt", "a.txt", "b/c/3.txt", "b/SHA256SUMS"):
            self.add(name, name.encode())
        self.manifest(self.line("b/2.txt", b"b/2.txt"), self.line("a.txt", b"a.txt"))
        result = task_func(self.folder)
        self.assertEqual(result["ok"], ["a.txt", "b/2.txt"])
        self.assertEqual(result["unlisted"], ["b/1.txt", "b/SHA256SUMS", "b/c/3.txt"])

    def test_marks_spaces_comments_and_blank_lines(self):
        # The asterisk of binary mode, a name with spaces and letters beyond ASCII, no last newline.
        self.add("my gr\u00fc\u00dfe.txt", b"1")
        self.add("*star", b"2")
        self.manifest(
            "# made by hand\n",
            "\n",
            self.line("my gr\u00fc\u00dfe.txt", b"1", mark="*"),
            "   \n",
            self.line("*star", b"2").rstrip("\n"),
        )
        result = task_func(self.folder)
        self.assertEqual(result["ok"], ["*star", "my gr\u00fc\u00dfe.txt"])
        self.assertEqual(result["unlisted"], [])

    def test_last_line_of_a_path_counts(self):
        # Also if the first one was right.
        self.add("a", b"new")
        self.manifest(self.line("a", b"new"), self.line("a", b"old"))
        self.assertEqual(
            task_func(self.folder), {"ok": [], "changed": ["a"], "missing": [], "unlisted": []}
        )

    def test_directory_at_a_listed_path(self):
        # Only a regular file will do.
        self.add("data/inner", b"x")
        self.manifest(self.line("data", b"x"))
        result = task_func(self.folder)
        self.assertEqual((result["missing"], result["unlisted"]), (["data"], ["data/inner"]))

    def test_large_file(self):
        # More than a megabyte of bytes that repeat with an odd period.
        content = bytes(range(251)) * 5000
        self.add("large", content)
        self.add("cut", content[:-1])
        self.manifest(self.line("large", content), self.line("cut", content))
        result = task_func(self.folder)
        self.assertEqual((result["ok"], result["changed"]), (["large"], ["cut"]))

    def test_another_manifest(self):
        # The default one is then a file like any other.
        self.add("a", b"a")
        self.manifest("")
        self.manifest(self.line("a", b"a"), name="sums.txt")
        result = task_func(self.folder, manifest="sums.txt")
        self.assertEqual((result["ok"], result["unlisted"]), (["a"], ["SHA256SUMS"]))
        self.assertEqual(task_func(self.folder)["unlisted"], ["a", "sums.txt"])

    def test_invalid_lines(self):
        # The number of the first bad line is in the message.
        checksum = "0" * 64
        bad_lines = [
            "nonsense\n",
            f"{checksum} one-space\n",
            f"{checksum}  \n",
            f"{checksum[1:]}  short\n",
            f"{checksum}0  long\n",
            f"{checksum[1:]}g  no-hex\n",
            f"{checksum}  /etc/hostname\n",
            f"{checksum}  ../outside\n",
            f"{checksum}  a/../../outside\n",
        ]
        for bad in bad_lines:
            self.manifest("# comment\n", self.line("a", b"a"), bad, "worse\n")
            with self.subTest(bad=bad), self.assertRaises(ValueError) as caught:
                task_func(self.folder)
            self.assertIn("line 3", str(caught.exception))

    def test_dots_within_a_name(self):
        # Two dots are no danger unless they are a part of their own.
        self.add("notes..txt", b"n")
        self.manifest(self.line("notes..txt", b"n"))
        self.assertEqual(task_func(self.folder)["ok"], ["notes..txt"])

    def test_no_manifest(self):
        # Neither the default one nor one that was asked for.
        with self.assertRaises(FileNotFoundError):
            task_func(self.folder)
        self.manifest("")
        with self.assertRaises(FileNotFoundError):
            task_func(self.folder, manifest="sums.txt")
