/** `bcb audit` on the samples and on tasks with defects, in a real engine. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import * as v from 'valibot';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { audit } from '../../src/cli/audit.js';
import { UserError } from '../../src/core/errors.js';
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
    }),
  ),
});

describe('bcb audit', () => {
  let python = '';

  before(async () => {
    python = await ensureSamplesPython();
  });

  async function audited(folder: string, json: string, ...more: readonly string[]) {
    const at = { packageDir: ROOT, cacheDir: json, signal: new AbortController().signal };
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

  it('names the gates there are where another is asked for', async (t) => {
    const folder = await temporaryFolder(t);
    await assert.rejects(
      audited(folder, folder, '--gates', 'reviewers'),
      (error) => error instanceof UserError && error.message.includes('Expected some of structure'),
    );
  });
});
