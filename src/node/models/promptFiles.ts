import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstructionId } from '../../core/models/instructions.js';
import type { Message } from '../../core/models/languageModel.js';
import { fillTemplate } from '../../core/models/promptTemplate.js';
import type { Task } from '../../core/task.js';
import { unlessMissing } from '../files.js';

/**
 * What a model is asked, from the templates; a project's own come before ours.
 *
 * @param folders where templates are looked for, the first that has one counts
 * @throws {UserError} for a template with a placeholder that there is no value for
 */
export async function promptMessages(
  instruction: InstructionId,
  values: Readonly<Record<string, string>>,
  folders: readonly string[],
): Promise<readonly Message[]> {
  const [system, user] = await Promise.all([
    readTemplate('system', folders),
    readTemplate(instruction, folders),
  ]);
  return [
    { role: 'system', content: system.text },
    { role: 'user', content: fillTemplate(user.text, values, user.path) },
  ];
}

/** What a model is asked that is to solve a task by one of its prompts; as the peers, without more. */
export async function solveMessages(
  prompt: 'complete' | 'instruct',
  task: Task,
  folders: readonly string[],
): Promise<readonly Message[]> {
  const { text, path } = await readTemplate(`solve-${prompt}`, folders);
  const { completePrompt, instructPrompt } = task;
  const value = prompt === 'complete' ? completePrompt : instructPrompt;
  return [{ role: 'user', content: fillTemplate(text, { prompt: value.trimEnd() }, path) }];
}

async function readTemplate(
  name: string,
  folders: readonly string[],
): Promise<{ readonly path: string; readonly text: string }> {
  for (const folder of folders) {
    const path = join(folder, `${name}.md`);
    const text = await unlessMissing(readFile(path, 'utf8'));
    if (text !== undefined) return { path, text };
  }
  throw new Error(`There is no template ${name}.md in ${folders.join(' or ')}.`);
}
