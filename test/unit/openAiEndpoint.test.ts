import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { answeredCode } from '../../src/core/models/answerCode.js';
import { fillTemplate } from '../../src/core/models/promptTemplate.js';
import { OpenAiEndpoint } from '../../src/node/models/openAiEndpoint.js';
import { failureOf } from './failures.js';
import { serveModel, type ModelServer, type Reaction } from './modelServer.js';

const KEY = 'sk-a-secret-of-the-tests';
const MESSAGES = [{ role: 'user', content: 'Write tests.' }] as const;
const HELLO: Reaction = { say: ['Hel', 'lo'] };

async function modelOf(
  t: TestContext,
  ...reactions: Reaction[]
): Promise<{ model: OpenAiEndpoint; server: ModelServer }> {
  const server = await serveModel(t, ...reactions);
  const model = new OpenAiEndpoint({
    ...{ baseUrl: server.baseUrl, model: 'made', apiKey: KEY },
    ...{ temperature: 0.2, timeoutSeconds: 0.5, retries: 2 },
  });
  return { model, server };
}

/** The error's words, which never hold the key. */
async function failure(t: TestContext, ...reactions: Reaction[]): Promise<string> {
  const { model } = await modelOf(t, ...reactions);
  return failureOf(model.answer(MESSAGES), KEY);
}

describe('a model behind an OpenAI-compatible endpoint', () => {
  it('answers piece by piece, and is asked as it should be', async (t) => {
    const { model, server } = await modelOf(t, HELLO);
    const pieces: string[] = [];
    const answer = await model.answer(MESSAGES, { onText: (piece) => pieces.push(piece) });
    assert.equal(answer, 'Hello');
    assert.deepEqual(pieces, ['Hel', 'lo']);
    const [asked] = server.asked;
    assert.equal(asked?.path, '/v1/chat/completions');
    assert.equal(asked.authorization, `Bearer ${KEY}`);
    assert.deepEqual(asked.body, {
      ...{ model: 'made', messages: MESSAGES, stream: true, temperature: 0.2 },
    });
    assert.ok(!JSON.stringify(model.parameters).includes(KEY));
  });

  for (const status of [429, 500, 503]) {
    it(`is asked again after ${String(status)}`, async (t) => {
      const busy = { status, message: 'busy', retryAfter: 0.01 };
      const { model, server } = await modelOf(t, busy, busy, HELLO);
      const told: string[] = [];
      const onRetry = (reason: string): unknown => told.push(reason);
      assert.equal(await model.answer(MESSAGES, { onRetry }), 'Hello');
      assert.equal(server.asked.length, 3);
      const reason = `the endpoint answered with status ${String(status)}`;
      assert.deepEqual(told, [reason, reason]);
    });

    it(`is given up after ${String(status)} again and again, with what was said`, async (t) => {
      const message = await failure(t, { status, message: 'busy today', retryAfter: 0.01 });
      assert.match(message, /also when asked 2 more times.*busy today/);
    });
  }

  it('is not asked again where the key is wrong, and the key is not told', async (t) => {
    const message = await failure(t, { status: 401, message: `Incorrect API key: ${KEY}` }, HELLO);
    assert.match(message, /does not accept the key .*Set Model Key…/);
  });

  it('that does not exist is named', async (t) => {
    assert.match(
      await failure(t, { status: 404, message: 'no such model' }),
      /knows no model “made”/,
    );
  });

  it('is asked again where the stream was cut, and only the last answer counts', async (t) => {
    const { model, server } = await modelOf(t, { cutAfter: ['Goodb'] }, HELLO);
    const retries: string[] = [];
    const answer = await model.answer(MESSAGES, { onRetry: (reason) => retries.push(reason) });
    assert.equal(answer, 'Hello');
    assert.equal(server.asked.length, 2);
    assert.match(retries[0] ?? '', /broke off/);
  });

  it('is given up where the stream is cut every time', async (t) => {
    assert.match(await failure(t, { cutAfter: ['Goodb'] }), /broke off.*2 more times/);
  });

  it('that falls silent in mid-answer is asked again', async (t) => {
    const { model } = await modelOf(t, { stallAfter: ['Goodb'] }, HELLO);
    assert.equal(await model.answer(MESSAGES), 'Hello');
  });

  it('that never says a word is given up', async (t) => {
    assert.match(await failure(t, { never: true }), /said nothing for 0\.5 s/);
  });

  it('that sends broken JSON is given up with what is wrong', async (t) => {
    assert.match(await failure(t, { nonsense: '{"choices": [{' }), /not OpenAI’s|broke off/);
  });

  it('that has nothing to say is asked again, then given up', async (t) => {
    assert.match(await failure(t, { say: [' \n'] }), /the answer is empty.*2 more times/);
  });

  it('that refuses is quoted', async (t) => {
    assert.match(
      await failure(t, { refuse: 'I would rather not.' }),
      /refuses: I would rather not/,
    );
    assert.match(await failure(t, { say: ['x'], reason: 'content_filter' }), /withheld/);
  });

  it('whose answer is too long is not taken for a whole one', async (t) => {
    assert.match(await failure(t, { say: ['half a'], reason: 'length' }), /was cut/);
  });

  it('is let go at once when the user cancels, before the first word and after', async (t) => {
    for (const reaction of [{ never: true }, { stallAfter: ['Hel'] }] as const) {
      const { model } = await modelOf(t, reaction);
      const abort = new AbortController();
      const answer = model.answer(MESSAGES, {
        signal: abort.signal,
        onText: () => {
          abort.abort();
        },
      });
      if ('never' in reaction)
        setImmediate(() => {
          abort.abort();
        });
      await assert.rejects(answer, CancelledError);
    }
  });

  it('that is not there at all is explained', async () => {
    const model = new OpenAiEndpoint({
      ...{ baseUrl: 'http://127.0.0.1:9/v1', model: 'made', apiKey: undefined },
      ...{ timeoutSeconds: 1, retries: 0 },
    });
    await assert.rejects(
      model.answer(MESSAGES),
      /cannot be reached .*bigcodebench\.model\.endpoint/,
    );
  });
});

describe('the code of an answer', () => {
  it('is its longest Python block', () => {
    const answer =
      'First:\n```bash\npip install a-rather-long-name-of-a-package\n```\nThen:\n```python\nx = 1\n```\nand\n~~~py\ndef f():\n    return "```"\n~~~\n';
    assert.equal(answeredCode(answer), 'def f():\n    return "```"\n');
  });

  it('is all of it where it is nothing but code', () => {
    assert.equal(
      answeredCode('import os\n\ndef f():\r\n    pass\n\n'),
      'import os\n\ndef f():\n    pass\n',
    );
  });

  it('is quoted where there is none', () => {
    assert.throws(() => answeredCode('I cannot do that.'), /no code but: “I cannot do that\.”/);
    assert.throws(() => answeredCode('```python\n```'), UserError);
  });
});

describe('a prompt template', () => {
  it('takes values as they are, and names a wrong placeholder with its file', () => {
    assert.equal(fillTemplate('a {{ file }} b', { file: '{{x}} $& $1' }, 'f'), 'a {{x}} $& $1 b');
    assert.throws(
      () => fillTemplate('{{files}}', { file: '' }, 'prompts/enrich.md'),
      /prompts\/enrich\.md: there is no value for \{\{files\}\}/,
    );
  });
});
