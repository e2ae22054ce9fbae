import { recordedText, type Replay } from '../core/curation/replay.js';
import { openProject, readProjectTasks, type ProjectTask } from '../node/curation/projectFolder.js';
import { writeJson } from '../node/jsonFile.js';
import { formatCount, formatQuantity } from '../shared/numbers.js';
import { parsePathAndOptions } from './surroundings.js';

/** `bcb replay`: proves that every record gives its task file byte for byte. */
export async function replay(args: readonly string[]): Promise<number> {
  const { path, values } = parsePathAndOptions(args, { json: { type: 'string' } }, 'PROJECT');
  const tasks = await readProjectTasks(await openProject(path));
  const results = tasks.map((task) => ({ task, problem: replayProblem(task) }));
  for (const { task, problem } of results) {
    const unread = task.record.unread.map(({ line, reason }) => `  line ${line}: ${reason}\n`);
    if (problem !== undefined) process.stdout.write(`${task.taskId}: ${problem}\n`);
    else if (unread.length > 0) process.stdout.write(`${task.taskId}:\n`);
    process.stdout.write(unread.join(''));
  }
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  process.stdout.write(
    `${formatQuantity(tasks.length, 'task')}, ${formatCount(tasks.length - failed)} replayed byte for byte\n`,
  );
  if (values.json !== undefined) {
    await writeJson(values.json, {
      tasks: results.map(({ task, problem }) => ({
        task_id: task.taskId,
        events: task.record.events.length,
        replayed: problem === undefined,
        problem: problem ?? null,
        unread: task.record.unread,
      })),
    });
  }
  return failed === 0 ? 0 : 1;
}

/** Why a record does not give its file; `undefined` where it does. */
function replayProblem({ text, refusal, history }: ProjectTask): string | undefined {
  if (refusal) return `line ${String(refusal.line)} of the file: ${refusal.reason}`;
  if (text === undefined) return deletedProblem(history);
  if (history.heads.length === 0) return 'there is no record yet: bcb record begins one';
  if (history.heads.length > 1) return 'branches were merged: bcb record joins their records';
  if (recordedText(history) === undefined) return history.problems[0]?.reason;
  return recordedText(history) === text
    ? undefined
    : 'the file was edited elsewhere: bcb record adds that';
}

function deletedProblem(history: Replay): string | undefined {
  return recordedText(history) === undefined
    ? 'the file was deleted, and its record does not give it back'
    : undefined;
}
