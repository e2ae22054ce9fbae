import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../src/core/errors.js';
import { evalResultsOf, parseEvalResults, recordOfEntry } from '../../src/core/evalResults.js';
import { groundTruthOf } from '../../src/core/groundTruth.js';
import { passAtK } from '../../src/core/passAtK.js';
import { passAtKFile } from '../../src/core/passAtKFile.js';
import { officialStatus, type RunRecord } from '../../src/core/runRecord.js';
import { readJson, writeJson } from '../../src/node/jsonFile.js';
import { readEvalResults, resultFilesOf } from '../../src/node/results/resultFiles.js';
import { temporaryFolder, writeTemporary } from './datasetFiles.js';
import { OFFICIAL_SAMPLES } from './evaluations.js';

const PASS: RunRecord = {
  status: 'pass',
  official: 'pass',
  cause: null,
  message: '',
  duration_s: 1,
  tests: [],
  details: {},
  isolation: 'limits',
};
const FAIL: RunRecord = { ...PASS, status: 'fail', official: 'fail', details: { ALL: 'no' } };
const ERROR: RunRecord = { ...PASS, status: 'error', official: null, cause: 'infrastructure' };

describe('results', () => {
  it('that the official evaluator wrote are read and written back unchanged', async (t) => {
    const { results: theirs } = resultFilesOf(OFFICIAL_SAMPLES);
    const results = await readEvalResults(theirs);
    assert.ok(results);
    const copy = join(await temporaryFolder(t), 'copy.json');
    await writeJson(copy, results);
    assert.deepEqual(await readJson(copy), await readJson(theirs));
  });

  it('that were made here are read back', async (t) => {
    const judged = [
      { taskId: 'Made/2', line: 1, code: 'ä\ud800', record: PASS },
      { taskId: 'Made/1', line: 2, code: 'b', record: FAIL },
      { taskId: 'Made/2', line: 3, code: 'c', record: ERROR },
      { taskId: 'Made/2', line: 4, code: 'd', record: FAIL },
    ];
    const results = evalResultsOf(judged, new Date(2024, 4, 6, 7, 8));
    assert.equal(results.date, '2024-05-06 07:08');
    assert.deepEqual(Object.keys(results.eval), ['Made/2', 'Made/1']);
    assert.deepEqual(results.eval['Made/2'], [
      { task_id: 'Made/2', solution: 'ä\ud800', status: 'pass', details: {} },
      { task_id: 'Made/2', solution: 'd', status: 'fail', details: { ALL: 'no' } },
    ]);
    const path = join(await temporaryFolder(t), 'r.json');
    await writeJson(path, results);
    assert.deepEqual(await readEvalResults(path), results);
  });

  it('that are none are refused by the field', async (t) => {
    assert.equal(await readEvalResults('/no/such.json'), undefined);
    const entry = { task_id: 'Made/1', solution: '', status: 'error', details: {} };
    const cases: [unknown, RegExp][] = [
      [{ date: '', eval: { 'Made/1': [entry] } }, /^r\.json holds .*: eval\.Made\/1\.0\.status: /],
      [{ date: '' }, /: eval: /],
      [undefined, /: as a whole: /],
    ];
    for (const [value, message] of cases) {
      assert.throws(() => parseEvalResults(value, 'r.json'), { name: 'UserError', message });
    }
    await assert.rejects(readEvalResults(await writeTemporary(t, 'r.json', '{"date"')), UserError);
  });

  it('give verdicts again, but no timeout, whose limit they do not name', () => {
    const entry = { task_id: 'Made/1', solution: '' };
    const details = { test_one: 'Traceback …\nAssertionError: 1 != 2\n' };
    const record = recordOfEntry({ ...entry, status: 'fail', details });
    assert.equal(record?.status, 'fail');
    assert.equal(record.message, 'AssertionError: 1 != 2');
    assert.equal(recordOfEntry({ ...entry, status: 'pass', details: {} })?.official, 'pass');
    assert.equal(recordOfEntry({ ...entry, status: 'timeout', details: {} }), undefined);
  });
});

it('the official status of a run without one', () => {
  assert.equal(officialStatus(ERROR), undefined);
  assert.equal(officialStatus({ ...FAIL, official: null, cause: 'tampered' }), 'fail');
});

it('the ground truth counts only canonical solutions that could be judged', () => {
  const canonical = [PASS, FAIL, ERROR].map((record, n) => ({ taskId: `Made/${n}`, record }));
  assert.deepEqual(groundTruthOf(canonical), { gt_pass_rate: 0.5, failed_tasks: ['Made/1'] });
  assert.equal(groundTruthOf(canonical.slice(2)), undefined);
});

describe('the files next to the samples', () => {
  it('are named as by the official evaluator', () => {
    for (const name of ['a.jsonl', 'a.jsonl.gz']) {
      assert.deepEqual(resultFilesOf(join('x', name)), {
        results: join('x', 'a_eval_results.json'),
        passAtK: join('x', 'a_pass_at_k.json'),
        progress: join('x', 'a_eval_progress.jsonl'),
      });
    }
    assert.throws(() => resultFilesOf('samples.json'), UserError);
  });

  it('say of pass@k what the official evaluator says, name by name', async () => {
    const theirs = resultFilesOf(OFFICIAL_SAMPLES);
    const results = parseEvalResults(await readJson(theirs.results), theirs.results);
    const file = passAtKFile(passAtK(results, [1, 3, 5]), {
      samplesName: basename(OFFICIAL_SAMPLES),
      calibrated: true,
      groundTruth: { gt_pass_rate: 1, failed_tasks: [] },
    });
    assert.deepEqual(file, await readJson(theirs.passAtK));
  });

  it('leave out what the name of a samples file does not tell', () => {
    const facts = { calibrated: false, samplesName: 'mine.jsonl' };
    assert.deepEqual(passAtKFile({}, facts), { model: 'mine.jsonl', calibrated: false });
    const samplesName = 'm--main--bigcodebench-instruct--vllm-0-1.jsonl';
    assert.deepEqual(passAtKFile({}, { ...facts, samplesName }), {
      model: 'm--main',
      split: 'instruct',
      subset: 'full',
      calibrated: false,
    });
  });
});
