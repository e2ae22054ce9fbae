import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatasetSource, Refusal } from '../../src/core/dataset.js';
import { refusedWords } from '../../src/core/refusal.js';
import { TASK } from './tasks.js';

const FILE = { kind: 'file', path: 'a.jsonl' } as const;
const FOLDER = { kind: 'folder', path: 'a' } as const;
const NOTHING: readonly Refusal[] = [];

function words(source: DatasetSource, tasks: number, refused: readonly Refusal[], count?: number) {
  const read = { tasks: new Array(tasks).fill({ task: TASK }), refused };
  return refusedWords({ source, ...read, refusedCount: count ?? refused.length });
}

describe('what was refused of a dataset', () => {
  const line = { file: 'a.jsonl', line: 1, reason: 'not JSON' };
  const file = { file: 'a.py', reason: 'no function' };
  const draft = { file: 'b.py', reason: 'no tests', draft: true } as const;

  it('is nothing to speak of where nothing was', () => {
    assert.deepEqual(words(FILE, 3, NOTHING), { short: '', unreadable: '', drafts: '' });
  });

  it('is counted by rows, whatever the number of their problems', () => {
    const { short, unreadable } = words(FILE, 3, [line, line, line], 1);
    assert.equal(short, '1 refused');
    assert.equal(unreadable, '1 row could not be read; the rest is open');
    assert.match(words(FILE, 3, [line], 1200).unreadable, /^1,200 rows could/);
  });

  it('is all of it where no task is left', () => {
    assert.equal(words(FILE, 0, [line, line], 2).unreadable, 'none of its 2 rows could be read');
    assert.equal(words(FILE, 0, [line, line], 1).unreadable, 'its only row could not be read');
    assert.equal(words(FOLDER, 0, [file]).unreadable, 'its only file could not be read');
  });

  it('is files of a folder, and drafts apart from what is wrong', () => {
    assert.deepEqual(words(FOLDER, 1, [file, draft, draft]), {
      short: '2 drafts · 1 refused',
      unreadable: '1 file could not be read; the rest is open',
      drafts: '2 drafts have no tests yet',
    });
    assert.deepEqual(words(FOLDER, 0, [draft]), {
      short: '1 draft',
      unreadable: '',
      drafts: '1 draft has no tests yet',
    });
  });
});
