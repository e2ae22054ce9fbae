import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { boardOf } from '../../src/core/curation/board.js';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import type { Stage } from '../../src/core/curation/stages.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { BoardHostMessageSchema } from '../../src/shared/board.js';

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
    ...{ taskId, events, tests: 3, branchPercent: undefined },
  });
  const board = boardOf(
    'made',
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
      ...{ taskId: 'one', assignee: 'Ada', waitsFor: 'a reviewer', days: 7 },
      ...{ openThreads: 1, overridden: [] },
    });
  });

  it('counts a thread that was opened again after another branch had resolved it', () => {
    const reopened = { ...comment('a', false), time: at(3).toISOString() };
    const merged = [comment('a'), reopened, { ...comment('a', true), time: at(2).toISOString() }];
    const [draft] = boardOf('made', [task('one', ...merged)], at(10).getTime()).columns;
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
