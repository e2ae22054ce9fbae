import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstructionId } from '../../core/models/instructions.js';
import type { Message } from '../../core/models/languageModel.js';
import { fillTemplate } from '../../core/models/promptTemplate.js';

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

async function readTemplate(
  name: InstructionId | 'system',
  folders: readonly string[],
): Promise<{ readonly path: string; readonly text: string }> {
  for (const folder of folders) {
    const path = join(folder, `${name}.md`);
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return { path, text };
  }
  throw new Error(`There is no template ${name}.md in ${folders.join(' or ')}.`);
}
