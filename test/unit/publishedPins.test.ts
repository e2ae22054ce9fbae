import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { distributionKey } from '../../src/core/distributions.js';
import {
  leftOut,
  publishedPins,
  requirementLines,
  type System,
} from '../../src/core/environments/publishedPins.js';

const SYSTEMS: readonly System[] = ['linux', 'macos', 'windows'];

function pinOf(distribution: string, system: System = 'linux') {
  return publishedPins(system).find((pin) => distributionKey(pin.distribution) === distribution);
}

describe('publishedPins', () => {
  it('names each distribution once', () => {
    for (const system of SYSTEMS) {
      const names = publishedPins(system).map(({ distribution }) => distributionKey(distribution));
      assert.equal(new Set(names).size, names.length);
    }
    assert.equal(pinOf('requests')?.specifier, '==2.31.0');
    assert.equal(pinOf('requests')?.correction, undefined);
  });

  it('says of every correction what it replaces and why', () => {
    assert.deepEqual(pinOf('scikit-image')?.specifier, '==0.19.3');
    assert.equal(pinOf('scikit-image')?.correction?.published, '==0.18.0');
    assert.equal(pinOf('coverage')?.correction?.published, undefined);
    for (const system of SYSTEMS) {
      for (const { correction } of publishedPins(system)) {
        assert.notEqual(correction?.reason, '');
      }
    }
  });

  it('leaves out what would overwrite the package of another distribution', () => {
    assert.equal(pinOf('python-levenshtein-wheels'), undefined);
    assert.equal(pinOf('levenshtein')?.specifier, '==0.25.0');
    assert.deepEqual(
      leftOut().map(({ distribution }) => distribution),
      ['python-Levenshtein-wheels'],
    );
  });

  it('differs by system only where a wheel is missing', () => {
    assert.equal(pinOf('numpy')?.specifier, '==1.21.2');
    assert.equal(pinOf('numpy', 'macos')?.specifier, '==1.21.6');
    assert.equal(pinOf('numpy', 'windows')?.correction?.published, '==1.21.2');
    assert.equal(pinOf('numba', 'macos')?.specifier, '==0.55.0');
  });

  it('is explained in docs/environments.md', async () => {
    const text = await readFile(join(import.meta.dirname, '../../docs/environments.md'), 'utf8');
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const isExplained = (...cells: readonly string[]): boolean =>
      rows.some((row) => cells.every((cell) => row.includes(cell)));
    for (const system of SYSTEMS) {
      for (const { distribution, specifier, correction } of publishedPins(system)) {
        if (!correction) continue;
        const { published = '', reason } = correction;
        assert.ok(isExplained(distribution, published, specifier || 'any', reason), distribution);
      }
    }
    for (const { distribution, reason } of leftOut()) {
      assert.ok(isExplained(distribution, 'left out', reason), distribution);
    }
  });

  it('becomes a requirements file that keeps the reasons', () => {
    const lines = requirementLines(publishedPins('linux'));
    assert.ok(lines.includes('beautifulsoup4==4.8.2'));
    assert.ok(
      lines.some((line) => line.startsWith('scikit-image==0.19.3  # instead of ==0.18.0: ')),
    );
    assert.ok(lines.some((line) => line.startsWith('coverage  # added: ')));
    for (const line of lines) assert.match(line, /^[\w.-]+((==|<)[\w.]+)?( {2}# .+)?$/);
  });
});
