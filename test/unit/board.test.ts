import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { boardOf } from '../../src/core/curation/board.js';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import type { Stage } from '../../src/core/curation/stages.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { newProject } from '../../src/core/curation/project.js';
import { CHECKLIST, partHashes } from '../../src/core/curation/reviews.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { BoardHostMessageSchema } from '../../src/shared/board.js';
import { TASK_FILE } from './tasks.js';

const PROJECT = newProject('made');
const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

function moved(to: Stage, day: number): CurationEvent {
  return { ...eventNow(ADA, 'x', at(day)), type: 'moved', from: 'draft', to };
}

describe('the board', () => {
  const comment = (thread: string, resolved?: boolean): CurationEvent => ({
    ...{ ...eventNow(ADA, 'x', at(1)), type: 'commented', thread, body: '?' },
    ...(resolved !== undefined && { resolved }),
  });
  const assigned: CurationEvent = { ...eventNow(ADA, 'x', at(2)), type: 'assigned', to: ADA };
  const task = (taskId: string, ...events: CurationEvent[]) => ({
    ...{ taskId, text: TASK_FILE, events, tests: 3, branchPercent: undefined },
  });
  const board = boardOf(
    PROJECT,
    [
      task('one', moved('refined', 3), assigned, comment('a'), comment('b'), comment('b', true)),
      task('two'),
      task('three', moved('rejected', 4)),
    ],
    at(10).getTime(),
  );

  it('has a column for each stage of the way, and one off it where a task stands there', () => {
    assert.deepEqual(
      board.columns.map(({ stage, cards }) => [stage, cards.length]),
      [
        ['draft', 1],
        ['refined', 1],
        ['reviewed', 0],
        ['pre-evaluated', 0],
        ['cross-checked', 0],
        ['accepted', 0],
        ['rejected', 1],
      ],
    );
  });

  it('says of each task whose it is, how old, and what it waits for', () => {
    const card = board.columns[1]?.cards[0];
    assert.deepEqual(card, {
      ...{ taskId: 'one', assignee: 'Ada', next: 'Nobody has reviewed it as it is now', days: 7 },
      ...{ openThreads: 1, overridden: [] },
    });
  });

  it('says what the gates of the next stage have to object, approvals or not', () => {
    const reviewed = (answer: 'yes' | 'no'): CurationEvent => ({
      ...eventNow({ ...ADA, name: 'Grace', email: 'grace@example.org' }, TASK_FILE, at(4)),
      ...{ type: 'reviewed', verdict: 'approve' },
      checklist: Object.fromEntries(CHECKLIST.map(({ id }) => [id, answer])),
      covered: partHashes(splitTaskFile(TASK_FILE, 'one')),
    });
    const nextOf = (...events: CurationEvent[]) =>
      boardOf(PROJECT, [task('one', ...events)], at(10).getTime())
        .columns.flatMap(({ cards }) => cards)
        .map(({ next }) => next);
    assert.deepEqual(nextOf(), ['waits for its author']);
    assert.deepEqual(nextOf(moved('refined', 3), reviewed('no')), [
      '“Is the prompt clear?” was answered with no',
    ]);
    assert.deepEqual(nextOf(moved('refined', 3), reviewed('yes')), ['can move to Reviewed']);
    assert.deepEqual(nextOf(moved('reviewed', 5)), ['No samples were run against it as it is now']);
    assert.deepEqual(nextOf(moved('accepted', 5)), ['waits for a release']);
  });

  it('counts a thread that was opened again after another branch had resolved it', () => {
    const reopened = { ...comment('a', false), time: at(3).toISOString() };
    const merged = [comment('a'), reopened, { ...comment('a', true), time: at(2).toISOString() }];
    const [draft] = boardOf(PROJECT, [task('one', ...merged)], at(10).getTime()).columns;
    assert.equal(draft?.cards[0]?.openThreads, 1);
  });

  it('is a message that the page takes', () => {
    assert.ok(
      v.is(BoardHostMessageSchema, {
        type: 'show',
        board: JSON.parse(JSON.stringify(board)) as unknown,
      }),
    );
  });
});
