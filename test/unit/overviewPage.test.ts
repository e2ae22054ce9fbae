import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arrange, nextSort, type Sort } from '../../webview/overview/libraryRows.js';
import {
  formatCount,
  formatQuantity,
  formatSeconds,
  formatShare,
} from '../../src/shared/numbers.js';

const rows = [
  { library: 'seaborn', domain: 'Visualization', tasks: 12, passed: 3, failed: 1 },
  { library: 'os', domain: 'System', tasks: 40, passed: 0, failed: 2 },
  { library: 'zlib', domain: 'General', tasks: 12, passed: 5, failed: 0 },
];
const mostTasks: Sort = { column: 'tasks', descending: true };

function names(filter: string, sort: Sort): string[] {
  return arrange(rows, filter, sort).map(({ library }) => library);
}

describe('the table of libraries', () => {
  it('sorts by any column either way, and leaves ties in the order of names', () => {
    assert.deepEqual(names('', mostTasks), ['os', 'seaborn', 'zlib']);
    assert.deepEqual(names('', { column: 'tasks', descending: false }), ['seaborn', 'zlib', 'os']);
    assert.deepEqual(names('', { column: 'domain', descending: false }), ['zlib', 'os', 'seaborn']);
    assert.deepEqual(names('', { column: 'library', descending: true }), ['zlib', 'seaborn', 'os']);
  });

  it('filters by every word, in library or domain, whatever its case', () => {
    assert.deepEqual(names('SYS', mostTasks), ['os']);
    assert.deepEqual(names(' lib  gen ', mostTasks), ['zlib']);
    assert.deepEqual(names('seaborn general', mostTasks), []);
  });

  it('starts a column with A or with the most, and turns it around on the next click', () => {
    assert.deepEqual(nextSort(mostTasks, 'library'), { column: 'library', descending: false });
    assert.deepEqual(nextSort(mostTasks, 'failed'), { column: 'failed', descending: true });
    assert.deepEqual(nextSort(mostTasks, 'tasks'), { column: 'tasks', descending: false });
  });
});

describe('the numbers of the page', () => {
  it('read as people write them', () => {
    assert.equal(formatCount(1002), '1,002');
    assert.equal(formatQuantity(1, 'task'), '1 task');
    assert.equal(formatQuantity(0, 'task'), '0 tasks');
    assert.equal(formatSeconds(0.0471), '0.047 s');
    assert.equal(formatSeconds(2.34), '2.3 s');
    assert.equal(formatSeconds(123.6), '124 s');
  });

  it('call only all of them 100 %', () => {
    assert.equal(formatShare(999, 1000), '99 %');
    assert.equal(formatShare(4, 4), '100 %');
    assert.equal(formatShare(1, 1002), '<1 %');
    assert.equal(formatShare(0, 1002), '0 %');
    assert.equal(formatShare(29 / 100, 1), '29 %');
    assert.equal(formatShare(0, 0), '–');
  });
});
