import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseRelease } from '../../src/node/datasets/hubFiles.js';

describe('chooseRelease', () => {
  it('takes the newest version, by number', () => {
    const paths = [
      'README.md',
      'data/v0.1.0_hf-00000-of-00001.parquet',
      'data/v0.1.10-00000-of-00001.parquet',
      'data/v0.1.4-00000-of-00001.parquet',
    ];
    assert.deepEqual(chooseRelease(paths), {
      version: 'v0.1.10',
      paths: ['data/v0.1.10-00000-of-00001.parquet'],
    });
  });

  it('takes all shards of it, in order', () => {
    const paths = [1, 0, 2].map((n) => `data/v2.0-0000${n}-of-00003.parquet`);
    assert.deepEqual(chooseRelease(['data/v1.9-00000-of-00001.parquet', ...paths]), {
      version: 'v2.0',
      paths: [0, 1, 2].map((n) => `data/v2.0-0000${n}-of-00003.parquet`),
    });
  });

  it('prefers test among splits without a version, and else the first', () => {
    assert.deepEqual(
      chooseRelease(['data/train-00000-of-00001.parquet', 'data/test-00000-of-00001.parquet'])
        ?.paths,
      ['data/test-00000-of-00001.parquet'],
    );
    assert.deepEqual(chooseRelease(['b.jsonl', 'a.jsonl', 'a.txt']), { paths: ['a.jsonl'] });
  });

  it('prefers Parquet among the formats of one release, but a newer release to that', () => {
    assert.deepEqual(
      chooseRelease(['B-v0.1.4.jsonl.gz', 'B-v0.1.4.jsonl', 'B-v0.1.4.parquet'])?.paths,
      ['B-v0.1.4.parquet'],
    );
    assert.deepEqual(chooseRelease(['B-v0.1.4.parquet', 'B-v0.2.0.jsonl.gz'])?.paths, [
      'B-v0.2.0.jsonl.gz',
    ]);
  });

  it('finds nothing where no file holds rows', () => {
    assert.equal(chooseRelease(['README.md', 'data.csv', 'parquet']), undefined);
    assert.equal(chooseRelease([]), undefined);
  });
});
