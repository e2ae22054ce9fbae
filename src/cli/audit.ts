import { mapConcurrently } from '../core/concurrently.js';
import type { GateOutcome, OtherTask } from '../core/curation/gates/gate.js';
import { askGates, AUDITS, type AskedGate } from '../core/curation/gates/registry.js';
import { newProject, type Limits } from '../core/curation/project.js';
import { recordedGates } from '../core/curation/runFacts.js';
import { wordRuns } from '../core/curation/similarity.js';
import { UserError } from '../core/errors.js';
import { modulesByUse } from '../core/importedModules.js';
import type { Task } from '../core/task.js';
import { joinTaskFile } from '../core/taskFile.js';
import { findProject } from '../node/curation/projectFolder.js';
import { gatherFacts, type RunCount } from '../node/curation/gatherFacts.js';
import { writeJson } from '../node/jsonFile.js';
import { formatCount, formatQuantity } from '../shared/numbers.js';
import { ENGINE_OPTIONS, engineSettings, withEngine, type EngineSession } from './engineSession.js';
import { ProgressBar } from './progress.js';
import { printRefusals } from './refusals.js';
import { selectTasks } from './selectTasks.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';
import { formatTable } from './table.js';

const OPTIONS = {
  ...ENGINE_OPTIONS,
  tasks: { type: 'string' },
  ids: { type: 'string', multiple: true },
  gates: { type: 'string' },
  json: { type: 'string' },
} as const;

interface AuditedTask {
  readonly task: Task;
  readonly asked: readonly AskedGate[];
  readonly runs: RunCount;
}

/** `bcb audit`: weak tests, vague prompts and other defects of a dataset's tasks. */
export async function audit(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, OPTIONS);
  const gates = chosenGates(options.gates);
  const dataset = await openTasks(options.tasks, at);
  const tasks = selectTasks(dataset, options.ids);
  printRefusals(dataset.refused);
  const { source } = dataset;
  const project = source.kind === 'folder' ? await findProject(source.path) : undefined;
  const { limits } = project?.project ?? newProject('audit');
  const others = dataset.tasks.map(({ task }) => ({
    taskId: task.taskId,
    wordRuns: wordRuns(task.completePrompt + task.canonicalSolution),
  }));
  return withEngine(engineSettings(options), at, async (session) => {
    session.engine.preload(modulesByUse([{ ...dataset, tasks }]));
    const context = { gates, limits, others, session };
    const bar = new ProgressBar(tasks.length);
    let audited: readonly AuditedTask[];
    try {
      audited = await mapConcurrently(tasks, session.atOnce, async ({ task }) => {
        const found = await auditTask(task, context);
        bar.advance(task.taskId);
        return found;
      });
    } finally {
      bar.end();
    }
    process.stdout.write(report(audited));
    if (options.json !== undefined) await writeJson(options.json, auditReport(audited));
    return audited.some(({ asked }) => asked.some(hasFailed)) ? 1 : 0;
  });
}

interface AuditContext {
  readonly gates: typeof AUDITS;
  readonly limits: Limits;
  readonly others: readonly OtherTask[];
  readonly session: EngineSession;
}

async function auditTask(
  task: Task,
  { gates, limits, others, session }: AuditContext,
): Promise<AuditedTask> {
  const needs = [...new Set(gates.flatMap((gate) => gate.needs))];
  const { facts, runs } = await gatherFacts(task, needs, limits, session);
  const asked = askGates(gates, {
    ...{ text: joinTaskFile(task), task, events: [], limits, facts },
    others: others.filter(({ taskId }) => taskId !== task.taskId),
  });
  return { task, asked, runs };
}

function chosenGates(text: string | undefined): typeof AUDITS {
  if (text === undefined) return AUDITS;
  return text.split(',').map((id) => {
    const gate = AUDITS.find((one) => one.id === id);
    if (gate) return gate;
    throw new UserError(
      `--gates: there is no gate “${id}”. Expected some of ${AUDITS.map((one) => one.id).join(',')}.`,
    );
  });
}

function hasFailed({ outcome }: { readonly outcome: GateOutcome }): boolean {
  return outcome.outcome === 'fail';
}

/** What is wrong, task by task, then how often each gate failed. */
function report(audited: readonly AuditedTask[]): string {
  const findings = audited.flatMap(({ task, asked }) =>
    asked
      .filter(hasFailed)
      .map(({ gate, outcome }) => [task.taskId, gate.id, outcome.message.replaceAll('\n', ' ')]),
  );
  const gates = audited[0]?.asked.map(({ gate }) => gate) ?? [];
  const counts = gates.map(({ id, title }) => {
    const failed = findings.filter(([, gate]) => gate === id).length;
    return [id, title, String(failed)];
  });
  const sound = audited.filter(({ asked }) => !asked.some(hasFailed)).length;
  return [
    findings.length === 0 ? '' : `${formatTable(['task', 'gate', 'finding'], findings)}\n`,
    `${formatTable(['gate', '', 'tasks'], counts, [2])}\n`,
    runsLine(audited),
    `${formatQuantity(audited.length, 'task')}, ${formatCount(sound)} without a finding\n`,
  ].join('');
}

/** How much was run; empty where no gate needed that. */
function runsLine(audited: readonly AuditedTask[]): string {
  const sum = (count: keyof RunCount): number =>
    audited.reduce((so, { runs }) => so + runs[count], 0);
  const total = sum('total');
  return total === 0
    ? ''
    : `${formatQuantity(total, 'run')}, ${formatCount(sum('cached'))} cached\n`;
}

function auditReport(audited: readonly AuditedTask[]) {
  return {
    tasks: audited.map(({ task, asked, runs }) => ({
      task_id: task.taskId,
      gates: recordedGates(asked),
      runs,
    })),
  };
}
