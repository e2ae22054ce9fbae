import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usedLibraries } from '../../src/core/libs.js';
import { parsePython } from '../../src/core/pythonTree.js';

function libs(...lines: string[]): readonly string[] {
  const text = `${lines.join('\n')}\n`;
  return usedLibraries(parsePython(text), text, text.length);
}

describe('usedLibraries', () => {
  it('follows every way to import to the top-level module', () => {
    assert.deepEqual(libs('import os.path', 'os.path.join(a)'), ['os']);
    assert.deepEqual(libs('import numpy as np, json', 'np.sum(json.loads(x))'), ['numpy', 'json']);
    assert.deepEqual(libs('import matplotlib.pyplot as plt', 'plt.plot()'), ['matplotlib']);
    assert.deepEqual(libs('from scipy.stats import (', '  norm as n,', ')', 'n(1)'), ['scipy']);
    assert.deepEqual(libs('def f():', '  import csv', '  return csv.reader(x)'), ['csv']);
  });

  it('names a module once, and only where it is used', () => {
    assert.deepEqual(libs('from os import sep, path', 'import sys', 'f(sep, path)'), ['os']);
    assert.deepEqual(libs('from . import sibling', 'from ..x import y', 'sibling(y)'), []);
    assert.deepEqual(libs('from string import *', 'digits'), []);
  });

  it('counts a name wherever it is read', () => {
    const reads = [
      'f(x=lib)',
      'def g(a: lib = 1): pass',
      'def g(a=lib): pass',
      'def g() -> lib: pass',
      '@lib\ndef g(): pass',
      'class C(lib): pass',
      'x = y = lib',
      'x += lib',
      'lib.x = 1',
      'lib[0] = 1',
      'for i in lib: pass',
      '[i for i in a if lib]',
      '[lib for i in a]',
      'with lib as x: pass',
      'try:\n  pass\nexcept (E, lib) as e:\n  pass',
      'f"{1:{lib}}"',
      'lambda a=lib: a',
      'print((a, lib))',
      'match x:\n  case lib.A: pass',
    ];
    for (const read of reads) {
      assert.deepEqual(libs('import lib', read), ['lib'], read);
    }
  });

  it('does not take a name that is bound, deleted or a keyword for one that is read', () => {
    const others = [
      'f(lib=1)',
      'def lib(): pass',
      'class lib: pass',
      'def g(lib, *a, k=1): pass',
      'lambda lib: 1',
      'lib = 1',
      'lib: int = 1',
      'a, lib = 1, 2',
      '(a, lib) = 1, 2',
      '[lib, a] = 1, 2',
      'lib += 1',
      'for lib in a: pass',
      'for a, lib in b: pass',
      'for (a, lib) in b: pass',
      '[1 for lib in a]',
      '[1 for a, lib in b]',
      'with a as lib: pass',
      'try:\n  pass\nexcept E as lib:\n  pass',
      'def g():\n  global lib',
      'del lib',
      '(lib := 1)',
      'x.lib',
      'match x:\n  case lib: pass',
      '"lib"',
      '# lib',
    ];
    for (const other of others) {
      assert.deepEqual(libs('import lib', other), [], other);
    }
  });
});
