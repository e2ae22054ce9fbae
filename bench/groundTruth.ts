/**
 * The ground-truth check of a dataset by us and by the official evaluator, side by side:
 *
 *     npm run bench:ground-truth -- --tasks FILE --python PATH [--sample N] [--workers N]
 *
 * PATH is a Python with the libraries of the tasks; the evaluator itself (the PyPI package
 * bigcodebench 0.2.5) is fetched beside it. `--sample` takes N tasks spread over the domains.
 * Prints both totals and medians, their ratios, and every task whose verdict differs.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { capture, mustSucceed } from '../scripts/setup/childProcesses.js';
import { cacheDirectory, root } from '../scripts/setup/paths.js';
import type { DatasetTask } from '../src/core/dataset.js';
import { DOMAINS, domainsOf } from '../src/core/domains.js';
import { toRow } from '../src/core/row.js';
import { openDataset } from '../src/node/datasets/openDataset.js';
import { parseSource } from '../src/node/datasets/source.js';
import { median } from './figures.js';

const PEER = 'bigcodebench==0.2.5';
/** The tasks for which start-up, not the tests themselves, is what a tool can save. */
const SHORT_SECONDS = 10;

const VerdictsSchema = v.array(
  v.object({ task_id: v.string(), status: v.string(), seconds: v.number() }),
);
type Verdicts = v.InferOutput<typeof VerdictsSchema>;

const CheckSchema = v.object({
  isolation: v.object({ level: v.string() }),
  tasks: v.array(
    v.object({
      task_id: v.string(),
      status: v.string(),
      duration_s: v.number(),
      startup_s: v.number(),
    }),
  ),
});

interface Side {
  readonly name: string;
  /** From the first task's start to the last one's end. */
  readonly wallSeconds: number;
  readonly verdicts: Verdicts;
}

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    python: { type: 'string' },
    sample: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});
const { tasks, python, workers } = values;
if (tasks === undefined || python === undefined) {
  throw new Error(
    'Name a dataset and a Python that has its libraries: --tasks FILE --python PATH.',
  );
}

await mustSucceed('The build', process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-bench-'));
try {
  const dataset = await openDataset(parseSource(tasks), { samplesDir: '', cacheDir: scratch });
  const chosen =
    values.sample === undefined ? dataset.tasks : sample(dataset.tasks, Number(values.sample));
  const file = path.join(scratch, 'tasks.jsonl');
  await writeFile(file, chosen.map(({ task }) => `${JSON.stringify(toRow(task))}\n`).join(''));
  console.log(`${String(chosen.length)} tasks, ${workers} workers`);
  const ours = await runOurs(file, python);
  const theirs = await runPeer(file, python);
  compare(ours, theirs);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function runOurs(file: string, interpreter: string): Promise<Side> {
  const report = path.join(scratch, 'ours.json');
  const started = performance.now();
  const where = ['--tasks', file, '--python', interpreter];
  const args = ['check', ...where, '--workers', workers, '--no-cache'];
  await capture(process.execPath, [path.join(root, 'dist', 'cli.js'), ...args, '--json', report]);
  const wallSeconds = (performance.now() - started) / 1000;
  const checked = v.parse(CheckSchema, JSON.parse(await readFile(report, 'utf8')));
  return {
    name: `bcb check (isolation ${checked.isolation.level})`,
    wallSeconds,
    verdicts: checked.tasks.map((one) => ({ ...one, seconds: one.startup_s + one.duration_s })),
  };
}

async function runPeer(file: string, interpreter: string): Promise<Side> {
  const peerDir = path.join(cacheDirectory, PEER);
  if (!existsSync(peerDir)) {
    const install = ['-m', 'pip', 'install', '--no-deps', '--target', peerDir, PEER];
    await mustSucceed(PEER, 'python3', install, { cwd: root });
  }
  const script = path.join(root, 'bench', 'peer_ground_truth.py');
  const started = performance.now();
  const { stdout, stderr, code } = await capture(interpreter, [script, file, workers], {
    cwd: scratch,
    env: { ...process.env, PYTHONPATH: peerDir },
  });
  const wallSeconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`The official evaluator ended with ${String(code)}:\n${stderr}`);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const verdicts = v.parse(
    VerdictsSchema,
    lines.map((line): unknown => JSON.parse(line)),
  );
  return { name: `official evaluator (${PEER})`, wallSeconds, verdicts };
}

/** `size` tasks with each domain's share of them, evenly spread over the domain's tasks. */
function sample(all: readonly DatasetTask[], size: number): readonly DatasetTask[] {
  const chosen = new Set<DatasetTask>();
  for (const domain of DOMAINS) {
    const members = all.filter(({ task }) => domainsOf(task)[0] === domain);
    const share = Math.round((members.length / all.length) * size);
    for (let index = 0; index < share; index++) {
      const member = members[Math.floor((index * members.length) / share)];
      if (member) chosen.add(member);
    }
  }
  return all.filter((entry) => chosen.has(entry));
}

function compare(ours: Side, theirs: Side): void {
  const theirsById = new Map(theirs.verdicts.map((verdict) => [verdict.task_id, verdict]));
  const short = new Set(
    ours.verdicts.filter(({ seconds }) => seconds < SHORT_SECONDS).map(({ task_id }) => task_id),
  );
  const shortSeconds = ({ verdicts }: Side): number =>
    verdicts
      .filter(({ task_id }) => short.has(task_id))
      .reduce((sum, { seconds }) => sum + seconds, 0);
  for (const side of [ours, theirs]) {
    const middle = median(side.verdicts.map(({ seconds }) => seconds));
    console.log(
      `${side.name}: ${side.wallSeconds.toFixed(1)} s in all, median ${middle.toFixed(3)} s a task, ` +
        `${shortSeconds(side).toFixed(1)} s on the ${String(short.size)} tasks below ${String(SHORT_SECONDS)} s`,
    );
  }
  const ratio = (a: number, b: number): string => (a / b).toFixed(1);
  console.log(
    `ratio: ${ratio(theirs.wallSeconds, ours.wallSeconds)} in all, ` +
      `${ratio(shortSeconds(theirs), shortSeconds(ours))} on the short tasks`,
  );
  const differing = ours.verdicts.filter(
    ({ task_id, status }) => theirsById.get(task_id)?.status !== status,
  );
  console.log(`verdicts that differ: ${String(differing.length)}`);
  for (const { task_id, status } of differing) {
    console.log(
      `  ${task_id}: ours ${status}, theirs ${theirsById.get(task_id)?.status ?? 'none'}`,
    );
  }
}
