/** Each gate with a true and a false case. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import type { GateInput, GateOutcome } from '../../src/core/curation/gates/gate.js';
import { GATES, gatesOf } from '../../src/core/curation/gates/registry.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { outsideEdit } from '../../src/core/curation/outsideEdits.js';
import { newProject, parseProject } from '../../src/core/curation/project.js';
import { replay } from '../../src/core/curation/replay.js';
import { CHECKLIST, partHashes, standingReviews } from '../../src/core/curation/reviews.js';
import { wordRuns } from '../../src/core/curation/similarity.js';
import { trivialPrograms } from '../../src/core/curation/trivialPrograms.js';
import { structureProblems } from '../../src/core/structure/problems.js';
import type { Task } from '../../src/core/task.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const GRACE: Person = { kind: 'person', name: 'Grace', email: 'grace@example.org' };
const { limits } = newProject('made');

function inputOf(text: string, more: Partial<GateInput> = {}): GateInput {
  const isTask = structureProblems(text).every(({ severity }) => severity !== 'error');
  const task = isTask ? splitTaskFile(text, 'made') : undefined;
  return { text, task, events: [], limits, facts: {}, others: [], ...more };
}

function ask(id: string, input: GateInput): GateOutcome {
  const gate = GATES.find((one) => one.id === id);
  assert.ok(gate, `there is a gate ${id}`);
  return gate.check(input);
}

/** The task file with other test methods. */
function withTests(...methods: readonly string[]): string {
  const start = TASK_FILE.indexOf('    def test_empty');
  return `${TASK_FILE.slice(0, start)}${methods.map((text) => `    ${text}\n`).join('\n')}`;
}

/** The events of a task that Ada has written and that was then reviewed. */
function reviewed(
  text: string,
  reviewer: Person,
  verdict: 'approve' | 'return',
  answer: 'yes' | 'no' | 'unsure' = 'yes',
): CurationEvent[] {
  const created = outsideEdit(text, replay([]), ADA, 'new');
  assert.ok(created);
  return [
    created,
    {
      ...eventNow(reviewer, text),
      type: 'reviewed',
      verdict,
      checklist: Object.fromEntries(CHECKLIST.map(({ id }) => [id, answer])),
      covered: partHashes(splitTaskFile(text, 'made')),
    },
  ];
}

function preEvaluated(flags: string[]): CurationEvent {
  return {
    ...{ ...eventNow(ADA, TASK_FILE), type: 'pre-evaluated', models: ['made'] },
    ...{ samples: 3, passed: 1, failures: {}, flags },
  };
}

function crossChecked(person: Person, verdict: 'agree' | 'disagree'): CurationEvent {
  return { ...eventNow(person, TASK_FILE), type: 'cross-checked', verdict, checklist: {} };
}

const other = (task: Task) => ({
  taskId: 'Other/1',
  wordRuns: wordRuns(task.completePrompt + task.canonicalSolution),
});
const { task: TASK } = inputOf(TASK_FILE);
assert.ok(TASK);
const STRANGER = splitTaskFile(
  TASK_FILE.replace(/""".*"""/s, '"""Something else."""').replace(
    / {4}readings[^]*0\.0\n\n/,
    '    return 1\n\n',
  ),
  'stranger',
);
const five = [1, 2, 3, 4, 5].map((n) => `def test_${n}(self): self.assertTrue(True)`);
const run = (status: 'pass' | 'fail', label: string) => ({ label, status, message: '2 != 3' });

