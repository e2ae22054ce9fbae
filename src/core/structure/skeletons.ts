import type { Docstring } from './docstringSections.js';

/** Text to begin with, in the layout of the benchmark's tasks. Every skeleton can run as it is. */

export const DOCSTRING_SKELETON = `    """
    What the function does, in a sentence or two.

    Parameters:
    - value (int): What it means.

    Returns:
    int: What comes back.

    Requirements:
    - math

    Example:
    >>> task_func(1)
    1
    """
`;

export const TASK_SKELETON = `import json
import math


def task_func(value):
    """
    Round a number up and give it as JSON.

    Parameters:
    - value (float): The number.

    Returns:
    str: The JSON text.

    Requirements:
    - json
    - math

    Example:
    >>> task_func(1.5)
    '2'
    """
    return json.dumps(math.ceil(value))

`;

export const TESTS_SKELETON = `import unittest


class TestCases(unittest.TestCase):
    def test_example(self):
        self.assertEqual(task_func(1.5), "2")
`;

const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'Returns:': ['int: What comes back.'],
  'Example:': ['>>> task_func()'],
};

/** A section to put before a docstring's closing quotes, which get a line of their own. */
export function sectionSkeleton(heading: string, { indent, text }: Docstring): string {
  const lines = ['', heading, ...(SECTIONS[heading] ?? [])];
  const section = lines.map((line) => `${line === '' ? '' : indent}${line}\n`).join('');
  return text.includes('\n') ? section : `\n${section}${indent}`;
}
