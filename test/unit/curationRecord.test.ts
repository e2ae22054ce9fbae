import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyDiff, diffTexts, textHash } from '../../src/core/curation/diffs.js';
import type { ChangeEvent, CurationEvent, Person } from '../../src/core/curation/events.js';
import { acceptHunk, openHunks, rebase, rejectHunk } from '../../src/core/curation/hunks.js';
import { changeTo, eventNow } from '../../src/core/curation/newEvents.js';
import { outsideEdit } from '../../src/core/curation/outsideEdits.js';
import { formatEvent, parseRecord } from '../../src/core/curation/record.js';
import { recordedText, replay } from '../../src/core/curation/replay.js';
import { taskState } from '../../src/core/curation/taskState.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const FIXTURES = join(import.meta.dirname, '../fixtures/curation');

/** Texts that line-based tools get wrong: endings, blanks, signs that look like a diff's own. */
const AWKWARD = [
  '',
  '\n',
  'a',
  'a\n',
  'a\r\nb\r\n',
  'a\rb\n',
  'a\r\nb\n',
  '\ufeffa\n',
  'a\n\n\n',
  'a\u2028b\u0085c\n',
  '--- a\n+++ b\n@@ -1 +1 @@\n',
  '\\ No newline at end of file\n',
  '-\n+\n \n',
  'Ünïcödé 🎈\n',
  'a\fb\n\tc\n',
  TASK_FILE,
];

/** A generator of numbers from 0 to 1, the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The text with a few lines taken out, doubled or written anew. */
function shuffled(text: string, random: () => number): string {
  const lines = text.split('\n');
  for (let edit = 0; edit < 4; edit++) {
    const at = Math.floor(random() * lines.length);
    const kind = random();
    if (kind < 0.3) lines.splice(at, 1);
    else if (kind < 0.6) lines.splice(at, 0, lines[at] ?? '');
    else lines.splice(at, 1, `    x = ${String(random())}`);
  }
  return lines.join('\n');
}

/** A record of these texts, one change after the other. */
function recordOf(texts: readonly string[]): CurationEvent[] {
  const events: CurationEvent[] = [];
  for (const text of texts) {
    const event = outsideEdit(text, replay(events), ADA);
    if (event) events.push(event);
  }
  return events;
}

describe('a diff', () => {
  it('gives back every awkward text from every other', () => {
    for (const before of AWKWARD) {
      for (const after of AWKWARD) {
        assert.equal(applyDiff(before, diffTexts(before, after)), after);
      }
    }
  });

  it('does not fit another text', () => {
    assert.equal(applyDiff('x\n', diffTexts('a\n', 'b\n')), undefined);
  });
});

