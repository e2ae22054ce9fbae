/**
 * How much faster two workers of a Dask cluster are than one:
 *
 *     npm run bench:scale -- --tasks FILE --python PATH [--sample N] [--rounds N]
 *
 * PATH is a Python with the libraries of the tasks. Each worker holds one run at a time and has a core
 * of this machine to itself, as if it were a machine of its own: what one leaves of another core is
 * not there for it when there are two. The scheduler and its client share those cores. Measured are
 * rounds over the canonical solutions that need less than a second, on one worker and two by turns,
 * after a round that warms them up. Prints the medians of runs a second and their ratio, beside those
 * of engines without a cluster, and the processor time that a run costs outside its engine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mustSucceed } from '../scripts/setup/childProcesses.js';
import { DaskCluster } from '../scripts/setup/daskCluster.js';
import { root } from '../scripts/setup/paths.js';
import { mapConcurrently } from '../src/core/concurrently.js';
import type { Engine, Program, RunResult } from '../src/core/engine.js';
import { modulesByUse } from '../src/core/importedModules.js';
import { programOf } from '../src/core/program.js';
import { openDataset } from '../src/node/datasets/openDataset.js';
import { parseSource } from '../src/node/datasets/source.js';
import { createClusterEngine } from '../src/node/engine/createClusterEngine.js';
import { createEngine } from '../src/node/engine/createEngine.js';
import { median, sum } from './figures.js';
import { sample } from './sample.js';

const SHORT_SECONDS = 1;
const RUN = { timeoutSeconds: 60, coverage: false };
/** Enough for the workers' queues, so that they wait for nothing but themselves. */
const AT_ONCE = 16;
/** The unit of the times in Linux's /proc. */
const TICKS_PER_SECOND = 100;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    python: { type: 'string' },
    sample: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '3' },
  },
});
const { tasks, python } = values;
if (tasks === undefined || python === undefined) {
  throw new Error(
    'Name a dataset and a Python that has its libraries: --tasks FILE --python PATH.',
  );
}
const common = {
  pythonPath: python,
  harnessDir: path.join(root, 'python'),
  network: 'loopback',
  log: (): void => undefined,
} as const;

const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-bench-'));
const dataset = await openDataset(parseSource(tasks), { samplesDir: '', cacheDir: scratch });
await rm(scratch, { recursive: true, force: true });
const sampled = sample(dataset.tasks, Number(values.sample));
const modules = modulesByUse([{ tasks: sampled }]);

const programs = await shortPrograms();
console.log(
  `${programs.length} of ${sampled.length} programs need less than ${SHORT_SECONDS} s; ${values.rounds} rounds over them`,
);
const one = await startCluster(1);
const two = await startCluster(2);
const oneHere = { name: 'one run at a time, no cluster', engine: startLocal(1), atOnce: 1 };
const twoHere = { name: 'two runs at a time, no cluster', engine: startLocal(2), atOnce: 2 };
const contenders: readonly Contender[] = [one, two, oneHere, twoHere];
const measured = new Map(contenders.map((contender): [Contender, Round[]] => [contender, []]));
try {
  for (const contender of contenders) {
    contender.engine.preload(modules);
    await runRound(contender);
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [contender, rounds] of measured) rounds.push(await runRound(contender));
  }
} finally {
  for (const { engine } of contenders) engine.dispose();
  await one.cluster.end();
  await two.cluster.end();
}
for (const [{ name }, rounds] of measured) print(name, rounds);
console.log(`two workers are ${ratio(two, one)} times as fast as one`);
console.log(`without a cluster, two runs at a time are ${ratio(twoHere, oneHere)} times as fast`);
console.log(`a worker is ${ratio(one, oneHere)} times as fast as an engine without a cluster`);

/** A way to run programs. */
interface Contender {
  readonly name: string;
  readonly engine: Engine;
  /** How many runs it is asked for at once. */
  readonly atOnce: number;
  /** Processes whose use of the processors is of interest. */
  readonly parts?: ReadonlyMap<string, readonly number[]>;
}

