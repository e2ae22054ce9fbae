import type { DocStruct } from './task.js';

/**
 * The natural-language prompt, built from a docstring's parts and the code that it starts with.
 * A docstring without a Returns section gives a prompt without the sentence on output.
 */
export function instructPromptOf(doc: DocStruct, codePrompt: string): string {
  const lines = [doc.description.join(' ')];
  if (doc.notes.length > 0) {
    lines.push(`Note that: ${doc.notes.join(' ')}`);
  }
  if (doc.raises.length > 0) {
    lines.push(`The function should raise the exception for: ${doc.raises.join(' ')}`);
  }
  if (doc.returns.length > 0) {
    lines.push('The function should output with:', ...doc.returns.map((line) => `    ${line}`));
  }
  lines.push('You should write self-contained code starting with:', '```', `${codePrompt}\`\`\``);
  return lines.join('\n');
}
