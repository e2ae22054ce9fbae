import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import type { Stage } from '../../src/core/curation/stages.js';
import { projectFigures, type FiguredTask } from '../../src/core/curation/figures.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { outsideEdit } from '../../src/core/curation/outsideEdits.js';
import { replay } from '../../src/core/curation/replay.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const GRACE: Person = { kind: 'person', name: 'Grace', email: 'grace@example.org' };
const MODEL = { kind: 'model', name: 'made-1', parameters: {}, askedBy: ADA } as const;

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

function created(person: Person): CurationEvent {
  const event = outsideEdit('x\n', replay([]), person);
  assert.ok(event);
  return { ...event, time: day(1).toISOString() };
}

function moved(from: Stage, to: Stage, on: number): CurationEvent {
  return { ...eventNow(ADA, 'x\n', day(on)), type: 'moved', from, to };
}

function review(reviewer: Person, verdict: 'approve' | 'return'): CurationEvent {
  return { ...eventNow(reviewer, 'x\n'), type: 'reviewed', verdict, checklist: {}, covered: {} };
}

function task(taskId: string, tests: number, ...events: CurationEvent[]): FiguredTask {
  return { taskId, tests, branchPercent: tests * 10, events };
}

describe('the figures of a project', () => {
  const proposed: CurationEvent = {
    ...{ ...eventNow(MODEL, 'x\n'), type: 'proposed', diff: '', instruction: 'write tests' },
    conversation: [],
  };
  const tasks = [
    task('one', 6, created(ADA), moved('draft', 'refined', 3), moved('refined', 'accepted', 4)),
    task('two', 8, created(ADA), moved('draft', 'refined', 7), moved('refined', 'rejected', 9)),
    task(...(['three', 5, created(GRACE), proposed] as const), {
      ...eventNow(ADA, 'x\n'),
      type: 'rejected',
      proposal: proposed.id,
      hunks: [1, 2],
    }),
  ];
  const figures = projectFigures(tasks);

  it('count the tasks of each stage and how long tasks stayed in it', () => {
    const byStage = new Map(figures.stages.map(({ stage, ...rest }) => [stage, rest]));
    assert.deepEqual(byStage.get('draft'), { tasks: 1, medianDays: 4 });
    assert.deepEqual(byStage.get('refined'), { tasks: 0, medianDays: 1.5 });
    assert.deepEqual(byStage.get('accepted'), { tasks: 1, medianDays: undefined });
  });

  it('say whose tasks were accepted, and what became of the models’ hunks', () => {
    assert.deepEqual(figures.annotators, [{ name: 'Ada', accepted: 1, decided: 2 }]);
    assert.deepEqual(figures.models, [
      { name: 'made-1', proposals: 1, hunksAccepted: 0, hunksRejected: 2 },
    ]);
  });

  it('say how many tests tasks have, and how well they cover', () => {
    assert.equal(figures.medianTests, 6);
    assert.equal(figures.meanBranchPercent, 190 / 3);
  });

  it('say how far reviewers agree', () => {
    const reviewed = [
      task('a', 1, review(ADA, 'approve'), review(GRACE, 'approve')),
      task('b', 1, review(ADA, 'return'), review(GRACE, 'return')),
      task('c', 1, review(ADA, 'return'), review(GRACE, 'approve')),
      task('d', 1, review(ADA, 'approve')),
    ];
    const { agreement } = projectFigures(reviewed);
    assert.equal(agreement.reviewers, 2);
    assert.equal(agreement.tasks, 3);
    assert.ok(Math.abs((agreement.percent ?? 0) - 2 / 3) < 1e-9);
    assert.ok(Math.abs((agreement.kappa ?? 0) - 0.4) < 1e-9);
    assert.ok(Math.abs((agreement.alpha ?? 0) - 4 / 9) < 1e-9);
  });

  it('of an empty project are none', () => {
    const { medianTests, meanBranchPercent, agreement } = projectFigures([]);
    assert.deepEqual(
      [medianTests, meanBranchPercent, agreement.alpha],
      [undefined, undefined, undefined],
    );
  });
});
