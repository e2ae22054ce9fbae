/** Tasks written for the tests. */
import type { DatasetTask } from '../../src/core/dataset.js';
import type { Task } from '../../src/core/task.js';
import { splitTaskFile } from '../../src/core/taskFile.js';

/** A task file with what the format has to offer, in its canonical layout. */
export const TASK_FILE = `import json
import statistics as stats
from pathlib import Path
import unused

LIMIT = 3


def task_func(folder, *, limit=LIMIT):
    """
    Take the median of the readings in a folder of JSON files.
    Files beyond the limit are left out.

    Note: Readings may be negative.

    Parameters:
    - folder (Path): The folder to read.
    - limit (int): How many files to read - at most -

    Returns:
    float: The median.
        Zero without a reading.

    Raises:
    ValueError: If a file is no list.

    Requirements:
    - json
    - statistics

    Example:
    >>> task_func(Path('missing'))
    0.0
    """

    readings = []
    for path in sorted(Path(folder).glob('*.json'))[:limit]:
        readings += json.loads(path.read_text())
    return stats.median(readings) if readings else 0.0

# The tests make their own folder.
import tempfile
import unittest


class TestCases(unittest.TestCase):
    def test_empty(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(task_func(folder), 0.0)

    def test_missing(self):
        self.assertEqual(task_func('missing'), 0.0)
`;

export const TASK: Task = splitTaskFile(TASK_FILE, 'Made/1');

/** A task that differs from {@link TASK} in what a test is about. */
export function aTask(changes: Partial<Task> = {}): Task {
  return { ...TASK, ...changes };
}

/** A task of a dataset by its id, libraries and description alone. */
export function anEntry(
  taskId: string,
  libs: readonly string[] = [],
  description = '',
): DatasetTask {
  const docStruct = { ...TASK.docStruct, description: description === '' ? [] : [description] };
  return { task: aTask({ taskId, libs, docStruct }) };
}