interface Round {
  readonly runsPerSecond: number;
  readonly failed: number;
  /** Milliseconds of processor time a run, of each part. */
  readonly spent: ReadonlyMap<string, number>;
}

function startLocal(workers: number): Engine {
  return createEngine({ ...common, workers });
}

async function startCluster(workers: number) {
  const cluster = await DaskCluster.start();
  for (let core = 0; core < workers; core++) {
    const { pid } = await cluster.addWorker();
    await mustSucceed('taskset', 'taskset', ['-a', '-c', '-p', String(core), String(pid)]);
  }
  const options = { ...common, scheduler: cluster.address, schedulerPython: cluster.python };
  const others = childrenOf(process.pid);
  const engine = createClusterEngine(options);
  await engine.ready;
  const client = childrenOf(process.pid).find(
    (pid) => !others.includes(pid) && commandOf(pid).includes('cluster.py'),
  );
  const [scheduler = NaN, ...workerPids] = cluster.pids;
  const parts = new Map([
    ['scheduler', [scheduler]],
    ['workers without their engines', workerPids],
    ['client', [client ?? NaN]],
    ['this process', [process.pid]],
  ]);
  return { name: `workers: ${workers}`, cluster, engine, atOnce: AT_ONCE, parts };
}

/** The canonical solutions of the sample that pass in a short time. */
async function shortPrograms(): Promise<readonly Program[]> {
  const engine = startLocal(2);
  engine.preload(modules);
  const all = sampled.map(({ task }) => programOf(task));
  const results = await mapConcurrently(all, 2, (program) => engine.run(program, RUN));
  engine.dispose();
  const seconds = ({ startup_s, duration_s }: RunResult): number => startup_s + duration_s;
  return all.filter((_, index) => {
    const result = results[index];
    return result?.status === 'pass' && seconds(result) < SHORT_SECONDS;
  });
}

async function runRound({ engine, atOnce, parts = new Map() }: Contender): Promise<Round> {
  const before = new Map([...parts].map(([part, pids]) => [part, processorSeconds(pids)]));
  const began = performance.now();
  const results = await mapConcurrently(programs, atOnce, (program) => engine.run(program, RUN));
  const seconds = (performance.now() - began) / 1000;
  const spent = [...parts].map(([part, pids]): [string, number] => {
    const used = processorSeconds(pids) - (before.get(part) ?? 0);
    return [part, (1000 * used) / programs.length];
  });
  return {
    runsPerSecond: programs.length / seconds,
    failed: results.filter(({ status }) => status !== 'pass').length,
    spent: new Map(spent),
  };
}

function print(name: string, rounds: readonly Round[]): void {
  const rates = rounds.map(({ runsPerSecond }) => runsPerSecond);
  const failed = sum(rounds.map((round) => round.failed));
  const parts = [...(rounds[0]?.spent.keys() ?? [])].map((part) => {
    const milliseconds = median(rounds.map(({ spent }) => spent.get(part) ?? NaN));
    return `, ${part} ${milliseconds.toFixed(1)} ms a run`;
  });
  console.log(
    `${name}: ${median(rates).toFixed(1)} runs a second (${rates.map((rate) => rate.toFixed(1)).join(', ')}), ${failed} did not pass${parts.join('')}`,
  );
}

function ratio(a: Contender, b: Contender): string {
  const rate = (contender: Contender): number =>
    median((measured.get(contender) ?? []).map(({ runsPerSecond }) => runsPerSecond));
  return (rate(a) / rate(b)).toFixed(2);
}

/** What processes have used of the processors, without what they have started. */
function processorSeconds(pids: readonly number[]): number {
  const seconds = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  });
  return sum(seconds);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    return children.trim().split(' ').filter(Boolean).map(Number);
  });
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}
