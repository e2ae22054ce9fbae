import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Dataset } from '../../src/core/dataset.js';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { aRow, FIXTURES, idsOf, jsonl, temporaryFolder } from './datasetFiles.js';
import { COMMIT, sendJson, serveHub, type HubServer } from './hubServer.js';

const REPO = 'made/tasks';
const OLD = 'data/v0.1.0-00000-of-00001.parquet';
const NEW = 'data/v0.2.0-00000-of-00001.parquet';
const LATER_COMMIT = COMMIT.replaceAll('0', 'f');

interface Opening {
  readonly cacheDir: string;
  readonly repo?: string;
  readonly revision?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string, fraction?: number) => void;
}

function open({ repo = REPO, revision = 'main', ...options }: Opening): Promise<Dataset> {
  return openDataset({ kind: 'huggingface', repo, revision }, { samplesDir: '', ...options });
}

async function serveParquet(t: TestContext, commit = COMMIT): Promise<HubServer> {
  const rows = await readFile(join(FIXTURES, 'snappy.parquet'));
  const old = await readFile(join(FIXTURES, 'no-rows.parquet'));
  const hub = await serveHub(t, {
    repo: REPO,
    files: { 'README.md': Buffer.from('# Made'), [OLD]: old, [NEW]: rows },
    commit,
  });
  process.env['HF_ENDPOINT'] = hub.url;
  return hub;
}

/** Asserts that opening fails with an error for the user, and that nothing half-done is left. */
async function assertRefused(opening: Opening, message: RegExp): Promise<void> {
  await assert.rejects(open(opening), (error) => {
    assert.ok(error instanceof UserError, String(error));
    assert.match(error.message, message);
    return true;
  });
  await assertNoParts(opening.cacheDir);
}

async function assertNoParts(cacheDir: string): Promise<void> {
  const names = await readdir(cacheDir, { recursive: true });
  assert.deepEqual(
    names.filter((name) => /\.(part|tmp)$/.test(name)),
    [],
  );
}

