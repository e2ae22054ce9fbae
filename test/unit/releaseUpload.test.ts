/** Uploads of releases to a local server that speaks Hugging Face's protocol, and misbehaves. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Person } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { CancelledError } from '../../src/core/errors.js';
import { recordOutsideEdits } from '../../src/node/curation/outsideEdits.js';
import { createProject } from '../../src/node/curation/projectFolder.js';
import { appendEvents, recordPathOf } from '../../src/node/curation/recordFile.js';
import { writeRelease } from '../../src/node/curation/writeRelease.js';
import { planUpload, uploadRelease, type UploadTarget } from '../../src/node/hub/releaseUpload.js';
import { temporaryFolder } from './datasetFiles.js';
import { failureOf } from './failures.js';
import { COMMIT, serveHub } from './hubServer.js';
import { takeUploads, type UploadOptions } from './hubUploads.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const REPO = 'ada/made-tasks';
const TOKEN = 'hf_a_secret_of_the_tests';
const ROOT = join(import.meta.dirname, '../..');
/** Ada, as git takes settings from the environment. */
const GIT = {
  ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' },
  ...{ GIT_CONFIG_KEY_1: 'user.email', GIT_CONFIG_VALUE_1: ADA.email },
};
const FILES = ['CHANGES.md', 'README.md', 'tasks.jsonl', 'tasks.jsonl.gz', 'tasks.parquet'];

/** A release of one task, and a hub to send it to. */
async function setUp(t: TestContext, options: Partial<UploadOptions> = {}) {
  const project = await createProject(await temporaryFolder(t));
  const file = join(project.folder, 'tasks', 'one.py');
  await writeFile(file, TASK_FILE);
  await recordOutsideEdits(project, () => Promise.resolve(ADA));
  await appendEvents(recordPathOf(file), [
    { ...eventNow(ADA, TASK_FILE), type: 'moved', from: 'cross-checked', to: 'accepted' },
  ]);
  const { folder } = await writeRelease(project, '0.1', ADA);
  const hub = await serveHub(t, { repo: REPO, files: {} });
  process.env['HF_ENDPOINT'] = hub.url;
  t.after(() => delete process.env['HF_ENDPOINT']);
  const uploads = takeUploads(hub, { repo: REPO, token: TOKEN, visibility: 'public', ...options });
  const target: UploadTarget = { repo: REPO, token: TOKEN };
  const told: string[] = [];
  const upload = async (to = target): Promise<string> =>
    uploadRelease(await planUpload(folder, to), 'Release 0.1', to, (what) => told.push(what));
  return { project, folder, hub, uploads, target, upload, told };
}

const failure = (work: Promise<unknown>): Promise<string> => failureOf(work, TOKEN);