describe('a record', () => {
  it('gives each text of a long history byte for byte', () => {
    const random = numbers(7);
    const texts = [...AWKWARD];
    for (let edit = 0; edit < 100; edit++) texts.push(shuffled(texts.at(-1) ?? '', random));
    const written = recordOf(texts).map(formatEvent).join('');
    const { events, unread } = parseRecord(written);
    assert.deepEqual(unread, []);
    const history = replay(events);
    assert.deepEqual(history.problems, []);
    assert.equal(recordedText(history), texts.at(-1));
    const seen = new Set(history.texts.values());
    for (const text of texts) assert.ok(seen.has(text) || text === texts[0]);
  });

  it('says nothing of a file that has not changed', () => {
    const events = recordOf(['a\n']);
    assert.equal(outsideEdit('a\n', replay(events), ADA), undefined);
  });

  it('joins two branches, in whichever order their lines were merged', () => {
    const base = recordOf(['1\n2\n3\n4\n5\n6\n7\n8\n9\n']);
    const left = [...base, ...changes(base, '1!\n2\n3\n4\n5\n6\n7\n8\n9\n')];
    const right = [...base, ...changes(base, '1\n2\n3\n4\n5\n6\n7\n8\n9!\n')];
    for (const sides of [
      [left, right],
      [right, left],
    ] as const) {
      const lines = sides.flat().map(formatEvent).join('');
      const { events } = parseRecord(lines);
      const history = replay(events);
      assert.equal(history.heads.length, 2);
      assert.equal(recordedText(history), undefined);
      const merged = '1!\n2\n3\n4\n5\n6\n7\n8\n9!\n';
      const event = outsideEdit(merged, history, ADA);
      assert.equal(event?.reason, 'branches merged');
      assert.equal(recordedText(replay([...events, event])), merged);
    }
  });

  it('makes nobody an author who only brings two branches together', () => {
    const grace: Person = { ...ADA, name: 'Grace', email: 'grace@example.org' };
    const base = recordOf(['1\n2\n3\n4\n5\n']);
    const left = changes(base, '1!\n2\n3\n4\n5\n');
    const right = changes(base, '1\n2\n3\n4\n5!\n');
    const events = [...base, ...left, ...right];
    const joined = outsideEdit('1!\n2\n3\n4\n5!\n', replay(events), grace);
    assert.ok(joined?.type === 'edited' && joined.merge === true);
    assert.deepEqual([...taskState([...events, joined]).authors], [ADA.email]);
    const more = outsideEdit('1!\n2\nthree\n4\n5!\n', replay(events), grace);
    assert.ok(more?.type === 'edited' && more.merge === undefined);
    assert.deepEqual([...taskState([...events, more]).authors], [ADA.email, grace.email]);
    // Both have made the same change, and one of them another.
    const same = changes(base, '1!\n2\n3\n4\n5!\n');
    const twice = outsideEdit('1!\n2\n3\n4\n5!\n', replay([...base, ...left, ...same]), grace);
    assert.ok(twice?.type === 'edited' && twice.merge === true);
  });

  it('waits until a conflict of two branches is resolved', () => {
    const base = recordOf(['1\n2\n3\n']);
    const events = [...base, ...changes(base, 'one\n2\n3\n'), ...changes(base, 'uno\n2\n3\n')];
    const both = '<<<<<<< HEAD\none\n=======\nuno\n>>>>>>> other\n2\n3\n';
    assert.equal(outsideEdit(both, replay(events), ADA), undefined);
    const chosen = outsideEdit('uno\n2\n3\n', replay(events), ADA);
    assert.ok(chosen?.type === 'edited' && chosen.merge === undefined);
  });

  it('goes on after a line that a crash cut short, and says which', () => {
    const events = recordOf(['a\n', 'b\n', 'c\n']);
    const [first, second, third] = events.map(formatEvent);
    const cut = parseRecord(`${first ?? ''}${second ?? ''}${third?.slice(0, 40) ?? ''}\n`);
    assert.deepEqual(cut.unread, [
      {
        line: 3,
        reason: 'not JSON: the line was cut short or changed by hand',
        isNewer: false,
      },
    ]);
    assert.equal(recordedText(replay(cut.events)), 'b\n');
  });

  it('begins anew where the middle is lost, and still gives the file', () => {
    const events = recordOf(['a\n', 'b\n', 'c\n']);
    const history = replay(events.filter((_, index) => index !== 1));
    assert.equal(history.problems[0]?.reason, 'the change before it cannot be read');
    const event = outsideEdit('d\n', history, ADA);
    assert.equal(event?.reason, 'the record before this was unreadable');
    const kept = events.filter((_, index) => index !== 1);
    assert.equal(recordedText(replay([...kept, event])), 'd\n');
  });

  it('does not believe a diff that gives another text than was recorded', () => {
    const [event] = recordOf(['a\n']) as [ChangeEvent];
    const forged = { ...event, text: textHash('b\n') };
    assert.match(replay([forged]).problems[0]?.reason ?? '', /another text/);
  });

  it('keeps lines of a newer version, and says what to do', () => {
    const [event] = recordOf(['a\n']);
    const { events, unread } = parseRecord(JSON.stringify({ ...event, version: 2 }));
    assert.deepEqual(events, []);
    assert.match(unread[0]?.reason ?? '', /newer version of the extension .* update it/);
    assert.equal(unread[0]?.isNewer, true);
  });

  it('names the field that is wrong', () => {
    const [event] = recordOf(['a\n']);
    const { unread } = parseRecord(JSON.stringify({ ...event, time: 'yesterday' }));
    assert.match(unread[0]?.reason ?? '', /^field time: /);
  });

  it('of version 1 is read and replayed for ever', async () => {
    const { events, unread } = parseRecord(
      await readFile(join(FIXTURES, 'version1.events.jsonl'), 'utf8'),
    );
    assert.deepEqual(unread, []);
    const types = new Set(events.map(({ type }) => type));
    assert.equal(types.size, 15, 'the fixture has every type of event');
    assert.equal(
      recordedText(replay(events)),
      await readFile(join(FIXTURES, 'version1.py'), 'utf8'),
    );
    const state = taskState(events);
    assert.equal(state.stage, 'reviewed');
    assert.deepEqual(state.overridden, ['coverage']);
    assert.equal(state.assignee?.email, 'grace@example.org');
    assert.deepEqual([...state.authors], ['ada@example.org']);
  });
});

function changes(events: readonly CurationEvent[], text: string): CurationEvent[] {
  const event = outsideEdit(text, replay(events), ADA);
  return event ? [event] : [];
}