/** What passes and what fails, and what is said of the latter. */
const CASES: Readonly<Record<string, readonly [GateInput, GateInput, RegExp]>> = {
  structure: [
    inputOf(TASK_FILE),
    inputOf(TASK_FILE.replace('Returns:', 'Return:')),
    /“Return:” opens no section/,
  ],
  'test-count': [
    inputOf(withTests(...five)),
    inputOf(TASK_FILE),
    /^2 test cases, and the project asks for 5/,
  ],
  'duplicate-tests': [
    inputOf(TASK_FILE),
    inputOf(TASK_FILE.replace('test_missing', 'test_empty')),
    /^test_empty is defined twice/,
  ],
  assertions: [
    inputOf(
      withTests(
        'def test_a(self): self.check(1)',
        'def check(self, x): assert x',
        "def test_b(self): self.assertTrue(1 == 1, 'a message')",
      ),
    ),
    inputOf(
      withTests('def test_a(self): task_func("x")', 'def test_b(self): self.assertTrue(1, int)'),
    ),
    /test_a asserts nothing\. assertTrue takes int for its message/,
  ],
  imports: [
    inputOf(TASK_FILE),
    inputOf(
      TASK_FILE.replace('import json\n', '').replace(
        'import unittest',
        'import json\nimport unittest',
      ),
    ),
    /^The function uses json, which only the tests import/,
  ],
  mentions: [
    inputOf(withTests("def test_a(self): self.assertRaises(ValueError, task_func, 'x')")),
    inputOf(
      withTests("def test_a(self): self.assertIn('*.json', task_func('x'), 'no *.json')").replace(
        'ValueError: If',
        'An error if',
      ),
    ),
    /^The tests demand the text “\*\.json”, which neither prompt names/,
  ],
  'near-duplicate': [
    inputOf(TASK_FILE, { others: [other(STRANGER)] }),
    inputOf(TASK_FILE, { others: [other(STRANGER), other(TASK)] }),
    /^100 % as in Other\/1/,
  ],
  repeats: [
    inputOf(TASK_FILE, { facts: { repeats: ['a', 'b', 'c'].map((label) => run('pass', label)) } }),
    inputOf(TASK_FILE, {
      facts: { repeats: [run('pass', 'a'), run('fail', 'hash seed 7'), run('pass', 'c')] },
    }),
    /^1 of 3 runs did not pass \(hash seed 7: 2 != 3\)/,
  ],
  coverage: [
    inputOf(TASK_FILE, { facts: { coverage: { percent: 100, missedLines: [] } } }),
    inputOf(TASK_FILE, { facts: { coverage: { percent: 75, missedLines: [12] } } }),
    /^75 % of the branches, and the project asks for 100 %\. Missed from line 12/,
  ],
  examples: [
    inputOf(TASK_FILE, { facts: { examples: [{ line: 33, holds: true, message: '' }] } }),
    inputOf(TASK_FILE, { facts: { examples: [{ line: 33, holds: false, message: 'got 1' }] } }),
    /^1 of 1 example does not hold \(line 33: got 1\)/,
  ],
  'trivial-solutions': [
    inputOf(TASK_FILE, { facts: { trivial: [{ name: 'return None', passes: false }] } }),
    inputOf(TASK_FILE, { facts: { trivial: [{ name: 'return 0', passes: true }] } }),
    /^The tests let pass: return 0/,
  ],
  checklist: [
    inputOf(TASK_FILE, { events: reviewed(TASK_FILE, GRACE, 'approve') }),
    inputOf(TASK_FILE, { events: reviewed(TASK_FILE, GRACE, 'approve', 'no') }),
    /^“Is the prompt clear\?” was answered with no/,
  ],
  'pre-evaluation': [
    inputOf(TASK_FILE, { events: [preEvaluated([])] }),
    inputOf(TASK_FILE, { events: [preEvaluated(['All 3 samples pass.'])] }),
    /^All 3 samples pass/,
  ],
  'cross-check': [
    inputOf(TASK_FILE, { events: [crossChecked(GRACE, 'agree')] }),
    inputOf(TASK_FILE, { events: [crossChecked(GRACE, 'disagree')] }),
    /^Grace disagrees/,
  ],
  reviewers: [
    inputOf(TASK_FILE, { events: reviewed(TASK_FILE, GRACE, 'approve') }),
    inputOf(TASK_FILE, { events: reviewed(TASK_FILE, ADA, 'approve') }),
    /^0 of 1 reviewers other than its authors/,
  ],
};

describe('every gate', () => {
  it('has its two cases here', () => {
    assert.deepEqual(GATES.map(({ id }) => id).toSorted(), Object.keys(CASES).toSorted());
  });

  for (const [id, [right, wrong, message]] of Object.entries(CASES)) {
    it(`lets pass what is right, and says what is wrong: ${id}`, () => {
      assert.deepEqual(ask(id, right).outcome, 'pass', ask(id, right).message);
      const outcome = ask(id, wrong);
      assert.equal(outcome.outcome, 'fail');
      assert.match(outcome.message, message);
    });
  }

  it('that needs a run says nothing before it', () => {
    for (const { id, needs } of GATES) {
      if (needs.length > 0) assert.equal(ask(id, inputOf(TASK_FILE)).outcome, 'unknown');
    }
  });
});

