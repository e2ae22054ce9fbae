/** Asking models to solve tasks, of a server that speaks the real protocol and misbehaves. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { sampleOfAnswer } from '../../src/core/models/answerSample.js';
import { askForAnswers } from '../../src/core/models/askForAnswers.js';
import { endpointModels, OpenAiEndpoint } from '../../src/node/models/openAiEndpoint.js';
import { serveModel, type Reaction } from './modelServer.js';

const MESSAGES = [{ role: 'user', content: 'Solve it.' }] as const;
const YES: Reaction = { say: ['yes'] };

async function modelOf(t: TestContext, name: string, ...reactions: Reaction[]) {
  const { baseUrl, asked } = await serveModel(t, ...reactions);
  const model = new OpenAiEndpoint({
    ...{ baseUrl, model: name, apiKey: undefined, timeoutSeconds: 0.5, retries: 1 },
    temperature: 0.8,
  });
  return { model, asked, baseUrl };
}

describe('asking models for answers', () => {
  it('asks each as often as wanted, one model after the other, and tells how it goes', async (t) => {
    const one = await modelOf(t, 'one', YES);
    const two = await modelOf(t, 'two', YES);
    const told: string[] = [];
    const answers = await askForAnswers([one.model, two.model], MESSAGES, 5, {
      tell: (what) => told.push(what),
    });
    assert.deepEqual(
      answers.map(({ model, text }) => `${model}: ${text ?? ''}`),
      [...Array<string>(5).fill('one: yes'), ...Array<string>(5).fill('two: yes')],
    );
    assert.equal(one.asked.length, 5);
    assert.equal(told[0], 'one: 0 of 5 answers');
    assert.equal(told[5], 'one: 5 of 5 answers');
    assert.equal(told.at(-1), 'two: 5 of 5 answers');
  });

  for (const [what, reaction] of [
    ['429', { status: 429, message: 'busy', retryAfter: 0.01 }],
    ['500', { status: 500, message: 'broken', retryAfter: 0.01 }],
    ['a cut stream', { cutAfter: ['ye'] }],
    ['silence', { stallAfter: ['ye'] }],
    ['an empty answer', { say: [''] }],
  ] as const) {
    it(`asks again after ${what}`, async (t) => {
      const { model } = await modelOf(t, 'one', reaction, YES);
      const told: string[] = [];
      const answers = await askForAnswers([model], MESSAGES, 1, { tell: (one) => told.push(one) });
      assert.deepEqual(answers, [{ model: 'one', text: 'yes' }]);
      assert.match(told.join('\n'), /one: 0 of 1 answers; asking again: /);
    });
  }

  it('goes on where an answer does not come, and says why', async (t) => {
    const { model } = await modelOf(t, 'one', { refuse: 'No.' }, YES);
    const answers = await askForAnswers([model], MESSAGES, 3);
    const reasons = answers.flatMap(({ reason }) => reason ?? []);
    assert.deepEqual(reasons, ['The model refuses: No.']);
    assert.equal(answers.filter(({ text }) => text === 'yes').length, 2);
  });

  it('fails where none comes, with what the first was refused for', async (t) => {
    const { model } = await modelOf(t, 'one', { status: 404, message: 'no such model' });
    await assert.rejects(askForAnswers([model], MESSAGES, 2), (error) => {
      return error instanceof UserError && error.message.includes('knows no model “one”');
    });
  });

  it('stops when the user cancels', async (t) => {
    const { model, asked } = await modelOf(t, 'one', YES, { never: true });
    const abort = new AbortController();
    const tell = (what: string): void => {
      if (what.includes('1 of 20')) abort.abort();
    };
    const answers = askForAnswers([model], MESSAGES, 20, { signal: abort.signal, tell });
    await assert.rejects(answers, CancelledError);
    assert.ok(asked.length < 20);
  });

  it('finds the models of an endpoint, and none where it does not tell', async (t) => {
    const { baseUrl } = await modelOf(t, 'one', YES);
    assert.deepEqual(await endpointModels(baseUrl, undefined), ['made', 'made-too']);
    assert.deepEqual(await endpointModels('http://127.0.0.1:9/v1', undefined), []);
  });
});

describe('an answer as a sample', () => {
  const fenced = (code: string): string => `Here:\n\`\`\`python\n${code}\`\`\`\nDone.`;

  it('is the function with its imports, constants and helpers, without what a script does', () => {
    const code = `"""A script."""
import os; import sys
try:
    import numpy
except ImportError:
    numpy = None
LIMIT = 3
def helper():
    return LIMIT  # of all

@cached
def task_func(x):
    return helper()
print(task_func(1))
if __name__ == "__main__":
    main()
`;
    const { kind, text } = sampleOfAnswer(fenced(code));
    assert.equal(kind, 'solution');
    assert.match(text, /^import os; import sys\ntry:\n {4}import numpy\nexcept ImportError:/);
    assert.match(text, /LIMIT = 3\ndef helper\(\):\n {4}return LIMIT {2}# of all\n\n@cached\ndef/);
    assert.doesNotMatch(text, /A script|print|__main__/);
  });

  it('stays as it is where it cannot be parsed', () => {
    const code = 'def task_func(x):\n    return (x\nprint(1)\n';
    assert.deepEqual(sampleOfAnswer(fenced(code)), { kind: 'solution', text: code });
  });

  it('that is a bare body goes on where the prompt ends, however it is indented', () => {
    const text = '    y = x\n    if y:\n        return y\n\n    return 0\n';
    for (const code of [text, text.replaceAll(/^ {4}/gm, '')]) {
      assert.deepEqual(sampleOfAnswer(fenced(code)), { kind: 'completion', text });
    }
  });

  it('is none without code', () => {
    assert.throws(() => sampleOfAnswer('I cannot.'), UserError);
  });
});
