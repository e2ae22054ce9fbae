/** Values as Python writes them, where a published row holds them as text. */
import type { DocStruct } from './task.js';

/** A list of names as `repr` gives it: `['random', 'itertools']`. */
export function pythonList(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

/**
 * Reads the text of a Python list of names.
 * @returns undefined for any other text
 */
export function parsePythonList(text: string): string[] | undefined {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1]?.trim();
  if (inner === undefined) {
    return undefined;
  }
  if (inner === '') {
    return [];
  }
  const names: string[] = [];
  for (const item of inner.replace(/,$/, '').split(',')) {
    const name = /^\s*(['"])([^'"\\]*)\1\s*$/.exec(item)?.[2];
    if (name === undefined) {
      return undefined;
    }
    names.push(name);
  }
  return names;
}

/** A `doc_struct` as `json.dumps` writes it: blanks behind `,` and `:`, and nothing but ASCII. */
export function dumpDocStruct(doc: DocStruct): string {
  const entries = SECTIONS.map((section) => {
    const lines = doc[section].map(asciiJson);
    return `"${section}": [${lines.join(', ')}]`;
  });
  return `{${entries.join(', ')}}`;
}

/** In the order of the published rows. */
const SECTIONS: readonly (keyof DocStruct)[] = [
  'description',
  'notes',
  'params',
  'returns',
  'reqs',
  'raises',
  'examples',
];

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
