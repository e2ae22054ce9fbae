import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineSplitter } from '../../src/node/datasets/lineSplitter.js';

/** What comes out when `text` goes in by chunks of `size` bytes. */
function split(text: string, size: number, limit = 100): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(limit, (line) => {
    const content = line.tooLong ?? Buffer.from(line.bytes).toString();
    lines.push(`${line.number}:${content}`);
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    splitter.push(bytes.subarray(at, at + size));
  }
  splitter.end();
  return lines;
}

describe('LineSplitter', () => {
  it('gives the same lines however the bytes come in', () => {
    for (const size of [1, 2, 3, 5, 100]) {
      assert.deepEqual(split('ab\n\ncdé\nf', size), ['1:ab', '2:', '3:cdé', '4:f']);
      assert.deepEqual(split('ab\n', size), ['1:ab']);
      assert.deepEqual(split('\n\n', size), ['1:', '2:']);
    }
    assert.deepEqual(split('', 1), []);
  });

  it('gives only the size of a line over the limit', () => {
    for (const size of [1, 2, 3, 5, 100]) {
      assert.deepEqual(split('abcde\nabcdefg\nx\nabcdef', size, 5), [
        '1:abcde',
        '2:7',
        '3:x',
        '4:6',
      ]);
    }
  });
});