describe('a proposal', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${String(index)}`);
  const current = `${lines.join('\n')}\n`;
  const target = current
    .replace('line 3\n', 'line three\n')
    .replace('line 20\n', '')
    .replace('line 35\n', 'line 35\nline 35 and a half\n');

  it('is accepted and rejected hunk by hunk', () => {
    const [first, second, third] = openHunks(current, target);
    assert.ok(first && second && third);
    const accepted = acceptHunk(current, second);
    assert.equal(accepted, current.replace('line 20\n', ''));
    const left = rejectHunk(target, first);
    assert.equal(left, target.replace('line three\n', 'line 3\n'));
    assert.equal(openHunks(accepted, left).length, 1);
  });

  it('gives the proposed text when all is accepted, the old one when all is rejected', () => {
    const random = numbers(3);
    for (let round = 0; round < 50; round++) {
      const before = shuffled(TASK_FILE, random);
      const proposed = shuffled(shuffled(before, random), random);
      let [mine, theirs] = [before, proposed];
      const parting = round % 2 === 0 ? 'paragraphs' : 'distance';
      for (;;) {
        const [hunk] = openHunks(mine, proposed, parting);
        if (!hunk) break;
        mine = acceptHunk(mine, hunk) ?? assert.fail('a hunk of these texts fits');
      }
      for (;;) {
        const hunk = openHunks(before, theirs, parting).at(-1);
        if (!hunk) break;
        theirs = rejectHunk(theirs, hunk) ?? assert.fail('a hunk of these texts fits');
      }
      assert.equal(mine, proposed);
      assert.equal(theirs, before);
    }
  });

  it('is parted where a reader sees paragraphs: sections of a docstring, and each new test', () => {
    const file = [
      ...[
        'def task_func(words):',
        '    """',
        '    Count.',
        '',
        '    Returns:',
        '    int: how many',
      ],
      ...['    """', '    return len(words)', ''],
    ].join('\n');
    const tests = [
      ...['', '', 'import unittest', '', '', 'class TestCases(unittest.TestCase):'],
      ...['    def test_one(self):', '        self.assertEqual(task_func("a"), 1)', ''],
      ...['    def test_none(self):', '        self.assertEqual(task_func(""), 0)', ''],
    ].join('\n');
    const proposed =
      file.replace('Count.', 'Count words.').replace('int:', '- int:').replace('len(', 'len(* ') +
      tests;
    const hunks = openHunks(file, proposed);
    assert.deepEqual(
      hunks.map(({ added }) => added.find((line) => line.trim() !== '')?.trim()),
      [
        ...['Count words.', '- int: how many', 'return len(* words)', 'import unittest'],
        ...['class TestCases(unittest.TestCase):', 'def test_none(self):'],
      ],
    );
    assert.equal(openHunks(file, proposed, 'distance').length, 1);
    const last = hunks.at(-1);
    assert.ok(last);
    const taken = acceptHunk(file, last) ?? assert.fail('it fits');
    assert.ok(
      taken.endsWith(
        'words)\n\n    def test_none(self):\n        self.assertEqual(task_func(""), 0)\n',
      ),
    );
    assert.equal(openHunks(taken, proposed).length, hunks.length - 1);
    assert.equal(rejectHunk(proposed, last), proposed.replace(/\n {4}def test_none[^]*$/, ''));
  });

  it('goes along with an edit right beside a hunk, and not with one at the same place', () => {
    const added = current.replace('line 35\n', 'line 35\nline 35 and a half\n');
    const hunks = openHunks(current, added);
    const beside = rebase(current, hunks, current.replace('line 35\n', 'line 35, by hand\n'));
    assert.deepEqual(beside, {
      target: added.replace('line 35\n', 'line 35, by hand\n'),
      refused: [],
    });
    const mine = current.replace('line 35\n', 'line 35\nmine\n');
    assert.deepEqual(rebase(current, hunks, mine), { target: mine, refused: hunks });
  });

  it('goes along with an edit elsewhere in the file', () => {
    const edited = `# new\n${current}`;
    const moved = rebase(current, openHunks(current, target), edited);
    assert.deepEqual(moved, { target: `# new\n${target}`, refused: [] });
  });

  it('refuses a hunk whose lines were edited meanwhile', () => {
    const edited = current.replace('line 3\n', 'line 3, by hand\n');
    const { target: moved, refused } = rebase(current, openHunks(current, target), edited);
    assert.equal(refused.length, 1);
    assert.equal(openHunks(edited, moved).length, 2);
    assert.ok(moved.includes('line 3, by hand'));
  });
});

describe('a change', () => {
  it('follows every head, and starts from one that can be read', () => {
    const base = recordOf(['a\n']);
    const history = replay(base);
    const event = { ...eventNow(ADA, 'b\n'), ...changeTo('b\n', history) };
    assert.deepEqual(event.parents, [base[0]?.id]);
    assert.equal(event.base, base[0]?.id);
  });
});
