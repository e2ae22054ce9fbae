/**
 * Wrong solutions judged by us and by the official evaluator, side by side:
 *
 *     npm run bench:wrong-solutions -- --tasks FILE --python PATH [--count N] [--workers N] [--timeout S]
 *
 * PATH is a Python 3.9 or later with the libraries of the tasks. The solutions are derived from
 * the canonical ones, one for each of N tasks spread over the dataset (bench/wrong_solutions.py
 * has the kinds of mistakes). Prints, for each kind, how many there are, on how many the official
 * status, the names in `details` and their texts agree, and what we found to be the cause; then
 * every difference.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { capture, mustSucceed } from '../scripts/setup/childProcesses.js';
import { root } from '../scripts/setup/paths.js';
import { countText } from '../src/core/countText.js';
import { formatTable } from '../src/cli/table.js';
import { parseEvalResults } from '../src/core/evalResults.js';
import { toRow } from '../src/core/row.js';
import { openDataset } from '../src/node/datasets/openDataset.js';
import { parseSource } from '../src/node/datasets/source.js';
import { resultFilesOf } from '../src/node/results/resultFiles.js';
import { runPeerScript } from './peer.js';

const SamplesSchema = v.array(v.object({ task_id: v.string(), kind: v.string() }));
const DetailsSchema = v.record(v.string(), v.string());
const PeerSchema = v.array(
  v.object({ task_id: v.string(), status: v.string(), details: DetailsSchema }),
);
const ReportSchema = v.object({
  isolation: v.object({ level: v.string() }),
  samples: v.array(v.object({ cause: v.nullable(v.string()) })),
});

interface Judged {
  readonly status: string;
  readonly details: Readonly<Record<string, string>>;
}

interface Compared {
  readonly taskId: string;
  readonly kind: string;
  readonly cause: string;
  readonly ours: Judged;
  readonly theirs: Judged;
}

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    python: { type: 'string' },
    count: { type: 'string', default: '370' },
    workers: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '20' },
  },
});
const { tasks, python, count, workers, timeout } = values;
if (tasks === undefined || python === undefined) {
  throw new Error(
    'Name a dataset and a Python that has its libraries: --tasks FILE --python PATH.',
  );
}

await mustSucceed('The build', process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-bench-'));
try {
  print(await compare(tasks, python));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function compare(source: string, interpreter: string): Promise<Compared[]> {
  const dataset = await openDataset(parseSource(source), { samplesDir: '', cacheDir: scratch });
  const rows = path.join(scratch, 'tasks.jsonl');
  const samples = path.join(scratch, 'samples.jsonl');
  await writeFile(
    rows,
    dataset.tasks.map(({ task }) => `${JSON.stringify(toRow(task))}\n`).join(''),
  );
  const derive = path.join(root, 'bench', 'wrong_solutions.py');
  const derived = await mustPrint(interpreter, [derive, rows, count]);
  await writeFile(samples, derived);
  const kinds = v.parse(
    SamplesSchema,
    derived.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)])),
  );
  console.log(`${String(kinds.length)} solutions, ${workers} workers, limit ${timeout} s`);

  const report = path.join(scratch, 'report.json');
  const limits = ['--timeout', timeout, '--workers', workers, '--no-cache'];
  await capture(process.execPath, [
    path.join(root, 'dist', 'cli.js'),
    ...['evaluate', '--samples', samples, '--tasks', rows, '--python', interpreter],
    ...['--no-calibrated', '--no-gt', ...limits, '--json', report],
  ]);
  const { results: resultsFile } = resultFilesOf(samples);
  const { eval: ours } = parseEvalResults(
    JSON.parse(await readFile(resultsFile, 'utf8')),
    resultsFile,
  );
  const { isolation, samples: told } = v.parse(
    ReportSchema,
    JSON.parse(await readFile(report, 'utf8')),
  );
  console.log(`bcb evaluate: isolation ${isolation.level}`);
  const peerArgs = [rows, samples, workers, timeout];
  const theirs = v.parse(
    PeerSchema,
    await runPeerScript(interpreter, 'peer_evaluation.py', peerArgs, scratch),
  );
  return kinds.map(({ task_id: taskId, kind }, index) => ({
    taskId,
    kind,
    cause: told[index]?.cause ?? 'none',
    ours: ours[taskId]?.[0] ?? { status: 'none', details: {} },
    theirs: theirs[index] ?? { status: 'none', details: {} },
  }));
}

async function mustPrint(command: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await capture(command, args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

function print(compared: readonly Compared[]): void {
  const rows = [...new Set(compared.map(({ kind }) => kind)), 'all'].map((kind) => {
    const ofKind = compared.filter((one) => kind === 'all' || one.kind === kind);
    const agreeing = (agrees: (one: Compared) => boolean): string =>
      String(ofKind.filter(agrees).length);
    return [
      kind,
      String(ofKind.length),
      ...[sameStatus, sameNames, sameTexts].map(agreeing),
      countText(ofKind.map(({ cause }) => cause)),
    ];
  });
  const head = ['mistake', 'solutions', 'status', 'names', 'texts', 'causes'];
  console.log(formatTable(head, rows, [1, 2, 3, 4]));
  for (const one of compared.filter((each) => !sameTexts(each))) {
    console.log(`${one.taskId} (${one.kind}):`);
    console.log(`  ours   ${describe(one.ours)}`);
    console.log(`  theirs ${describe(one.theirs)}`);
  }
}

function sameStatus({ ours, theirs }: Compared): boolean {
  return ours.status === theirs.status;
}

function sameNames(one: Compared): boolean {
  const names = ({ details }: Judged): string => Object.keys(details).sort().join('\n');
  return sameStatus(one) && names(one.ours) === names(one.theirs);
}

function sameTexts(one: Compared): boolean {
  return (
    sameNames(one) &&
    Object.entries(one.ours.details).every(
      ([name, text]) => lasting(text) === lasting(one.theirs.details[name] ?? ''),
    )
  );
}

/**
 * The text without what differs from run to run, and between the two: addresses of objects,
 * temporary directories, and how many frames there are below the program's in a deep recursion.
 */
function lasting(text: string): string {
  return text
    .replace(/0x[0-9a-f]+/g, '0x')
    .replace(/\/tmp\/[\w./-]*/g, '/tmp')
    .replace(/repeated \d+ more/g, 'repeated more');
}

function describe({ status, details }: Judged): string {
  return `${status} ${JSON.stringify(details).slice(0, 600)}`;
}
