import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summary } from '../../src/core/summary.js';
import { aTask, TASK } from './tasks.js';

const of = (...description: string[]) =>
  summary(aTask({ docStruct: { ...TASK.docStruct, description } }));

describe('summary', () => {
  it('is the first sentence, over lines, without its full stop', () => {
    assert.equal(of('Read a file', 'and  count it. Then stop.'), 'Read a file and count it');
    assert.equal(of('Just this'), 'Just this');
    assert.equal(of('What now? Go.'), 'What now');
  });

  it('is not stopped by abbreviations, numbers and file names', () => {
    assert.equal(
      of('Scale by 2.5, e.g. Celsius, in data.csv. Done.'),
      'Scale by 2.5, e.g. Celsius, in data.csv',
    );
  });

  it('ends a long one at a word, within 80 characters', () => {
    const words = of('word '.repeat(40));
    assert.equal(words, `${'word '.repeat(16).trimEnd()}…`);
    assert.ok(words.length <= 80);
    assert.ok(of('x'.repeat(200)).length <= 80);
  });

  it('does not leave half of a code span', () => {
    assert.equal(
      of(`${'word '.repeat(14)}and \`some code that is long\` here`),
      `${'word '.repeat(14)}and…`,
    );
  });

  it('says so where there is none', () => {
    assert.equal(of(), 'No description');
  });
});
