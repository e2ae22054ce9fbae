import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeNow, suggestedText, threadsOf } from '../../src/core/curation/comments.js';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { outsideEdit } from '../../src/core/curation/outsideEdits.js';
import { replay } from '../../src/core/curation/replay.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const BEFORE = 'one\ntwo\nthree\n';

function comment(more: Partial<CurationEvent>, at: number): CurationEvent {
  const base = { ...eventNow(ADA, BEFORE, new Date(at)), type: 'commented' as const, body: '' };
  return { ...base, thread: base.id, ...more } as CurationEvent;
}

describe('a comment', () => {
  it('goes along with its line', () => {
    const at = (line: number) => ({ line, isOutdated: false });
    assert.deepEqual(placeNow(BEFORE, 'zero\none\ntwo\nthree\n', 2), at(3));
    assert.deepEqual(placeNow(BEFORE, 'one\nthree\n', 3), at(2));
    assert.deepEqual(placeNow(BEFORE, BEFORE, 3), at(3));
  });

  it('stays where its line was, and says so, when that is changed or gone', () => {
    const at = (line: number) => ({ line, isOutdated: true });
    assert.deepEqual(placeNow(BEFORE, 'zero\none\n2\nthree\n', 2), at(3));
    assert.deepEqual(placeNow(BEFORE, 'one\nthree\n', 2), at(2));
    assert.deepEqual(placeNow(BEFORE, 'one\ntwo\n', 3), at(3));
  });

  it('stands in a thread with its replies, at the line of now', () => {
    const created = outsideEdit(BEFORE, replay([]), ADA);
    assert.ok(created);
    const after = `zero\n${BEFORE}`;
    const edited = outsideEdit(after, replay([created]), ADA);
    assert.ok(edited);
    const first = comment({ id: 'c1', thread: 'c1', line: 2, body: 'Why?' }, 1);
    const reply = comment({ thread: 'c1', body: 'Because.' }, 2);
    const resolved = comment({ thread: 'c1', body: '', resolved: true }, 3);
    const events = [created, first, reply, edited, resolved];
    const [thread, ...others] = threadsOf(events, replay(events), after);
    assert.deepEqual(others, []);
    assert.deepEqual(thread?.place, { line: 3, isOutdated: false });
    assert.deepEqual(
      thread.comments.map(({ body }) => body),
      ['Why?', 'Because.'],
    );
    assert.equal(thread.resolved, true);
    const again = [...events, comment({ thread: 'c1', body: '', resolved: false }, 4)];
    assert.equal(threadsOf(again, replay(again), after)[0]?.resolved, false);
  });

  it('suggests what its fenced block says, or nothing', () => {
    assert.equal(
      suggestedText(BEFORE, 2, 'Better:\n```suggestion\n2\n2b\n```\n'),
      'one\n2\n2b\nthree\n',
    );
    assert.equal(suggestedText(BEFORE, 2, '```suggestion\n```'), 'one\nthree\n');
    assert.equal(suggestedText(BEFORE, 2, 'no block'), undefined);
  });
});
