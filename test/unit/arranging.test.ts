import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOMAINS, domainOf, domainsOf } from '../../src/core/domains.js';
import { asksForVerdict, filterHint, matchesFilter } from '../../src/core/filter.js';
import {
  GROUP_STATUSES,
  groupTasks,
  type Grouping,
  type Sorting,
} from '../../src/core/grouping.js';
import type { RunStatus } from '../../src/shared/engineProtocol.js';
import { anEntry, aTask, TASK } from './tasks.js';

describe('domains', () => {
  it('knows libraries by their import names', () => {
    assert.equal(domainOf('sklearn'), 'Computation');
    assert.equal(domainOf('PIL'), 'Visualization');
    assert.equal(domainOf('Crypto'), 'Cryptography');
    assert.equal(domainOf('nowhere'), undefined);
    assert.equal(domainOf('constructor'), undefined);
  });

  it('gives a task each domain once, in one order', () => {
    const libs = ['hashlib', 'numpy', 'pandas', 'nowhere', 're'];
    assert.deepEqual(domainsOf({ libs }), ['Computation', 'General', 'Cryptography']);
    assert.deepEqual(domainsOf({ libs: ['nowhere'] }), []);
    assert.equal(DOMAINS.length, 7);
  });
});

describe('groupTasks', () => {
  const entries = [
    anEntry('B/10', ['numpy', 'json'], 'Plot it.'),
    anEntry('B/2', ['Zebra'], 'add up.'),
    anEntry('B/1', [], 'Multiply.'),
    anEntry('A/3', ['json', 'base64'], 'add up.'),
  ];
  const statuses = new Map<string, RunStatus>([
    ['B/10', 'pass'],
    ['B/2', 'fail'],
    ['A/3', 'timeout'],
  ]);

  function groups(grouping: Grouping, sorting: Sorting = 'id'): string[] {
    return groupTasks(entries, grouping, sorting, ({ task }) => statuses.get(task.taskId)).map(
      ({ label, tasks }) => `${label}: ${tasks.map(({ task }) => task.taskId).join(' ')}`,
    );
  }

  it('sorts ids as people count, and names with the id to settle ties', () => {
    assert.deepEqual(groups('none'), [': A/3 B/1 B/2 B/10']);
    assert.deepEqual(groups('none', 'name'), [': A/3 B/2 B/1 B/10']);
  });

  it('puts a task into each of its domains, and unknown libraries last', () => {
    assert.deepEqual(groups('domain'), [
      'Computation: B/10',
      'System: A/3 B/10',
      'Cryptography: A/3',
      'Other: B/1 B/2',
    ]);
  });

  it('sorts libraries by name in any case', () => {
    assert.deepEqual(groups('library'), [
      'base64: A/3',
      'json: A/3 B/10',
      'numpy: B/10',
      'Zebra: B/2',
      'No library: B/1',
    ]);
  });

  it('puts what failed first and what passed last', () => {
    assert.deepEqual(groups('verdict'), [
      'Failed: B/2',
      'Timed out: A/3',
      'Not run: B/1',
      'Passed: B/10',
    ]);
  });

  it('counts a verdict of another environment neither as passed nor as failed', () => {
    assert.deepEqual(
      groupTasks(entries, 'verdict', 'id', () => 'elsewhere').map(({ label }) => label),
      ['From another environment'],
    );
  });

  it('makes no groups of nothing but the one without a label', () => {
    assert.deepEqual(
      groupTasks([], 'domain', 'id', () => undefined),
      [],
    );
    assert.deepEqual(
      groupTasks([], 'none', 'id', () => undefined),
      [{ label: '', tasks: [] }],
    );
  });

  it('leaves the given tasks as they are', () => {
    groups('none', 'name');
    assert.equal(entries[0]?.task.taskId, 'B/10');
  });
});

describe('matchesFilter', () => {
  const task = aTask({ taskId: 'BigCodeBench/12', libs: ['seaborn', 'time'] });

  it('asks for every word, in any case, in any of the fields', () => {
    assert.ok(matchesFilter(task, '', undefined));
    assert.ok(matchesFilter(task, '  MEDIAN  seaborn bigcode ', undefined));
    assert.ok(matchesFilter(task, 'path.read_text', undefined));
    assert.ok(!matchesFilter(task, 'median nowhere', undefined));
  });

  it('takes lib: for the whole name of a library', () => {
    assert.ok(matchesFilter(task, 'lib:SEABORN', undefined));
    assert.ok(!matchesFilter(task, 'lib:sea', undefined));
    assert.ok(
      !matchesFilter(task, 'lib:json', undefined),
      'read by the solution, but not in its libs',
    );
  });

  it('takes domain: for how a domain begins', () => {
    assert.ok(matchesFilter(task, 'domain:time', undefined));
    assert.ok(matchesFilter(task, 'domain:vis lib:time', undefined));
    assert.ok(!matchesFilter(task, 'domain:network', undefined));
  });

  it('takes id: for the id or what stands between its slashes', () => {
    assert.ok(matchesFilter(task, 'id:12', undefined));
    assert.ok(matchesFilter(task, 'id:bigcodebench/12', undefined));
    assert.ok(!matchesFilter(task, 'id:1', undefined));
  });

  it('takes other prefixes and bare ones for plain words', () => {
    const colon = aTask({ canonicalSolution: '    return {"lib:": url:=1}' });
    assert.ok(matchesFilter(colon, 'url:=1', undefined));
    assert.ok(matchesFilter(colon, 'lib:', undefined));
    assert.ok(!matchesFilter(TASK, 'lib:', undefined));
  });

  it('takes verdict: for how the tree calls it, begun or not, or the reports', () => {
    const found = (query: string) =>
      GROUP_STATUSES.filter((status) => matchesFilter(task, query, status));
    assert.deepEqual(found('verdict:failed'), ['fail']);
    assert.deepEqual(found('verdict:PASS'), ['pass']);
    assert.deepEqual(found('verdict:not-run'), [undefined]);
    assert.deepEqual(found('verdict:timed-out'), ['timeout']);
    assert.deepEqual(found('verdict:timeout'), ['timeout']);
    assert.deepEqual(found('verdict:from'), ['elsewhere']);
    assert.ok(asksForVerdict('lib:os Verdict:failed') && !asksForVerdict('verdict'));
  });
});

describe('filterHint', () => {
  it('names the prefixes where one is none of them', () => {
    const hint =
      '“foo:” is looked for as it stands. What narrows a word is lib:, domain:, id:, verdict:.';
    assert.equal(filterHint('heatmap Foo:bar'), hint);
  });

  it('names the verdicts where one is none of them', () => {
    assert.match(filterHint('verdict:green') ?? '', /^verdict: takes failed, timed-out, error, /);
  });

  it('leaves what is clear alone, and what is still being typed', () => {
    assert.equal(filterHint('heatmap lib:seaborn id:12 verdict:'), undefined);
    assert.equal(filterHint(''), undefined);
  });
});
