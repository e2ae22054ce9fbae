import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dataset } from '../../src/core/dataset.js';
import { modulesByUse } from '../../src/core/importedModules.js';
import { aTask, TASK } from './tasks.js';

/** A dataset of tasks that have these lines in their tests, and nothing else of interest. */
function dataset(...tests: string[][]): Dataset {
  return {
    source: { kind: 'samples' },
    label: 'tests',
    tasks: tests.map((lines) => ({
      task: aTask({ completePrompt: '', canonicalSolution: '', test: lines.join('\n') }),
    })),
    refused: [],
    refusedCount: 0,
  };
}

function modules(...lines: string[]): string[] {
  return [...modulesByUse([dataset(lines)]).keys()];
}

describe('modulesByUse', () => {
  it('follows every way to import', () => {
    assert.deepEqual(modules('import os.path'), ['os.path']);
    assert.deepEqual(modules('import numpy as np, json  # both'), ['numpy', 'json']);
    assert.deepEqual(modules('def f():', '    import csv'), ['csv']);
    assert.deepEqual(modules('from . import sibling', 'from ..x import y'), []);
    assert.deepEqual(modules('from string import *'), ['string']);
  });

  it('names what may be a submodule', () => {
    assert.deepEqual(modules('from scipy import stats, fft as f'), [
      'scipy',
      'scipy.stats',
      'scipy.fft',
    ]);
    assert.deepEqual(modules('from os import (', '    path,  # the module', '    sep,', ')'), [
      'os',
      'os.path',
      'os.sep',
    ]);
  });

  it('is not taken in by sentences', () => {
    assert.deepEqual(modules('# import nothing', 'Values from the file import fine.'), []);
  });

  it('names the most used first, counting each task once', () => {
    const tasks = dataset(['import re'], ['import os', 'import os'], ['import os', 'import re']);
    const more = dataset(['import os']);
    assert.deepEqual(
      [...modulesByUse([tasks, more])],
      [
        ['os', 3 / 4],
        ['re', 2 / 4],
      ],
    );
  });

  it('looks at the whole program', () => {
    const found = modulesByUse([{ ...dataset(), tasks: [{ task: TASK }] }]);
    for (const module of ['json', 'pathlib', 'unittest']) assert.ok(found.has(module), module);
  });
});