describe('a demand of the tests', () => {
  it('is told from what the function computes', () => {
    const tests = withTests(
      "def test_a(self): self.assertEqual(task_func('x'), 'computed value')",
      "def test_b(self): self.assertRaises(Exception, task_func, 'x')",
    );
    assert.equal(ask('mentions', inputOf(tests)).outcome, 'pass');
  });

  it('is told from what the message says', () => {
    const outcomeOf = (assertion: string): string =>
      ask('mentions', inputOf(withTests(`def test_a(self): ${assertion}`))).outcome;
    for (const assertion of [
      "self.assertTrue(task_func('x'), '*.json')",
      "self.assertEqual(task_func('x'), 0.0, '*.json')",
      "self.assertEqual(task_func('x'), 0.0, msg='*.json')",
      "self.assertAlmostEqual(task_func('x'), 0.0, 7, '*.json')",
      "np.testing.assert_allclose(task_func('x'), 0.0, err_msg='*.json')",
    ]) {
      assert.equal(outcomeOf(assertion), 'pass', assertion);
    }
    for (const assertion of [
      "self.assertTrue('*.json' in task_func('x'))",
      "self.assertEqual(task_func('x'), '*.json', 'not so')",
      "self.assertEqual(task_func('x'), second='*.json')",
      "glob.assert_called_once_with('x', 'y', '*.json')",
    ]) {
      assert.equal(outcomeOf(assertion), 'fail', assertion);
    }
  });

  it('counts for each prompt by itself', () => {
    const text = withTests("def test_a(self): self.assertRaises(KeyError, task_func, 'x')").replace(
      '- json\n',
      '- json, whose KeyError is raised\n',
    );
    assert.match(
      ask('mentions', inputOf(text)).message,
      /a KeyError, which the Instruct prompt does not name/,
    );
  });
});

describe('a cross-check', () => {
  it('counts by the last word of each person on the text as it is', () => {
    const changed = `${TASK_FILE}# More.\n`;
    const ALAN: Person = { kind: 'person', name: 'Alan', email: 'alan@example.org' };
    const outcomeOf = (...events: readonly CurationEvent[]) =>
      ask(
        'cross-check',
        inputOf(TASK_FILE, {
          events: events.map((event, index) => ({
            ...event,
            time: `2030-01-01T00:00:0${String(index)}.000Z`,
          })),
        }),
      );
    const [agrees, disagrees] = [crossChecked(GRACE, 'agree'), crossChecked(GRACE, 'disagree')];
    assert.match(outcomeOf(disagrees, agrees).message, /^Grace agrees/);
    assert.match(outcomeOf(agrees, disagrees).message, /^Grace disagrees/);
    assert.match(outcomeOf(disagrees, crossChecked(ALAN, 'agree')).message, /^Grace disagrees/);
    const ofAnother = { ...agrees, ...eventNow(GRACE, changed) };
    assert.match(outcomeOf(disagrees, ofAnother).message, /^Grace disagrees/);
  });
});

describe('a review', () => {
  it('stands until a part that it covered is changed', () => {
    const events = reviewed(TASK_FILE, GRACE, 'approve');
    const standing = (text: string) => standingReviews(events, splitTaskFile(text, 'made')).length;
    assert.equal(standing(TASK_FILE), 1);
    assert.equal(standing(TASK_FILE.replace("'missing'), 0.0", "'nowhere'), 0.0")), 0);
    assert.equal(standing(TASK_FILE.replace('\n# The tests', '\n\n\n# The tests')), 1);
  });
});

describe('trivial solutions', () => {
  it('give back nothing, constants, each argument and the example’s value', () => {
    const names = trivialPrograms(TASK).map(({ name }) => name);
    assert.deepEqual(names, [
      'an empty body',
      'return None',
      'return 0',
      "return ''",
      'return []',
      'return {}',
      'return True',
      'return folder',
      'return limit',
      'return 0.0',
    ]);
    const [first] = trivialPrograms(TASK);
    assert.ok(first?.program.code.endsWith('    """\n    pass\n'));
  });
});

describe('the gates of a stage', () => {
  const ids = (...[project, from, to]: Parameters<typeof gatesOf>): string[] =>
    gatesOf(project, from, to).map(({ id }) => id);

  it('are those of the project’s file, else ours', () => {
    const project = parseProject(
      { version: 1, name: 'x', gates: { refined: ['structure'], accepted: [] } },
      'bigcodebench.json',
    );
    assert.deepEqual(ids(project, 'draft', 'refined'), ['structure']);
    assert.deepEqual(ids(project, 'refined', 'reviewed'), ['checklist', 'reviewers']);
    assert.deepEqual(ids(project, 'cross-checked', 'accepted'), []);
  });

  it('are none on the way back and out', () => {
    const project = newProject('x');
    assert.deepEqual(ids(project, 'reviewed', 'refined'), []);
    assert.deepEqual(ids(project, 'reviewed', 'returned'), []);
  });
});