describe('the upload of a release', () => {
  it('is planned without sending anything', async (t) => {
    const { folder, hub, target } = await setUp(t);
    const plan = await planUpload(folder, target);
    assert.deepEqual(plan.files, FILES);
    assert.equal(plan.readers, 'everybody');
    assert.equal(plan.parent, COMMIT);
    assert.ok(plan.bytes > 1000);
    assert.deepEqual(hub.requests, [`GET /api/datasets/${REPO}/revision/HEAD`]);
  });

  for (const [how, partSize] of [
    ['at once', undefined],
    ['in parts', 700],
  ] as const) {
    it(`is one commit of all files, byte for byte, the large ones sent ${how}`, async (t) => {
      const { folder, hub, uploads, upload, told } = await setUp(t, {
        ...(partSize !== undefined && { partSize }),
      });
      assert.equal(await upload(), `${hub.url}/datasets/${REPO}/commit/${COMMIT}`);
      const { header, files } = uploads.commit ?? assert.fail();
      assert.deepEqual(header, { summary: 'Release 0.1', parentCommit: COMMIT });
      assert.deepEqual([...files.keys()].toSorted(), FILES);
      for (const [name, content] of files) {
        assert.deepEqual(content, await readFile(join(folder, name)), name);
      }
      assert.equal(uploads.stored.size, 2);
      assert.equal(told[0], 'preparing');
      assert.ok(told.includes('sending large files'));
      assert.equal(told.at(-1), 'publishing');
      assert.ok(!told.join().includes(TOKEN));
    });
  }

  it('makes a dataset that is not there, for its owner alone', async (t) => {
    const { hub, uploads, folder, target } = await setUp(t);
    const fresh = takeUploads(hub, { repo: REPO, token: TOKEN });
    const plan = await planUpload(folder, target);
    assert.equal(plan.readers, 'nobody yet');
    assert.equal(fresh.created, undefined);
    await uploadRelease(plan, 'Release 0.1', target, () => undefined);
    assert.deepEqual(fresh.created, {
      ...{ name: 'made-tasks', organization: 'ada', type: 'dataset', visibility: 'private' },
    });
    assert.equal(fresh.commit?.files.size, FILES.length);
    assert.equal(uploads.commit, undefined);
  });

  it('says whose dataset it is', async (t) => {
    const { folder, target } = await setUp(t, { visibility: 'private' });
    assert.equal((await planUpload(folder, target)).readers, 'its members');
  });

  it('sends no large file twice', async (t) => {
    const { hub, uploads, upload } = await setUp(t);
    uploads.misbehave = (route, response) => {
      if (!route.includes('/commit/')) return false;
      response.writeHead(500).end();
      return true;
    };
    const message = await failure(upload());
    assert.match(message, /HTTP 500.*Whether the release was published is to be seen at/);
    uploads.misbehave = () => false;
    await upload();
    assert.equal(hub.requests.filter((request) => request.startsWith('PUT ')).length, 2);
    assert.equal(uploads.commit?.files.size, FILES.length);
  });

  for (const [status, words] of [
    [401, /does not accept the access token/],
    [403, /does not let this access token write to ada\/made-tasks: .*role “write”/],
    [412, /has changed meanwhile, so nothing was published/],
    [400, /refuses the release \(HTTP 400\): Invalid metadata of …/],
    [500, /HTTP 500.*Nothing was published/],
  ] as const) {
    it(`says what ${String(status)} means`, async (t) => {
      const { uploads, upload } = await setUp(t);
      uploads.misbehave = (route, response) => {
        if (!route.includes('/preupload/')) return false;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: `Invalid metadata of ${TOKEN}` }));
        return true;
      };
      assert.match(await failure(upload()), words);
      assert.equal(uploads.commit, undefined);
    });
  }

  for (const [route, words] of [
    ['PUT /lfs/', /cannot be reached .*Nothing was published/],
    ['POST /api/datasets/ada/made-tasks/commit/', /cannot be reached .*Whether the release was/],
  ] as const) {
    it(`says what a connection that is cut at ${route} leaves`, async (t) => {
      const { uploads, upload } = await setUp(t);
      uploads.misbehave = (asked, response) => {
        if (!asked.startsWith(route)) return false;
        response.destroy();
        return true;
      };
      assert.match(await failure(upload()), words);
      assert.equal(uploads.commit, undefined);
    });
  }

  it('ends when the user cancels, before anything is to be seen', async (t) => {
    for (const at of ['GET ', 'PUT ', 'POST /api/datasets/ada/made-tasks/commit/']) {
      const { uploads, upload, target } = await setUp(t);
      const abort = new AbortController();
      uploads.misbehave = (route) => {
        if (!route.startsWith(at)) return false;
        abort.abort();
        return true;
      };
      await assert.rejects(upload({ ...target, signal: abort.signal }), CancelledError);
      assert.equal(uploads.commit, undefined);
    }
  });

  it('is refused for what is no dataset, no token, no release, and a release that was edited', async (t) => {
    const { folder, hub, target } = await setUp(t);
    assert.match(
      await failure(planUpload(folder, { ...target, repo: 'x' })),
      /Expected OWNER\/NAME/,
    );
    assert.match(await failure(planUpload(folder, { ...target, token: 'x' })), /start with hf_/);
    assert.match(await failure(planUpload(join(folder, '..'), target)), /is no release/);
    await appendFile(join(folder, 'tasks.jsonl'), '{}\n');
    assert.match(
      await failure(planUpload(folder, target)),
      /tasks\.jsonl is not what was released/,
    );
    assert.deepEqual(hub.requests, []);
  });
});

describe('bcb release --upload', () => {
  async function bcb(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
    return new Promise<{ code: unknown; said: string }>((resolve) => {
      const command = ['--import', 'tsx', 'src/cli/main.ts', 'release', ...args];
      const options = { cwd: ROOT, env: { ...process.env, ...GIT, ...env } };
      execFile(process.execPath, command, options, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, said: stdout + stderr });
      });
    });
  }

  it('writes the release and publishes it, once that is agreed to', async (t) => {
    const { project, uploads } = await setUp(t);
    const published = (): number | undefined => uploads.commit?.files.size;
    const args = [project.folder, '--version', '0.2', '--upload', REPO];
    const refused = await bcb({ HF_TOKEN: TOKEN }, ...args);
    assert.equal(refused.code, 2);
    assert.match(refused.said, /1 task in .*0\.2: /);
    assert.match(refused.said, /which everybody can read\..*replaced\.\n.*Add --yes/);
    assert.equal(published(), undefined);
    const agreed = await bcb({ HF_TOKEN: TOKEN }, ...args, '--yes');
    assert.equal(agreed.code, 0);
    assert.match(agreed.said, /^0\.2 was released before and is uploaded as it is\.\n/);
    assert.match(agreed.said, /Published: http.*\/datasets\/ada\/made-tasks\/commit\//);
    assert.equal(published(), FILES.length);
    assert.ok(!(refused.said + agreed.said).includes(TOKEN));
  });

  it('says what it lacks, and keeps a token that is refused to itself', async (t) => {
    const { project } = await setUp(t, { token: 'hf_another' });
    const args = [project.folder, '--version', '0.1', '--upload', REPO, '--yes'];
    const without = await bcb({ HF_TOKEN: '' }, ...args);
    assert.match(without.said, /needs an access token .* HF_TOKEN/);
    const { code, said } = await bcb({ HF_TOKEN: TOKEN }, ...args);
    assert.equal(code, 2);
    assert.match(said, /does not accept the access token/);
    assert.ok(!said.includes(TOKEN));
  });
});
