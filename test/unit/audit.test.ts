/** `bcb audit` on the samples and on tasks with defects, in a real engine. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { audit } from '../../src/cli/audit.js';
import { UserError } from '../../src/core/errors.js';
import { abortController } from '../../src/node/abort.js';
import { readJson } from '../../src/node/jsonFile.js';
import { temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const ROOT = join(import.meta.dirname, '../..');

const ReportSchema = v.object({
  tasks: v.array(
    v.object({
      task_id: v.string(),
      gates: v.array(
        v.object({
          gate: v.string(),
          outcome: v.picklist(['pass', 'fail', 'unknown']),
          message: v.string(),
        }),
      ),
      runs: v.object({ total: v.number(), cached: v.number() }),
    }),
  ),
});

describe('bcb audit', () => {
  let python = '';

  before(async () => {
    python = await ensureSamplesPython();
  });

  async function audited(folder: string, json: string, ...more: readonly string[]) {
    const at = { packageDir: ROOT, cacheDir: json, signal: abortController().signal };
    const args = ['--tasks', folder, '--python', python, '--json', join(json, 'audit.json')];
    const code = await audit([...args, ...more], at);
    const { tasks } = v.parse(ReportSchema, await readJson(join(json, 'audit.json')));
    const findings = tasks.flatMap(({ task_id, gates }) =>
      gates
        .filter(({ outcome }) => outcome !== 'pass')
        .map(({ gate, message }) => `${task_id} ${gate}: ${message}`),
    );
    return { code, tasks, findings };
  }

  const cachedOf = (tasks: v.InferOutput<typeof ReportSchema>['tasks']) =>
    tasks.map(({ runs }) => runs.cached);

  it('finds nothing in our samples', async (t) => {
    const { code, tasks, findings } = await audited(
      join(ROOT, 'samples'),
      await temporaryFolder(t),
    );
    assert.deepEqual(findings, []);
    assert.equal(tasks.length, 21);
    assert.equal(tasks[0]?.gates.length, 11);
    assert.equal(code, 0);
  });

  it('finds what is wrong, and asks only the gates that are named', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'weak.py'), TASK_FILE.replace('import unused\n', ''));
    const { code, findings } = await audited(
      folder,
      folder,
      '--gates',
      'trivial-solutions,coverage',
    );
    assert.equal(code, 1);
    assert.deepEqual(
      findings.map((finding) => finding.split(':')[0]),
      ['weak trivial-solutions', 'weak coverage'],
    );
  });

  it('runs nothing again but what has changed and what is to be repeated', async (t) => {
    const folder = await temporaryFolder(t);
    const weak = TASK_FILE.replace('import unused\n', '');
    await writeFile(join(folder, 'one.py'), weak);
    await writeFile(join(folder, 'two.py'), weak.replace('LIMIT = 3', 'LIMIT = 4'));
    const run = async (...more: readonly string[]) => {
      const { tasks, findings } = await audited(folder, folder, ...more);
      return { findings, runs: tasks.map(({ runs }) => runs), cached: cachedOf(tasks) };
    };
    const first = await run();
    const [{ total } = { total: 0 }] = first.runs;
    assert.ok(total > 10);
    assert.deepEqual(first.cached, [0, 0]);
    const second = await run();
    assert.deepEqual(second, { ...first, runs: second.runs, cached: [total - 3, total - 3] });

    const parts = ['--gates', 'coverage,examples,trivial-solutions'];
    const before = await run(...parts);
    assert.deepEqual(before.runs, Array(2).fill({ total: total - 3, cached: total - 3 }));
    assert.deepEqual((await run('--no-cache', ...parts)).cached, [0, 0]);
    await writeFile(join(folder, 'two.py'), weak.replace('LIMIT = 3', 'LIMIT = 5'));
    const after = await run(...parts);
    assert.deepEqual(after.cached, [total - 3, 0]);
    assert.deepEqual(after.findings, before.findings);
  });

  it('says how many of its runs were cached', async (t) => {
    execFileSync(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
    const folder = await temporaryFolder(t);
    const env = { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder };
    const asked = ['--ids', 'computation/loan_schedule', '--gates', 'repeats,coverage,examples'];
    const call = [join(ROOT, 'dist/cli.js'), 'audit', '--tasks', 'samples', '--python', python];
    const printed = async () =>
      (await promisify(execFile)(process.execPath, [...call, ...asked], { env })).stdout;
    assert.match(await printed(), /^5 runs, 0 cached$/m);
    assert.match(await printed(), /^5 runs, 2 cached$/m);
  });

  it('names the gates there are where another is asked for', async (t) => {
    const folder = await temporaryFolder(t);
    await assert.rejects(
      audited(folder, folder, '--gates', 'reviewers'),
      (error) => error instanceof UserError && error.message.includes('Expected some of structure'),
    );
  });
});
