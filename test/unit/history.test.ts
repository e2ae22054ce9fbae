import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurationEvent, Model, Person } from '../../src/core/curation/events.js';
import { historyOf } from '../../src/core/curation/history.js';
import { eventNow } from '../../src/core/curation/newEvents.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const GRACE: Person = { kind: 'person', name: 'Grace', email: 'grace@example.org' };
const MODEL: Model = { kind: 'model', name: 'made', parameters: {}, askedBy: ADA };
const CHANGE = { parents: [], diff: '' };
const YES = { clear: 'yes', 'tested-is-stated': 'yes' } as const;
const BLIND = { status: 'fail', cause: null, testsPassed: 4, testsTotal: 5 };
const CHECK = { ...BLIND, branchPercent: 91.8 };

/** What an event says of itself, at a minute. */
const at = (minute: number, actor: Person | Model = ADA) =>
  eventNow(actor, '', new Date(Date.UTC(2025, 0, 1, 0, minute)));

/** Titles, who and details, as they are listed. */
const told = (...events: readonly CurationEvent[]): string[][] =>
  historyOf(events).map(({ title, who, detail }) => [title, who, detail]);

describe('the history of a task', () => {
  it('tells of each kind of event, the newest first', () => {
    const events: CurationEvent[] = [
      { ...at(0), ...CHANGE, type: 'imported', from: 'drafts.jsonl, 7' },
      { ...at(1, MODEL), type: 'proposed', instruction: 'enrich', diff: '', conversation: [] },
      { ...at(2), ...CHANGE, type: 'accepted', proposal: 'x', hunks: [1, 3] },
      { ...at(3), type: 'rejected', proposal: 'x', hunks: [2] },
      { ...at(4), ...CHANGE, type: 'edited', reason: 'edited by hand' },
      { ...at(5), type: 'assigned', to: GRACE },
      { ...at(6), type: 'renamed', from: 'one', to: 'two' },
      {
        ...{ ...at(7), type: 'moved', from: 'draft', to: 'refined' },
        ...{ overridden: ['coverage'], reason: 'It is hard to reach.' },
      },
      { ...at(8), type: 'released', release: '0.1' },
    ];
    assert.deepEqual(told(...events), [
      ['Released in 0.1', 'Ada', ''],
      ['Moved from Draft to Refined', 'Ada', 'It is hard to reach. · gates overruled: coverage'],
      ['Renamed from one to two', 'Ada', ''],
      ['Assigned to Grace', 'Ada', ''],
      ['Edited', 'Ada', 'edited by hand'],
      ['Rejected hunk 2 of a proposal', 'Ada', ''],
      ['Accepted hunks 1, 3 of a proposal', 'Ada', ''],
      ['Proposed: Enrich the Seed', 'made, asked by Ada', 'tests not run'],
      ['Imported from drafts.jsonl, 7', 'Ada', ''],
    ]);
  });

  it('has the verdicts of all three rounds, with what was doubted', () => {
    const covered = {};
    const doubted = { ...YES, clear: 'no', deterministic: 'unsure' } as const;
    assert.deepEqual(
      told(
        {
          ...{ ...at(0, GRACE), type: 'reviewed', verdict: 'return', checklist: doubted, covered },
          reason: 'Say which median.',
        },
        { ...at(1, GRACE), type: 'reviewed', verdict: 'approve', checklist: YES, covered },
        {
          ...{ ...at(2), type: 'pre-evaluated', models: ['made', 'made-too'] },
          ...{ samples: 6, passed: 4, failures: {}, flags: ['All fail test_a alike.'] },
        },
        { ...at(3), type: 'cross-checked', verdict: 'agree', checklist: YES, solution: BLIND },
        { ...at(4), type: 'cross-checked', verdict: 'disagree', checklist: YES },
      ),
      [
        ['Cross-check: the task is not sound', 'Ada', 'judged by its prompt alone'],
        ['Cross-check: the task is sound', 'Ada', 'blind solution: 4 of 5 pass'],
        ['Pre-evaluation: 4 of 6 samples pass', 'Ada', 'made, made-too · All fail test_a alike.'],
        ['Review: approved', 'Grace', ''],
        [
          'Review: returned to its author',
          'Grace',
          'Say which median. · Is the prompt clear? No · Do the tests give the same result every time? Not sure',
        ],
      ],
    );
  });

  it('has what gates said, the tests, the coverage and in what they ran', () => {
    const gates = [
      { gate: 'structure', outcome: 'pass', message: 'All there.' },
      { gate: 'repeats', outcome: 'fail', message: 'test_a fails.' },
      { gate: 'coverage', outcome: 'unknown', message: 'Not run yet.' },
    ] as const;
    const environment = 'Python 3.10.1, packages abc';
    const checked = { ...at(0), type: 'checked', gates: [...gates], check: CHECK, environment };
    const [entry] = historyOf([checked as CurationEvent]);
    assert.equal(entry?.icon, 'error');
    assert.equal(entry.title, 'Gates: 1 of 3 pass');
    assert.equal(
      entry.detail,
      'tests: 4 of 5 pass, 91 % of branches · repeats: test_a fails. · coverage: Not run yet. · Python 3.10.1, packages abc',
    );
  });

  it('has a thread of comments once, where it began, open or resolved as it is now', () => {
    const [first, other] = [at(1, GRACE), at(2, GRACE)];
    const thread = first.id;
    const comments: CurationEvent[] = [
      { ...first, type: 'commented', thread, line: 12, body: 'Which\nmedian?' },
      { ...other, type: 'commented', thread: other.id, body: 'A fine task.' },
      { ...at(3), type: 'commented', thread, body: 'The lower one.' },
    ];
    const resolved: CurationEvent = {
      ...at(4),
      type: 'commented',
      thread,
      body: '',
      resolved: true,
    };
    const rest = ['Grace', 'Which median? · The lower one.'];
    assert.deepEqual(told(...comments), [
      ['Comment, open', 'Grace', 'A fine task.'],
      ['Comment on line 12, open', ...rest],
    ]);
    const [, entry] = historyOf([...comments, resolved]);
    assert.deepEqual([entry?.title, entry?.icon], ['Comment on line 12, resolved', 'comment']);
  });

  it('is in the order of time, whatever a merge has made of the lines', () => {
    const moved = { type: 'moved', from: 'draft', to: 'refined' } as const;
    assert.deepEqual(
      told(
        { ...at(2), ...CHANGE, type: 'edited', merge: true },
        { ...at(0), ...CHANGE, type: 'created' },
        { ...at(1, GRACE), ...moved },
      ).map(([title]) => title),
      ['Branches merged', 'Moved from Draft to Refined', 'Created'],
    );
  });
});
