import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { describe, it } from 'node:test';
import { isSamePath, isWithin } from '../../src/node/files.js';

describe('two paths', () => {
  it('are the same on Windows whatever the case of the drive and the slashes', () => {
    assert.ok(isSamePath('C:\\data\\tasks.jsonl', 'c:\\data\\tasks.jsonl', win32));
    assert.ok(isSamePath('C:/data/tasks.jsonl', 'c:\\Data\\tasks.jsonl', win32));
    assert.ok(!isSamePath('C:\\data\\tasks.jsonl', 'd:\\data\\tasks.jsonl', win32));
  });

  it('are the same elsewhere only in the same case', () => {
    assert.ok(isSamePath('/data/tasks.jsonl', '/data/tasks.jsonl', posix));
    assert.ok(!isSamePath('/data/tasks.jsonl', '/Data/tasks.jsonl', posix));
  });
});

describe('a file within a folder', () => {
  it('is below it, however its path is written', () => {
    assert.ok(isWithin('C:\\tasks', 'c:\\tasks\\deep\\1.py', win32));
    assert.ok(isWithin('/tasks', '/tasks/..1.py', posix));
  });

  it('is neither the folder nor a file beside it', () => {
    for (const file of ['/tasks', '/tasks2/1.py', '/1.py']) {
      assert.ok(!isWithin('/tasks', file, posix), file);
    }
    assert.ok(!isWithin('C:\\tasks', 'd:\\tasks\\1.py', win32), 'another drive');
  });
});
