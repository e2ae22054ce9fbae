import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '../core/dataset.js';
import { UserError } from '../core/errors.js';
import type { Task } from '../core/task.js';
import { lostInTaskFile } from '../core/roundTrip.js';
import { joinTaskFile } from '../core/taskFile.js';
import { taskPathOf } from '../core/taskPath.js';
import { writeAtomically } from '../node/jsonFile.js';
import { formatCount, formatQuantity } from '../shared/numbers.js';
import { printRefusals } from './refusals.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';

const MOST_NAMED = 5;

/** `bcb split`: rows to task files, one a task. A row that would lose something is refused. */
export async function split(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, {
    tasks: { type: 'string' },
    out: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  });
  const { out } = options;
  if (out === undefined) throw new UserError('--out is missing: name a folder for the task files.');
  const { tasks, refused, label } = await openTasks(options.tasks, at);
  const files: { readonly path: string; readonly text: string }[] = [];
  const lossy: Refusal[] = [];
  for (const { task } of tasks) {
    const reason = lostInTaskFile(task);
    if (reason === undefined) files.push(fileOf(task, out));
    else lossy.push({ file: label, reason: `${task.taskId}: ${reason}` });
  }
  refuseTwins(files.map(({ path }) => path));
  const changed = await changedFiles(files);
  const inTheWay = changed.filter(({ exists }) => exists).map(({ path }) => path);
  if (inTheWay.length > 0 && !options.overwrite) {
    const named = inTheWay.slice(0, MOST_NAMED).join(', ');
    throw new UserError(
      `${formatQuantity(inTheWay.length, 'file')} with another content would be lost (${named}${inTheWay.length > MOST_NAMED ? ', …' : ''}). Name another folder, or give --overwrite.`,
    );
  }
  for (const { path, text } of changed) await writeAtomically(path, text);
  printRefusals([...refused, ...lossy]);
  process.stdout.write(
    `${formatQuantity(files.length, 'task file')} in ${out}, ${formatCount(files.length - changed.length)} of them unchanged\n`,
  );
  return refused.length + lossy.length > 0 ? 1 : 0;
}

function fileOf(task: Task, folder: string): { path: string; text: string } {
  return { path: join(folder, taskPathOf(task.taskId)), text: joinTaskFile(task) };
}

/** Some file systems take no notice of case: there, one file would replace the other. */
function refuseTwins(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const folded = path.toLowerCase();
    const twin = seen.get(folded);
    if (twin !== undefined) {
      throw new UserError(
        `Two tasks would share the file ${path}${twin === path ? '' : ` (the other is ${twin})`}. Expected ids that are unique whatever their case.`,
      );
    }
    seen.set(folded, path);
  }
}

async function changedFiles(files: readonly { path: string; text: string }[]) {
  const compared = await Promise.all(
    files.map(async (file) => {
      const before = await readFile(file.path, 'utf8').catch(() => undefined);
      return { ...file, exists: before !== undefined, same: before === file.text };
    }),
  );
  return compared.filter(({ same }) => !same);
}
