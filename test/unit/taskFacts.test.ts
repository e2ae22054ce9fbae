import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sidesText } from '../../src/core/curation/checkText.js';
import { canInstruct, fittingInstructions } from '../../src/core/models/taskFacts.js';

describe('what a model can be asked for', () => {
  it('begins with what the last run calls for', () => {
    const [first, second] = fittingInstructions({ failure: 'boom', demands: 'a KeyError' });
    assert.equal(first?.instruction.id, 'fix-failure');
    assert.equal(second?.instruction.id, 'state-demands');
    assert.ok(second.fits);
  });

  it('leaves out what there is nothing to say of', () => {
    const ids = fittingInstructions({}).map(({ instruction }) => instruction.id);
    assert.deepEqual(ids, ['enrich', 'refactor', 'write-tests', 'translate', 'shorten']);
    assert.ok(!canInstruct('strengthen-tests', {}));
    assert.ok(canInstruct('strengthen-tests', { branches: 'line 3' }));
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
      'before: 5 of 6 pass, 99 %; after: 6 of 6 pass, 100 %',
    );
  });

  it('say what was not run', () => {
    assert.equal(sidesText(undefined, undefined), 'tests not run');
    assert.equal(
      sidesText(undefined, { ...check, testsPassed: 0, testsTotal: 0 }),
      'before: not run; after: no test runs',
    );
  });
});
