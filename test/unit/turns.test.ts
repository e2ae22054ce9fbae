import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../src/core/turns.js';

/** Begins work that goes on until it is told to end, and notes both. */
function worker(turns: Turns, notes: string[]) {
  return (owner: string, name: string) => {
    let mayEnd = (): void => undefined;
    const ending = new Promise<void>((resolve) => {
      mayEnd = resolve;
    });
    const done = turns.take(owner, async () => {
      notes.push(`${name} begins`);
      await ending;
      notes.push(`${name} ends`);
    });
    return {
      end: async (): Promise<void> => {
        mayEnd();
        await done;
      },
    };
  };
}

describe('turns', () => {
  it('have one owner’s work go on at once, and another’s wait for its end', async () => {
    const notes: string[] = [];
    const begin = worker(new Turns(), notes);
    const [one, other, two] = [begin('a', 'a1'), begin('b', 'b1'), begin('a', 'a2')];
    assert.deepEqual(notes, ['a1 begins', 'a2 begins']);
    await one.end();
    assert.deepEqual(notes.slice(2), ['a1 ends']);
    await two.end();
    await other.end();
    assert.deepEqual(notes.slice(3), ['a2 ends', 'b1 begins', 'b1 ends']);
  });

  it('come in the order in which they were asked for, each with all its work', async () => {
    const notes: string[] = [];
    const begin = worker(new Turns(), notes);
    const all = [begin('a', 'a1'), begin('b', 'b1'), begin('c', 'c1'), begin('b', 'b2')];
    await Promise.all(all.map((each) => each.end()));
    assert.deepEqual(
      notes.filter((note) => note.endsWith('begins')).map((note) => note.slice(0, 2)),
      ['a1', 'b1', 'b2', 'c1'],
    );
  });

  it('pass on when work fails', async () => {
    const turns = new Turns();
    const failing = turns.take('a', () => Promise.reject(new Error('no more')));
    const next = turns.take('b', () => Promise.resolve('done'));
    await assert.rejects(failing, /no more/);
    assert.equal(await next, 'done');
  });
});
