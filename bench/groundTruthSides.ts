/** The two that bench/groundTruth.ts compares, each started as its users start it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { capture } from '../scripts/setup/childProcesses.js';
import { root } from '../scripts/setup/paths.js';
import { PEER, runPeerScript } from './peer.js';

export interface Job {
  /** A JSONL file of tasks. */
  readonly tasks: string;
  readonly python: string;
  readonly workers: string;
  /** A directory for what is written on the way. */
  readonly scratch: string;
}

/** A verdict as both give it. */
export interface Verdict {
  readonly task_id: string;
  readonly status: string;
  /** The test methods that failed. */
  readonly details: readonly string[];
  /** From the request to the verdict. */
  readonly seconds: number;
}

export interface Side<T extends Verdict = Verdict> {
  readonly name: string;
  /** From the first task's start to the last one's end. */
  readonly wallSeconds: number;
  readonly verdicts: readonly T[];
}

const CheckSchema = v.object({
  isolation: v.object({ level: v.string() }),
  tasks: v.array(
    v.object({
      task_id: v.string(),
      status: v.string(),
      details: v.record(v.string(), v.string()),
      duration_s: v.number(),
      startup_s: v.number(),
      times: v.object({
        launch_s: v.number(),
        imports_s: v.number(),
        coverage_s: v.number(),
        ending_s: v.number(),
        tests_cpu_s: v.number(),
      }),
    }),
  ),
});
export type OurVerdict = Verdict &
  Pick<v.InferOutput<typeof CheckSchema>['tasks'][number], 'duration_s' | 'startup_s' | 'times'>;

/** `bcb check`, with nothing remembered of earlier verdicts. */
export async function runOurs(job: Job, coverage: boolean): Promise<Side<OurVerdict>> {
  const report = path.join(job.scratch, 'ours.json');
  const args = ['check', '--tasks', job.tasks, '--python', job.python, '--workers', job.workers];
  const options = ['--no-cache', ...(coverage ? ['--coverage'] : []), '--json', report];
  const started = performance.now();
  await capture(process.execPath, [path.join(root, 'dist', 'cli.js'), ...args, ...options]);
  const wallSeconds = (performance.now() - started) / 1000;
  const { isolation, tasks } = v.parse(CheckSchema, JSON.parse(await readFile(report, 'utf8')));
  return {
    name: `bcb check${coverage ? ' --coverage' : ''} (isolation ${isolation.level})`,
    wallSeconds,
    verdicts: tasks.map((task) => ({
      ...task,
      details: Object.keys(task.details).sort(),
      seconds: task.startup_s + task.duration_s + task.times.ending_s,
    })),
  };
}

const PeerVerdictsSchema = v.array(
  v.object({
    task_id: v.string(),
    status: v.string(),
    details: v.array(v.string()),
    seconds: v.number(),
  }),
);

/** The official evaluator. */
export async function runPeer({ tasks, python, workers, scratch }: Job): Promise<Side> {
  const started = performance.now();
  const printed = await runPeerScript(python, 'peer_ground_truth.py', [tasks, workers], scratch);
  const wallSeconds = (performance.now() - started) / 1000;
  const verdicts = v.parse(PeerVerdictsSchema, printed);
  return { name: `official evaluator (${PEER})`, wallSeconds, verdicts };
}
