/** A block of code, fenced by more signs than any line in it. */
export function fenced(code: string, language: string): readonly string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, code.trimEnd(), fence];
}

/** A table of plain text: what Markdown would take for signs of its own stays what it is. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/([|\\`*_<[\]])/g, '\\$1').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)];
}
