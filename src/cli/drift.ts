import { findDrift, type CheckedEnvironment, type Drift } from '../core/drift.js';
import type { RunResult } from '../core/engine.js';
import { UserError } from '../core/errors.js';
import { modulesByUse } from '../core/importedModules.js';
import { programOf } from '../core/program.js';
import { writeJson } from '../node/jsonFile.js';
import { installedVersions } from '../node/python/installedVersions.js';
import { countText, plural } from './counts.js';
import { ENGINE_OPTIONS, engineSettings, withEngine } from './engineSession.js';
import { printRefusals } from './refusals.js';
import { runAll } from './runAll.js';
import { selectTasks } from './selectTasks.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';
import { formatTable } from './table.js';

const { timeout, workers, isolation, network, memory } = ENGINE_OPTIONS;
const OPTIONS = {
  ...{ timeout, workers, isolation, network, memory, 'no-cache': ENGINE_OPTIONS['no-cache'] },
  python: { type: 'string', multiple: true },
  tasks: { type: 'string' },
  ids: { type: 'string', multiple: true },
  json: { type: 'string' },
} as const;
const LONGEST_MESSAGE = 80;

/** `bcb drift`: the tasks whose verdicts differ between environments. */
export async function drift(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, OPTIONS);
  const pythons = options.python ?? [];
  if (pythons.length < 2) {
    throw new UserError('Expected --python twice or more, once for each environment to compare.');
  }
  const dataset = await openTasks(options.tasks, at);
  const tasks = selectTasks(dataset, options.ids);
  printRefusals(dataset.refused);
  const environments: CheckedEnvironment[] = [];
  const results: RunResult[][] = [];
  // One after the other: side by side they would share the cores, and run into time limits.
  for (const python of pythons) {
    const settings = engineSettings({ ...options, python });
    await withEngine(settings, at, async (session) => {
      const { version, executable } = session.ready.python;
      process.stdout.write(`Python ${version} at ${executable}: `);
      const programs = tasks.map(({ task }) => ({ name: task.taskId, program: programOf(task) }));
      const run = await runAll(programs, session, {
        onRunning: () => {
          session.engine.preload(modulesByUse([{ ...dataset, tasks }]));
        },
      });
      process.stdout.write(`${countText(run.map(({ status }) => status))}\n`);
      environments.push({ python, version, packages: await installedVersions(python) });
      results.push(run);
    });
  }
  const drifts = findDrift(
    tasks.map(({ task }) => task),
    environments,
    results,
  );
  process.stdout.write(driftTable(drifts, environments));
  if (options.json !== undefined) await writeJson(options.json, driftReport(drifts, environments));
  return drifts.length === 0 ? 0 : 1;
}

function driftTable(drifts: readonly Drift[], environments: readonly CheckedEnvironment[]): string {
  const head = ['task', ...environments.map(({ version }) => version), 'library to blame', ''];
  const rows = drifts.map(({ taskId, outcomes, blamed: [first] }) => [
    taskId,
    ...outcomes.map(({ status, cause }) => cause ?? status),
    first
      ? `${first.distribution} ${first.versions.map((one) => one ?? 'missing').join(' → ')}`
      : '',
    (outcomes.find(({ status }) => status !== 'pass')?.message ?? '').slice(0, LONGEST_MESSAGE),
  ]);
  const table = drifts.length === 0 ? '' : formatTable(head, rows);
  return `${table}${plural(drifts.length, 'task')} with another verdict\n`;
}

function driftReport(drifts: readonly Drift[], environments: readonly CheckedEnvironment[]) {
  return {
    environments: environments.map(({ python, version, packages }) => ({
      ...{ python, version, packages: Object.fromEntries(packages) },
    })),
    tasks: drifts.map(({ taskId, ...rest }) => ({ task_id: taskId, ...rest })),
  };
}
