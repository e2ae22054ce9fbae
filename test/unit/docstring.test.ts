import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { literalContent, parseDocstring } from '../../src/core/docstring.js';
import { instructPromptOf } from '../../src/core/instructPrompt.js';

describe('parseDocstring', () => {
  it('gathers the lines below a heading, and what follows it on its line', () => {
    const doc = parseDocstring('Do it.\n\nReturns: int: A count,\n    never negative.\n');
    assert.deepEqual(doc.description, ['Do it.']);
    assert.deepEqual(doc.returns, ['int: A count,', 'never negative.']);
  });

  it('goes back to the description after a blank line', () => {
    const doc = parseDocstring('One.\n\nParameters:\n- x (int): A number.\n  \nTwo.\n');
    assert.deepEqual(doc.description, ['One.', 'Two.']);
    assert.deepEqual(doc.params, ['x (int): A number.']);
  });

  it('keeps plural headings as the section’s first entry, as the released data does', () => {
    const doc = parseDocstring('Notes:\n- Once.\n\nExamples:\n>>> 1\n1\n\nExample:\n>>> 2\n2');
    assert.deepEqual(doc.notes, ['Notes:', 'Once.']);
    assert.deepEqual(doc.examples, ['Examples:', '>>> 1', '1', '>>> 2', '2']);
  });

  it('strips dashes from both ends of a line, but not from prose or examples', () => {
    const doc = parseDocstring('- a -\n\nRaises:\n-- ValueError - \n-\n\nExample:\n- 1\n');
    assert.deepEqual(doc.description, ['- a -']);
    assert.deepEqual(doc.raises, ['ValueError']);
    assert.deepEqual(doc.examples, ['- 1']);
  });

  it('leaves headings that the data does not know in the description', () => {
    assert.deepEqual(parseDocstring('Args:\n- x').description, ['Args:', '- x']);
  });
});

describe('literalContent', () => {
  it('takes the text between the quotes as it is written', () => {
    assert.equal(literalContent('"""a\\n"b"\n"""'), 'a\\n"b"\n');
    assert.equal(literalContent("R'''x'''"), 'x');
    assert.equal(literalContent('"x"'), 'x');
    assert.equal(literalContent('""'), '');
  });

  it('knows what is no docstring', () => {
    assert.equal(literalContent('b"x"'), undefined);
    assert.equal(literalContent('"""open'), undefined);
  });
});

describe('instructPromptOf', () => {
  it('leaves out the sentences for sections that are empty', () => {
    const doc = parseDocstring('Do it\nwell.');
    assert.equal(
      instructPromptOf(doc, 'def task_func():\n'),
      'Do it well.\nYou should write self-contained code starting with:\n```\ndef task_func():\n```',
    );
  });
});
