import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askTextGates } from '../../src/core/curation/gates/textGates.js';
import { newProject } from '../../src/core/curation/project.js';
import { gateCountsText, gatesText, sidesText } from '../../src/core/curation/checkText.js';
import type { RecordedGate } from '../../src/core/curation/events.js';
import { canInstruct, fittingInstructions, gateFactsFor } from '../../src/core/models/taskFacts.js';
import { TASK_FILE } from './tasks.js';

describe('what a model can be asked for', () => {
  it('begins with what the last run calls for', () => {
    const [first, second] = fittingInstructions({ failure: 'boom', demands: 'a KeyError' });
    assert.equal(first?.instruction.id, 'fix-failure');
    assert.equal(second?.instruction.id, 'state-demands');
    assert.ok(second.fits);
  });

  it('begins with what the task file lacks: a draft its tests, a seed all of it', () => {
    const fitting = (...lacks: ('no-tests' | 'no-returns' | 'few-libraries')[]): string[] =>
      fittingInstructions({}, new Set(lacks))
        .filter(({ fits }) => fits)
        .map(({ instruction }) => instruction.id);
    assert.deepEqual(fitting('no-tests'), ['write-tests']);
    assert.deepEqual(fitting('no-tests', 'few-libraries'), ['refactor', 'write-tests']);
    assert.deepEqual(fitting('no-tests', 'no-returns'), ['enrich', 'write-tests']);
    assert.deepEqual(fitting(), []);
  });

  it('names the gates that fail, and what the prompt does not say by itself', () => {
    const text = TASK_FILE.replaceAll('self.assert', 'self.check');
    const asked = askTextGates(newProject('made'), text, 'one');
    const { gates = '', demands } = gateFactsFor(asked);
    assert.match(gates, /Every Test Asserts: /);
    assert.equal(demands, undefined);
    assert.ok(canInstruct('meet-gates', { gates }));
    assert.deepEqual(gateFactsFor([]), {});
  });

  it('names the examples that do not hold, and leaves branches to an instruction of their own', () => {
    const examples = [{ line: 7, holds: false, message: 'Expected 0.5' }];
    const coverage = { percent: 50, missedLines: [3] };
    const { gates = '' } = gateFactsFor(
      askTextGates(newProject('made'), TASK_FILE, 'one', { examples, coverage }),
    );
    assert.match(gates, /Examples Hold: 1 of 1 example does not hold \(line 7: Expected 0\.5\)/);
    assert.doesNotMatch(gates, /branches/);
  });

  it('leaves out what there is nothing to say of', () => {
    const ids = fittingInstructions({}).map(({ instruction }) => instruction.id);
    assert.deepEqual(ids, ['enrich', 'refactor', 'write-tests', 'translate', 'shorten']);
    assert.ok(!canInstruct('strengthen-tests', {}));
    assert.ok(canInstruct('strengthen-tests', { branches: 'line 3' }));
  });
});

describe('what gates have said', () => {
  const said = (...outcomes: RecordedGate['outcome'][]): string =>
    gateCountsText(outcomes.map((outcome) => ({ outcome })));

  it('is told without taking one that could not be checked for one that fails', () => {
    assert.equal(
      said('fail', 'unknown', 'fail', 'unknown', 'unknown', 'pass'),
      '2 fail, 3 could not be checked',
    );
    assert.equal(said('fail', 'pass'), '1 fails');
    assert.equal(said('pass', 'unknown'), '1 could not be checked');
    assert.equal(said('pass', 'pass'), 'All is well');
  });
});

describe('the checks of both sides', () => {
  const check = { status: 'pass', cause: null, testsTotal: 6 };

  it('are told in one line, rounded so that only all is 100 %', () => {
    assert.equal(
      sidesText(
        { ...check, testsPassed: 5, branchPercent: 99.9 },
        { ...check, testsPassed: 6, branchPercent: 100 },
      ),
      'tests 5/6 → 6/6 · branches 99 % → 100 %',
    );
  });

  it('say what was not run', () => {
    assert.equal(sidesText(undefined, undefined), 'tests not run');
    assert.equal(
      sidesText(undefined, { ...check, testsPassed: 0, testsTotal: 0 }),
      'tests not run → none',
    );
    assert.equal(
      sidesText({ ...check, testsPassed: 0 }, { ...check, testsPassed: 6, branchPercent: 80 }),
      'tests 0/6 → 6/6 · branches unknown → 80 %',
    );
  });

  it('fit beside each other where half of a screen is left for them', () => {
    const gates = (...outcomes: RecordedGate['outcome'][]): RecordedGate[] =>
      outcomes.map((outcome) => ({ gate: 'structure', outcome, message: '' }));
    const asked = gatesText(gates('fail', 'fail', 'pass'), gates('fail', 'unknown', 'pass'));
    assert.equal(asked, 'failing gates 2/3 → 1/3');
    const sides = { ...check, testsPassed: 10, testsTotal: 10, branchPercent: 100 };
    assert.ok(`${sidesText(sides, sides)} | ${asked}`.length <= 70);
  });
});
