import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffTexts } from '../../src/core/curation/diffs.js';
import type { CurationEvent, EventOf, Person } from '../../src/core/curation/events.js';
import { changeTo, eventNow } from '../../src/core/curation/newEvents.js';
import { outsideEdit } from '../../src/core/curation/outsideEdits.js';
import { acceptHunks, openProposals, type Proposal } from '../../src/core/curation/proposals.js';
import { formatEvent, parseRecord } from '../../src/core/curation/record.js';
import { recordedText, replay } from '../../src/core/curation/replay.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const LINES = Array.from({ length: 40 }, (_, index) => `line ${String(index + 1)}`);
const BEFORE = `${LINES.join('\n')}\n`;

/** The text with other lines at some 1-based places. */
function edited(text: string, changes: Readonly<Record<number, string>>): string {
  const lines = text.split('\n');
  for (const [line, change] of Object.entries(changes)) lines[Number(line) - 1] = change;
  return lines.join('\n');
}

/** A task's record that grows; each event a second after the one before. */
class Story {
  events: CurationEvent[] = [];
  text = '';
  #now = Date.parse('2026-01-01T00:00:00Z');

  constructor(text: string) {
    this.edit(text);
  }

  edit(text: string): void {
    const event = outsideEdit(text, replay(this.events), ADA);
    assert.ok(event);
    this.#add({ ...event, time: this.#next().toISOString() });
    this.text = text;
  }

  propose(target: string, parting?: 'paragraphs'): EventOf<'proposed'> {
    const event: EventOf<'proposed'> = {
      ...eventNow(ADA, this.text, this.#next()),
      ...{ type: 'proposed', diff: diffTexts(this.text, target) },
      ...{ instruction: 'shorten', conversation: [] },
      ...(parting && { parting }),
    };
    this.#add(event);
    return event;
  }

  accept(number: number): void {
    const proposal = this.open;
    const text = acceptHunks(proposal, [number]);
    assert.ok(text !== undefined);
    this.#add({
      ...{ ...eventNow(ADA, text, this.#next()), ...changeTo(text, replay(this.events)) },
      ...{ type: 'accepted', proposal: proposal.event.id, hunks: [number] },
    });
    this.text = text;
  }

  reject(...hunks: number[]): void {
    const proposal = this.open.event.id;
    this.#add({ ...eventNow(ADA, this.text, this.#next()), type: 'rejected', proposal, hunks });
  }

  get all(): readonly Proposal[] {
    const { events } = parseRecord(this.events.map(formatEvent).join(''));
    const history = replay(events);
    assert.equal(recordedText(history), this.text);
    return openProposals(events, history, this.text);
  }

  get open(): Proposal {
    const [proposal] = this.all;
    assert.ok(proposal);
    return proposal;
  }

  get numbers(): number[] {
    return this.open.open.map(({ number }) => number);
  }

  #next(): Date {
    return new Date((this.#now += 1000));
  }

  #add(event: CurationEvent): void {
    this.events.push(event);
  }
}

const CHANGED = { 3: 'third', 20: 'twentieth\nand more', 38: 'thirty-eighth' };

describe('an open proposal', () => {
  it('has all its hunks, by number, until one is decided on', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    assert.deepEqual(story.numbers, [1, 2, 3]);
    assert.equal(story.open.target, edited(BEFORE, CHANGED));
    assert.equal(acceptHunks(story.open, [1, 2, 3]), story.open.target);
  });

  it('keeps the others’ numbers when one is accepted and one rejected, in any order', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    story.accept(2);
    assert.deepEqual(story.numbers, [1, 3]);
    story.reject(1);
    assert.deepEqual(story.numbers, [3]);
    assert.equal(story.text, edited(BEFORE, { 20: CHANGED[20] }));
    assert.equal(story.open.target, edited(BEFORE, { 20: CHANGED[20], 38: CHANGED[38] }));
    story.accept(3);
    assert.deepEqual(story.all, []);
  });

  it('is done when the last hunks are rejected at once', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    story.reject(1, 2, 3);
    assert.deepEqual(story.all, []);
    assert.equal(story.text, BEFORE);
  });

  it('moves along with edits elsewhere in the file', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    story.edit(`new first line\n${BEFORE}`);
    assert.deepEqual(story.numbers, [1, 2, 3]);
    assert.equal(story.open.target, `new first line\n${edited(BEFORE, CHANGED)}`);
    story.accept(1);
    assert.match(story.text, /^new first line\nline 1\nline 2\nthird\n/);
  });

  it('loses the hunks whose place was edited, and says which', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    story.edit(edited(BEFORE, { 20: 'mine' }));
    assert.deepEqual(story.numbers, [1, 3]);
    assert.deepEqual(story.open.refused, [2]);
    assert.match(story.open.target, /mine/);
  });

  it('is undone along with the edit that undoes an accepted hunk', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, CHANGED));
    story.accept(1);
    story.edit(BEFORE);
    assert.deepEqual(story.numbers, [2, 3]);
  });

  it('stands beside another, and follows when a hunk of that is accepted', () => {
    const story = new Story(BEFORE);
    story.propose(edited(BEFORE, { 3: 'third\nand a half' }));
    const second = story.propose(edited(BEFORE, { 30: 'thirtieth' }));
    story.accept(1);
    assert.deepEqual(
      story.all.map(({ event }) => event.id),
      [second.id],
    );
    story.accept(1);
    assert.match(story.text, /and a half[^]*thirtieth/);
  });

  it('of a text that the file no longer had when it came is brought along', () => {
    const story = new Story(BEFORE);
    const event = story.propose(edited(BEFORE, CHANGED));
    story.events.pop();
    story.edit(`# Written meanwhile.\n${BEFORE}`);
    story.events.push({ ...event, time: '2026-01-02T00:00:00.000Z' });
    assert.match(story.open.target, /^# Written meanwhile.\nline 1\nline 2\nthird\n/);
  });

  it('counts by distance as long as the record does not say otherwise', () => {
    const near = edited(BEFORE, { 3: 'third', 8: 'eighth' });
    const first = new Story(BEFORE);
    first.propose(near);
    assert.deepEqual(first.numbers, [1]);
    const second = new Story(BEFORE);
    second.propose(near, 'paragraphs');
    assert.deepEqual(second.numbers, [1, 2]);
  });

  it('takes and leaves new tests one by one, in any order, by the numbers that they began with', () => {
    const tests = ['one', 'two', 'three', 'four', 'five'].map(
      (name) =>
        `\n    def test_${name}(self):\n        with self.assertRaises(ValueError):\n            task_func("${name}")\n`,
    );
    const file = 'class TestCases(unittest.TestCase):\n    limit = 3\n';
    const story = new Story(file);
    story.propose(file + tests.join(''), 'paragraphs');
    assert.deepEqual(story.numbers, [1, 2, 3, 4, 5]);
    story.accept(3);
    story.reject(4);
    assert.deepEqual(story.numbers, [1, 2, 5]);
    story.accept(1);
    story.edit(story.text.replace('limit = 3', 'limit = 4'));
    assert.deepEqual(story.numbers, [2, 5]);
    story.accept(5);
    story.accept(2);
    assert.deepEqual(story.all, []);
    const [one, two, three, , five] = tests;
    assert.equal(
      story.text,
      `${file.replace('3', '4')}${String(one)}${String(two)}${String(three)}${String(five)}`,
    );
  });

  it('without a difference is done at once', () => {
    const story = new Story(BEFORE);
    story.propose(BEFORE);
    assert.deepEqual(story.all, []);
  });
});
