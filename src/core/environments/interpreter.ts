import type { System } from './publishedPins.js';

/** Where an interpreter was found, the likeliest choice first. */
export const INTERPRETER_KINDS = [
  'chosen',
  'created',
  'workspace',
  'python-extension',
  'venv',
  'conda',
  'uv',
  'pyenv',
  'system',
] as const;
export type InterpreterKind = (typeof INTERPRETER_KINDS)[number];

const KIND_TEXTS: Readonly<Record<InterpreterKind, string>> = {
  chosen: 'Chosen',
  created: 'Made by BigCodeBench',
  workspace: 'Workspace',
  'python-extension': 'Python extension',
  venv: 'Virtual environments',
  conda: 'Conda',
  uv: 'uv',
  pyenv: 'pyenv',
  system: 'System',
};

/** The kind as a heading. */
export function kindText(kind: InterpreterKind): string {
  return KIND_TEXTS[kind];
}

/** An interpreter that answered. */
export interface FoundInterpreter {
  readonly path: string;
  /** For example `3.11.7`. */
  readonly version: string;
  /** The folder of its installation or virtual environment: the same Python can be on the PATH twice. */
  readonly prefix: string;
  /** Whether it is that of a virtual environment. */
  readonly isVirtual: boolean;
  readonly system: System;
  /** Those of the modules asked for that it can find. */
  readonly modules: readonly string[];
}

/** The oldest minor version of Python 3 in which the engine runs. */
const OLDEST_MINOR = 8;

/** Why tasks cannot run in a Python of this version; undefined where they can. */
export function unusable(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= OLDEST_MINOR
    ? undefined
    : `Python ${version} is too old: tasks need 3.${String(OLDEST_MINOR)} or newer`;
}

/** The series of a version: `3.10` of `3.10.13`. */
export function seriesOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
