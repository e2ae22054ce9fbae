import type { Refusal } from './dataset.js';

/** `file:line: field: reason`, as compilers print it and editors link it. */
export function refusalText({ file, line, field, reason }: Refusal): string {
  const place = line === undefined ? file : `${file}:${String(line)}`;
  return field === undefined ? `${place}: ${reason}` : `${place}: ${field}: ${reason}`;
}
