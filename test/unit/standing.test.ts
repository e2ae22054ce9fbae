import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { partHashes } from '../../src/core/curation/reviews.js';
import { standingTexts } from '../../src/core/curation/standing.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { TASK_FILE } from './tasks.js';

const person = (name: string): Person => ({
  ...{ kind: 'person', name, email: `${name.toLowerCase()}@example.org` },
});
const standing = (text: string | undefined, ...events: CurationEvent[]) =>
  standingTexts({ taskId: 'made', text, events });

const checked = (...outcomes: ('pass' | 'fail' | 'unknown')[]): CurationEvent => ({
  ...{ ...eventNow(person('Ada'), TASK_FILE), type: 'checked' },
  gates: outcomes.map((outcome) => ({ gate: 'coverage', outcome, message: '' })),
});
const reviewed = (name: string, verdict: 'approve' | 'return'): CurationEvent => ({
  ...{ ...eventNow(person(name), TASK_FILE), type: 'reviewed', verdict, checklist: {} },
  covered: partHashes(splitTaskFile(TASK_FILE, 'made')),
});
const comment = (thread: string): CurationEvent => ({
  ...{ ...eventNow(person('Grace'), TASK_FILE), type: 'commented', thread, body: 'Why?' },
});

describe('what is on record of a task as it is now', () => {
  it('is how many gates fail, who has approved or returned it, and what is still to be answered', () => {
    const events = [
      checked('fail', 'fail', 'unknown', 'pass'),
      ...[reviewed('Grace', 'approve'), reviewed('Barbara', 'return')],
      ...[comment('a'), comment('b')],
    ];
    assert.deepEqual(standing(TASK_FILE, ...events), [
      ...['2 gates fail', '1 approval', '1 return', '2 comments open'],
    ]);
  });

  it('is nothing where nothing is to be said', () => {
    assert.deepEqual(standing(TASK_FILE), []);
    assert.deepEqual(standing(TASK_FILE, checked('pass', 'unknown')), []);
  });

  it('is nothing of an earlier text, but for comments', () => {
    const events = [checked('fail'), reviewed('Grace', 'approve'), comment('a')];
    const changed = TASK_FILE.replace('return', 'return 1 +');
    assert.deepEqual(standing(TASK_FILE, ...events)[0], '1 gate fails');
    assert.deepEqual(standing(changed, ...events), ['1 comment open']);
    assert.deepEqual(standing(undefined, ...events), ['1 comment open']);
  });
});