describe('a dataset on Hugging Face', () => {
  beforeEach(() => {
    delete process.env['HF_TOKEN'];
  });

  it('is downloaded in its newest version, with progress', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    const progress: [message: string, fraction: number | undefined][] = [];
    const dataset = await open({
      cacheDir,
      onProgress: (message, fraction) => progress.push([message, fraction]),
    });
    assert.deepEqual(idsOf(dataset), ['Made/1', 'Made/2', 'Made/3']);
    assert.equal(dataset.label, 'tasks v0.2.0');
    assert.deepEqual(dataset.source, { kind: 'huggingface', repo: REPO, revision: 'main' });
    assert.ok(!hub.requests.some((request) => request.includes('v0.1.0')));
    assert.equal(progress.at(0)?.[0], 'Looking up made/tasks');
    assert.equal(progress.at(-1)?.[1], 1);
    assert.match(progress.at(-1)?.[0] ?? '', /^Downloading data\/v0\.2\.0.*: \d\.\d of \d\.\d MB$/);
    await assertNoParts(cacheDir);
  });

  it('is read from all its shards, which may be JSONL', async (t) => {
    const hub = await serveHub(t, {
      repo: REPO,
      files: {
        'test-00000-of-00002.jsonl.gz': gzipSync(jsonl(aRow('A'), aRow('B'))),
        'test-00001-of-00002.jsonl.gz': gzipSync(jsonl(aRow('A'), aRow('C'), 5)),
      },
    });
    process.env['HF_ENDPOINT'] = `${hub.url}/`;
    const dataset = await open({ cacheDir: await temporaryFolder(t) });
    assert.deepEqual(idsOf(dataset), ['A', 'B', 'C']);
    assert.equal(dataset.label, 'tasks');
    const file = 'hf:made/tasks/test-00001-of-00002.jsonl.gz';
    assert.deepEqual(
      dataset.refused.map((refusal) => [refusal.file, refusal.line]),
      [
        [file, 1],
        [file, 3],
      ],
    );
    assert.match(dataset.refused[0]?.reason ?? '', /line 1 of hf:made\/tasks\/test-00000/);
  });

  it('is downloaded by plain HTTP from a server that would rather speak Xet', async (t) => {
    const hub = await serveParquet(t);
    const bytes = await readFile(join(FIXTURES, 'snappy.parquet'));
    hub.intercept = (request, response) => {
      const offersXet = request.headers.accept?.includes('xet-fileinfo') ?? false;
      if (offersXet) {
        response.writeHead(200, {
          'content-type': 'application/vnd.xet-fileinfo+json',
          'x-linked-size': bytes.length,
          'x-linked-etag': '"e"',
          'x-xet-hash': 'a'.repeat(64),
          link: `<${hub.url}/xet>; rel="xet-auth", <${hub.url}/xet>; rel="xet-reconstruction-info"`,
        });
        response.end('{}');
      }
      return offersXet;
    };
    assert.equal((await open({ cacheDir: await temporaryFolder(t) })).tasks.length, 3);
    assert.ok(!hub.requests.includes('GET /xet'));
  });

  it('is not downloaded again while its commit stays', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await open({ cacheDir });
    hub.requests.length = 0;
    assert.equal((await open({ cacheDir })).tasks.length, 3);
    assert.deepEqual(hub.requests, [`GET /api/datasets/${REPO}/revision/main`]);
    hub.requests.length = 0;
    assert.equal((await open({ cacheDir, revision: COMMIT })).tasks.length, 3);
    assert.deepEqual(hub.requests, []);
  });

  it('is downloaded again where the cached file was damaged', async (t) => {
    await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await open({ cacheDir });
    const file = join(cacheDir, 'made--tasks', COMMIT, encodeURIComponent(NEW));
    await writeFile(file, 'PAR1');
    assert.equal((await open({ cacheDir })).tasks.length, 3);
  });

  it('opens from the cache without network, and says so', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await open({ cacheDir });
    await hub.close();
    const messages: string[] = [];
    const dataset = await open({ cacheDir, onProgress: (message) => messages.push(message) });
    assert.equal(dataset.tasks.length, 3);
    assert.match(
      messages.at(-1) ?? '',
      // Refused, or closed by the other side where a connection was kept: Node's versions differ.
      /cannot be reached \(.*(?:ECONNREFUSED|other side closed).*\)\. Opening the copy of \d{4}-\d\d-\d\d instead\.$/,
    );
  });

  it('opens the copy of an older commit where the download of the newer one is cut off', async (t) => {
    await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await open({ cacheDir });
    const hub = await serveParquet(t, LATER_COMMIT);
    hub.intercept = cutFile;
    const messages: string[] = [];
    const dataset = await open({ cacheDir, onProgress: (message) => messages.push(message) });
    assert.equal(dataset.tasks.length, 3);
    assert.match(messages.at(-1) ?? '', /was cut off.*Opening the copy of/);
    await assertNoParts(cacheDir);
    hub.intercept = () => false;
    assert.equal((await open({ cacheDir })).tasks.length, 3);
    assert.ok((await readdir(join(cacheDir, 'made--tasks'))).includes(LATER_COMMIT));
  });

  it('says that neither network nor copy is there', async (t) => {
    const hub = await serveParquet(t);
    await hub.close();
    await assertRefused(
      { cacheDir: await temporaryFolder(t) },
      /cannot be reached \(.*ECONNREFUSED.*no earlier download of made\/tasks/,
    );
  });

  it('says that there is no such dataset or revision, even where a copy is cached', async (t) => {
    await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await open({ cacheDir });
    await assertRefused(
      { cacheDir, repo: 'made/none' },
      /^There is no dataset made\/none with the/,
    );
    await assertRefused(
      { cacheDir, revision: 'v9/x' },
      /made\/tasks with the revision v9\/x on http/,
    );
  });

  it('says that it may not be read, and sends the token in HF_TOKEN', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    hub.intercept = (request, response) => {
      const known = request.headers.authorization === 'Bearer hf_good';
      if (!known) sendJson(response, { error: 'Invalid username or password.' }, 401);
      return !known;
    };
    await assertRefused({ cacheDir }, /does not let you read made\/tasks.*HF_TOKEN/);
    process.env['HF_TOKEN'] = 'hf_bad';
    await assertRefused({ cacheDir }, /does not let you read made\/tasks/);
    process.env['HF_TOKEN'] = 'good';
    await assertRefused({ cacheDir }, /HF_TOKEN holds no access token/);
    process.env['HF_TOKEN'] = 'hf_good';
    assert.equal((await open({ cacheDir })).tasks.length, 3);
    assert.deepEqual([...new Set(hub.tokens)], [undefined, 'Bearer hf_bad', 'Bearer hf_good']);
  });

  it('says that the server answers with an error or with nonsense', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    hub.intercept = (_, response) => {
      response.writeHead(500).end('oops');
      return true;
    };
    await assertRefused({ cacheDir }, /answers with an error \(HTTP 500\)/);
    hub.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in to this network');
      return true;
    };
    await assertRefused({ cacheDir }, /cannot be reached/);
    hub.intercept = (_, response) => {
      sendJson(response, { id: REPO, sha: '../../etc' });
      return true;
    };
    await assertRefused({ cacheDir }, /cannot be reached/);
  });

  it('says that a download was cut off, changed or failed', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    hub.intercept = cutFile;
    await assertRefused({ cacheDir }, /The download of data\/v0\.2\.0.* was cut off/);
    hub.intercept = (request, response) => {
      if (!isWholeFile(request)) return false;
      response.end('something shorter, ended in order');
      return true;
    };
    await assertRefused({ cacheDir }, /was cut off or changed on its way: 33 bytes came, \d+ were/);
    hub.intercept = (request, response) => {
      if (!isWholeFile(request)) return false;
      response.writeHead(503).end();
      return true;
    };
    await assertRefused({ cacheDir }, /The download of data\/v0\.2\.0.* was cut off \(.*503/);
  });

  it('says that a repository holds no rows', async (t) => {
    const hub = await serveHub(t, { repo: REPO, files: { 'a.csv': Buffer.from('a') } });
    process.env['HF_ENDPOINT'] = hub.url;
    await assertRefused({ cacheDir: await temporaryFolder(t) }, /holds no Parquet or JSONL file/);
  });

  it('ends in the middle of a download when it is cancelled', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    hub.intercept = (request, response) => {
      if (!isWholeFile(request)) return false;
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1000)); // And never the rest.
      return true;
    };
    const abort = new AbortController();
    const onProgress = (_: string, fraction?: number): void => {
      if (fraction !== undefined) abort.abort();
    };
    await assert.rejects(open({ cacheDir, signal: abort.signal, onProgress }), CancelledError);
    await assertNoParts(cacheDir);
    hub.intercept = () => false;
    assert.equal((await open({ cacheDir })).tasks.length, 3);
  });

  it('ends at any request when it is cancelled, and before the first', async (t) => {
    const hub = await serveParquet(t);
    const cacheDir = await temporaryFolder(t);
    await assert.rejects(open({ cacheDir, signal: AbortSignal.abort() }), CancelledError);
    assert.deepEqual(hub.requests, []);
    for (const route of ['/revision/', '/tree/', '/resolve/']) {
      const abort = new AbortController();
      hub.intercept = (request) => {
        const hangs = request.url?.includes(route) ?? false;
        if (hangs) abort.abort();
        return hangs;
      };
      await assert.rejects(open({ cacheDir, signal: abort.signal }), CancelledError);
    }
  });
});

function isWholeFile(request: IncomingMessage): boolean {
  return (request.url?.startsWith('/cdn/') ?? false) && request.headers.range === undefined;
}

/** Sends half of a file and hangs up. */
const cutFile: HubServer['intercept'] = (request, response) => {
  if (!isWholeFile(request)) return false;
  response.writeHead(200, { 'content-length': 1_000_000 });
  response.write(Buffer.alloc(1000), () => response.destroy());
  return true;
};
