import { refusedUnit } from '../core/refusal.js';
import { summary } from '../core/summary.js';
import { writeJson } from '../node/jsonFile.js';
import { formatQuantity } from '../shared/numbers.js';
import { printRefusals } from './refusals.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';
import { formatTable } from './table.js';

/** `bcb list`: prints a dataset's tasks, and what was refused of it. */
export async function list(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, { tasks: { type: 'string' }, json: { type: 'string' } });
  const { source, tasks, refused, refusedCount } = await openTasks(options.tasks, at);
  if (options.json !== undefined) {
    await writeJson(options.json, {
      tasks: tasks.map(({ task, path }) => ({
        task_id: task.taskId,
        entry_point: task.entryPoint,
        libs: task.libs,
        summary: summary(task),
        ...(path === undefined ? {} : { path }),
      })),
      refused,
    });
  }
  const rows = tasks.map(({ task }) => [task.taskId, task.libs.join(', '), summary(task)]);
  process.stdout.write(formatTable(['task', 'libraries', 'what it does'], rows));
  printRefusals(refused);
  const read = formatQuantity(tasks.length, 'task');
  const left = formatQuantity(refusedCount, refusedUnit(source));
  process.stdout.write(`\n${read}, ${left} refused\n`);
  return refused.length > 0 ? 1 : 0;
}
