import difflib
import textwrap


def task_func(word, commands, width=60):
    """
    Write the answer of a command line tool to the command word that a user typed. If the word
    differs from a command at most in case, the answer is 'NAME: SUMMARY'. Otherwise the first line
    is "Unknown command 'WORD'. Did you mean:", followed by one entry '  NAME - SUMMARY' (two
    leading spaces) for each of the at most three closest commands; if none is close, the answer is
    "Unknown command 'WORD'. Try one of: A, B, C" with all the commands sorted by name. NAME is the
    command as written in the mapping, WORD is the word as typed.

    Note:
    - Closeness ignores case: difflib.get_close_matches on lower-case forms, with n=3 and
      cutoff=0.6, decides which commands are close and in which order they are listed.
    - All but the line ending in 'Did you mean:' is wrapped by textwrap.fill at the given width, and
      continuation lines are indented by four spaces.
    - Lines are joined by newlines, without one at the end.

    Parameters:
    - word (str): The command that was typed.
    - commands (dict): The known commands, from name (str) to a summary of one sentence (str).
    - width (int): The greatest length of a wrapped line. Default is 60.

    Returns:
    - str: The answer, of one or more lines.

    Raises:
    - ValueError: If there are no commands, or two of them differ only in case.

    Requirements:
    - difflib
    - textwrap

    Example:
    >>> print(task_func("comit", {"commit": "Record changes.", "push": "Send commits."}))
    Unknown command 'comit'. Did you mean:
      commit - Record changes.
    """
    names = {name.lower(): name for name in commands}
    if not names or len(names) < len(commands):
        raise ValueError("commands must be given and differ in more than case")

    def wrap(text, indent=""):
        return textwrap.fill(text, width=width, initial_indent=indent, subsequent_indent=" " * 4)

    typed = word.lower()
    if typed in names:
        name = names[typed]
        return wrap(f"{name}: {commands[name]}")

    close = difflib.get_close_matches(typed, names, n=3, cutoff=0.6)
    if not close:
        return wrap(f"Unknown command '{word}'. Try one of: {', '.join(sorted(commands))}")
    lines = [f"Unknown command '{word}'. Did you mean:"]
    for match in close:
        name = names[match]
        lines.append(wrap(f"{name} - {commands[name]}", indent="  "))
    return "\n".join(lines)


import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        self.commands = {
            "status": "Show what has changed.",
            "start": "Start the service and wait until its port answers requests.",
            "stop": "Stop the service.",
            "Export": "Write the data.",
        }

    def test_known_command(self):
        # An exact hit answers with the summary.
        self.assertEqual(task_func("stop", self.commands), "stop: Stop the service.")

    def test_known_command_in_another_case(self):
        # The name is shown as it is written in the mapping.
        self.assertEqual(task_func("EXPORT", self.commands), "Export: Write the data.")

    def test_close_commands_best_first(self):
        # Two candidates, the better one first, the long summary wrapped.
        self.assertEqual(
            task_func("stat", self.commands),
            "Unknown command 'stat'. Did you mean:\n"
            "  start - Start the service and wait until its port answers\n"
            "    requests.\n"
            "  status - Show what has changed.",
        )

    def test_closeness_ignores_case(self):
        # The word is echoed as typed, the suggestion as defined.
        self.assertEqual(
            task_func("EXPROT", self.commands),
            "Unknown command 'EXPROT'. Did you mean:\n  Export - Write the data.",
        )

    def test_at_most_three_suggestions(self):
        # Four names are equally close; three are listed.
        answer = task_func("tast", {name: "Run." for name in ("task", "test", "taste", "toast")})
        self.assertEqual(len(answer.splitlines()), 4)
        self.assertEqual(
            answer.splitlines()[1:], ["  toast - Run.", "  taste - Run.", "  test - Run."]
        )

    def test_nothing_close(self):
        # All names are listed in sorted order.
        self.assertEqual(
            task_func("quux", self.commands),
            "Unknown command 'quux'. Try one of: Export, start, status,\n    stop",
        )

    def test_width(self):
        # A narrow terminal wraps summary and list alike.
        self.assertEqual(
            task_func("status", self.commands, width=20),
            "status: Show what\n    has changed.",
        )
        self.assertEqual(
            task_func("quux", {"a": "A.", "b": "B."}, width=30),
            "Unknown command 'quux'. Try\n    one of: a, b",
        )

    def test_default_width(self):
        # Sixty columns are used up, but no more.
        self.assertEqual(task_func("run", {"run": "a" * 55}), "run: " + "a" * 55)
        self.assertEqual(task_func("run", {"run": "a" * 56}), "run:\n    " + "a" * 56)

    def test_empty_word(self):
        # Nothing typed is close to nothing.
        self.assertEqual(task_func("", {"run": "Run."}), "Unknown command ''. Try one of: run")

    def test_invalid_commands(self):
        # No commands at all, and names that collide.
        with self.assertRaises(ValueError):
            task_func("x", {})
        with self.assertRaises(ValueError):
            task_func("x", {"run": "Run.", "Run": "Run again."})
