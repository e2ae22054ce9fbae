import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../src/core/errors.js';
import { formatSource, parseSource } from '../../src/node/datasets/source.js';

describe('parseSource', () => {
  it('tells files from folders by their names', () => {
    const kindOf = (text: string) => parseSource(text).kind;
    for (const name of ['a.jsonl', 'A.JSONL.GZ', 'b.parquet', 'a b/c.jsonl']) {
      assert.equal(kindOf(name), 'file', name);
    }
    for (const name of ['tasks', 'tasks/', '.', 'a.jsonl/tasks', 'a.parquet.d']) {
      assert.equal(kindOf(name), 'folder', name);
    }
  });

  it('takes relative paths from the folder it is given, and ~ from home', () => {
    assert.deepEqual(parseSource(' x/a.jsonl ', '/base'), {
      kind: 'file',
      path: resolve('/base/x/a.jsonl'),
    });
    assert.deepEqual(parseSource('/x', '/base'), { kind: 'folder', path: resolve('/x') });
    assert.deepEqual(parseSource('~/x', '/base'), { kind: 'folder', path: join(homedir(), 'x') });
    assert.deepEqual(parseSource('x'), { kind: 'folder', path: resolve('x') });
  });

  it('reads ids on Hugging Face, with main for want of a revision', () => {
    assert.deepEqual(parseSource('hf:bigcode/bigcodebench'), {
      kind: 'huggingface',
      repo: 'bigcode/bigcodebench',
      revision: 'main',
    });
    assert.deepEqual(parseSource('hf:a.b/c-d_e@refs/pr/1'), {
      kind: 'huggingface',
      repo: 'a.b/c-d_e',
      revision: 'refs/pr/1',
    });
  });

  it('says what it expected', () => {
    for (const text of ['hf:', 'hf:bigcodebench', 'hf:a/b/c', 'hf:a/b@', 'hf:a b/c', 'hf:../b c']) {
      assert.throws(
        () => parseSource(text),
        (error) => error instanceof UserError && error.message.includes('hf:owner/name'),
        text,
      );
    }
    assert.throws(() => parseSource('  '), /Expected a \.jsonl/);
  });
});

describe('formatSource', () => {
  it('gives text that is read as the same source again', () => {
    for (const text of ['samples', 'hf:a/b', 'hf:a/b@v1.0', 'x/y.jsonl', 'tasks']) {
      const source = parseSource(text, '/base');
      assert.deepEqual(parseSource(formatSource(source), '/elsewhere'), source);
    }
    assert.equal(formatSource(parseSource('hf:a/b@main')), 'hf:a/b');
  });
});
